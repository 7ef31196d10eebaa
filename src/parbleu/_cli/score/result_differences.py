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


def differences(told: Any, found: Any, place: tuple[str, ...] = (), key: str = "") -> Iterator[str]:
    """Yields a short line for each value that differs.

    Names of systems that mean the same file do not differ, nor do versions.

    Args:
        told: a saved result, as JSON values.
        found: the same, computed again.
        place: the titles of what they are part of.
        key: the key that they are the value of, or an element of its value.
    """
    if isinstance(told, dict) and isinstance(found, dict):
        for name in {**told, **found}:
            if name != "version":
                values = (told.get(name, ABSENT), found.get(name, ABSENT))
                yield from differences(*values, (*place, name), name)
    elif isinstance(told, list) and isinstance(found, list) and len(told) == len(found):
        for number, (one, other) in enumerate(zip(told, found, strict=True)):
            yield from differences(one, other, (*place, _title(one, number)), key)
    elif not _same(told, found, key):
        shown, again = _contrast(told, found)
        yield f"{' '.join(place) or 'the whole'} is {shown}, but computed again it is {again}"


def _title(item: Any, number: int) -> str:
    if isinstance(item, dict):
        if item.keys() >= {"first", "second"}:
            return f"{item['first']} : {item['second']}"
        return str(item.get("name") or item.get("system") or item.get("metric") or number + 1)
    return str(number + 1)


def _same(told: Any, found: Any, key: str) -> bool:
    if not isinstance(told, str) or not isinstance(found, str):
        return bool(told == found)
    if key in NAMES:
        return same_system(told, found)
    return UNEQUAL.sub("", told) == UNEQUAL.sub("", found)


def _contrast(told: Any, found: Any) -> tuple[str, str]:
    """Returns both as short texts: of two signatures, only the items that differ."""
    if isinstance(told, str) and isinstance(found, str) and "|" in told and "|" in found:
        sides = [UNEQUAL.sub("", text).split("|") for text in (told, found)]
        one, other = ([item for item in side if item not in sides[1 - at]] for at, side in enumerate(sides))
        return "|".join(one) or "without it", "|".join(other) or "without it"
    return _shown(told), _shown(found)


def _shown(value: Any) -> str:
    if value is ABSENT:
        return "absent"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
