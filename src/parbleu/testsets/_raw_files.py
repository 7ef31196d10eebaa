"""Downloads and unpacks the raw files of a language pair, and writes each of their fields to a file."""

from __future__ import annotations

import os
from contextlib import suppress
from errno import EACCES, EPERM, EROFS
from os import stat
from os.path import exists

from parbleu.errors import ArchiveError, CacheError, CatalogueError, MissingMemberError, UnreadableFileError
from parbleu.fetch._environment import cache, is_archive
from parbleu.testsets._cache_folders import (
    SetFolder,
    make_temporary_folder,
    read_notes,
    temporary_folder,
    write_notes,
)
from parbleu.testsets._catalogue import find, names, splits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any, BinaryIO

    from parbleu.fetch._checksums import Wanted
    from parbleu.testsets._catalogue_entry import Entry
    from parbleu.testsets._pair_rules import Source
    from parbleu.testsets.formats._base import PairFormat

    FileFacts = list[Any]
    """A file's size in bytes, number of lines and SHA-256."""

_BLOCK = 1 << 20


class Archive:
    """A download of a test set: an archive, or a file that is used as it comes.

    Attributes:
        source: the download, as given.
        path: the file of the download in the cache.
        notes: the file of the notes about what came out of it.
    """

    def __init__(self, entry: Entry, source: Source) -> None:
        folder = SetFolder(entry)
        self._entry = entry
        self.source = source
        self.path: str = folder.archive(source)
        self.notes: str = folder.archive_notes(source)

    @property
    def wanted(self) -> Wanted:
        """The checksums and the size of the download, as far as they are known."""
        from parbleu.fetch._checksums import Wanted

        return Wanted(md5=self.source.md5, sha256=self.source.sha256, size=self.source.size)

    def files_among(self, raw_files: Iterable[str]) -> list[str]:
        """Returns the raw files of the set that the download contains, or is."""
        if not is_archive(self.source.archive):
            return [file for file in raw_files if file == self.source.archive]
        bare = {source.archive for source in self._entry.sources}
        return [file for file in raw_files if file not in bare and file.startswith(self.source.holds)]

    def is_intact(self) -> bool:
        """Returns whether the download is there and, as far as its checksum is known, is the right file."""
        from parbleu.fetch._checksums import is_there

        return is_there(self.path, self.wanted)

    def obtain(self) -> None:
        """Downloads the file unless an intact one exists.

        The same file in the directory of another set is used instead of the network. Processes that want it
        for different sets take turns, so that the first one fetches it for all.
        """
        from parbleu.fetch._cache_files import taking_turns
        from parbleu.fetch._download import fetch

        source = self.source
        checksum = source.md5 or source.sha256
        terms = self._entry.gated
        if checksum is None:
            self._obtain_unknown(terms)
            return
        with taking_turns(os.path.join(cache(), ".parbleu", checksum), self.is_intact):
            md5, sha256, copies = source.md5, source.sha256, self._twins()
            fetch(source.url, self.path, md5=md5, sha256=sha256, size=source.size, copies=copies, terms=terms)

    def _obtain_unknown(self, terms: str | None) -> None:
        """Downloads a file whose checksum is not known.

        Of a set that is one version of its texts the first download is the right one: later ones have to be
        the same file.
        """
        from parbleu._base.log import inform
        from parbleu.fetch._checksums import first_sha256
        from parbleu.fetch._download import fetch

        source = self.source
        first = first_sha256(self.path) if self._entry.version else None
        fetch(source.url, self.path, sha256=first, size=source.size, terms=terms)
        if self._entry.version and first is None and (kept := first_sha256(self.path)):
            inform(
                f"No checksum of {source.url} is known: this download is taken for the right one from now on "
                f"(SHA-256 {kept})"
            )

    def unpack(self, directory: str, needed: Sequence[str], others: Sequence[str] = ()) -> None:
        """Unpacks files of the archive, which must exist. A damaged archive is downloaded again.

        One that only lacks a file stays: perhaps the test set's description is wrong.

        Args:
            directory: where to put them.
            needed: members that have to be there.
            others: members that come out at the same time, as sacreBLEU expects of an archive that is there.
        """
        from parbleu.fetch._archives import unpack

        try:
            unpack(self.path, directory, [*needed, *others])
        except MissingMemberError:
            unpack(self.path, directory, needed)
        except ArchiveError:
            from parbleu.fetch._checksums import digest

            checksum = self.source.md5 or self.source.sha256
            if checksum is None or digest(self.path, "md5" if self.source.md5 else "sha256") != checksum:
                os.unlink(self.path)
                self.obtain()
            unpack(self.path, directory, needed)

    def noted_sizes(self) -> dict[str, int]:
        """Returns the noted sizes of the raw files from the download: file -> bytes."""
        noted = read_notes(self.notes, self.source.recipe)
        files = noted and noted.get("files")
        return files if isinstance(files, dict) and all(type(size) is int for size in files.values()) else {}

    def is_of_another_address(self) -> bool:
        """Returns whether the file was noted for another address or checksum than the test set has now."""
        noted = read_notes(self.notes, None)
        recipe = self.source.recipe if noted is None else noted.get("recipe")
        if not isinstance(recipe, list) or len(recipe) != len(self.source.recipe):
            return True
        begin = 1 if any(self.source.recipe[1:]) else 0  # the same file may come from elsewhere
        return recipe[begin:] != self.source.recipe[begin:]

    def note_sizes(self, sizes: Mapping[str, int]) -> None:
        """Adds these files to the notes."""
        write_notes(self.notes, self.source.recipe, {"files": {**self.noted_sizes(), **sizes}})

    def _twins(self) -> Iterator[str]:
        """Yields where the same download would lie in other sets' directories."""
        for other in _known_sets():
            for source in other.sources:
                same = (source.md5, source.sha256) == (self.source.md5, self.source.sha256)
                if other.name != self._entry.name and same:
                    yield SetFolder(other).archive(source)


def _known_sets() -> Iterator[Entry]:
    """Yields all test sets but those whose description is wrong, which is reported when they are used."""
    with suppress(CatalogueError):
        for name in names():
            with suppress(CatalogueError):
                entry = find(name)
                yield entry
                yield from map(find, splits(entry))


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
        every = [Archive(entry, source) for source in entry.sources_of(names)]
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
        from parbleu.fetch._cache_files import taking_turns

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
        if self.archive.is_of_another_address():
            return False
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
        if self.archive.is_of_another_address() and not self.archive.wanted.digests:
            from parbleu.fetch._checksums import forget

            with suppress(FileNotFoundError):
                os.unlink(self.archive.path)
            if read_notes(self.archive.notes, None) is not None:
                forget(self.archive.path)
        self.archive.obtain()
        every: set[str] = set()
        if is_archive(self.archive.source.archive):
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


def write_fields(reader: PairFormat, paths: Mapping[str, str]) -> dict[str, FileFacts]:
    """Writes all fields of a language pair, and returns the notes about the files.

    Each file appears whole or not at all.
    """
    from contextlib import ExitStack

    from parbleu.fetch._cache_files import caching

    with ExitStack() as stack:
        columns = {field: _Column(stack.enter_context(caching(path))) for field, path in paths.items()}
        reader.convert(lambda field, lines: columns[field].write(lines))
    return {field: column.facts() for field, column in columns.items()}


def examine(path: str) -> FileFacts:
    """Returns the notes about a file; the number of lines is -1 if the last line has no end."""
    from hashlib import sha256

    digest, lines, size, last = sha256(), 0, 0, b""
    with open(path, "rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
            lines += block.count(b"\n")
            size += len(block)
            last = block[-1:]
    return [size, lines if last == b"\n" else -1, digest.hexdigest()]


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

    def facts(self) -> FileFacts:
        return [self._size, self._lines, self._digest.hexdigest()]
