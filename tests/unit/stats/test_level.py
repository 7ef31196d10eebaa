"""Tests that permutation tests keep their level of significance, and detect better metrics."""

import numpy as np
import pytest

from parbleu.stats._random_generators import fast_generator
from parbleu.stats.permutation_tests import EarlyStopping
from permutation_calls import pairs_permutation_test, permutation_test

SYSTEMS, SEGMENTS = 8, 30
NEVER = EarlyStopping(10**9)


def simulated(draw, noises):
    """Gold scores with ties, and a metric for every amount of noise, part of which a segment shares."""
    quality = draw.normal(size=(SYSTEMS, 1)) / 2 + draw.normal(size=SEGMENTS)
    gold = np.round(-2 * np.abs(quality + draw.normal(size=(SYSTEMS, SEGMENTS))))
    return gold, *(
        gold + noise * (3 * draw.normal(size=gold.shape) + draw.normal(size=SEGMENTS)) for noise in noises
    )


def on_scores(correlation, average_by="none"):
    return lambda *tables, **options: permutation_test(correlation, *tables, average_by, **options)


def on_systems(correlation):
    return lambda *tables, **options: permutation_test(
        correlation, *(t.mean(axis=1) for t in tables), **options
    )


def on_pairs(average_by="item", **fixed):
    return lambda *tables, **options: pairs_permutation_test(*tables, average_by, **fixed, **options)


HONEST = {
    "pearson": (on_scores("pearson"), 400),
    "pearson, item": (on_scores("pearson", "item"), 400),
    "kendall, item": (on_scores("kendall", "item"), 300),
    "system level": (on_systems("pearson"), 400),
    "accuracy": (on_systems("accuracy"), 400),
    "pce": (on_scores("pce"), 60),
    "calibrated, item": (on_scores("KendallWithTiesOpt", "item"), 120),
    "pairs by row, item": (on_pairs(unit="row"), 400),
    "pairs by row, sys": (on_pairs("system", unit="row"), 400),
    "pairs by row, recalibrated": (on_pairs(unit="row", recalibrate=True), 400),
}


def rejections(test, rounds, noises, seed=0):
    draw, random = np.random.default_rng(seed), fast_generator(seed)
    found = [
        test(*simulated(draw, noises), n_samples=99, stopping=NEVER, seed=random).p_calibrated
        for _ in range(rounds)
    ]
    return np.mean(np.array(found) <= 0.05)


@pytest.mark.long
@pytest.mark.parametrize("name", HONEST)
def test_level_is_held(name):
    test, rounds = HONEST[name]
    luck = 3.3 * (0.05 * 0.95 / rounds) ** 0.5  # one time in 2000
    assert rejections(test, rounds, (1, 1)) <= 0.05 + luck


@pytest.mark.long
@pytest.mark.parametrize("name", HONEST)
def test_what_is_better_is_found(name):
    test, rounds = HONEST[name]
    least = 0.3 if name in ("accuracy", "system level") else 0.8
    assert rejections(test, rounds // 10, (3, 0.3)) > least
    assert rejections(test, rounds // 10, (0.3, 3)) == 0


def test_comparisons_of_a_segment_are_not_independent():
    """The habit of the usual test on pairs that the documentation warns of."""
    assert rejections(on_pairs(), 400, (1, 1)) > 0.08
    assert rejections(on_pairs("system"), 200, (1, 1)) > 0.15
