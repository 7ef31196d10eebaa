"""Tests the components of variance of ratings by simulated ratings of known components."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parbleu._base.numbers import plain_sum
from parbleu.errors import InputShapeError, OptionError
from parbleu.stats.rating_components import rating_components


def simulated(random, n_items, raters, mean=0.0, item=2.0, rating=3.0):
    """Paired differences with these standard deviations; `raters` draws how many an item has."""
    return [
        (mean + random.normal(0, item) + random.normal(0, rating, raters(random))).tolist()
        for _ in range(n_items)
    ]


@pytest.mark.parametrize("raters", [lambda _: 2, lambda random: int(random.integers(1, 5))])
def test_components_are_estimated_without_bias(raters):
    random = np.random.default_rng(3)
    found = [rating_components(simulated(random, 60, raters)) for _ in range(300)]
    for name, truth in (("item_variance", 4), ("rating_variance", 9)):
        values = [getattr(each, name) for each in found]
        assert np.mean(values) == pytest.approx(truth, abs=4 * np.std(values) / math.sqrt(300))


def test_stated_power_is_what_simulated_evaluations_have():
    random = np.random.default_rng(4)
    pilot = rating_components(simulated(random, 4000, lambda _: 3))
    for raters in (1, 2):
        items = pilot.items_for(1.5, raters)
        assert pilot.detectable(items, raters) == pytest.approx(1.5, rel=0.03)
        assert pilot.power_for(1.5, items, raters) == pytest.approx(0.8, abs=0.01)
        found = 0
        for _ in range(400):
            means = np.array([np.mean(each) for each in simulated(random, items, lambda _, k=raters: k, 1.5)])
            found += abs(means.mean()) > 2.0 * means.std(ddof=1) / math.sqrt(items)
        assert found / 400 == pytest.approx(0.8, abs=0.07)


def test_one_rating_an_item():
    found = rating_components([[1.0], [2.0], [6.0]])
    assert (found.n_items, found.n_ratings, found.difference) == (3, 3, 3.0)
    assert (found.item_variance, found.rating_variance) == (7.0, None)
    assert found.deviation() == math.sqrt(7)
    with pytest.raises(OptionError, match="rated twice"):
        found.items_for(1, 2)
    assert found.to_tsv()


def test_a_negative_component_is_0():
    found = rating_components([[0.0, 2.0], [2.0, 0.0], [1.0, 1.0]])
    assert (found.item_variance, found.rating_variance) == (0, 4 / 3)


def test_ends():
    same = rating_components([[1.0, 1.0], [1.0, 1.0]])
    assert (same.items_for(1), same.items_for(0), same.power_for(1, 5), same.power_for(0, 5)) == (
        2,
        math.inf,
        1,
        0,
    )
    with pytest.raises(OptionError):
        same.deviation(0)
    for pilot in ([], [[1.0]], [[1.0], []]):
        with pytest.raises(InputShapeError):
            rating_components(pilot)


@given(st.lists(st.lists(st.floats(-100, 100), min_size=1, max_size=20), min_size=2, max_size=30))
def test_items_of_equally_many_ratings_are_summed_up_like_one(differences):
    """To the last bit: means and squares of a table's rows are those of each item alone."""
    found = rating_components(differences)
    means = np.array([np.mean(item) for item in differences])
    assert found.difference == float(means.mean())
    if found.rating_variance is not None:
        squares = [
            float(np.sum((np.asarray(item) - mean) ** 2))
            for item, mean in zip(differences, means, strict=True)
        ]
        assert found.rating_variance == plain_sum(squares) / (found.n_ratings - found.n_items)
