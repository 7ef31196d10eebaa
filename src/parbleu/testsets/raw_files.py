"""Defines `RawFiles`: downloads and unpacks the raw files of a language pair, and repairs partial ones."""

from __future__ import annotations

from errno import EACCES, EPERM, EROFS
from os import stat
from os.path import exists

from parbleu.errors import ArchiveError, CacheError, CatalogueError, UnreadableFileError
from parbleu.testsets.cache_folders import SetFolder, make_temporary_folder, temporary_folder
from parbleu.testsets.raw_archives import Archive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from parbleu.testsets.catalogue_entry import Entry


class RawFiles:
    """The raw files of a language pair.

    Args:
        entry: the test set.
        names: the names of the files in its raw directory, in the catalogue's order.

    Attributes:
        archives: the downloads that contain them.
    """

    def __init__(self, entry: Entry, names: Sequence[str]) -> None:
        self._entry = entry
        self._names = names
        every = [Archive(entry, source) for source in entry.sources]
        parts = [_FilesOfArchive(entry, archive, archive.files_among(names)) for archive in every]
        self._parts = [part for part in parts if part.names]
        self.archives: list[Archive] = [part.archive for part in self._parts]

    def paths(self) -> list[str]:
        """Returns the paths of the files, also of those that are missing."""
        return [_path(self._entry, name) for name in self._names]

    def obtain(self) -> list[str]:
        """Returns the paths of the files; downloads and unpacks missing ones.

        A file whose unpacking was recorded must have the size that was recorded. A file without a record is
        unpacked again if its archive is there and intact, since the process that unpacked it may have been
        interrupted; without such an archive it is used as it is.
        """
        for part in self._parts:
            part.obtain()
        paths = self.paths()
        for path in paths:
            if not exists(path):
                raise self._lacking(path)
        return paths

    def missing(self) -> list[Archive]:
        """Returns what `obtain` would download. Nothing is changed."""
        return [
            part.archive
            for part in self._parts
            if not (part.are_as_noted() or part.archive.is_intact() or part.were_put_there_by_hand())
        ]

    def _lacking(self, path: str) -> Exception:
        name = self._entry.name
        if not self._entry.sources:
            return UnreadableFileError(f"{path}: this file of the test set {name} is not there")
        if not self.archives:
            return CatalogueError(
                f"{path} comes out of no download of the test set {name}: archives end in .tar.gz, "
                '.tgz, .tar or .zip, and the key "holds" is how the names of their files begin'
            )
        archives = ", ".join(archive.source.archive for archive in self.archives)
        return ArchiveError(f"{path} is not in {archives}; see `parbleu data verify {name}`")


class _FilesOfArchive:
    """Those raw files of a language pair that come out of one download, or are it."""

    def __init__(self, entry: Entry, archive: Archive, names: list[str]) -> None:
        self._entry = entry
        self._folder = SetFolder(entry)
        self.archive = archive
        self.names = names

    def obtain(self) -> None:
        """Downloads and unpacks the files, unless they exist."""
        if self.are_as_noted():
            return
        from parbleu.fetch.cache_files import taking_turns

        known = bool(self.archive.wanted.digests)
        if not (known and self.archive.is_intact()) and self.were_put_there_by_hand():
            return
        try:
            with taking_turns(self.archive.notes, self.are_as_noted):
                if not self.are_as_noted():
                    self._obtain_and_unpack()
        except CacheError as problem:
            if not is_read_only(problem):
                raise
            if not self._are_there():
                self.archive.obtain()
                if self.archive.source.archive not in self.names:
                    self.archive.unpack(make_temporary_folder(self._entry).raw, self.names)

    def are_as_noted(self) -> bool:
        """Returns whether all files are in the notes, and have the noted sizes."""
        sizes = self.archive.noted_sizes()
        return all(sizes.get(name) == self._size(name) for name in self.names)

    def were_put_there_by_hand(self) -> bool:
        """Returns whether the files exist and do not contradict the notes.

        We know nothing about files of others, with one exception: sacreBLEU leaves a download with a wrong
        checksum where it is, with the lock file beside it that all of its downloads have.
        """
        sizes = self.archive.noted_sizes()
        changed = any(sizes[name] != self._size(name) for name in self.names if name in sizes)
        if changed or not self._are_there():
            return False
        source = self.archive.source
        refused = source.archive in self.names and source.md5 and exists(f"{self.archive.path}.lock")
        return not refused

    def _are_there(self) -> bool:
        return all(_size_of(_path(self._entry, name)) > 0 for name in self.names)

    def _size(self, name: str) -> int:
        return _size_of(self._folder.raw_file(name))

    def _obtain_and_unpack(self) -> None:
        """Downloads and unpacks what is needed, and what other pairs lack: sacreBLEU never unpacks twice."""
        self.archive.obtain()
        pairs = self._entry.language_pairs.values()
        every = {name for pair in pairs for name in self.archive.files_among(pair.paths)}
        others = sorted(name for name in every.difference(self.names) if self._size(name) < 0)
        if self.archive.source.archive not in self.names:
            self.archive.unpack(self._folder.raw, self.names, others)
        sizes = {name: self._size(name) for name in [*self.names, *others]}
        self.archive.note_sizes({name: size for name, size in sizes.items() if size >= 0})


def is_read_only(problem: CacheError) -> bool:
    """Returns whether a file cannot be written because of permissions or a read-only file system."""
    return problem.errno in (EACCES, EPERM, EROFS)


def _size_of(path: str) -> int:
    """Returns a file's size in bytes; -1 if there is none."""
    try:
        return stat(path).st_size
    except OSError:
        return -1


def _path(entry: Entry, name: str) -> str:
    """Returns where a raw file is that could not be written to the cache, or else where it belongs."""
    temporary = temporary_folder(entry)
    path = temporary.raw_file(name) if temporary else ""
    return path if path and exists(path) else SetFolder(entry).raw_file(name)
