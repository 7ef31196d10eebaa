"""Tests p-values by the largest statistic of joint samples."""

import numpy as np
import pytest

from parbleu.errors import InputShapeError
from parbleu.stats.joint_bootstrap import effective_number, max_statistic_p_values
from parbleu.stats.rank_clusters import holm

TRIALS, SEGMENTS, SAMPLES, LEVEL = 600, 80, 250, 0.05
WITHIN = 3 * (LEVEL * (1 - LEVEL) / TRIALS) ** 0.5


def joint_samples(generator, scores):
    """The mean of each of (tests, segments) differences, and on bootstrap samples of segments."""
    n = scores.shape[1]
    weights = generator.multinomial(n, np.full(n, 1 / n), SAMPLES) / n
    return scores @ weights.T, scores.mean(axis=1)


@pytest.mark.long
@pytest.mark.parametrize("shared", [0.0, 0.8, 1.0])
def test_the_level_of_all_tests_together(shared):
    generator = np.random.default_rng(5)
    rejected = 0
    for _ in range(TRIALS):
        common = generator.normal(size=SEGMENTS)
        scores = shared * common + (1 - shared**2) ** 0.5 * generator.normal(size=(5, SEGMENTS))
        rejected += max_statistic_p_values(*joint_samples(generator, scores)).min() <= LEVEL
    assert abs(rejected / TRIALS - LEVEL) <= WITHIN


def test_correlated_tests_cost_less_than_by_holm():
    generator = np.random.default_rng(6)
    common = generator.normal(0.28, 1, SEGMENTS)
    scores = common + 0.1 * generator.normal(size=(8, SEGMENTS))
    samples, observed = joint_samples(generator, scores)
    one = max_statistic_p_values(samples[:1], observed[:1])[0]
    joint = max_statistic_p_values(samples, observed)
    assert joint.min() < 3 * one < holm([one] * 8)[0]
    assert 1 <= effective_number(samples) < 2


def test_against_the_definition():
    generator = np.random.default_rng(7)
    samples, observed = generator.normal(size=(4, 99)), np.array([0.5, -3.0, 1.0, 2.0])
    found = max_statistic_p_values(samples, observed)
    spread, centred = samples.std(axis=1), abs(samples - samples.mean(axis=1, keepdims=True))
    sizes, statistics = abs(observed) / spread, centred / spread[:, None]
    before = 0.0
    for test in np.argsort(-sizes):
        rest = [other for other in range(4) if sizes[other] <= sizes[test]]
        before = max(before, ((statistics[rest].max(axis=0) >= sizes[test]).sum() + 1) / 100)
        assert found[test] == before


def test_tests_without_spread():
    samples = np.array([[1.0, 1.0, 1.0], [0.0, 1.0, 2.0]])
    assert max_statistic_p_values(samples, [1.0, 5.0]).tolist() == [1.0, 0.25]
    assert effective_number(samples) == 1.0
    independent = np.random.default_rng(8).normal(size=(6, 4000))
    assert effective_number(independent) == pytest.approx(6, abs=0.05)
    with pytest.raises(InputShapeError):
        max_statistic_p_values(samples, [1.0])


def test_a_difference_that_is_the_same_on_all_samples_shows_nothing():
    samples = np.full((1, 1000), 7.8 - 100.0)  # whose deviation is not 0 in doubles
    assert max_statistic_p_values(samples, [-92.2]).tolist() == [1.0]
