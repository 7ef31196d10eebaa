"""Records: immutable objects of named attributes."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from parbleu._base.record import Record


class Point(Record):
    x: int
    y: int = 5
    name: str = "origin"


@pytest.mark.parametrize("point", [Point(1), Point(1, 5), Point(x=1, name="origin"), Point(1, y=5)])
def test_attributes_by_place_name_and_default(point: Point) -> None:
    assert (point.x, point.y, point.name) == (1, 5, "origin")
    assert repr(point) == "Point(x=1, y=5, name='origin')"
    assert point == Point(1) == pickle.loads(pickle.dumps(point)) != Point(2)
    assert hash(point) == hash(Point(1))


@pytest.mark.parametrize(
    ("values", "named", "message"),
    [
        ((), {}, "needs a value of 'x'"),
        ((1, 2, "a", 3), {}, "takes 3 values, not 4"),
        ((1,), {"x": 2}, "two values of 'x'"),
        ((1,), {"z": 2}, "no attribute 'z'"),
    ],
)
def test_what_cannot_be_made(values: Any, named: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        Point(*values, **named)


def test_nothing_can_be_changed() -> None:
    point = Point(1)
    with pytest.raises(AttributeError):
        point.x = 2  # type: ignore[misc]
    with pytest.raises(AttributeError):
        del point.y
