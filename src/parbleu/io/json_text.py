"""Parses JSON from files and servers, and raises ValueError for any fault in it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

DEEPEST = 100
"""Brackets inside of each other. Python's own limit would be met later, anywhere, as a RecursionError."""


def parse_json(text: str | bytes) -> Any:
    """Parses JSON text and returns its value.

    Raises:
        ValueError: it is no JSON (a `json.JSONDecodeError`, which knows the place), or not UTF-8, or its
            brackets are nested deeper than `DEEPEST`, or an object has a key twice.
    """
    import json

    if isinstance(text, bytes):
        text = text.decode("utf-8-sig")
    try:
        value = json.loads(text, object_pairs_hook=_object)
    except _KeyTwiceError as problem:
        lines = [str(place) for place, line in enumerate(text.split("\n"), 1) if f'"{problem}"' in line]
        where = f", in lines {' and '.join(lines)}" if len(lines) == 2 else ""
        raise ValueError(f"a key stands twice in an object, {str(problem)!r}{where}: rename one") from None
    except RecursionError:
        raise _too_deep() from None
    if text.count("[") + text.count("{") > DEEPEST and _is_deep(value):
        raise _too_deep()
    return value


def parse_json_lines(lines: Sequence[str]) -> list[Any] | None:
    """Parses lines of JSON objects at once, which takes half the time of one after the other.

    Args:
        lines: with their line ends; none is blank.

    Returns:
        The values; None if a line is no object of its own, or is nested deeper than `DEEPEST`, or has a key
        twice: `parse_json` finds it.
    """
    import json
    import re

    if not all(line[:1] == "{" and line.rstrip()[-1:] == "}" for line in lines):
        return None
    text = f"[{','.join(lines)}]"
    try:
        values = json.loads(text)
        if text.count('":') != sum(map(len, values)) or re.search(r'"[ \t\r\n]+:', text):
            values = json.loads(text, object_pairs_hook=_object)  # since a key may stand twice
    except (ValueError, TypeError, RecursionError):  # TypeError: `len` of a number beside objects
        return None
    return None if len(values) != len(lines) or _is_deep(values) else values


class _KeyTwiceError(ValueError):
    """An object has this key twice; Python's `json` would take the last."""


def _object(members: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(members)
    if len(found) < len(members):
        keys = [key for key, _ in members]
        raise _KeyTwiceError(next(key for key in keys if keys.count(key) > 1))
    return found


def _is_deep(value: Any) -> bool:
    level = [value]
    for _ in range(DEEPEST):
        lists = [each.values() if isinstance(each, dict) else each for each in level]
        level = [each for values in lists for each in values if isinstance(each, (dict, list))]
        if not level:
            return False
    return True


def _too_deep() -> ValueError:
    return ValueError(f"its brackets are nested deeper than {DEEPEST}")
