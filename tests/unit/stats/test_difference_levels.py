"""Tests by simulation that tests of paired differences reject as often as they say."""

import math
from itertools import product
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import parbleu
from extras import extra
from parbleu._core import Mean
from parbleu.errors import OptionError
from parbleu.stats.effect_sizes import effect_sizes, sign_test, tail_bounds
from parbleu.stats.false_discovery import benjamini_hochberg, benjamini_yekutieli
from parbleu.stats.paired_tests import paired_bootstrap, paired_randomization
from parbleu.stats.rank_clusters import holm
from parbleu.stats.signed_rank import bayesian_signed_rank, signed_rank_test
from parbleu.stats.t_test_power import t_test_power

scipy_stats = extra("scipy.stats")

TRIALS, SEGMENTS = 600, 60
LEVEL = 0.05
WITHIN = 3 * (LEVEL * (1 - LEVEL) / TRIALS) ** 0.5


def resampled(test):
    def p_value(first, second):
        tables = [np.stack([scores, np.ones(len(scores))], axis=1) for scores in (first, second)]
        return test([(Mean(), tables)], n_samples=199, seed=5)[0].pairs[0].p_value

    return p_value


TESTS = {
    "t": lambda first, second: effect_sizes(first, second).t_p_value,
    "wilcoxon": lambda first, second: signed_rank_test(first, second).p_value,
    "wilcoxon, exact": lambda first, second: signed_rank_test(first, second, method="exact").p_value,
    "bootstrap": resampled(paired_bootstrap),
    "randomization": resampled(paired_randomization),
}


def rejections(test, effect, seed=1):
    generator = np.random.default_rng(seed)
    found = []
    for _ in range(TRIALS):
        first = generator.normal(30, 10, SEGMENTS)
        found.append(TESTS[test](first, first + generator.normal(effect, 1, SEGMENTS)) <= LEVEL)
    return np.mean(found)


@pytest.mark.long
@pytest.mark.parametrize("test", TESTS)
def test_level(test):
    assert abs(rejections(test, 0.0) - LEVEL) <= WITHIN


@pytest.mark.long
@pytest.mark.parametrize(
    ("test", "efficiency"),
    [
        ("t", 1),
        ("bootstrap", 1),
        ("randomization", 1),
        ("wilcoxon", 3 / math.pi),
        ("wilcoxon, exact", 3 / math.pi),
    ],
)
def test_power_is_the_analytic_one(test, efficiency):
    """Efficiency: how many segments a t test needs for the same power, as a share (E. J. G. Pitman)."""
    expected = t_test_power(0.4 * math.sqrt(efficiency), SEGMENTS)
    assert abs(rejections(test, 0.4) - expected) <= 3 * (expected * (1 - expected) / TRIALS) ** 0.5 + 0.01


def slow_tail(count, last):
    return sum(comb(count, place) for place in range(last + 1))


@given(st.integers(1, 3000), st.floats(0, 1), st.integers(256, 300))
def test_sign_tests_are_exact(count, share, bits):
    """Also where sums have more bits than are kept."""
    last = int(share * count / 2)
    total = slow_tail(count, last)
    assert sign_test(count - last, last) == min(1.0, 2 * total / 2**count)
    low, high = tail_bounds(count, last, bits)
    assert low <= total <= high <= low + (low >> 150)
    assert tail_bounds(count, last, count + 1) == (total, total)


def test_what_the_sign_test_finds():
    generator = np.random.default_rng(3)
    draws = generator.normal(0.4, 1, size=(TRIALS, SEGMENTS))
    found = np.mean([effect_sizes(np.zeros(SEGMENTS), each).sign_p_value <= LEVEL for each in draws])
    wins = scipy_stats.binom(SEGMENTS, scipy_stats.norm.cdf(0.4))
    rejects = [sign_test(count, SEGMENTS - count) <= LEVEL for count in range(SEGMENTS + 1)]
    expected = wins.pmf(range(SEGMENTS + 1))[rejects].sum()
    assert abs(found - expected) <= 3 * (expected * (1 - expected) / TRIALS) ** 0.5


@pytest.mark.long
def test_a_gate_blocks_what_is_no_worse_at_most_at_its_level():
    """Two metrics and two groups, by Holm; and what is worse is blocked as often as it says."""
    generator, blocked = np.random.default_rng(8), np.zeros(2)
    for _ in range(TRIALS // 4):
        base = generator.normal(30, 10, SEGMENTS)
        for place, loss in enumerate((0.0, 0.5)):
            scores = {
                name: {"base": base, "candidate": base + generator.normal(-loss, 1, SEGMENTS)}
                for name in ("one", "other")
            }
            found = parbleu.gate(
                metrics=scores,
                resampling=parbleu.Resampling(n_samples=199),
                by={"domain": ["x", "y"] * (SEGMENTS // 2)},
            )
            blocked[place] += not found.passed
    level, power = blocked / (TRIALS // 4)
    assert level <= LEVEL + 3 * (LEVEL * (1 - LEVEL) / (TRIALS // 4)) ** 0.5
    # at least one of two independent metrics, each at a sixth of the level
    each = t_test_power(0.5, SEGMENTS, alpha=LEVEL / 6, one_sided=True)
    assert power >= 1 - (1 - each) ** 2 - 0.06


def test_the_sign_test_keeps_its_level():
    generator = np.random.default_rng(2)
    draws = generator.normal(size=(TRIALS, SEGMENTS))
    rejected = np.mean([effect_sizes(np.zeros(SEGMENTS), each).sign_p_value <= LEVEL for each in draws])
    assert rejected <= LEVEL + WITHIN  # it is discrete, and rejects less


@pytest.mark.parametrize("adjust", [holm, benjamini_hochberg, benjamini_yekutieli])
def test_corrections_keep_the_level_where_nothing_is_true(adjust):
    generator = np.random.default_rng(4)
    families = generator.uniform(size=(TRIALS, 10))
    assert np.mean([min(adjust(list(each))) <= LEVEL for each in families]) <= LEVEL + WITHIN


def test_the_bayesian_test_favours_neither():
    generator = np.random.default_rng(6)
    shares = [
        bayesian_signed_rank(np.zeros(30), generator.normal(size=30), n_samples=200, seed=1).p_second
        for _ in range(200)
    ]
    assert abs(np.mean(shares) - 0.5) < 3 * np.std(shares) / len(shares) ** 0.5


def test_equal_systems_are_equally_probable():
    scores = [1.0, 2.0, 3.0, 3.0]
    found = bayesian_signed_rank(scores, scores, n_samples=500, seed=1)
    assert (found.p_first, found.p_equivalent, found.p_second) == (0.5, 0, 0.5)
    assert bayesian_signed_rank(scores, scores, 0.1, n_samples=500, seed=1).p_equivalent == 1
    with pytest.raises(OptionError):
        bayesian_signed_rank(scores, scores, -1.0)


@pytest.mark.parametrize("zeros", ["wilcox", "pratt"])
def test_exact_ranks_against_all_signs(zeros):
    """Differences with ties and zeros: all assignments of signs, one by one."""
    generator = np.random.default_rng(9)
    for _ in range(20):
        differences = generator.integers(-3, 5, 9).astype(float)
        kept = differences if zeros == "pratt" else differences[differences != 0]
        ranks = scipy_stats.rankdata(np.abs(kept))[kept != 0]
        sums = np.array([np.dot(signs, ranks) for signs in product((0, 1), repeat=len(ranks))])
        statistic = ranks[kept[kept != 0] > 0].sum()
        tails = {"less": (sums <= statistic).mean(), "greater": (sums >= statistic).mean()}
        tails["two-sided"] = min(1, 2 * min(tails.values()))
        for alternative, expected in tails.items():
            options = {"alternative": alternative, "zeros": zeros, "method": "exact"}
            found = signed_rank_test(np.zeros(9), differences, **options)
            assert found.p_value == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("options", [{"zeros": "zsplit"}, {"correction": True}, {"method": "fast"}])
def test_what_the_exact_test_refuses(options):
    with pytest.raises(OptionError):
        signed_rank_test([1.0, 2.0], [2.0, 4.0], **{"method": "exact", **options})
