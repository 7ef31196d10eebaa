"""What we wrote down about files of the cache, so that the next run need not look into them.

Notes save time and tell a file that is whole from one that was cut short. They are never needed: a cache that
sacreBLEU wrote has none, and a cache that cannot be written to gets none.
"""

from __future__ import annotations

from os import stat
from os.path import join

from parbleu.testsets.cache_layout import notes_directory, raw_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from parbleu.testsets.catalogue_entry import Entry, Source

EDITION = 1
"""Changes when the text that a format makes of the same files changes: older processed files are void."""

_read_before: dict[str, tuple[tuple[int, int, int], Any]] = {}


def pair_path(entry: Entry, langpair: str) -> str:
    """Returns where the notes about a pair's processed files are."""
    return join(notes_directory(entry), f"{langpair}.json")


def read_pair(entry: Entry, langpair: str) -> dict[str, Any] | None:
    """Returns what was noted about a pair's processed files.

    Returns:
        "fields": field -> size in bytes, number of lines and SHA-256 of its file, in order; "own": path ->
        size and time of those raw files that a user may change. None if nothing was noted, if the notes are
        damaged, or if the files were made of something else than they would be made of now.
    """
    noted = _read(pair_path(entry, langpair), _pair_recipe(entry, langpair))
    whole = noted and _holds(noted.get("fields"), int, int, str) and _holds(noted.get("own"), int, int)
    return noted if whole else None


def write_pair(entry: Entry, langpair: str, noted: Mapping[str, Any]) -> None:
    """Notes that, unless the cache cannot be written to."""
    _write(pair_path(entry, langpair), _pair_recipe(entry, langpair), noted)


def source_path(entry: Entry, source: Source) -> str:
    """Returns where the notes about the raw files of a download are."""
    return join(notes_directory(entry), "raw", f"{source.archive}.json")


def read_source(entry: Entry, source: Source) -> dict[str, int]:
    """Returns what was noted about the raw files that came out of a download, or are it: file -> bytes."""
    noted = _read(source_path(entry, source), _source_recipe(source))
    files = noted and noted.get("files")
    return files if isinstance(files, dict) and all(type(size) is int for size in files.values()) else {}


def write_source(entry: Entry, source: Source, sizes: Mapping[str, int]) -> None:
    """Notes that, unless the cache cannot be written to."""
    _write(source_path(entry, source), _source_recipe(source), {"files": sizes})


def own_files(entry: Entry, langpair: str) -> dict[str, list[int]]:
    """Returns size and time of the raw files that a user may change: those of a set without downloads."""
    found = {}
    for file in () if entry.sources else entry.pair(langpair).paths:
        path = raw_path(entry, file)
        try:
            status = stat(path)
        except OSError:
            continue
        found[path] = [status.st_size, status.st_mtime_ns]
    return found


def _pair_recipe(entry: Entry, langpair: str) -> list[Any]:
    """Returns all that processed files follow from. Notes with another recipe are void."""
    sources = [_source_recipe(source) for source in entry.sources]
    return [EDITION, entry.format, list(entry.pair(langpair).files), dict(entry.options), sources]


def _source_recipe(source: Source) -> list[str | None]:
    return [source.url, source.md5, source.sha256]


def _read(path: str, recipe: list[Any]) -> dict[str, Any] | None:
    """Returns notes for this recipe; None if there are none, or none that can be read."""
    try:
        status = stat(path)
        key = status.st_size, status.st_mtime_ns, status.st_ino
        before = _read_before.get(path)
        if before is None or before[0] != key:
            import json

            with open(path, encoding="utf-8") as file:
                before = _read_before[path] = key, json.load(file)
    except (OSError, ValueError, RecursionError):
        return None
    noted = before[1]
    return noted if isinstance(noted, dict) and noted.get("recipe") == recipe else None


def _holds(table: object, *kinds: type) -> bool:
    """Returns whether a part of notes is name -> a list of values of these kinds."""
    return isinstance(table, dict) and all(
        isinstance(values, list) and [type(value) for value in values] == list(kinds)
        for values in table.values()
    )


def _write(path: str, recipe: list[Any], noted: Mapping[str, Any]) -> None:
    import json

    from parbleu.errors import CacheError
    from parbleu.fetch.cache_files import caching

    text = json.dumps({"recipe": recipe, **noted}, indent=1)
    try:
        with caching(path) as file:
            file.write(text.encode())
    except CacheError:
        pass
