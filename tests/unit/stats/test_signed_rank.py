"""Tests many signed-rank tests at once against single ones."""

import numpy as np
import pytest

from parbleu.stats.signed_rank import paired_rank_tails, signed_rank_tails, signed_rank_test


@pytest.mark.parametrize("size", [1, 8, 13, 14, 40, 50, 51, 200])
@pytest.mark.parametrize("step", [1.0, 0.5, 0.3])
def test_tails_of_many_tests(size, step):
    differences = np.random.default_rng(size).integers(-9, 12, (6, size)) * step
    differences[0, : size // 2] = np.nan
    differences[1] = np.arange(1, size + 1) * np.where(np.arange(size) % 3, step, -step)
    differences[2] = 0
    greater, less = signed_rank_tails(differences)
    for number, row in enumerate(differences):
        row = row[~np.isnan(row)]
        ties = len(np.unique(np.abs(row))) < len(row) or not row.all()
        exact = len(row) <= 13 or (len(row) <= 50 and not ties)
        for alternative, found in (("greater", greater), ("less", less)):
            method = "exact" if exact else "normal"
            test = signed_rank_test(0 * row, row, alternative=alternative, method=method)
            assert found[number] == pytest.approx(test.p_value, rel=1e-12)


def test_tails_without_pairs_are_undefined():
    assert np.isnan(signed_rank_tails([[np.nan, np.nan]])).all()


@pytest.mark.parametrize("size", [1, 13, 50, 51, 200])
@pytest.mark.parametrize("step", [1.0, 0.5, 0.3, 60.0])
@pytest.mark.parametrize("missing", [0.0, 0.1, 1.0])
def test_pairs_of_rows_are_tested_as_their_differences_are(size, step, missing):
    random = np.random.default_rng(size)
    tables = random.integers(-60, 60, (2, 5, size)) * step
    tables[:, :3][random.random((2, 3, size)) < missing] = np.nan
    tables[1, 4] = tables[0, 3]
    all_greater, all_less, sums = paired_rank_tails(*tables)
    for row in range(5):
        for other in range(5):
            pair = all_greater[row, other], all_less[row, other], sums[row, other]
            if other <= row:
                assert np.isnan(pair).all()
                continue
            differences = tables[0, row] - tables[1, other]
            (greater,), (less,) = signed_rank_tails([differences])
            np.testing.assert_array_equal(pair[:2], (greater, less))
            assert pair[2] == pytest.approx(np.nansum(differences), abs=1e-9)
