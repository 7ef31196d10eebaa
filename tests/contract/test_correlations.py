"""Tests the laws that every registered correlation obeys."""

import pickle

import numpy as np
import pytest

from parbleu.errors import InputShapeError, InputTypeError, OptionError, UnknownNameError
from parbleu.stats._correlations.base import Correlation
from parbleu.stats.correlation import CORRELATIONS, correlate, get_correlation

AVERAGES = ("none", "item", "system")
OPTIONS = {"KendallLike": {"thresh": 1}}


@pytest.fixture(params=CORRELATIONS)
def correlation(request):
    return get_correlation(request.param, **OPTIONS.get(request.param, {}))


@pytest.fixture(params=AVERAGES)
def average_by(request, correlation):
    if request.param not in correlation.averages:
        with pytest.raises(OptionError, match="average_by"):
            correlate(correlation, *scores(0), request.param)
        pytest.skip("it knows no such average")
    return request.param


def scores(seed, systems=6, items=12):
    """Gold and metric scores that agree somewhat, with ties, and some gold scores missing."""
    draw = np.random.default_rng(seed)
    gold = np.round(draw.normal(size=(systems, items)) * 3)
    metric = np.round(gold + draw.normal(size=gold.shape) * 2, 1)
    gold[draw.random(gold.shape) < 0.1] = np.nan
    return gold, metric


def near(correlation, one, other):
    """Equal but for rounding or, where random draws go by the order of items, about so."""
    return one.value == pytest.approx(other.value, abs=0.03 if correlation.drawn else 1e-12)


def test_order_of_items_and_systems_does_not_matter(correlation, average_by):
    draw = np.random.default_rng(1)
    gold, metric = scores(0)
    found = correlate(correlation, gold, metric, average_by)
    systems, items = draw.permutation(gold.shape[0]), draw.permutation(gold.shape[1])
    assert near(correlation, found, correlate(correlation, gold[:, items], metric[:, items], average_by))
    assert near(correlation, found, correlate(correlation, gold[systems], metric[systems], average_by))


def test_gold_agrees_with_itself_and_not_with_its_opposite(correlation, average_by):
    gold = np.random.default_rng(2).permutation(60).reshape(5, 12) * 2.0 + np.arange(5)[:, None] * 300
    assert correlate(correlation, gold, gold, average_by).value == pytest.approx(correlation.high)
    opposite = correlate(correlation, gold, -gold, average_by).value
    assert opposite == pytest.approx(correlation.low, abs=0.01)  # the smallest p-value is above 0


def test_values_stay_in_their_range(correlation, average_by):
    for seed in range(5):
        value = correlate(correlation, *scores(seed), average_by).value
        assert correlation.low <= value <= correlation.high


def test_turning_the_metric_round_turns_the_sign(correlation, average_by):
    """Of scores without ties; a share x of right pairs becomes 1 - x."""
    if not correlation.turns_sign:
        pytest.skip("it says that it does not")
    draw = np.random.default_rng(3)
    gold, metric = draw.permutation(60).reshape(5, 12) * 2.0, draw.normal(size=(5, 12))
    there = correlate(correlation, gold, metric, average_by).value
    back = correlate(correlation, gold, -metric, average_by).value
    assert there + back == pytest.approx(correlation.low + correlation.high)


def test_what_has_no_gold_score_does_not_count(correlation, average_by):
    gold, metric = scores(4)
    found = correlate(correlation, gold, metric, average_by)
    metric[np.isnan(gold)] = 1e6
    assert correlate(correlation, gold, metric, average_by) == found
    as_none = [[None if np.isnan(score) else score for score in row] for row in gold]
    assert correlate(correlation, as_none, metric.tolist(), average_by).value == found.value


def test_constant_metric_has_a_number(correlation, average_by):
    gold, metric = scores(5)
    for undefined in ("drop", "zero"):
        found = correlate(correlation, gold, np.full_like(metric, 0.1), average_by, undefined=undefined)
        assert correlation.low <= found.value <= correlation.high
        assert found.defined or found.value == 0


def test_missing_metric_score(correlation):
    gold, metric = scores(6)
    system, item = np.argwhere(~np.isnan(gold))[7]
    metric[system, item] = np.nan
    if not correlation.complete:
        gold[system, item] = np.nan
        assert correlate(correlation, gold, metric) == correlate(correlation, gold, np.nan_to_num(metric))
        return
    with pytest.raises(InputShapeError, match=f"item {item} of system {system} "):
        correlate(correlation, gold, metric)


def test_results_are_values(correlation):
    found = correlate(correlation, *scores(7))
    assert pickle.loads(pickle.dumps(found)) == found
    again = get_correlation(correlation.name, **correlation.options())
    assert repr(again) == repr(correlation)
    assert correlate(pickle.loads(pickle.dumps(correlation)), *scores(7)) == found


def test_no_gold_score_at_all(correlation):
    found = correlate(correlation, np.full((3, 4), np.nan), np.ones((3, 4)))
    assert (found.value, found.weight, found.defined) == (0, 0, False)


class MeanProduct(Correlation):
    """What another distribution may add."""

    name = "mean-product"

    def row(self, gold, metric):
        return float(np.mean(gold * metric)), 0.5


def test_a_correlation_in_python():
    gold, metric = scores(8)
    expected = [np.nanmean((gold * metric)[:, item]) for item in range(gold.shape[1])]
    found = correlate(MeanProduct(), gold, metric, "item")
    assert (found.value, found.p_value, found.weight) == (pytest.approx(np.mean(expected)), 0.5, 12)


def test_what_cannot_be_correlated():
    gold, metric = scores(9)
    for wrong, error in (
        ({"metric": metric[1:]}, InputShapeError),
        ({"gold": gold[None]}, InputShapeError),
        ({"gold": np.empty((0, 3))}, InputShapeError),
        ({"metric": np.where(metric > 0, np.inf, metric)}, InputShapeError),
        ({"metric": [["a"]]}, InputTypeError),
        ({"average_by": "sys"}, OptionError),
        ({"undefined": "nan"}, OptionError),
        ({"correlation": "person"}, UnknownNameError),
        ({"correlation": [[1.0, 2.0, 3.0]]}, InputTypeError),
        ({"variant": "d"}, OptionError),
        ({"thresh": 3}, OptionError),
        ({"correlation": MeanProduct(), "thresh": 3}, OptionError),
    ):
        with pytest.raises(error):
            correlate(**{"correlation": "kendall", "gold": gold, "metric": metric} | wrong)
