"""What we wrote down about files of the cache, so that the next run need not look into them.

Notes save time and tell a file that is whole from one that was cut short. They are never needed: a cache that
sacreBLEU wrote has none, and a cache that cannot be written to gets none.
"""

from __future__ import annotations

from os import stat
from os.path import join

from parbleu.testsets.cache import notes_directory, raw_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from parbleu.testsets.entry import Entry, Source

EDITION = 1
"""Changes when the text that a format makes of the same files changes: older processed files are void."""


def of_pair(entry: Entry, langpair: str) -> str:
    """Returns where the notes about a pair's processed files are.

    They hold its fields in order, and for each file its size, its number of lines and its SHA-256.
    """
    return join(notes_directory(entry), f"{langpair}.json")  # noqa: PTH118 - pathlib loads slowly


def of_source(entry: Entry, source: Source) -> str:
    """Returns where the notes about the raw files of a download are: the size of each."""
    return join(notes_directory(entry), "raw", f"{source.archive}.json")  # noqa: PTH118


def recipe(entry: Entry, langpair: str) -> list[Any]:
    """Returns all that processed files follow from. Notes with another recipe are void."""
    sources = [[source.url, source.md5 or source.sha256] for source in entry.sources]
    return [EDITION, entry.format, list(entry.pair(langpair).files), dict(entry.options), sources]


def own_files(entry: Entry, langpair: str) -> dict[str, list[int]]:
    """Returns size and time of the raw files that a user may change: those of a set without downloads."""
    found = {}
    for file in () if entry.sources else entry.pair(langpair).paths:
        path = raw_path(entry, file)
        try:
            status = stat(path)  # noqa: PTH116
        except OSError:
            continue
        found[path] = [status.st_size, status.st_mtime_ns]
    return found


def read(path: str, recipe: list[Any]) -> dict[str, Any] | None:
    """Returns what was noted for this recipe; None if nothing was, or nothing readable."""
    import json

    try:
        with open(path, encoding="utf-8") as file:  # noqa: PTH123
            noted = json.load(file)
    except (OSError, ValueError):
        return None
    if not isinstance(noted, dict) or noted.get("recipe") != recipe:
        return None
    return noted


def write(path: str, recipe: list[Any], noted: Mapping[str, Any]) -> None:
    """Writes notes, unless the cache cannot be written to."""
    import json

    from parbleu.errors import CacheError
    from parbleu.fetching.atomic import replacing

    text = json.dumps({"recipe": recipe, **noted}, indent=1)
    try:
        with replacing(path) as file:
            file.write(text.encode())
    except CacheError:
        pass
