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
            brackets are nested deeper than `DEEPEST`.
    """
    import json

    if isinstance(text, bytes):
        text = text.decode("utf-8-sig")
    try:
        value = json.loads(text)
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
        The values; None if a line is no object of its own, or is nested deeper than `DEEPEST`: `parse_json`
        finds it.
    """
    import json

    if not all(line[:1] == "{" and line.rstrip()[-1:] == "}" for line in lines):
        return None
    try:
        values = json.loads(f"[{','.join(lines)}]")
    except (ValueError, RecursionError):
        return None
    return None if len(values) != len(lines) or _is_deep(values) else values


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
