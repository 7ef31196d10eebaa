"""Many metrics at once, Williams's test, chance levels, samples."""

import math
import pickle
import signal
import threading
from dataclasses import fields

import numpy as np
import pytest

from parbleu.errors import OptionError
from parbleu.stats._correlations.base import Correlation
from parbleu.stats._random_generators import legacy_generator
from parbleu.stats.chance_levels import chance_level, constant_metric, random_metric
from parbleu.stats.correlation import correlate, correlate_all
from parbleu.stats.correlation_interval import correlation_interval
from parbleu.stats.pairwise_significance import significance
from parbleu.stats.permutation_tests import permutation_test
from parbleu.stats.resampling import Resampling
from parbleu.stats.tie_calibration import calibrate_ties
from parbleu.stats.williams import williams_significance, williams_test
from waiting import PATIENCE


def tables(seed=0, shape=(6, 25), noises=(0.5, 1, 2)):
    draw = np.random.default_rng(seed)
    gold = np.round(draw.normal(size=shape) * 2)
    metrics = [gold + noise * draw.normal(size=shape) for noise in noises]
    gold[draw.random(shape) < 0.2] = np.nan
    return gold, metrics


@pytest.mark.parametrize("threads", [1, 3])
def test_many_metrics_are_correlated_as_one_by_one(threads):
    gold, metrics = tables()
    for name in ("pearson", "KendallWithTiesOpt"):
        found = correlate_all(name, gold, metrics, "item", threads=threads)
        assert found == [correlate(name, gold, metric, "item") for metric in metrics]
    shared = correlate_all(
        "KendallWithTiesOpt", gold, metrics, sample_rate=0.5, seed=legacy_generator(1), threads=threads
    )
    generator = legacy_generator(1)  # which goes on from metric to metric
    assert shared == [
        correlate("KendallWithTiesOpt", gold, metric, sample_rate=0.5, seed=generator) for metric in metrics
    ]


def test_nobody_waits_for_threads_after_an_interrupt():
    begun, stopped, done = threading.Event(), threading.Event(), threading.Event()

    class Slow(Correlation):
        name = "slow"

        def row(self, gold, metric):
            begun.set()
            stopped.wait(PATIENCE)
            done.set()
            return 0.0

    def interrupt():
        begun.wait(PATIENCE)
        # A signal that comes just before a lock is waited for is only seen with the next one.
        while not stopped.wait(0.1):
            signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
            if stopped.wait(5):
                break

    # polars, which other tests import, has a handler after which locks are waited for as if nothing had been.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sender = threading.Thread(target=interrupt)
    sender.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            correlate_all(Slow(), [1, 2], [[1, 2], [2, 1]], threads=2)
        assert not done.is_set()
    finally:
        stopped.set()
        sender.join()


def test_williams_on_scores():
    gold, (first, _, second) = tables()
    found = williams_significance("pearson", gold, first, second)
    known = ~np.isnan(gold)
    between = np.corrcoef(first[known], second[known])[0, 1]
    assert found.between == pytest.approx(between)
    assert found.first > found.second
    assert found.p_value == williams_test(found.first, found.second, found.between, int(known.sum()))
    counted = williams_significance("pearson", gold, first, second, count_missing=True)
    assert counted.between == pytest.approx(np.corrcoef(first.ravel(), second.ravel())[0, 1])
    assert counted.p_value == williams_test(counted.first, counted.second, counted.between, gold.size)
    two_sided = williams_significance("pearson", gold, first, second, one_sided=False)
    assert two_sided.p_value == pytest.approx(2 * found.p_value)


def test_the_level_and_power_of_williams():
    generator, trials, n = np.random.default_rng(3), 600, 40
    rejected = np.zeros(2)
    for _ in range(trials):
        gold = generator.normal(size=n)
        for place, noise in enumerate((1.0, 0.4)):
            noises = (1.0, noise)
            metrics = [gold + each * generator.normal(size=n) for each in noises]
            r12, r13, r23 = np.corrcoef([gold, *metrics])[[0, 0, 1], [1, 2, 2]]
            rejected[place] += williams_test(r12, r13, r23, n, one_sided=False) <= 0.05
    level, power = rejected / trials
    assert abs(level - 0.05) <= 3 * (0.05 * 0.95 / trials) ** 0.5
    assert power > 0.8


def test_williams_needs_scores():
    with pytest.raises(OptionError, match="more than 3"):
        williams_test(0.5, 0.4, 0.3, 3)
    assert math.isnan(williams_test(0.9, -0.9, 0.9, 10))


def test_chance_levels():
    gold, _ = tables()
    level = chance_level("KendallWithTiesOpt", gold, "item", n_samples=80)
    ties = correlate("KendallVariants", gold, constant_metric(gold), "item", variant="acc23").value
    assert level.constant == pytest.approx(ties)
    assert level.low <= level.random <= level.high
    assert level.random >= ties  # a threshold that makes everything a tie is always there
    assert len(level.samples) == 80
    assert sum(level.samples < level.low) == 2
    assert chance_level("pearson", gold, n_samples=30).constant == 0
    first = correlate("pearson", gold, random_metric(gold)).value
    assert chance_level("pearson", gold, n_samples=1).samples.tolist() == pytest.approx([first])
    with pytest.raises(OptionError, match="n_samples"):
        chance_level("pearson", gold, n_samples=0)


@pytest.mark.parametrize(
    ("correlation", "average_by", "options", "level"),
    [
        ("accuracy", "none", {}, 0.5),
        ("KendallLike", "item", {"thresh": 0.1}, 0.0),
        ("KendallLike", "none", {"thresh": 0.1}, 0.0),
        ("spearman", "none", {}, 0.0),
        ("kendall", "item", {}, 0.0),
        ("KendallVariants", "item", {"variant": "acc23"}, None),
    ],
)
def test_the_constant_level_is_near_the_random_one(correlation, average_by, options, level):
    """A constant metric was the worst of all by accuracy and Kendall-like, which call its ties wrong."""
    gold = np.random.default_rng(5).standard_normal((9, 1 if correlation == "accuracy" else 12))
    found = chance_level(correlation, gold, average_by, n_samples=60, **options)
    shuffled = chance_level(correlation, gold[::-1], average_by, n_samples=1, **options)
    assert found.constant == pytest.approx(shuffled.constant)
    if level is None:  # a tie is an answer, which is wrong
        assert found.constant == 0
    else:
        assert found.constant == pytest.approx(level)
        assert found.low < found.constant < found.high


def test_all_results_can_be_stored():
    gold, (first, second, _) = tables()
    for found in (
        correlate("KendallWithTiesOpt", gold, first),
        calibrate_ties(gold, first, curve=True),
        permutation_test("pearson", gold, first, second, resampling=Resampling(n_samples=9)),
        significance("pearson", gold, [first, second], resampling=Resampling(n_samples=9)),
        correlation_interval("pearson", gold, first, resampling=Resampling(n_samples=9)),
        chance_level("pearson", gold, n_samples=9),
        williams_significance("pearson", gold, first, second),
    ):
        again = pickle.loads(pickle.dumps(found))
        names = [field.name for field in fields(found)]
        assert len(names) >= 4
        for name in names:
            assert np.array_equal(getattr(again, name), getattr(found, name))
        assert repr(again) == repr(found)
