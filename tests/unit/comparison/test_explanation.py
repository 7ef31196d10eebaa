"""Tests what a comparison explains of its differences."""

import json
import math

import numpy as np
import pytest

import parbleu
from parbleu._comparison.explanation import _interval
from parbleu.errors import OptionError
from parbleu.metrics._human_agreement import agreement_curve
from parbleu.stats.interval import confidence_interval
from parbleu.stats.power import paired_power

WORDS = ["the", "cat", "sat", "on", "a", "red", "mat", "and", "looked", "at", "two", "old", "dogs", "today"]
REFERENCE = [" ".join(WORDS[n % 5 :] + WORDS[: n % 3]) for n in range(20)]


def damaged(every, word):
    """The reference, of which words at changing places are replaced."""
    lines = [text.split() for text in REFERENCE]
    changed = [
        [word if (place * (number + 3)) % every == 1 else each for place, each in enumerate(line)]
        for number, line in enumerate(lines)
    ]
    return [" ".join(line) for line in changed]


SYSTEMS = {"first": damaged(7, "dog"), "second": damaged(11, "bird"), "third": damaged(3, "fish")}


@pytest.fixture(scope="module")
def found():
    return parbleu.compare(
        SYSTEMS,
        [REFERENCE],
        ["bleu", "chrf", "ter"],
        test="bootstrap",
        n_samples=2000,
        all_pairs=True,
        explain=True,
        region=1.0,
    )


def test_differences_have_the_decimals_of_the_metric_with_most():
    def shown(*metrics):
        made = parbleu.compare(SYSTEMS, [REFERENCE], metrics, test="bootstrap", n_samples=100, explain=True)
        answers = made.explanation.tables()[0]
        return {each.name: each.decimals for each in answers.columns if each.kind is float}

    scores = {name: [len(text) / 1000 for text in texts] for name, texts in SYSTEMS.items()}
    comet = parbleu.SegmentScores("COMET", scores, decimals=4)
    own = ("difference", "low", "high", "detectable")
    assert {shown("chrf", comet)[name] for name in own} == {4}
    assert {shown("chrf")[name] for name in own} == {2}
    assert shown(comet)["agreement"] == 0


def test_every_pair_by_every_metric(found):
    assert len(found.explanation.pairs) == 9
    assert found.explanation.family == "3 pairs x 3 metrics = 9 tests"
    tests = [pair for metric in found.metrics for pair in metric.pairs]
    for pair, test in zip(found.explanation.pairs, tests, strict=True):
        assert (pair.difference, pair.p_value, pair.p_holm) == (
            test.difference,
            test.p_value,
            test.p_holm,
        )
        assert pair.low < pair.difference < pair.high
        assert pair.p_value <= pair.p_bh <= pair.p_by
        assert pair.p_bh <= pair.p_holm
        assert pair.first_wins + pair.ties + pair.second_wins == 20
        assert pair.p_first + pair.p_equivalent + pair.p_second == pytest.approx(1)


def test_identical_outputs(found):
    for pair in found.explanation.pairs:
        outputs = zip(SYSTEMS[pair.first], SYSTEMS[pair.second], strict=True)
        assert pair.identical == sum(one == other for one, other in outputs)
    two = {"one": REFERENCE, "other": REFERENCE[:5] + [f"{text} so" for text in REFERENCE[5:]]}
    one = parbleu.compare(two, [REFERENCE], test="randomization", n_samples=50, explain=True)
    assert one.explanation.pairs[0].identical == 5


def test_agreement_is_that_of_the_curve(found):
    for pair in found.explanation.pairs:
        if pair.metric == "TER":
            assert pair.agreement is None
            assert "TER" in pair.agreement_note
        else:
            curve = agreement_curve({"BLEU": "bleu", "chrF2": "chrf"}[pair.metric])
            assert pair.agreement == curve.agreement(pair.difference)
            assert pair.agreement_low <= pair.agreement <= pair.agreement_high


def test_effects_point_to_the_better_system(found):
    for pair in found.explanation.pairs:
        if (pair.first, pair.second) == ("second", "third"):
            assert pair.d_z < 0
            assert pair.superiority < 0.5


def test_the_smallest_detectable_difference_is_that_of_the_power_analysis(found):
    metric = parbleu.BLEU()
    rows = list(metric.tables([SYSTEMS["first"], SYSTEMS["third"]], [REFERENCE]))
    resampling = parbleu.Resampling(seed=found.seed, alpha=0.05 / 9)  # at the most cautious step of Holm's
    power = paired_power(metric.scorer_of(rows), *rows, resampling=resampling)
    [pair] = [
        p for p in found.explanation.pairs if (p.metric, p.first, p.second) == ("BLEU", "first", "third")
    ]
    assert pair.detectable == pytest.approx(power.smallest)


def test_given_scores_of_a_metric_with_a_curve():
    generator = np.random.default_rng(3)
    scores = {"a": generator.uniform(0.7, 0.8, 50), "b": generator.uniform(0.72, 0.82, 50)}
    found = parbleu.compare(metrics={"wmt22-comet-da": scores}, test="bootstrap", n_samples=100, explain=True)
    [pair] = found.explanation.pairs
    assert pair.agreement == agreement_curve("comet22").agreement(100 * pair.difference)
    assert pair.identical is None


def test_effects_are_of_segments_also_where_documents_are_drawn(found):
    units = [str(place // 3) for place in range(len(REFERENCE))]
    options = {"test": "bootstrap", "n_samples": 200, "all_pairs": True, "explain": True, "region": 1.0}
    drawn = parbleu.compare(SYSTEMS, [REFERENCE], ["bleu"], units=units, **options).explanation
    plain = [pair for pair in found.explanation.pairs if pair.metric == "BLEU"]
    for pair, other in zip(drawn.pairs, plain, strict=True):
        assert pair.first_wins + pair.ties + pair.second_wins == len(REFERENCE)
        assert (pair.d_z, pair.superiority, pair.identical) == (other.d_z, other.superiority, other.identical)
        assert (pair.low, pair.high) != (other.low, other.high)
    alone = parbleu.compare(SYSTEMS, [REFERENCE], ["bleu"], **options).explanation
    assert [pair.p_second for pair in alone.pairs] != [pair.p_second for pair in drawn.pairs]


def test_a_single_segment_detects_nothing():
    texts = {name: [lines[1]] for name, lines in SYSTEMS.items()}
    found = parbleu.compare(texts, [REFERENCE[1:2]], test="bootstrap", n_samples=100, explain=True)
    assert [pair.detectable for pair in found.explanation.pairs] == [None, None]
    assert "detectable?" in str(found.explanation)


def test_no_threads_and_no_run_changes_it(found):
    again = parbleu.compare(
        SYSTEMS, [REFERENCE], ["bleu"], test="bootstrap", n_samples=200, explain=True, threads=1
    )
    other = parbleu.compare(
        SYSTEMS, [REFERENCE], ["bleu"], test="bootstrap", n_samples=200, explain=True, threads=3
    )
    assert again.to_json() == other.to_json()
    assert found.to_json() == found.to_json()


def test_a_saved_comparison_keeps_its_explanation(found):
    saved = json.loads(json.dumps(found.to_dict()))
    assert parbleu.Comparison.from_dict(saved) == found


def test_all_metrics_together(found):
    for verdict in found.explanation.verdicts:
        own = [
            pair
            for pair in found.explanation.pairs
            if (pair.first, pair.second) == (verdict.first, verdict.second)
        ]
        assert verdict.p_value == min(pair.p_holm for pair in own)
        assert 1 <= verdict.effective_metrics < 3
        named = {pair.metric for pair in own if pair.p_holm <= found.alpha}
        assert {*verdict.for_first, *verdict.for_second} == named
    best, worst = found.explanation.verdicts[0], found.explanation.verdicts[2]
    assert (best.first, best.second) == ("first", "second")
    assert (worst.better, worst.disagree, worst.for_second) == ("second", False, ())
    assert worst.for_first == ("BLEU", "chrF2", "TER")
    alone = parbleu.compare(SYSTEMS, [REFERENCE], test="bootstrap", n_samples=50, explain=True)
    assert alone.explanation.verdicts == ()


def test_equal_and_contradicting_metrics():
    generator = np.random.default_rng(4)
    first, gain = generator.normal(size=200), generator.normal(0.5, 1, 200)
    same = {"a": first, "b": first + gain}
    metrics = {"one": same, "copy": same, "other": {"a": first, "b": first - gain}}
    options = {"test": "bootstrap", "n_samples": 300, "explain": True}
    [verdict] = parbleu.compare(metrics=metrics, **options).explanation.verdicts
    assert (verdict.better, verdict.disagree) == (None, True)
    assert verdict.effective_metrics == pytest.approx(1)
    twice = parbleu.compare(metrics={"one": same, "copy": same}, **options).explanation
    once = parbleu.compare(metrics={"one": same}, **options).explanation
    assert twice.pairs[0].p_joint == once.pairs[0].p_joint  # a copy of a metric costs nothing


def test_tables(found):
    answers, verdicts, effects = found.tables()[-3:]
    assert len(answers.rows) == len(effects.rows) == 9
    assert len(verdicts.rows) == 3
    assert set(answers.column("seen")) == {"unknown"}
    assert all(value is None or math.isfinite(value) for value in effects.column("d_z"))


def test_what_was_seen():
    options = {"test": "bootstrap", "n_samples": 50, "explain": True, "seen": 0.25}
    found = parbleu.compare(SYSTEMS, [REFERENCE], **options)
    assert set(found.explanation.tables()[0].column("seen")) == {"25.0 %"}
    one, other, *_ = SYSTEMS.values()
    gated = parbleu.gate(
        one,
        other,
        [REFERENCE],
        resampling=parbleu.Resampling("bootstrap", 50),
        explain=parbleu.ExplanationOptions(region=2.0, seen=0.25),
    ).explanation
    assert (gated.seen, gated.region) == (0.25, 2.0)
    assert gated.pairs[0].p_equivalent is not None
    rows = {"a": one * 2, "b": other * 2, "ref": REFERENCE * 2, "domain": ["x", "y"] * len(REFERENCE)}
    groups = parbleu.score_table(
        rows,
        parbleu.TableColumns(["a", "b"], "ref"),
        by="domain",
        resampling=parbleu.Resampling("bootstrap", 50),
        explain=parbleu.ExplanationOptions(seen={("x",): 0.5}),
    )
    assert [groups[key].explanation.seen for key in "xy"] == [0.5, None]
    again = parbleu.report.comparison_report(found).comparison
    assert again.explanation.seen == 0.25


@pytest.mark.parametrize(
    "options",
    [
        {"explain": True},
        {"test": "bootstrap", "region": 1.0},
        {"test": "bootstrap", "seen": 0.1},
        {"test": "bootstrap", "explain": True, "seen": 25},
    ],
)
def test_contradictions(options):
    with pytest.raises(OptionError):
        parbleu.compare(SYSTEMS, [REFERENCE], **options)


def test_intervals_are_corrected_as_p_values_are():
    random = np.random.default_rng(7)
    drawn = random.normal(1, 1, 4000)
    single, several = _interval(drawn, 1), _interval(drawn, 5)
    assert several[0] < single[0] < 1 < single[1] < several[1]
    assert np.mean((drawn >= several[0]) & (drawn <= several[1])) == pytest.approx(1 - 0.05 / 5, abs=0.001)
    assert single == (confidence_interval(drawn).low, confidence_interval(drawn).high)
