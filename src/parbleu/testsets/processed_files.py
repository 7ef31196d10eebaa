"""Makes the processed files of a language pair, or vouches for those that are there.

Each file appears whole or not at all. A cache that cannot be written to gets none: they are made anew in a
temporary directory, for this process only.
"""

from __future__ import annotations

from contextlib import ExitStack
from os import listdir
from os.path import basename, join, relpath

from parbleu.errors import CacheError, FormatError, UndecodableLine, UnreadableFileError
from parbleu.fetch.cache_files import caching
from parbleu.io.locks import one_at_a_time
from parbleu.testsets import file_notes, temporary_cache
from parbleu.testsets.cache_layout import directory, processed_path, root
from parbleu.testsets.formats import FORMATS
from parbleu.testsets.raw_files import raw_files, raw_paths

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, BinaryIO

    from parbleu.testsets.catalogue_entry import Entry

    Noted = dict[str, list[Any]]  # field -> size in bytes, number of lines, SHA-256

_away: dict[tuple[str, str], dict[str, str]] = {}
"""Directory and language pair -> field -> the file that was made in a temporary directory."""

_BLOCK = 1 << 20


def away(entry: Entry, langpair: str) -> dict[str, str] | None:
    """Returns the files that this process has made in a temporary directory, if it has."""
    return _away.get((directory(entry), langpair))


def make(entry: Entry, langpair: str) -> dict[str, str]:
    """Makes the processed files of a pair, unless those that another program made are whole.

    Returns:
        field -> file, in order.

    Raises:
        as `parbleu.testsets.field_files.processed`.
    """
    from parbleu.testsets.field_files import whole

    with one_at_a_time(file_notes.pair_path(entry, langpair), lambda: whole(entry, langpair) is not None):
        found = whole(entry, langpair)
        if found is None and entry.sources:
            found = _adopt(entry, langpair)
        return found or _convert(entry, langpair)


def named_fields(entry: Entry, langpair: str) -> list[str]:
    """Returns the fields whose files have the names that processed files of a pair have, sorted sensibly."""
    prefix = basename(processed_path(entry, langpair, ""))
    try:
        names = listdir(directory(entry))
    except OSError:
        return []
    fields = [name.removeprefix(prefix) for name in names if name.startswith(prefix)]
    fields = [f"ref:{field[4:]}" if field.startswith("ref-") else field for field in fields]
    return sorted(fields, key=_place)


def _place(field: str) -> tuple[int, str]:
    """Sorts as the formats order their fields: systems stand between the documents and their domain."""
    if field.startswith("ref"):
        return 1, field
    known = {"src": 0, "docid": 2, "genre": 3, "origlang": 4, "domain": 6}
    return known.get(field, 5), field


def _adopt(entry: Entry, langpair: str) -> dict[str, str] | None:
    """Takes over the files that another program made, if they are all there and equally long.

    They were written side by side, line by line, so one that was cut short shows.
    """
    try:
        fields = FORMATS[entry.format]().fields(entry, langpair, raw_paths(entry, langpair))
    except (FormatError, UndecodableLine, UnreadableFileError):
        fields = named_fields(entry, langpair)
    paths = {field: processed_path(entry, langpair, field) for field in fields}
    try:
        noted = {field: _examine(path) for field, path in paths.items()}
    except OSError:
        return None
    lengths = {lines for _, lines, _ in noted.values()}
    if len(lengths) != 1 or min(lengths) < 1:
        return None
    _note(entry, langpair, noted)
    return paths


def _examine(path: str) -> list[Any]:
    """Returns a file's size, number of lines and SHA-256; -1 lines if the last one has no end."""
    from hashlib import sha256

    digest, lines, size, last = sha256(), 0, 0, b""
    with open(path, "rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
            lines += block.count(b"\n")
            size += len(block)
            last = block[-1:]
    return [size, lines if last == b"\n" else -1, digest.hexdigest()]


def _convert(entry: Entry, langpair: str) -> dict[str, str]:
    files = raw_files(entry, langpair)
    fields = FORMATS[entry.format]().fields(entry, langpair, files)
    paths = {field: processed_path(entry, langpair, field) for field in fields}
    try:
        noted = _write(entry, langpair, files, paths)
    except CacheError as problem:
        if not temporary_cache.is_read_only(problem):
            raise
        there = join(temporary_cache.directory(), relpath(directory(entry), root()))
        paths = {field: join(there, basename(path)) for field, path in paths.items()}
        _write(entry, langpair, files, paths)
        _away[directory(entry), langpair] = paths
        return paths
    _note(entry, langpair, noted)
    return paths


def _note(entry: Entry, langpair: str, noted: Noted) -> None:
    file_notes.write_pair(entry, langpair, {"fields": noted, "own": file_notes.own_files(entry, langpair)})


def _write(entry: Entry, langpair: str, files: list[str], paths: dict[str, str]) -> Noted:
    with ExitStack() as stack:
        columns = {field: _Column(stack.enter_context(caching(path))) for field, path in paths.items()}
        FORMATS[entry.format]().convert(
            entry, langpair, files, lambda field, lines: columns[field].write(lines)
        )
    return {field: column.noted() for field, column in columns.items()}


class _Column:
    """A processed file that is being written."""

    def __init__(self, file: BinaryIO) -> None:
        from hashlib import sha256

        self._file = file
        self._digest = sha256()
        self._size = 0
        self._lines = 0

    def write(self, lines: bytes) -> None:
        self._file.write(lines)
        self._digest.update(lines)
        self._size += len(lines)
        self._lines += lines.count(b"\n")

    def noted(self) -> list[Any]:
        return [self._size, self._lines, self._digest.hexdigest()]
