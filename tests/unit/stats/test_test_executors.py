"""Tests that permutation tests of pairs give the same numbers wherever they run."""

import pickle
from concurrent.futures import Future, ProcessPoolExecutor

import numpy as np
import pytest

from parbleu.errors import OptionError
from parbleu.stats._random_generators import GENERATORS, fast_generator, legacy_generator
from parbleu.stats.permutation_tests import EarlyStopping
from permutation_calls import pairs_significance, significance

RANDOM = np.random.default_rng(1)
GOLD = RANDOM.normal(size=(7, 30))
GOLD[RANDOM.random(GOLD.shape) < 0.2] = np.nan
METRICS = [
    np.nan_to_num(GOLD) + RANDOM.normal(size=GOLD.shape) * noise for noise in (0.5, 0.8, 1, 1.5, 2)
] * 3


class LastFirst:
    """An executor that pickles what it gets, as those of other machines do, and works backwards."""

    def __init__(self):
        self.jobs = []

    def submit(self, function, *words):
        job = Future()
        job.result = lambda: self.results()[job]
        self.jobs.append((job, pickle.dumps((function, words))))
        return job

    def results(self):
        found = {}
        for job, packed in reversed(self.jobs):
            function, words = pickle.loads(packed)
            found[job] = pickle.loads(pickle.dumps(function(*words)))
        self.results = lambda: found
        return found


def same(function, *words, executor=None, **options):
    one = function(*words, **options)
    other = function(*words, executor=executor or LastFirst(), **options)
    assert (one.p_values == other.p_values).all()
    assert (one.draws == other.draws).all()
    assert (one.draws_index == other.draws_index).all()


@pytest.mark.long
@pytest.mark.parametrize("generator", GENERATORS)
@pytest.mark.parametrize("average_by", ["none", "item", "system"])
def test_an_executor_changes_no_number(generator, average_by):
    options = {"average_by": average_by, "n_samples": 20, "generator": generator, "seed": 3}
    same(significance, "pearson", GOLD, METRICS, **options)
    for unit in ("pair", "row"):
        for recalibrate in (False, True):
            same(pairs_significance, GOLD, METRICS[:4], unit=unit, recalibrate=recalibrate, **options)


def test_tests_may_stop_early_with_random_numbers_of_their_own():
    options = {"n_samples": 300, "stopping": EarlyStopping(20), "generator": "splitmix64"}
    same(significance, "kendall", GOLD, METRICS, "item", **options)
    same(pairs_significance, GOLD, METRICS[:4], "item", sample_rate=0.5, n_samples=20, generator="splitmix64")
    with pytest.raises(OptionError, match="'splitmix64'"):
        significance(
            "kendall", GOLD, METRICS, executor=LastFirst(), n_samples=300, stopping=EarlyStopping(20)
        )
    with pytest.raises(OptionError, match="'splitmix64'"):
        pairs_significance(GOLD, METRICS, executor=LastFirst(), sample_rate=0.5)


@pytest.mark.parametrize("make", [legacy_generator, fast_generator])
def test_a_generator_goes_on_behind_the_tests(make):
    one, other = make(5), make(5)
    for _ in range(2):
        here = significance("pearson", GOLD, METRICS[:4], n_samples=9, seed=one)
        there = significance("pearson", GOLD, METRICS[:4], n_samples=9, seed=other, executor=LastFirst())
        assert (here.draws == there.draws).all()


def test_processes_give_the_same_numbers():
    with ProcessPoolExecutor(2) as executor:
        same(significance, "pearson", GOLD, METRICS, n_samples=20, executor=executor)
