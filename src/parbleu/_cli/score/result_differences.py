"""Lists where two results differ, each difference in a short line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

UNEQUAL = re.compile(r"\|?(\bversion|\bv):[^|]*")
"""What may differ in a signature: who computed."""

NAMES = frozenset({"system", "systems", "baseline", "first", "second"})
"""Keys whose values are names of systems."""

LONGEST = 80
"""How many characters of a value are shown."""

ABSENT = object()


def same_system(name: str, other: str) -> bool:
    """Returns whether two names may be paths of one file; the baseline's prefix is ignored."""
    first, second = without_label(name), without_label(other)
    if first == second:
        return True
    try:
        if Path(first).resolve() == Path(second).resolve():
            return True
    except (OSError, ValueError, RuntimeError):  # a saved result may name what no file can be called
        return False
    parts = [[part for part in Path(path).parts if part != ".."] for path in (first, second)]
    shared = min(map(len, parts))
    return (
        Path(first).is_absolute() != Path(second).is_absolute()
        and shared > 0
        and parts[0][-shared:] == parts[1][-shared:]
    )


def without_label(name: str) -> str:
    """Returns a system's name without the baseline's prefix in tables."""
    return name.removeprefix("Baseline: ")


def differences(saved: Any, again: Any, titles: tuple[str, ...] = (), key: str = "") -> Iterator[str]:
    """Yields a short line for each value that differs.

    Names of systems that mean the same file do not differ, nor do versions.

    Args:
        saved: a saved result, as JSON values.
        again: the same, computed again.
        titles: the titles of what they are part of.
        key: the key that they are the value of, or an element of its value.
    """
    if isinstance(saved, dict) and isinstance(again, dict):
        for name in {**saved, **again}:
            if name != "version":
                values = (saved.get(name, ABSENT), again.get(name, ABSENT))
                yield from differences(*values, (*titles, name), name)
    elif isinstance(saved, list) and isinstance(again, list) and len(saved) == len(again):
        for number, (one, other) in enumerate(zip(saved, again, strict=True)):
            yield from differences(one, other, (*titles, _title(one, number)), key)
    elif not _same(saved, again, key):
        one, other = _contrast(saved, again)
        yield f"{' '.join(titles) or 'the whole'} is {one}, but computed again it is {other}"


def _title(item: Any, number: int) -> str:
    if isinstance(item, dict):
        if item.keys() >= {"first", "second"}:
            return f"{item['first']} : {item['second']}"
        return str(item.get("name") or item.get("system") or item.get("metric") or number + 1)
    return str(number + 1)


def _same(saved: Any, again: Any, key: str) -> bool:
    if not isinstance(saved, str) or not isinstance(again, str):
        return bool(saved == again)
    if key in NAMES:
        return same_system(saved, again)
    return UNEQUAL.sub("", saved) == UNEQUAL.sub("", again)


def _contrast(saved: Any, again: Any) -> tuple[str, str]:
    """Returns both as short texts: of two signatures, only the items that differ."""
    if isinstance(saved, str) and isinstance(again, str) and "|" in saved and "|" in again:
        sides = [UNEQUAL.sub("", text).split("|") for text in (saved, again)]
        one, other = ([item for item in side if item not in sides[1 - at]] for at, side in enumerate(sides))
        return "|".join(one) or "without it", "|".join(other) or "without it"
    return _shown(saved), _shown(again)


def _shown(value: Any) -> str:
    if value is ABSENT:
        return "absent"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
