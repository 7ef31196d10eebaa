"""Tests the gate: its outcomes, its level and power by simulation, and its input."""

import json

import numpy as np
import pytest

import parbleu
from parbleu.errors import InputShapeError, OptionError, UnknownNameError
from parbleu.metrics import CHRF
from parbleu.stats._sequential_looks import sequential_looks
from parbleu.stats.false_discovery import benjamini_hochberg, benjamini_yekutieli
from parbleu.stats.power import paired_power
from parbleu.stats.rank_clusters import holm

RANDOM = np.random.default_rng(23)
WORDS = [f"{first}{second}{last}" for first in "bdgkmprst" for second in ("a", "ei", "ou") for last in "nlt"]
SIZE = 120
N_SETS = 200


def damaged(segment, share):
    return " ".join(
        str(RANDOM.choice(WORDS)) if RANDOM.random() < share else word for word in segment.split()
    )


REFERENCES = [" ".join(RANDOM.choice(WORDS, 12)) for _ in range(600)]
BASE = [damaged(segment, 0.30) for segment in REFERENCES]
WORSE = [damaged(segment, 0.345) for segment in REFERENCES]
SAME = [damaged(segment, 0.30) for segment in REFERENCES]


def drawn(random, *streams):
    places = random.integers(0, len(REFERENCES), SIZE)
    return [[stream[place] for place in places] for stream in streams]


def exchanged(random, one, other):
    """The two with the output of some segments exchanged, so that neither is better."""
    coins = random.random(len(one)) < 0.5
    pairs = [
        (second, first) if coin else (first, second)
        for coin, first, second in zip(coins, one, other, strict=True)
    ]
    return [list(side) for side in zip(*pairs, strict=True)]


@pytest.mark.long
@pytest.mark.parametrize("test", ["randomization", "bootstrap"])
def test_an_injected_loss_is_blocked_with_the_power_that_is_stated(test):
    metric = CHRF()
    tables = [np.asarray(metric.statistics(stream, [REFERENCES])) for stream in (BASE, WORSE)]
    resampling = parbleu.Resampling(alpha=0.025)  # of the direction of a loss
    options = {"n_segments": SIZE, "direction": -1, "resampling": resampling}
    whole = paired_power(metric.scorer_of(tables), *tables, **options)
    stated = whole.power_for(-whole.difference)
    assert 0.5 < stated < 0.95
    random = np.random.default_rng(1)
    found = []
    for _ in range(N_SETS):
        base, candidate, references = drawn(random, BASE, WORSE, REFERENCES)
        found.append(
            parbleu.gate(
                base, candidate, [references], resampling=parbleu.Resampling(test=test, n_samples=300)
            )
        )
    blocked = np.mean([each.outcome == "worse" for each in found])
    assert blocked == pytest.approx(
        stated, abs=3 * np.sqrt(stated * (1 - stated) * (1 / N_SETS + 1 / 1000)) + 0.01
    )
    assert np.mean([each.tests[0].smallest_loss for each in found]) == pytest.approx(whole.smallest, rel=0.05)


@pytest.mark.long
@pytest.mark.parametrize(
    ("test", "metrics"),
    [("randomization", ["chrf"]), ("bootstrap", ["chrf"]), ("randomization", ["chrf", "bleu"])],
)
def test_no_loss_is_blocked_no_more_often_than_alpha(test, metrics):
    random = np.random.default_rng(2)
    outcomes = []
    halves = {"half": ["first", "second"] * (SIZE // 2)} if len(metrics) > 1 else None
    for _ in range(N_SETS):
        *outputs, references = drawn(random, BASE, SAME, REFERENCES)
        base, candidate = exchanged(random, *outputs)
        found = parbleu.gate(
            base,
            candidate,
            [references],
            metrics,
            resampling=parbleu.Resampling(test=test, n_samples=400),
            by=halves,
        )
        outcomes.append(found.outcome)
    limit = 0.025 + 3 * np.sqrt(0.025 * 0.975 / N_SETS)
    assert outcomes.count("worse") / N_SETS <= limit
    assert outcomes.count("better") / N_SETS <= limit
    if len(metrics) == 1:  # the level is not far below alpha, either
        assert outcomes.count("worse") + outcomes.count("better") >= N_SETS * (0.05 - 0.04)


def test_outcomes():
    worse = parbleu.gate(BASE, WORSE, [REFERENCES], ["chrf", "ter"])
    assert (worse.outcome, worse.passed) == ("worse", False)
    assert [test.outcome for test in worse.tests] == ["worse", "worse"]
    assert worse.tests[1].difference > 0 > worse.tests[0].difference
    better = parbleu.gate(WORSE, BASE, [REFERENCES])
    assert (better.outcome, better.passed) == ("better", True)
    none = parbleu.gate(BASE, SAME, [REFERENCES])
    assert (none.outcome, none.passed) == ("no evidence of loss", True)
    assert 0 < none.tests[0].smallest_loss < 5
    assert f"a true loss of {none.tests[0].smallest_loss:.2f} would have shown" in none.explain()
    cannot = parbleu.gate(BASE, SAME[1:], [REFERENCES])
    assert (cannot.outcome, cannot.passed) == ("cannot compare", False)
    assert "600" in cannot.reason
    assert "599" in cannot.reason
    assert parbleu.gate(BASE[1:], SAME[1:], [REFERENCES]).outcome == "cannot compare"
    for result in (worse, better, none, cannot):
        assert result.outcome in result.to_markdown().splitlines()[2]
        assert json.loads(result.to_json())["tables"]["outcome"]["rows"][0]["outcome"] == result.outcome


def test_a_gate_that_could_block_nothing_is_refused():
    groups = {"domain": [str(place % 4) for place in range(len(BASE))]}
    texts = (BASE, ["no"] * len(BASE), [REFERENCES])
    with pytest.raises(OptionError, match=r"19 samples and 1 test, .* \(n_samples=\) 20, or"):
        parbleu.gate(*texts, resampling=parbleu.Resampling(n_samples=19))
    with pytest.raises(OptionError, match=r"99 samples and 5 tests, .* \(n_samples=\) 103, or"):
        parbleu.gate(*texts, resampling=parbleu.Resampling(n_samples=99), by=groups)
    for test in ("bootstrap", "randomization"):
        enough = parbleu.Resampling(test, n_samples=100 if test == "randomization" else 120)
        assert parbleu.gate(*texts, resampling=enough, by=groups).outcome == "worse"


def test_a_gate_of_many_tests_draws_enough_samples():
    groups = {"domain": [str(place % 60) for place in range(len(BASE))]}
    found = parbleu.gate(BASE, ["no"] * len(BASE), [REFERENCES], by=groups)
    assert (found.outcome, found.n_samples) == ("worse", 1311)


def test_equal_output():
    found = parbleu.gate(BASE, BASE, [REFERENCES])
    assert found.outcome == "no evidence of loss"
    assert found.tests[0].smallest_loss is None
    assert found.tests[0].p_holm == 1
    assert found.explain().endswith(
        "the scores are equal: the outputs are the same, or differ in what chrF2 leaves out"
    )


def test_scores_and_p_values_are_those_of_a_comparison():
    found = parbleu.gate(
        BASE, WORSE, [REFERENCES], ["bleu", "ter"], resampling=parbleu.Resampling(n_samples=500, seed=3)
    )
    compared = parbleu.compare(
        {"base": BASE, "candidate": WORSE},
        [REFERENCES],
        ["bleu", "ter"],
        test="bootstrap",
        n_samples=500,
        seed=3,
    )
    for test, metric in zip(found.tests, compared.metrics, strict=True):
        assert [test.base, test.candidate] == [score.score for score in metric.scores]
        assert (test.p_value, test.p_holm) == (metric.pairs[0].p_value, metric.pairs[0].p_holm)
    assert [signature for _, signature in found.signatures] == [
        metric.signature for metric in compared.metrics
    ]


def test_an_allowed_loss_is_not_blocked():
    loss = -parbleu.gate(BASE, WORSE, [REFERENCES]).tests[0].difference
    for allowed in (loss + 0.1, {"chrf": loss + 0.1}, {"chrF2": loss + 0.1}):
        found = parbleu.gate(BASE, WORSE, [REFERENCES], max_drop=allowed)
        assert (found.outcome, found.passed) == ("allowed loss", True)
        assert found.tests[0].smallest_loss > loss
        assert (
            f"a significant loss (p = 0.0011), within the allowed loss of {loss + 0.1:g}" in found.explain()
        )
    slight = parbleu.gate(BASE, [*BASE[:-1], "no"], [REFERENCES], max_drop=1)
    assert slight.outcome == "no evidence of loss"
    assert "within the allowed loss of 1; a true" in slight.explain()
    assert parbleu.gate(BASE, WORSE, [REFERENCES], max_drop=loss - 0.1).outcome == "worse"
    assert parbleu.gate(BASE, WORSE, [REFERENCES], ["chrf", "bleu"], max_drop={"chrf": 99}).outcome == "worse"


@pytest.mark.parametrize("n_segments", [2, 4])
def test_of_few_segments_no_loss_can_show(n_segments):
    sides = BASE[:n_segments], WORSE[:n_segments], [REFERENCES[:n_segments]]
    found = parbleu.gate(*sides)
    assert found.tests[0].p_value > 0.05
    assert found.tests[0].smallest_loss is None
    assert "too few segments differ to say what would have shown" in found.explain()


def test_groups_are_tested_each_and_corrected_together():
    mixed = SAME[:300] + [damaged(segment, 0.3) for segment in BASE[300:400]] + BASE[400:]
    domains = ["news"] * 300 + ["chat"] * 100 + [None] * 200
    found = parbleu.gate(BASE, mixed, [REFERENCES], by={"domain": domains})
    assert [(test.label, test.group, test.n_segments) for test in found.tests] == [
        ("", "", 600),
        ("domain", "news", 300),
        ("domain", "chat", 100),
    ]
    chat = found.tests[2]
    alone = parbleu.gate(BASE[300:400], mixed[300:400], [REFERENCES[300:400]])
    assert (chat.base, chat.candidate, chat.p_value) == tuple(
        getattr(alone.tests[0], name) for name in ("base", "candidate", "p_value")
    )
    assert chat.p_holm == holm([test.p_value for test in found.tests])[2]
    assert chat.smallest_loss > alone.tests[0].smallest_loss  # alpha is shared
    assert found.outcome == chat.outcome == "worse"
    assert "domain chat" in found.explain()
    tests = found.tables()[1]
    assert "corrected for the 3 tests of the gate, 1 pair x 1 metric x 3 groups" in tests.notes[-1]
    assert not any(name in str(tests) for name in ("BH", "BY"))
    asked = parbleu.Resampling(p_columns=["bh", "by"])
    tests = parbleu.gate(BASE, mixed, [REFERENCES], by={"domain": domains}, resampling=asked).tables()[1]
    p_values = tests.column("p_value")
    assert tests.column("p_bh") == pytest.approx(benjamini_hochberg(p_values))
    assert tests.column("p_by") == pytest.approx(benjamini_yekutieli(p_values))


def test_a_group_of_one_segment_has_no_power():
    found = parbleu.gate(BASE, SAME, [REFERENCES], by={"domain": ["one"] + ["rest"] * 599})
    assert found.tests[1].smallest_loss is None
    assert found.to_markdown()


def test_segment_scores_of_other_tools():
    scores = RANDOM.normal(0.8, 0.1, (2, 300))
    columns = {"base": scores[0], "candidate": scores[1] - 0.05}
    assert parbleu.gate(metrics={"COMET": columns}).outcome == "worse"
    lower = parbleu.SegmentScores("MetricX", columns, higher_is_better=False)
    assert parbleu.gate(metrics=[lower]).outcome == "better"


def test_a_seed_gives_the_same_result_on_any_number_of_threads():
    results = {
        parbleu.gate(
            BASE, SAME, [REFERENCES], ["chrf", "bleu"], resampling=parbleu.Resampling(seed=7, threads=threads)
        ).to_json()
        for threads in (1, 2, 3)
    }
    assert len(results) == 1


class Uncounted(parbleu.Metric):
    """A metric that is never computed."""

    def _statistics(self, hypotheses, references):
        raise AssertionError(hypotheses)

    def _score(self, row):
        raise AssertionError(row)


def test_wrong_options():
    for options in (
        {"resampling": parbleu.Resampling(power=0.01)},
        {"max_drop": -1},
        {"max_drop": float("nan")},
    ):
        with pytest.raises(OptionError):
            parbleu.gate(BASE, SAME, [REFERENCES], **options)
    with pytest.raises(UnknownNameError, match="bleu"):
        parbleu.gate(BASE, SAME, [REFERENCES], max_drop={"bleu": 1})
    with pytest.raises(OptionError, match="names chrF2 twice, as chrf and as chrF2"):
        parbleu.gate(BASE, SAME, [REFERENCES], max_drop={"chrf": 0, "chrF2": 1})
    silent = {"base": [0.5] * len(BASE), "candidate": [0.5] * len(BASE)}
    for metrics in (["chrf", Uncounted()], {"mine": Uncounted()}, [Uncounted(), {"COMET": silent}]):
        with pytest.raises(UnknownNameError, match=r"'blue'"):  # before anything is counted
            parbleu.gate(BASE, SAME, [REFERENCES], metrics, max_drop={"blue": 1})
    with pytest.raises(UnknownNameError, match="randomization"):
        parbleu.gate(BASE, SAME, [REFERENCES], resampling=parbleu.Resampling(test="sign"))
    with pytest.raises(OptionError, match="both systems"):
        parbleu.gate(BASE, None, [REFERENCES])
    with pytest.raises(InputShapeError, match="2 labels 'domain' of 600 segments"):
        parbleu.gate(BASE, SAME, [REFERENCES], by={"domain": ["a", "b"]})


def test_a_look_says_so():
    found = parbleu.gate(
        BASE[:200],
        SAME[:200],
        [REFERENCES[:200]],
        design=parbleu.SequentialDesign(planned=600, looked=[100]),
        resampling=parbleu.Resampling(n_samples=20000),
    )
    assert found.alpha == 0.05
    assert found.level == sequential_looks([100, 200], 600).levels[-1] < 0.002
    assert "Look 2, at 200 of 600 planned segments: the level of this look is" in str(found)
    assert (
        found.tests[0].smallest_loss
        > parbleu.gate(BASE[:200], SAME[:200], [REFERENCES[:200]]).tests[0].smallest_loss
    )
    with pytest.raises(OptionError, match="no loss can be significant"):
        parbleu.gate(BASE[:60], SAME[:60], [REFERENCES[:60]], design=parbleu.SequentialDesign(planned=600))
    for design in (parbleu.SequentialDesign(100), parbleu.SequentialDesign(600, [300])):
        with pytest.raises(OptionError, match="look"):
            parbleu.gate(BASE[:200], SAME[:200], [REFERENCES[:200]], design=design)


@pytest.mark.parametrize("test", ["randomization", "bootstrap"])
def test_the_gate_explains(test):
    texts = BASE[:100], WORSE[:100], [REFERENCES[:100]]
    found = parbleu.gate(
        *texts, ["chrf", "bleu"], resampling=parbleu.Resampling(test=test, n_samples=500), explain=True
    )
    systems = {"base": texts[0], "candidate": texts[1]}
    compared = parbleu.compare(
        systems, texts[2], ["chrf", "bleu"], test=test, n_samples=500, explain=True
    ).explanation
    assert found.explanation == compared
    assert [table.name for table in found.tables()][2:] == ["answers", "verdicts", "effects"]
    assert parbleu.gate(*texts).explanation is None


def test_the_gate_warns_of_texts_that_say_nothing(caplog):
    half = ["" if place % 2 else segment for place, segment in enumerate(REFERENCES[:SIZE])]
    told = parbleu.gate(half, half, [REFERENCES[:SIZE]])
    assert told.outcome == "no evidence of loss"
    assert told.warnings[0] == "50 % of the segments of base are empty"
    assert "the segments of base are empty" in caplog.text
    assert told.to_markdown().startswith("**Warning:** 50 % of the segments of base are empty\n\n")
    assert parbleu.gate(SAME, BASE, [REFERENCES]).warnings == ()
    forced = [parbleu.BLEU(force=True)]
    assert parbleu.gate(half, half, [REFERENCES[:SIZE]], forced).warnings == ()
