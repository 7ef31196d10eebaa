"""The raw files of a language pair: downloaded, unpacked, and mended where that was interrupted."""

from __future__ import annotations

from os import stat
from os.path import exists, join

from parbleu.errors import ArchiveError, CacheError, CatalogueError, UnreadableFileError
from parbleu.testsets import file_notes, temporary_cache
from parbleu.testsets.cache_layout import archive_path, raw_directory, raw_path
from parbleu.testsets.raw_archives import is_intact, obtain, unpack_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from parbleu.testsets.catalogue_entry import Entry, Source


_away: dict[str, str] = {}
"""Where a raw file belongs -> where it is instead, if it cannot be written there."""


def raw_paths(entry: Entry, langpair: str) -> list[str]:
    """Returns where a pair's raw files belong, in the catalogue's order, whether or not they are there.

    Raises:
        UnknownLanguagePairError: the set has no such pair.
    """
    paths = [raw_path(entry, file) for file in entry.pair(langpair).paths]
    return [_away.get(path, path) for path in paths]


def raw_files(entry: Entry, langpair: str) -> list[str]:
    """Returns a pair's raw files, in the catalogue's order; fetches and unpacks what is not there.

    A file that we unpacked must have the size that it had then. A file that we know nothing about is unpacked
    again if its archive is there and intact, since whoever unpacked it may have been interrupted; without
    such an archive it is taken as it is.

    Raises:
        UnknownLanguagePairError: the set has no such pair.
        DownloadError: something is not to be had.
        CacheError: the cache cannot be written to.
        ArchiveError: an archive lacks a file, or cannot be unpacked.
        CatalogueError: a file comes out of no download.
        UnreadableFileError: a file of a user's own set is not there.
    """
    for source in sources_of(entry, langpair):
        _provide(entry, source, _files_in(entry, source, entry.pair(langpair).paths))
    paths = raw_paths(entry, langpair)
    for path in paths:
        if exists(path):
            continue
        if not entry.sources:
            raise UnreadableFileError(f"{path}: this file of the test set {entry.name} is not there")
        archives = ", ".join(source.archive for source in sources_of(entry, langpair))
        if not archives:
            raise CatalogueError(
                f"{path} comes out of no download of the test set {entry.name}: archives end in .tar.gz, "
                '.tgz, .tar or .zip, and the key "holds" is how the names of their files begin'
            )
        raise ArchiveError(f"{path} is not in {archives}; see `parbleu data verify {entry.name}`")
    return paths


def sources_of(entry: Entry, langpair: str) -> list[Source]:
    """Returns what has to be downloaded for a pair.

    Raises:
        UnknownLanguagePairError: the set has no such pair.
    """
    files = entry.pair(langpair).paths
    return [source for source in entry.sources if _files_in(entry, source, files)]


def missing_sources(entry: Entry, langpair: str) -> list[Source]:
    """Returns what `raw_files` would download. Nothing is changed.

    Raises:
        UnknownLanguagePairError: the set has no such pair.
    """

    def is_missing(source: Source) -> bool:
        files = _files_in(entry, source, entry.pair(langpair).paths)
        return not (
            _as_noted(entry, source, files)
            or is_intact(entry, source)
            or _put_there_by_hand(entry, source, files)
        )

    return [source for source in sources_of(entry, langpair) if is_missing(source)]


def _files_in(entry: Entry, source: Source, files: Sequence[str]) -> list[str]:
    """Returns those raw files that come out of a download, or are it."""
    from parbleu.fetch.archives import is_archive

    bare = {each.archive for each in entry.sources}
    if not is_archive(source.archive):
        return [file for file in files if file == source.archive]
    return [file for file in files if file not in bare and file.startswith(source.holds)]


def _provide(entry: Entry, source: Source, files: list[str]) -> None:
    """Sees to the raw files that come out of a download, or are it."""
    if _as_noted(entry, source, files):
        return
    from parbleu.io.locks import one_at_a_time

    known = source.md5 is not None or source.sha256 is not None
    if not (known and is_intact(entry, source)) and _put_there_by_hand(entry, source, files):
        return
    try:
        with one_at_a_time(file_notes.source_path(entry, source), lambda: _as_noted(entry, source, files)):
            if not _as_noted(entry, source, files):
                _obtain_and_unpack(entry, source, files)
    except CacheError as problem:
        if not temporary_cache.is_read_only(problem):
            raise
        if not _are_there(entry, files):
            _unpack_away(entry, source, files)


def _as_noted(entry: Entry, source: Source, files: Sequence[str]) -> bool:
    """Whether we noted all these files, and they have the size that they had then."""
    sizes = file_notes.read_source(entry, source)
    return all(file in sizes and sizes[file] == _size(raw_path(entry, file)) for file in files)


def _put_there_by_hand(entry: Entry, source: Source, files: Sequence[str]) -> bool:
    """Whether the files are there, and are not others than we noted.

    Those that we know nothing about are somebody else's responsibility, with one exception: sacreBLEU leaves
    a download with a wrong checksum where it is, with the lock file beside it that all of its downloads have.
    """
    sizes = file_notes.read_source(entry, source)
    noted = [file for file in files if file in sizes]
    if not _are_there(entry, files) or not _as_noted(entry, source, noted):
        return False
    refused = source.archive in files and source.md5 and exists(archive_path(entry, source) + ".lock")
    return not refused


def _are_there(entry: Entry, files: Sequence[str]) -> bool:
    paths = [raw_path(entry, file) for file in files]
    return all(_size(_away.get(path, path)) > 0 for path in paths)


def _size(path: str) -> int:
    """A file's size in bytes; -1 if there is none."""
    try:
        return stat(path).st_size
    except OSError:
        return -1


def _obtain_and_unpack(entry: Entry, source: Source, needed: Sequence[str]) -> None:
    """Downloads and unpacks what is needed, and what other pairs lack: sacreBLEU never unpacks twice."""
    obtain(entry, source)
    files = {file for pair in entry.langpairs.values() for file in _files_in(entry, source, pair.paths)}
    lacking = sorted(file for file in files.difference(needed) if _size(raw_path(entry, file)) < 0)
    if source.archive not in needed:
        unpack_files(entry, source, raw_directory(entry), needed, lacking)
    sizes = {file: _size(raw_path(entry, file)) for file in [*needed, *lacking]}
    noted = file_notes.read_source(entry, source) | {file: size for file, size in sizes.items() if size >= 0}
    file_notes.write_source(entry, source, noted)


def _unpack_away(entry: Entry, source: Source, files: Sequence[str]) -> None:
    """Unpacks a download of a cache that cannot be written to."""
    directory = join(temporary_cache.directory(), source.archive + ".files")
    obtain(entry, source)
    if source.archive not in files:
        unpack_files(entry, source, directory, files)
        _away.update({raw_path(entry, file): join(directory, file) for file in files})
