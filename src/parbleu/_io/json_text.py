"""Parses JSON from files and servers, and raises ValueError for any fault in it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

DEEPEST = 100
"""Brackets inside of each other. Python's own limit would be met later, anywhere, as a RecursionError."""
LONGEST = 300
"""Digits of a whole number, so that it can become a float."""


def parse_json(text: str | bytes, *, repeated_keys: bool = False) -> Any:
    """Parses JSON text and returns its value.

    Args:
        text: UTF-8, if it is bytes.
        repeated_keys: whether an object may have a key twice, of which the last counts, as for most programs:
            for what a user has not written and cannot repair, such as a server's answer.

    Raises:
        ValueError: it is no JSON (a `json.JSONDecodeError`, which knows the place), or not UTF-8, or its
            brackets are nested deeper than `DEEPEST`, or an object has a key twice, or a whole number has
            more than `LONGEST` digits.
    """
    import json

    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError as problem:
            from parbleu._base.encoding_guesses import guess, how_to_convert

            way = how_to_convert(guess(text))
            raise ValueError(f"it is not UTF-8 (byte {problem.start + 1}); {way}") from None
    try:
        value = json.loads(text, object_pairs_hook=None if repeated_keys else _object, parse_int=_whole)
    except _KeyTwiceError as problem:
        lines = [str(number) for number, line in enumerate(text.split("\n"), 1) if f'"{problem}"' in line]
        where = f", in lines {' and '.join(lines)}" if len(lines) == 2 else ""
        raise ValueError(f"a key stands twice in an object, {str(problem)!r}{where}: rename one") from None
    except RecursionError:
        raise _too_deep() from None
    if _brackets(text) > DEEPEST and _is_deep(value):
        raise _too_deep()
    return value


def fault_in_line(problem: ValueError) -> str:
    """Returns what `parse_json` found wrong in a line: with the column, or that the line ends too early."""
    from json import JSONDecodeError

    if not isinstance(problem, JSONDecodeError):
        return str(problem)
    if problem.msg.startswith("Unterminated string") or not problem.doc[problem.pos :].strip():
        return "it ends too early"
    return f"{problem.msg} in column {problem.colno}"


def as_json(value: Any, most: int = 60) -> str:
    """Returns a value of JSON as its text for a message, cut to so many characters."""
    from json import dumps

    text = dumps(value, ensure_ascii=False, default=str).encode(errors="backslashreplace").decode()
    return text if len(text) <= most else f"{text[: most - 1]}…"


def parse_json_lines(lines: Sequence[str]) -> list[Any] | None:
    """Parses lines of JSON objects at once, none of them blank: that takes half the time of one by one.

    Returns None if a line is no object of its own, or is nested deeper than `DEEPEST`, or has a key twice;
    `parse_json` of each line says which.
    """
    import json

    from parbleu import _core

    for line in lines:
        if line[:1] != "{" or (line[-2:] != "}\n" and line.rstrip()[-1:] != "}"):
            return None
    text = f"[{','.join(lines)}]"
    values: list[Any]
    is_plain = _core.is_plain_json(text, DEEPEST, LONGEST)
    try:
        if is_plain:  # as most lines are: nothing is left to be checked
            values = json.loads(text)
        else:
            values = json.loads(text, object_pairs_hook=_object, parse_int=_whole)
    except (ValueError, RecursionError):
        return None
    if len(values) != len(lines):
        return None
    may_be_deep = not is_plain and _brackets(text) > len(lines) + DEEPEST
    return None if may_be_deep and max(map(_brackets, lines)) >= DEEPEST and _is_deep(values) else values


class _KeyTwiceError(ValueError):
    """An object has this key twice; Python's `json` would take the last."""


def _object(members: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(members)
    if len(value) < len(members):
        for key, _ in members:
            if key not in value:
                raise _KeyTwiceError(key)
            del value[key]
    return value


def _whole(digits: str) -> int:
    if len(digits) > LONGEST and (n_digits := len(digits.lstrip("-"))) > LONGEST:
        raise ValueError(f"a number has {n_digits} digits, more than {LONGEST}")
    return int(digits)


def _brackets(text: str) -> int:
    return text.count("[") + text.count("{")


def _is_deep(value: Any) -> bool:
    level = [value]
    for _ in range(DEEPEST):
        children = [node.values() if isinstance(node, dict) else node for node in level]
        level = [node for nodes in children for node in nodes if isinstance(node, (dict, list))]
        if not level:
            return False
    return True


def _too_deep() -> ValueError:
    return ValueError(f"its brackets are nested deeper than {DEEPEST}")
