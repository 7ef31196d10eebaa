"""Stores notes about processed files in the cache, so that the next run need not read the files.

Notes save time, and they distinguish complete files from truncated ones. They are never needed: a cache
that sacreBLEU wrote has none, and a cache that cannot be written to gets none.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def read_notes(path: str, recipe: list[Any]) -> dict[str, Any] | None:
    """Returns notes; None if there are none, or none that can be read, or notes of files of another recipe.

    The recipe is all that the noted files follow from.
    """
    from parbleu.io.json_text import parse_json

    try:
        with open(path, "rb") as file:
            noted = parse_json(file.read())
    except (OSError, ValueError):
        return None
    return noted if isinstance(noted, dict) and noted.get("recipe") == recipe else None


def write_notes(path: str, recipe: list[Any], noted: Mapping[str, Any]) -> None:
    """Writes notes, unless the cache cannot be written to."""
    import json

    from parbleu.errors import CacheError
    from parbleu.fetch.cache_files import caching

    text = json.dumps({"recipe": recipe, **noted}, indent=1)
    try:
        with caching(path) as file:
            file.write(text.encode())
    except CacheError:
        pass


def is_table(value: object, *kinds: type) -> bool:
    """Returns whether a part of notes is name -> a list of values of these kinds."""
    wanted = list(kinds)
    return isinstance(value, dict) and all(
        isinstance(row, list) and list(map(type, row)) == wanted for row in value.values()
    )
