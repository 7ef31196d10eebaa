"""Tests by simulation that tests of paired differences reject as often as they say."""

import numpy as np
import pytest

from parbleu._core import Mean
from parbleu.stats.effect_sizes import effect_sizes
from parbleu.stats.false_discovery import benjamini_hochberg, benjamini_yekutieli
from parbleu.stats.paired_tests import paired_bootstrap, paired_randomization
from parbleu.stats.rank_clusters import holm
from parbleu.stats.signed_rank import bayesian_signed_rank, signed_rank_test
from parbleu.stats.t_test_power import t_test_power

TRIALS, SEGMENTS = 600, 60
LEVEL = 0.05
WITHIN = 3 * (LEVEL * (1 - LEVEL) / TRIALS) ** 0.5


def resampled(test):
    def p_value(first, second):
        tables = [np.stack([scores, np.ones(len(scores))], axis=1) for scores in (first, second)]
        return test([(Mean(), tables)], n_samples=199, seed=5)[0].pairs[0].p_calibrated

    return p_value


TESTS = {
    "t": lambda first, second: effect_sizes(first, second).t_p_value,
    "wilcoxon": lambda first, second: signed_rank_test(first, second).p_value,
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


@pytest.mark.parametrize("test", TESTS)
def test_level(test):
    assert abs(rejections(test, 0.0) - LEVEL) <= WITHIN


@pytest.mark.parametrize("test", ["t", "bootstrap", "randomization"])
def test_power_is_the_analytic_one(test):
    expected = t_test_power(0.4, SEGMENTS)
    assert abs(rejections(test, 0.4) - expected) <= 3 * (expected * (1 - expected) / TRIALS) ** 0.5 + 0.01


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
