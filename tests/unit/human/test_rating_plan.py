"""Tests the plan of a human evaluation."""

import pytest

from parbleu.errors import OptionError, RatingError, UnknownNameError
from parbleu.human import HumanScores, plan_ratings
from parbleu.stats.rating_components import rating_components

SCORES = HumanScores(
    {
        ("a", ("", 0)): {"x": 1.0, "y": 3.0},
        ("b", ("", 0)): {"x": 4.0, "y": 4.0},
        ("a", ("", 1)): {"x": 2.0, "y": 2.0},
        ("b", ("", 1)): {"x": 2.0, "y": 6.0, "z": 9.0},
        ("a", ("", 2)): {"x": 5.0},
        ("b", ("", 2)): {"y": 4.0, "z": 6.0},
        ("c", ("", 0)): {"x": 1.0},
        ("c", ("", 1)): {"x": 3.0},
    },
    {},
)


def test_differences_are_those_of_raters_of_both():
    plan = plan_ratings(SCORES, 1.0, systems=["a", "b"])
    assert plan.components["a", "b"] == rating_components([[3, 1], [0, 4], [0]])
    assert [(way.raters, way.cost) for way in plan.ways] == [
        (way.raters, way.raters * way.items) for way in plan.ways
    ]
    assert [way.raters for way in plan.ways] == [1, 2, 3]
    items = [way.items for way in plan.ways]
    assert items == sorted(items, reverse=True)
    assert plan.ways[1].items == plan.components["a", "b"].items_for(1.0, 2)
    assert plan.to_markdown()


def test_all_pairs_and_pilots_with_one_rating():
    plan = plan_ratings(SCORES, 1.0)
    assert list(plan.components) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert [way.raters for way in plan.ways if way.second == "c"] == [1, 1]
    assert "includes that of ratings" in plan.tables()[1].notes[0]


def test_costs_choose_the_number_of_raters():
    def cheapest(**costs):
        return min(
            plan_ratings(SCORES, 1.0, systems=["a", "b"], **costs).ways, key=lambda way: way.cost
        ).raters

    assert cheapest() == 1
    assert cheapest(item_cost=1000) == 3


def test_wrong_options():
    for options in ({"difference": 0}, {"rating_cost": 0}, {"item_cost": -1}, {"raters": ()}, {"power": 2}):
        with pytest.raises(OptionError):
            plan_ratings(SCORES, **{"difference": 1.0, **options})
    with pytest.raises(UnknownNameError, match="d"):
        plan_ratings(SCORES, 1.0, systems=["a", "d"])
    with pytest.raises(RatingError, match="two systems"):
        plan_ratings(SCORES, 1.0, systems=["a"])
    few = HumanScores({("a", ("", 0)): {"x": 1.0}, ("b", ("", 0)): {"x": 1.0}}, {})
    with pytest.raises(RatingError, match="in common"):
        plan_ratings(few, 1.0)


def test_a_pilot_without_variance():
    """Ratings that differ by the same on every item would need two items, whatever is to be shown."""
    ratings = {
        (system, ("", item)): {"x": score} for system, score in (("a", 1.0), ("b", 2.0)) for item in (0, 1)
    }
    [*_, pilot] = plan_ratings(HumanScores(ratings, {}), 1.0).tables()
    assert "Of a and b all differences are equal: their plan means nothing." in pilot.notes
    [*_, pilot] = plan_ratings(SCORES, 1.0, systems=["a", "b"]).tables()
    assert not any("all differences are equal" in note for note in pilot.notes)
