"""Tests pooled differences of groups, and whether they are said to differ."""

import numpy as np
import pytest

from extras import extra
from parbleu.errors import InputShapeError
from parbleu.stats._pooled_groups import chi_square_tail, independent, pooled_difference
from parbleu.stats.joint_bootstrap import max_statistic_p_values

chi2 = extra("scipy.stats").chi2

TRIALS, GROUPS, SEGMENTS, SAMPLES, LEVEL = 500, 4, 60, 250, 0.05
WITHIN = 3 * (LEVEL * (1 - LEVEL) / TRIALS) ** 0.5


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 7, 10, 25])
def test_the_tail_of_chi_square(freedom):
    for value in (0.0, 0.1, 1.0, 5.0, 20.0, 90.0):
        assert chi_square_tail(value, freedom) == pytest.approx(chi2.sf(value, freedom), rel=1e-10)


def simulated(generator, means):
    """Differences of segments in groups: on bootstrap samples of each group, and on all of it."""
    samples, observed = [], []
    for mean in means:
        scores = generator.normal(mean, 1, SEGMENTS)
        weights = generator.multinomial(SEGMENTS, np.full(SEGMENTS, 1 / SEGMENTS), SAMPLES) / SEGMENTS
        samples.append(weights @ scores)
        observed.append(float(scores.mean()))
    return np.array(samples), observed


@pytest.mark.long
def test_levels():
    """Of the pooled test; of Q, where all groups have the same difference; and of the intervals."""
    generator = np.random.default_rng(3)
    rejected = different = outside = 0
    for _ in range(TRIALS):
        found = pooled_difference(*simulated(generator, [0.0] * GROUPS))
        rejected += found.p_value <= LEVEL
        different += found.q_p_value <= LEVEL
        outside += not found.low <= 0 <= found.high
    assert abs(rejected / TRIALS - LEVEL) <= WITHIN
    assert abs(different / TRIALS - LEVEL) <= WITHIN + 0.01  # variances are estimated
    assert abs(outside / TRIALS - LEVEL) <= WITHIN + 0.01


def test_groups_that_were_drawn_alike_are_tested_as_independent_ones():
    """Sample b of each group draws the same places, as with one seed; `independent` sets them apart."""
    generator = np.random.default_rng(5)
    weights = generator.multinomial(SEGMENTS, np.full(SEGMENTS, 1 / SEGMENTS), SAMPLES) / SEGMENTS
    rejected = joint = 0
    for _ in range(TRIALS):
        scores = generator.normal(0, 1, (GROUPS, SEGMENTS))
        samples = np.array([independent(weights @ each, place) for place, each in enumerate(scores)])
        rejected += pooled_difference(samples, scores.mean(axis=1)).p_value <= LEVEL
        joint += min(max_statistic_p_values(samples, scores.mean(axis=1))) <= LEVEL
    assert abs(rejected / TRIALS - LEVEL) <= WITHIN
    assert abs(joint / TRIALS - LEVEL) <= WITHIN + 0.01


def test_independent_samples_are_the_same_in_another_order():
    samples = np.arange(12.0).reshape(2, 6)
    found = independent(samples, 2)
    assert (found[1] - found[0]).tolist() == [6.0] * 6
    assert sorted(found[0].tolist()) == samples[0].tolist()
    assert found.tolist() == independent(samples, 2).tolist() != independent(samples, 1).tolist()


def test_groups_of_nearly_one_size_are_drawn_apart():
    """Samples of 1,000 and of 1,001 segments by one seed drift through each other."""
    sources = np.random.default_rng(6).normal(size=1001)
    groups = []
    for place, size in enumerate((1000, 1001)):
        places = np.floor(np.random.default_rng(7).random((1000, size)) * size).astype(int)
        groups.append(independent(sources[places].mean(axis=1), place))
    assert abs(np.corrcoef(groups)[0, 1]) < 0.1


def test_groups_that_contradict_each_other():
    generator = np.random.default_rng(4)
    found = pooled_difference(*simulated(generator, [1.0, -1.0, 1.0, -1.0]))
    assert found.p_value > 0.05
    assert found.q_p_value < 1e-6
    assert found.i_squared > 0.9
    same = pooled_difference(*simulated(generator, [1.0] * 4))
    assert same.p_value < 0.01
    assert same.low < 1 < same.high
    assert same.i_squared < 0.7


def test_against_the_definition():
    samples, observed = np.array([[1.0, 2.0, 3.0], [0.0, 4.0, 2.0]]), [2.0, 1.0]
    found = pooled_difference(samples, observed)
    weights = 1 / samples.var(axis=1, ddof=1)
    centre = weights @ observed / weights.sum()
    q = weights @ (np.array(observed) - centre) ** 2
    assert (found.difference, found.q) == (1.5, pytest.approx(q))
    assert found.q_p_value == pytest.approx(chi2.sf(q, 1))
    assert found.i_squared == max(0, 1 - 1 / q)
    assert "i squared" in str(found)


def test_equal_outputs_and_wrong_shapes():
    found = pooled_difference(np.zeros((2, 5)), [0.0, 0.0])
    assert (found.p_value, found.q, found.i_squared) == (1.0, None, None)
    with pytest.raises(InputShapeError):
        pooled_difference(np.zeros((2, 5)), [0.0])


def test_groups_of_one_segment_show_nothing():
    constants = [7.8 - 100.0, 12.3 - 99.9, 0.1 + 0.2]  # whose variance is not 0 in doubles
    samples = np.repeat(np.array(constants)[:, None], 1000, axis=1)
    found = pooled_difference(samples, constants)
    assert found.p_value == 1
    assert found.q is found.i_squared is None
