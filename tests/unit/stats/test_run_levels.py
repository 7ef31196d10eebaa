"""Tests the resampling of segments and training runs."""

from itertools import product

import numpy as np
import pytest

from parbleu.stats._run_levels import nested_bootstrap, run_difference, stratified_randomization
from parbleu.stats.resampling import Mean


def table(values):
    values = np.asarray(values, dtype=np.float64)
    return np.stack([values, np.ones(len(values))], axis=1)


def drawn(generator, runs, segments, shift=0.0, run_deviation=0.0):
    """Scores of segments that all runs share in part, with an effect of each run."""
    common = generator.normal(0, 1, segments)
    effects = generator.normal(0, run_deviation, runs) if run_deviation else np.zeros(runs)
    return [table(shift + common + effect + generator.normal(0, 0.5, segments)) for effect in effects]


def compared(first, second, n_samples=200, trials=200):
    scores, nested = nested_bootstrap(Mean(), [first, second], n_samples, 1)
    return scores, run_difference(Mean(), (first, second), tuple(scores), tuple(nested), trials, 1)


def test_the_variance_of_the_mean_has_both_levels():
    generator = np.random.default_rng(1)
    runs = [table(generator.normal(effect, 1, 400)) for effect in (0.0, 1.0, 2.0, 3.0)]
    (found,), nested = nested_bootstrap(Mean(), [runs], 20_000, 3)
    segments = np.mean([each[:, 0] for each in runs], axis=0).var() / 400
    between = np.var(found.scores) / 4  # what drawing 4 of 4 runs with replacement varies by
    within = np.mean([each[:, 0].var() / 400 for each in runs]) - segments
    expected = between + segments + within / 4
    assert nested.var() == pytest.approx(expected, rel=0.05)
    assert found.optimizer == pytest.approx(np.std(found.scores, ddof=1))
    assert found.selection == pytest.approx(1 / 20, rel=0.05)
    assert found.run_share > 0.9
    assert found.low < found.mean < found.high


def test_one_run_has_the_interval_of_segments():
    generator = np.random.default_rng(2)
    (found,), nested = nested_bootstrap(Mean(), [drawn(generator, 1, 100)], 500, 3)
    assert (found.optimizer, found.run_share) == (None, None)
    assert nested.std(ddof=1) == pytest.approx(found.selection)


def test_randomization_against_all_exchanges():
    generator = np.random.default_rng(5)
    first, second = (generator.normal(shift, 1, (2, 4)) for shift in (0.0, 0.6))
    observed = abs(second.mean() - first.mean())
    reached = []
    for signs in product([-1, 1], repeat=8):
        differences = (second - first) * np.reshape(signs, (2, 4))
        reached.append(abs(differences.mean()) >= observed - 1e-9)
    expected = np.mean(reached)
    found = stratified_randomization(Mean(), [*map(table, first)], [*map(table, second)], 20_000, 7)
    assert found == pytest.approx(expected, abs=3 * (expected * (1 - expected) / 20_000) ** 0.5 + 1e-4)


@pytest.mark.parametrize("seed", [0, 7, 2**32 - 1, 2**40 + 3])
@pytest.mark.parametrize("real", [False, True])
def test_randomization_draws_the_coins_of_numpy(seed, real):
    """The definition: a matrix of coins for each run, in blocks of 250 trials."""
    data = np.random.default_rng(8)
    values = data.integers(0, 900, (2, 3, 53, 2)).astype(np.float64) / (3 if real else 1)
    values[..., 1] = 1
    first, second = ([*(each if real else each.astype(np.int64))] for each in values)
    observed = abs((values[1, :, :, 0] - values[0, :, :, 0]).mean())
    generator = np.random.default_rng((seed, 2))
    above = 0
    for count in (250, 250, 100):
        difference = np.zeros(count)
        for one, other in zip(*values, strict=True):
            swapped = generator.integers(0, 2, (count, 53)).astype(np.float64)
            change = swapped @ (other - one)[:, 0]
            difference += (other[:, 0].sum() - one[:, 0].sum() - 2 * change) / 53
        above += int((abs(difference) / 3 >= observed - 1e-9).sum())
    for threads in (1, 2):
        found = stratified_randomization(Mean(), first, second, 600, seed, threads)
        assert found == (above + 1) / 601


def test_equal_outputs_do_not_differ():
    runs = drawn(np.random.default_rng(1), 3, 20)
    _, found = compared(runs, runs)
    assert (found.difference, found.p_runs, found.p_recipes) == (0.0, 1.0, 1.0)
    assert found.superiority == 0.5


@pytest.mark.parametrize(("runs", "least"), [(2, 1 / 3), (3, 0.1), (4, 2 / 70), (5, 2 / 252)])
def test_the_least_p_of_new_runs(runs, least):
    generator = np.random.default_rng(1)
    first, second = drawn(generator, runs, 30), drawn(generator, runs, 30, shift=50.0)
    _, found = compared(first, second)
    assert found.p_recipes == pytest.approx(least)
    assert found.p_least == pytest.approx(least)
    assert (found.superiority, found.p_runs) == (1.0, 1 / 201)
    assert 40 < found.low < found.difference < found.high < 60


def test_unequal_numbers_of_runs():
    generator = np.random.default_rng(1)
    _, found = compared(drawn(generator, 1, 30), drawn(generator, 3, 30, shift=9.0))
    assert found.p_runs is None
    assert found.p_recipes == found.p_least == 0.25


def test_levels_without_a_difference():
    """New runs of one recipe: the permutation holds its level; the test of these runs rejects more."""
    trials, rejected = 300, np.zeros(2)
    generator = np.random.default_rng(4)
    for _ in range(trials):
        both = drawn(generator, 8, 60, run_deviation=0.3)
        _, found = compared(both[:4], both[4:], 2, 99)
        rejected += [found.p_recipes <= 0.05, found.p_runs <= 0.05]
    share = rejected / trials
    # the permutation has 35 values of p, so that its level is 2/70
    assert abs(share[0] - 2 / 70) < 3 * (2 / 70 * (1 - 2 / 70) / trials) ** 0.5
    assert share[1] > 0.2


def test_the_level_of_randomization_with_given_runs():
    trials, generator = 400, np.random.default_rng(6)
    rejected = 0
    for _ in range(trials):
        both = drawn(generator, 4, 40)
        rejected += stratified_randomization(Mean(), both[:2], both[2:], 99, 1) <= 0.05
    assert abs(rejected / trials - 0.05) < 3 * (0.05 * 0.95 / trials) ** 0.5
