"""Correlations of scores with human scores, and comparisons of two metrics, from Python."""

import numpy as np
import pytest

from parbleu import Resampling
from parbleu.errors import EvalSetError, InputTypeError, UnreadableFileError
from parbleu.meta import compare_scores, correlate_scores
from parbleu.stats.correlation import correlate
from parbleu.stats.permutation_tests import PermutationTests

SCORES = {"A": [1, 2, 3, 4], "B": [2, 1, 0, 4], "refA": [5, 5, 5, 5]}


@pytest.fixture
def evalset(tree):
    return tree.load()


def test_tables_of_scores(evalset):
    found = correlate_scores(evalset, SCORES)
    assert (found.gold.level, found.gold.systems, found.gold.name) == ("segment", ["A", "B"], "mqm")
    gold = evalset.gold("segment").rows(["A", "B"])
    wanted = correlate("pearson", gold, np.array([SCORES["A"], SCORES["B"]], dtype=float)).value
    (table,) = found.tables()
    assert table.rows[0] == ("the scores", "Pearson", wanted, found.metrics[0].results["pearson"].p_value)
    assert table.facts["missing"] == 2
    assert correlate_scores(evalset, {"A": 1, "B": 2}).gold.level == "system"
    with pytest.raises(InputTypeError):
        correlate_scores(evalset, [1, 2])


def test_names_of_files(evalset, tree):
    path = tree.root / "tiny" / "metric-scores" / "en-de" / "BLEU-refB.seg.score"
    assert correlate_scores(evalset, path).metrics[0].name == "BLEU-refB"
    other = tree.write_scores("mine.txt", **SCORES)
    assert correlate_scores(evalset, str(other)).metrics[0].name == "mine.txt"


def test_metrics_of_the_set(evalset, tree):
    folder = tree.root / "tiny" / "metric-scores" / "en-de"
    for word, file in (("BLEU-refB.seg", "BLEU-refB.seg.score"), ("BLEU-refB", "BLEU-refB.seg.score")):
        found, wanted = correlate_scores(evalset, word), correlate_scores(evalset, folder / file)
        assert found.metrics[0].name == "BLEU-refB"
        assert found.tables()[0].rows == wanted.tables()[0].rows
    both = compare_scores(evalset, "BLEU-refB", SCORES, resampling=Resampling(n_samples=5, seed=1))
    assert both.metrics[0].name == "BLEU-refB"
    with pytest.raises(UnreadableFileError, match="cannot read BLEU-refZ"):
        correlate_scores(evalset, "BLEU-refZ.seg")


def test_settings(evalset):
    found = correlate_scores(evalset, SCORES, average_by="item", threshold=2, undefined="zero").with_chance()
    assert found.gold.title("KendallLike") == "Kendall-like@2"
    assert [metric.name for metric in found.metrics] == ["the scores", "(constant)", "(random)"]
    assert found.gold.options("pearson") == {"average_by": "item", "undefined": "zero"}
    added = correlate_scores(evalset, {name: [1] for name in SCORES}, add_systems=["refA"])
    assert added.gold.systems == ["A", "B", "refA"]
    with pytest.raises(EvalSetError, match="No mqm scores for system C"):
        correlate_scores(evalset, SCORES, add_systems=["C"])


def test_comparison(evalset):
    other = {name: [-score for score in scores] for name, scores in SCORES.items()}
    found = compare_scores(evalset, SCORES, other, resampling=Resampling(n_samples=20, seed=1))
    assert [metric.name for metric in found.metrics] == ["1: the scores", "2: the scores"]
    _, differences = found.tables()
    values = [metric.results["pearson"].value for metric in found.metrics]
    assert differences.rows[0][1] == f"{1 + int(np.argmax(values))}: the scores"
    assert differences.facts == {"n_samples": 20, "seed": 1, "generator": "mt19937"}
    again = compare_scores(evalset, SCORES, other, Resampling(n_samples=20, seed=1, threads=2))
    assert repr(again.differences) == repr(found.differences)  # some are NaN
    with pytest.raises(EvalSetError, match=r"of level segment, .* of level system"):
        compare_scores(evalset, SCORES, {"A": 1, "B": 2})


@pytest.mark.parametrize("n_samples", [None, 20])
def test_no_difference_of_a_correlation_that_is_not_defined(evalset, n_samples):
    resampling = None if n_samples is None else Resampling(n_samples=n_samples, seed=1)
    equal = {name: [1] * 4 for name in SCORES}
    for pair in ((SCORES, equal), (equal, SCORES), (equal, equal)):
        _, differences = compare_scores(evalset, *pair, resampling).tables()
        pearson, *_, kendall_like = differences.rows
        assert pearson == ("Pearson", None, None, None, None)
        assert kendall_like[1] is not None  # which counts ties
        assert "are not defined, as those of equal scores: no test" in differences.notes[0]
    assert not compare_scores(evalset, SCORES, SCORES, resampling).tables()[1].notes


def test_what_is_tested_of_equal_scores_is_shown(evalset):
    """As in MT Metrics Eval, where a correlation that is not defined counts as 0."""
    equal, resampling = {name: [1] * 4 for name in SCORES}, Resampling(n_samples=20, seed=1)
    tests = PermutationTests(test_constant=True)
    found = compare_scores(evalset, SCORES, equal, resampling, tests=tests)
    _, differences = found.tables()
    assert differences.rows[0][1] == found.metrics[found.differences[0].better - 1].name
    assert differences.rows[0][3] is not None
    assert not differences.notes
