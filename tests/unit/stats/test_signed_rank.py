"""Tests many signed-rank tests at once against single ones."""

import numpy as np
import pytest

from parbleu.stats.signed_rank import signed_rank_tails, signed_rank_test


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
