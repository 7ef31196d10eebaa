"""Tests the joint bootstrap against draws of NumPy and plain sums, and its tests of differences."""

from math import ceil

import numpy as np
import pytest

from parbleu.errors import InputShapeError, OptionError, UnknownNameError
from parbleu.stats.false_discovery import benjamini_hochberg
from parbleu.stats.joint_bootstrap import (
    chosen_draws,
    holm_known,
    percentile_bounds,
    resampled_sums,
    shifted_p_values,
)
from parbleu.stats.paired_tests import paired_bootstrap
from parbleu.stats.resampling import Mean

RANDOM = np.random.default_rng(5)
ROWS = RANDOM.integers(0, 9, (40, 6))


def test_sums_are_those_of_drawn_rows():
    places = np.random.default_rng(3).choice(40, (25, 40))
    sums = resampled_sums(ROWS, chosen_draws(25, 3))
    assert (sums == ROWS[places].sum(axis=1)).all()
    order = RANDOM.permutation(40)
    assert (resampled_sums(ROWS, chosen_draws(25, 3), order) == ROWS[order][places].sum(axis=1)).all()


def test_legacy_draws_of_a_share():
    np.random.seed(7)
    places = [np.random.choice(list(range(40)), size=20) for _ in range(10)]
    sums = resampled_sums(ROWS, chosen_draws(10, 7, 0.5, "mt19937"))
    assert sums.tolist() == [ROWS[each].sum(axis=0).tolist() for each in places]


@pytest.mark.parametrize("n_rows", [1, 2, 7, 48, 49, 300, 2074])
@pytest.mark.parametrize(
    ("most", "kind"), [(2, np.uint8), (300, np.int32), (70_000, np.int32), (2**33, np.int64)]
)
def test_sums_are_those_of_slow_draws(n_rows, most, kind):
    """Of tables of any size and kind, with more samples than are summed at once."""
    rows = RANDOM.integers(0, most, (n_rows, 35)).astype(kind)
    order = RANDOM.permutation(n_rows)
    for share, generator in ((1.0, "pcg64"), (0.3, "pcg64"), (1.0, "mt19937"), (0.5, "mt19937")):
        size = ceil(n_rows * share)
        if generator == "pcg64":
            places = np.random.default_rng(9).integers(0, n_rows, (150, size))
        else:
            places = np.random.RandomState(9).randint(0, n_rows, (150, size))
        weights = np.zeros((150, n_rows), np.int64)
        np.add.at(weights, (np.arange(150)[:, None], places), 1)
        expected = weights @ rows[order].astype(np.int64)
        for threads in (1, 3):
            found = resampled_sums(rows, chosen_draws(150, 9, share, generator), order, threads)
            assert (found == expected).all()


def test_large_numbers_are_exact():
    rows = np.full((3, 2), 2**40 + 1)
    assert (resampled_sums(rows, chosen_draws(2, 1)) == 3 * (2**40 + 1)).all()
    for number in (2**50, -(2**50)):
        with pytest.raises(InputShapeError, match="too large"):
            resampled_sums(np.full((4, 1), number), chosen_draws(2, 1))


def test_p_values_are_those_of_the_paired_bootstrap():
    tables = [np.column_stack([ROWS[:, system], np.ones(40, np.int64)]) for system in range(3)]
    tables = [np.ascontiguousarray(table, dtype=np.float64) for table in tables]
    pairs = [(0, 1), (0, 2), (1, 2)]
    [expected] = paired_bootstrap([(Mean(), tables)], pairs, 500, 11, 1)
    samples = resampled_sums(ROWS[:, :3], chosen_draws(500, 11)) / 40
    found = shifted_p_values(samples, ROWS[:, :3].mean(axis=0), pairs, len(ROWS))
    assert found.tolist() == pytest.approx([test.p_value for test in expected.pairs], abs=2.1 / 501)
    low, high = percentile_bounds(samples)
    assert low.tolist() == pytest.approx([interval.low for interval in expected.intervals])
    assert high.tolist() == pytest.approx([interval.high for interval in expected.intervals])


def test_undefined_samples_are_left_out_and_never_help():
    samples = np.array([[1.0, 0.0], [np.nan, 0.0], [3.0, 0.0]])
    low, high = percentile_bounds(samples)
    assert (low.tolist(), high.tolist()) == ([1, 0], [3, 0])
    assert shifted_p_values(samples, np.array([2.0, 0.0]), [(0, 1)], 10**9).tolist() == pytest.approx([2 / 4])
    assert np.isnan(shifted_p_values(samples, np.array([np.nan, 0.0]), [(0, 1)], 3)).all()
    assert holm_known(np.array([0.01, np.nan, 0.04])).tolist()[::2] == [0.02, 0.04]


def test_refusals():
    with pytest.raises(InputShapeError, match="no row"):
        resampled_sums(np.empty((0, 2), np.int64), chosen_draws(2, 1))
    with pytest.raises(OptionError, match="share"):
        chosen_draws(2, 1, 0)
    with pytest.raises(UnknownNameError, match="mt19937"):
        chosen_draws(2, 1, 1, "mt19938")


def test_benjamini_and_hochberg():
    """The example of their paper: four of fifteen hypotheses are rejected at 0.05."""
    p_values = [
        *(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344),
        *(0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000),
    ]
    adjusted = benjamini_hochberg(p_values)
    assert sum(value <= 0.05 for value in adjusted) == 4
    assert adjusted[0] == pytest.approx(0.0015)
    assert benjamini_hochberg(p_values[::-1]) == adjusted[::-1]
    assert benjamini_hochberg([]) == []
