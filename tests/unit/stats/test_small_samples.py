"""Tests the p-values of few segments: against SciPy, and by simulation."""

import math

import numpy as np
import pytest

from extras import extra
from parbleu import _core
from parbleu._base.significance import is_significant
from parbleu._core import Mean
from parbleu.stats._small_samples import narrowed_distance, narrowed_level, widened_p_value
from parbleu.stats.joint_bootstrap import max_statistic_p_values
from parbleu.stats.paired_tests import CLEARLY_LARGE, all_pairs, paired_bootstrap

scipy_stats = extra("scipy.stats")


@pytest.mark.parametrize("n_drawn", [2, 3, 10, 20, 100, 1000])
@pytest.mark.parametrize("p_value", [1e-9, 0.001, 0.05, 0.3, 0.999])
def test_widened_p_values_are_those_of_students_t(p_value, n_drawn):
    distance = scipy_stats.norm.isf(p_value / 2) * math.sqrt((n_drawn - 1) / n_drawn)
    expected = 2 * scipy_stats.t.sf(distance, n_drawn - 1)
    assert widened_p_value(p_value, n_drawn) == pytest.approx(max(p_value, expected), rel=1e-9)
    assert narrowed_level(widened_p_value(p_value, n_drawn), n_drawn) == pytest.approx(p_value, rel=1e-6)


def test_ends_stay_and_a_single_segment_shows_nothing():
    assert widened_p_value(1.0, 10) == 1
    assert widened_p_value(0.001, 1) == 1
    assert math.isnan(widened_p_value(math.nan, 10))
    assert (_core.normal_distance(1), narrowed_distance(0, 10), narrowed_distance(5, 1)) == (0, 0, 0)
    assert narrowed_distance(math.inf, 10) == math.inf
    assert narrowed_level(0.05, 1) == 0


@pytest.mark.parametrize("n_drawn", [5, 20, 400])
@pytest.mark.parametrize("distance", [0.5, 1.96, 4])
def test_distances_are_narrowed_as_p_values_are_widened(distance, n_drawn):
    p_value = 2 * scipy_stats.norm.sf(distance)
    narrowed = 2 * scipy_stats.norm.sf(narrowed_distance(distance, n_drawn))
    assert narrowed == pytest.approx(widened_p_value(p_value, n_drawn), rel=1e-6)


@pytest.mark.parametrize("n_segments", [8, 20, 60])
def test_the_level_is_kept_on_few_segments(n_segments):
    trials, generator = 500, np.random.default_rng(n_segments)
    rejected, joint = 0, 0
    for _ in range(trials):
        tables = np.ones((2, n_segments, 2))
        tables[..., 0] = generator.normal(size=(2, n_segments))
        kept: list[memoryview] = []
        entries = [(Mean(), list(tables))]
        [result] = paired_bootstrap(entries, n_samples=300, seed=1, keep=kept.extend)
        [pair] = result.pairs
        rejected += is_significant(pair.p_value, 0.05)
        first, second = map(np.asarray, kept)
        joint += max_statistic_p_values([second - first], [pair.difference], n_segments)[0] <= 0.05
    limit = 3 * (0.05 * 0.95 / trials) ** 0.5
    assert abs(rejected / trials - 0.05) <= limit
    assert abs(joint / trials - 0.05) <= limit


def test_open_p_values_are_refined():
    """Those near a level come from more samples, as if these had been drawn at once; others stay."""
    generator = np.random.default_rng(5)
    clear, near, none = 3.0, 0.25, 0.0
    base = generator.normal(0, 1, 60)
    noise = generator.normal(0, 1, 60)
    noise -= noise.mean()
    systems = [base, *(base + noise + effect for effect in (clear, near, none))]
    entries = [(Mean(), [np.stack([scores, np.ones(60)], axis=1) for scores in systems])]
    few, many, refined = (
        paired_bootstrap(entries, n_samples=n_samples, seed=9, n_refined=n_refined)[0]
        for n_samples, n_refined in ((200, 0), (4000, 0), (200, 4000))
    )
    assert refined.pairs[0] == few.pairs[0]
    assert refined.pairs[1].p_value == many.pairs[1].p_value != few.pairs[1].p_value
    assert refined.pairs[1].p_sacrebleu == few.pairs[1].p_sacrebleu
    assert refined.pairs[2] == few.pairs[2]
    assert few.pairs[2].p_value > CLEARLY_LARGE
    assert refined.intervals == few.intervals


def test_metrics_are_refined_together_as_each_alone():
    """Their undecided tests are of other systems, and one metric has none."""
    generator = np.random.default_rng(5)
    effects = ((0, 0.25, 0.3, 4), (0, 5, 10, 20), (0, 4, 8, 8.75))
    entries = []
    for columns in effects:
        systems = [generator.normal(effect, 1, 60) for effect in columns]
        entries.append((Mean(), [np.stack([scores, np.ones(60)], axis=1) for scores in systems]))
    options = {"pairs": all_pairs(4), "n_samples": 200, "seed": 9, "n_refined": 4000}
    alone = [paired_bootstrap([entry], **options)[0] for entry in entries]
    first = paired_bootstrap(entries, **options | {"n_refined": 0})
    changed = [one.pairs != other.pairs for one, other in zip(first, alone, strict=True)]
    assert changed == [True, False, True]
    assert paired_bootstrap(entries, **options) == alone


def test_samples_that_do_not_vary_show_nothing():
    tables = [np.stack([np.full(30, score), np.ones(30)], axis=1) for score in (1.0, 2.0)]
    [result] = paired_bootstrap([(Mean(), tables)], n_samples=100)
    assert result.pairs[0].p_value == 1
    assert max_statistic_p_values([[1.0] * 100], [1.0], 30).tolist() == [1]


@pytest.mark.parametrize(("p_value", "expected"), [(0.05, True), (28 * (1 / 560), True), (0.0501, False)])
def test_at_most_alpha_is_significant(p_value, expected):
    assert is_significant(p_value, 0.05) is expected
    assert is_significant(None, 0.05) is is_significant(math.nan, 0.05) is False
