"""Tests how JSON becomes records, by hand-written classes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypedDict

import pytest

from parbleu._base.record import Record
from parbleu._io.typed_values import typed, typed_json


class Point(Record):
    """A record with a default."""

    x: float
    y: float = 0.0


@dataclass(frozen=True)
class Line:
    """A dataclass of records."""

    ends: tuple[Point, Point]
    names: tuple[str, ...] = ()
    notes: dict[str, int | None] = field(default_factory=dict)


class Drawing(TypedDict, total=False):
    """Has other keys, too."""

    lines: list[Line]
    scale: int | str


class Points(Record):
    """Names a type that only type checkers see."""

    points: Sequence[Dot]  # type: ignore[name-defined]  # noqa: F821


def test_values_become_objects():
    value = {
        "lines": [{"ends": [{"x": 1}, {"x": 2.5, "y": 3}], "notes": {"a": None}}],
        "scale": "m",
        "more": 1,
    }
    line = Line((Point(1), Point(2.5, 3)), (), {"a": None})
    assert typed(Drawing, value) == {"lines": [line], "scale": "m", "more": 1}
    assert typed(Points, {"points": [{"x": 1}]}, Dot=Point) == Points((Point(1),))
    assert typed(Mapping[str, Any], {"a": [1]}) == {"a": [1]}
    assert typed_json(list[str | None], '["a", null]') == ["a", None]


@pytest.mark.parametrize(
    ("kind", "value", "problem"),
    [
        (Line, [], "an object is expected, not a list"),
        (Line, {}, "there is no 'ends'"),
        (Line, {"ends": [{"x": 1}]}, "ends: 2 items are expected, not 1"),
        (Line, {"ends": [{"x": 1}, {"x": "1"}]}, "ends[1].x: a number is expected, not text"),
        (Line, {"ends": [{"x": 1}, {"x": True}]}, "ends[1].x: a number is expected, not true or false"),
        (Line, {"ends": [{"x": 1}, {"z": 1, "x": 1}]}, "ends[1]: there is 'z', which this version"),
        (Line, {"ends": [{"x": 1}, {"x": 10**200}]}, "ends[1].x: a number is expected, not a whole number"),
        (Drawing, {"scale": 2**63}, "scale: text is expected, not a whole number"),
        (dict[str, int], {"a": -(2**64)}, "a: this whole number has more than 64 bits"),
        (dict[str, int], {"a": False}, "a: a whole number is expected, not true or false"),
        (list[str], ["a", None], "[1]: text is expected, not null"),
        (list[list[int]], [1, 2], "[0]: "),
        (list[dict[str, float]], ["a", 1.5], "[0]: "),
        (None | int, 1.0, "a whole number is expected, not a number"),
    ],
    ids=str,
)
def test_what_is_wrong_is_named_with_its_place(kind, value, problem):
    with pytest.raises(ValueError, match=f"^{re.escape(problem)}"):
        typed(kind, value)


def test_text_that_is_no_json():
    for text in (b"\xff", "[" * 200, "1" * 400, "{"):
        with pytest.raises(ValueError, match=r"."):
            typed_json(dict[str, Any], text)
