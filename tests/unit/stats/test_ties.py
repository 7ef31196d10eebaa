"""Tests tie calibration against trying every threshold, and the errors for invalid input."""

import itertools

import numpy as np
import pytest

from parbleu import _core
from parbleu.errors import InputShapeError, OptionError
from parbleu.stats._random_generators import legacy_generator
from parbleu.stats.correlation import correlate
from parbleu.stats.tie_calibration import calibrate_ties


def scores(seed, shape=(5, 30)):
    draw = np.random.default_rng(seed)
    gold = np.round(draw.normal(size=shape) * 2)
    metric = gold + draw.normal(size=shape)
    gold[draw.random(shape) < 0.1] = np.nan
    return gold, metric


@pytest.mark.parametrize("average_by", ["none", "system", "item"])
@pytest.mark.parametrize("variant", ["acc23", "23"])
def test_no_threshold_is_better(average_by, variant):
    gold, metric = scores(1)
    found = calibrate_ties(gold, metric, average_by, variant=variant, curve=True)
    for threshold, value in itertools.islice(zip(found.thresholds, found.values, strict=True), 0, None, 37):
        options = {"variant": variant, "epsilon": threshold}
        assert correlate("KendallVariants", gold, metric, average_by, **options).value == pytest.approx(value)
    assert found.value == found.values.max()
    assert found.threshold == found.thresholds[found.values.argmax()]
    assert found.thresholds[0] == 0
    assert (np.diff(found.thresholds) > 0).all()


def test_missing_metric_scores_leave_out_pairs():
    gold, metric = scores(2)
    fewer = np.where(np.arange(30) % 7 == 0, np.nan, metric)
    found = calibrate_ties(gold, fewer, "item")
    kept = np.arange(30) % 7 != 0
    expected = calibrate_ties(gold[:, kept], metric[:, kept], "item")
    assert (found.value, found.threshold, found.n_rows) == (
        expected.value,
        expected.threshold,
        expected.n_rows,
    )


def test_a_sample_is_drawn_once_per_pair():
    gold, metric = scores(3)
    first = calibrate_ties(gold, metric, sample_rate=0.5, seed=9)
    assert calibrate_ties(gold, metric, sample_rate=0.5, seed=9).value == first.value
    generator = legacy_generator(9)
    assert calibrate_ties(gold, metric, sample_rate=0.5, seed=generator).value == first.value
    used = np.random.RandomState(9)
    used.random_sample(int(np.isfinite(gold).sum() * (np.isfinite(gold).sum() - 1) / 2))
    assert generator.uniform() == used.random_sample()
    assert 0 < calibrate_ties(gold, metric, sample_rate=0.5).value <= 1


def test_generators_go_on_where_numpy_stands():
    numpy_state = np.random.RandomState(5)
    numpy_state.random_sample(100)
    _, words, used, *_ = numpy_state.get_state()
    ours = _core.mersenne_from_state(words, used)
    assert list(ours.coins(1000)) == numpy_state.binomial(1, 0.5, 1000).tolist()
    assert ours.uniform() == numpy_state.random_sample()
    state, where = ours.state
    assert list(state) == numpy_state.get_state()[1].tolist()
    assert where == numpy_state.get_state()[2]
    numpy_state.randint(2**32, dtype=np.uint32)  # a single word
    odd = _core.mersenne_from_state(*numpy_state.get_state()[1:3])
    assert list(odd.coins(700)) == numpy_state.binomial(1, 0.5, 700).tolist()


def test_no_pair():
    found = calibrate_ties([[1.0, None]], [[2.0, 3.0]])
    assert np.isnan(found.value)
    assert found.n_rows == 0


def test_what_it_refuses():
    gold, metric = scores(4)
    for wrong, error in (
        ({"variant": "b"}, OptionError),
        ({"sample_rate": 0}, OptionError),
        ({"sample_rate": 1.5}, OptionError),
        ({"sample_rate": 0.5, "seed": -1}, OptionError),
        ({"sample_rate": 0.5, "seed": 2**32}, OptionError),
        ({"metric": metric[1:]}, InputShapeError),
    ):
        with pytest.raises(error):
            calibrate_ties(**{"gold": gold, "metric": metric} | wrong)
