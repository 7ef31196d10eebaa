"""Tests bounds of tests that are repeated while their data grow."""

from statistics import NormalDist

import numpy as np
import pytest

from parbleu._core import Mean
from parbleu.errors import OptionError, UnknownNameError
from parbleu.stats._sequential_looks import SPENDING, SequentialDesign, level_of_family, sequential_looks
from parbleu.stats.paired_tests import paired_randomization

FIVE = [20, 40, 60, 80, 100]
BOUNDS = {
    "obrien-fleming": [4.8769, 3.3569, 2.6803, 2.2898, 2.0310],
    "pocock": [2.4380, 2.4268, 2.4101, 2.3966, 2.3859],
}
"""Two-sided bounds of z for five equal looks at 5 %, as programs of other authors print them."""


@pytest.mark.parametrize("spending", SPENDING)
def test_bounds_of_five_looks(spending):
    found = sequential_looks(FIVE, 100, 0.05, spending=spending)
    z = [-NormalDist().inv_cdf(level / 2) for level in found.levels]
    assert z == pytest.approx(BOUNDS[spending], abs=2e-3)
    assert found.spent[-1] == pytest.approx(0.05)


def test_one_look_at_the_end_is_the_usual_test():
    for one_sided in (False, True):
        assert sequential_looks([50], 50, one_sided=one_sided).levels[0] == pytest.approx(0.05)


def test_later_looks_do_not_change_earlier_ones():
    early = sequential_looks([30, 50], 100, spending="pocock").levels
    assert sequential_looks([30, 50, 51, 90], 100, spending="pocock").levels[:2] == early


@pytest.mark.parametrize("one_sided", [False, True])
@pytest.mark.parametrize("spending", SPENDING)
def test_the_level_of_all_looks_together(spending, one_sided):
    """Unequal looks at normal data without an effect, which usual tests find in 12 % of cases."""
    trials, looks = 20_000, np.array([40, 100, 130, 200])
    generator = np.random.default_rng(3)
    z = generator.normal(size=(trials, looks[-1])).cumsum(axis=1)[:, looks - 1] / np.sqrt(looks)
    levels = np.array(sequential_looks(looks.tolist(), 200, one_sided=one_sided, spending=spending).levels)
    limits = np.array([-NormalDist().inv_cdf(level / (1 if one_sided else 2)) for level in levels])
    crossed = ((z if one_sided else abs(z)) >= limits).any(axis=1).mean()
    assert abs(crossed - 0.05) <= 3 * (0.05 * 0.95 / trials) ** 0.5
    naive = (abs(z) >= 1.96).any(axis=1).mean()
    assert naive > 0.11


def test_a_family_of_tests():
    assert level_of_family(None, 10, 0.05, 7) == 0.05
    alone = level_of_family(SequentialDesign(200, [40]), 100, 0.05)
    assert alone == sequential_looks([40, 100], 200).levels[-1]
    family = level_of_family(SequentialDesign(200, [40]), 100, 0.05, 4)
    assert family == pytest.approx(4 * sequential_looks([40, 100], 200, 0.0125).levels[-1])
    assert family < alone
    for step in (2, 3, 4):  # what a later step of Holm's method divides is no more than its own bound
        assert family / (5 - step) <= sequential_looks([40, 100], 200, 0.05 / (5 - step)).levels[-1]


@pytest.mark.parametrize("looks", [[], [0, 10], [10, 10], [20, 10], [50, 101]])
def test_looks_that_make_no_sense(looks):
    with pytest.raises(OptionError, match="looks are increasing"):
        sequential_looks(looks, 100)


def test_other_errors():
    with pytest.raises(UnknownNameError):
        SequentialDesign(20, spending="all")
    with pytest.raises(UnknownNameError):
        sequential_looks([10], 20, spending="all")
    with pytest.raises(OptionError, match="alpha"):
        sequential_looks([10], 20, 1.5)
    assert "p at most" in str(sequential_looks([10, 20], 20))


@pytest.mark.long
@pytest.mark.parametrize("spending", ["obrien-fleming", "pocock"])
@pytest.mark.parametrize("looks", [[20], [20, 40], [20, 40, 60], [10, 59], [54]])
def test_no_step_of_holms_method_uses_more_than_it_may(looks, spending):
    """Of late looks the level of a single test is the smallest, of early ones that of all."""
    *before, last = looks
    level = level_of_family(SequentialDesign(60, before, spending), last, 0.05, 7)
    for left in range(1, 8):
        single = sequential_looks(looks, 60, 0.05 / left, spending=spending).levels[-1]
        assert level <= left * single * (1 + 1e-3)


def test_randomization_at_a_growing_set_keeps_the_level():
    """Two metrics together, as in the gate: usual tests would find a difference in 11 % of cases."""
    trials, looks, alpha = 400, [20, 40, 60], 0.05
    levels = [
        level_of_family(SequentialDesign(60, looks[:place], "pocock"), size, alpha, 2)
        for place, size in enumerate(looks)
    ]
    generator = np.random.default_rng(12)
    found, naive = 0, 0
    for _ in range(trials):
        rows = generator.normal(size=(2, 60, 2))  # metrics, segments, systems
        p_values = []
        for size in looks:
            tables = np.ones((2, 2, size, 2))
            tables[..., 0] = rows[:, :size].transpose(0, 2, 1)
            results = paired_randomization([(Mean(), list(own)) for own in tables], n_samples=399, seed=1)
            tests = [result.pairs[0] for result in results]
            p_values.append(2 * min(t.p_value for t in tests))
        found += any(value <= level for value, level in zip(p_values, levels, strict=True))
        naive += any(value <= alpha for value in p_values)
    assert abs(found / trials - alpha) <= 3 * (alpha * (1 - alpha) / trials) ** 0.5
    assert naive > 1.5 * found
