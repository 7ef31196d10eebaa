"""Tests which systems and metrics are compared, and how."""

import numpy as np
import pytest

from parbleu.errors import EvalSetError, InputShapeError, OptionError, ParbleuError, UnknownNameError
from parbleu.evalset import Info
from parbleu.meta._contestants import Contest, contest
from parbleu.meta._metric_comparison import (
    PermutationTests,
    compare_global_accuracy,
    compare_metrics,
    correlation_intervals,
)
from parbleu.meta._metric_ranking import Ranking
from parbleu.stats._correlations.pce import SoftPairwiseAccuracy
from parbleu.stats._random_generators import GENERATORS
from parbleu.stats.permutation_tests import EarlyStopping
from parbleu.stats.rank_clusters import significance_ranks
from parbleu.stats.resampling import Resampling


@pytest.fixture
def evalset(tree):
    """Systems A to D, refA and refB; D has no gold score, C is an outlier."""
    for system in ("C", "D", "refB"):
        tree.write(f"system-outputs/en-de/{system}.txt", *"wxyz")
    tree.write_scores(
        "human-scores/en-de.mqm.seg.score",
        A=[-1, None, -3, 0],
        B=[-2, None, -1, -1],
        C=[-9, None, -8, -7],
        D=[None] * 4,
        refA=[0] * 4,
        refB=[0, 0, 0, -1],
    )
    tree.write_scores(
        "human-scores/en-de.mqm.sys.score", A=[-1], B=[-2], C=[-9], D=[None], refA=[0], refB=[-0.5]
    )
    info = Info("refA", {"segment": "mqm", "system": "mqm"}, {"C"}, {"BLEU", "Len"})
    evalset = tree.load(info=info, metrics=False)
    rng = np.random.default_rng(3)
    for base, refs in [("BLEU", ["refA"]), ("BLEU", ["refB"]), ("Len", []), ("X", ["refA", "refB"])]:
        scores = {name: rng.normal(size=4) for name in evalset.sys_names}
        evalset.add_metric(base, refs, "segment", scores, derive=["domain", "system"])
    return evalset


def test_systems(evalset):
    assert contest(evalset, "segment").systems == ("A", "B")
    assert contest(evalset, "segment", outliers=True).systems == ("A", "B", "C")
    assert contest(evalset, "segment", human=True).systems == ("A", "B", "refB")
    assert contest(evalset, "segment", human=True, close_references={"refB"}).systems == ("A", "B")
    assert contest(evalset, "segment", human=True, references={"refB"}).systems == ("A", "B", "refA")


def test_metrics(evalset):
    assert list(contest(evalset, "segment").metrics) == ["BLEU", "Len[noref]"]
    assert list(contest(evalset, references={"refB"}, primary=False).metrics) == ["BLEU", "Len[noref]"]
    both = contest(evalset, references={"refA", "refB"}, primary=False)
    assert list(both.metrics) == ["BLEU (BLEU-refA)", "BLEU (BLEU-refB)", "Len[noref]", "*X"]
    assert list(contest(evalset).named(str).metrics) == ["BLEU-refA", "Len-src"]
    own = contest(evalset, added={"mine": {"A": 1, "B": 2, "Z": 3}})
    assert own.metrics["mine"].tolist() == [[1], [2]]
    evalset.primary_metrics = {"Unknown"}
    with pytest.raises(EvalSetError, match="no metric to compare among the primary ones that uses refA"):
        contest(evalset)
    assert list(contest(evalset, added={"mine": {"A": 1, "B": 2}}).metrics) == ["mine"]


def test_scores(evalset):
    found = contest(evalset, "segment")
    np.testing.assert_array_equal(found.gold, [[-1, np.nan, -3, 0], [-2, np.nan, -1, -1]])
    np.testing.assert_array_equal(
        found.metrics["BLEU"], evalset.scores("segment", "BLEU-refA").rows(["A", "B"])
    )
    some = contest(evalset, "segment", domain="news")
    np.testing.assert_array_equal(some.gold, [[-1, np.nan, 0], [-2, np.nan, -1]])
    of_domain = contest(evalset, "system", gold="mqm", domain="talks")
    assert of_domain.gold.tolist() == [[-3], [-1]]  # from the file of domains
    assert (
        of_domain.metrics["BLEU"].tolist()
        == evalset.scores("segment", "BLEU-refA").rows(["A", "B"])[:, [2]].tolist()
    )


def test_nothing_to_compare(evalset):
    with pytest.raises(UnknownNameError, match="unknown domain 'sports'"):
        contest(evalset, domain="sports")
    with pytest.raises(EvalSetError, match="no standard human scores at the level document"):
        contest(evalset, "document")
    evalset.outlier_sys_names = {"A", "B", "C"}
    with pytest.raises(EvalSetError, match="no system that is compared has gold scores"):
        contest(evalset)


def test_contests_of_ones_own():
    found = Contest(["a", "b"], [1, None], {"m": [3, 4]}).with_chance()
    assert list(found.metrics) == ["m", "(constant)", "(random)"]
    assert found.metrics["m"].shape == (2, 1)
    assert list(found.only(["(random)"]).metrics) == ["(random)"]
    with pytest.raises(InputShapeError, match="the scores m have shape"):
        Contest(["a", "b"], [1, 2], {"m": [3, 4, 5]})
    with pytest.raises(InputShapeError, match="the scores gold have shape"):
        Contest(["a"], [1, 2], {})


@pytest.fixture
def quality():
    """Metrics that are gold and ever more noise."""
    rng = np.random.default_rng(1)
    gold = rng.normal(size=(8, 60)) + rng.normal(size=(8, 1))
    gold[:, 7] = np.nan
    metrics = {
        "poor": gold + rng.normal(size=gold.shape, scale=9),
        "fair": gold + rng.normal(size=gold.shape),
        "good": gold + rng.normal(size=gold.shape, scale=0.1),
    }
    filled = {name: np.nan_to_num(scores) for name, scores in metrics.items()}
    return Contest([f"s{n}" for n in range(8)], gold, filled)


@pytest.mark.parametrize(
    ("correlation", "average_by", "tests"),
    [
        ("pearson", "none", {}),
        ("kendall", "item", {}),
        ("KendallWithTiesOpt", "item", {"exchange": "pairs"}),
        ("KendallWithTiesOpt", "item", {"exchange": "rows"}),
        ("pce", "none", {}),
    ],
)
@pytest.mark.parametrize("generator", GENERATORS)
def test_better_metrics_are_found(quality, correlation, average_by, tests, generator):
    done = []
    options = {"generator": generator, "after_test": lambda: done.append(1), **tests}
    tests = PermutationTests(stopping=EarlyStopping(20), **options)
    found = compare_metrics(quality, correlation, average_by, Resampling(n_samples=40, seed=5), tests=tests)
    assert found.metrics == ["good", "fair", "poor"]
    assert [found.rank(name) for name in found.metrics] == [1, 2, 3]
    assert found.correlation("good") > found.correlation(1) > found.correlation("poor")
    assert found.is_better("good", "poor")
    assert found.p_calibrated[0, 1] > 0
    assert len(done) == 3
    (ranking,) = found.tables()
    assert ranking.rows[0][:2] == ("good", 1)
    assert ranking.column("better_than") == [
        "".join(
            "." if other <= place else ">" if found.is_better(place, other) else "=" for other in range(3)
        )
        for place in range(3)
    ]
    assert ranking.facts == {"n_samples": 40, "seed": 5, "generator": generator}
    assert ranking.column("p_value: poor")[:2] == found.p_values[:2, 2].tolist()
    assert ranking.column("p_calibrated: poor")[0] == found.p_calibrated[0, 2]
    draws = found.draws_of("good", "poor")
    assert 0 < len(draws) <= 40
    np.testing.assert_array_equal(found.draws_of("poor", "good"), draws[:, ::-1])


def test_equal_metrics_share_a_rank_in_the_order_of_their_names(quality):
    good = quality.metrics["good"]
    twins = Contest(quality.systems, quality.gold, {"z": good, "a": good})
    found = compare_metrics(twins, resampling=Resampling(n_samples=50, seed=1))
    assert [(name, found.rank(name)) for name in found.metrics] == [("a", 1), ("z", 1)]
    assert not found.is_better("a", "z")


def test_without_tests_ranks_only_count(quality):
    found = compare_metrics(quality, resampling=None)
    assert list(found.ranks.values()) == [1, 2, 3]
    assert (found.generator, found.p_calibrated, len(found.draws)) == ("", None, 0)
    with pytest.raises(UnknownNameError, match="unknown metric 'best'"):
        found.correlation("best")


def test_chance_is_last(quality):
    found = compare_metrics(quality.with_chance(), "pearson", resampling=None)
    assert found.metrics[:3] == ["good", "fair", "poor"]
    assert found.correlation("(constant)") == 0
    assert abs(found.correlation("(random)")) < 0.2


def test_ties_of_the_constant_metric_count_half(quality):
    """Pairwise accuracy called a metric that prefers no system worse than one that prefers the wrong ones."""
    systems, means = quality.systems, np.nanmean(quality.gold, axis=1)
    found = compare_metrics(Contest(systems, means, {"good": means, "bad": -means}).with_chance(), "accuracy")
    assert found.correlation("(constant)") == 0.5
    assert found.metrics == ["good", "(random)", "(constant)", "bad"]
    tied = [1, 1, 2, 3]  # one of six pairs: both call it equal
    both = [Contest("abcd", tied, {"m": [1, 2, 3, 4]}), Contest("ab", [1, 2], {"m": [1, 1]})]
    with_chance = [one.with_chance() for one in both]
    assert compare_metrics(with_chance[0], "accuracy", resampling=None).correlation("(constant)") == 3.5 / 6
    joined = compare_global_accuracy(with_chance, resampling=None)
    assert joined.correlation("(constant)") == pytest.approx(4 / 7)
    assert joined.correlation("m") == pytest.approx(5 / 7)  # its own ties are wrong, as in MT Metrics Eval
    interval = correlation_intervals(with_chance[0], ["(constant)"], "accuracy")["(constant)"]
    assert interval.value == 3.5 / 6
    assert 0.5 <= interval.low <= interval.value <= interval.high <= 1


def test_a_correlation_that_is_passed_stays_as_it_is(quality):
    whole_ties = SoftPairwiseAccuracy(n_samples=10)
    whole_ties.halves_ties = False
    found = compare_metrics(quality.with_chance(), whole_ties, resampling=None)
    again = compare_metrics(quality.with_chance(), "pce", resampling=None, n_samples=10)
    assert found.correlations == again.correlations
    assert not whole_ties.halves_ties


def test_global_accuracy(quality):
    columns = {name: scores.mean(axis=1) for name, scores in quality.metrics.items()}
    gold = np.nanmean(quality.gold, axis=1)
    first = Contest(quality.systems, gold, columns)
    second = Contest(["t", "u"], [1, 2], {"good": [1, 2], "poor": [2, 1], "more": [1, 2]})
    found = compare_global_accuracy([first, second], Resampling(n_samples=30, seed=1))
    assert set(found.metrics) == {"good", "poor"}
    pairs = [(i, j) for i in range(8) for j in range(i)]
    right = sum((gold[i] > gold[j]) == (columns["poor"][i] > columns["poor"][j]) for i, j in pairs)
    assert found.correlation("poor") == right / (len(pairs) + 1)
    with pytest.raises(EvalSetError, match="no metric competes in every one"):
        compare_global_accuracy([first, second.only(["more"])])
    with pytest.raises(OptionError, match="tested with exchange='scores'"):
        compare_global_accuracy([first], tests=PermutationTests("pairs"))


def test_wrong_tests(quality):
    for options in ({"exchange": "coins"}, {"generator": "dice"}):
        with pytest.raises(ParbleuError):
            PermutationTests(**options)
    with pytest.raises(OptionError, match="pce is tested with exchange='scores'"):
        compare_metrics(quality, "pce", tests=PermutationTests("pairs"))


def test_a_sample_of_pairs_is_drawn_from_the_seed(quality):
    def run(seed):
        how = {"resampling": Resampling(n_samples=5, seed=seed), "tests": PermutationTests("pairs")}
        found = compare_metrics(quality, "KendallWithTiesOpt", "item", sample_rate=0.2, **how)
        return found.correlations, found.p_values.tolist()

    assert run(1) == run(1)
    assert run(1) != run(2)


def test_an_empty_ranking_has_no_rows():
    nothing = np.zeros((0, 0))
    (table,) = Ranking({}, {}, nothing, nothing.astype(np.int32), np.empty((0, 2))).tables()
    assert table.rows == ()


def test_without_tests_there_are_no_p_values(quality):
    (table,) = compare_metrics(quality, resampling=None).tables()
    assert table.column("rank") == [None] * 3
    assert table.facts == {}


def test_values_that_stand_for_none_are_called_so(caplog):
    alone = Contest(["A"], [[1, 2]], {"M": [[3, 4]]})
    assert compare_metrics(alone, "pearson", "item", None).correlation("M") == 0
    assert "no metric has a correlation among 1 systems and 2 items" in caplog.text
    caplog.clear()
    assert compare_metrics(alone, "pearson", "none", None).correlation("M") == 1
    assert caplog.text == ""


def test_signs_and_ranks_know_one_level():
    p_values = np.full((2, 2), np.nan)
    p_values[0, 1] = 0.05
    ranks = significance_ranks(p_values)
    nothing = np.zeros((2, 2), np.int32), np.zeros((0, 2))
    ranking = Ranking(
        {"a": 0.9, "b": 0.5}, dict(zip("ab", ranks, strict=True)), p_values, *nothing, n_samples=100
    )
    assert ranks == [1, 2]
    assert ranking.is_better("a", "b")
    assert ranking.tables()[0].column("better_than") == [".>", ".."]
