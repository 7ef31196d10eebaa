"""Defines `Archive`, a download of a test set, which several sets may share."""

from __future__ import annotations

import os
from contextlib import suppress

from parbleu.errors import ArchiveError, CatalogueError, MissingMemberError
from parbleu.fetch.archive_kinds import is_archive
from parbleu.fetch.environment import cache
from parbleu.testsets.cache_folders import SetFolder
from parbleu.testsets.catalogue import find, names
from parbleu.testsets.file_notes import read_notes, write_notes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from parbleu.fetch.checksums import Wanted
    from parbleu.testsets.catalogue_entry import Entry, Source


class Archive:
    """A download of a test set: an archive, or a file that is used as it comes.

    Args:
        entry: the test set.
        source: one of its downloads.

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
        from parbleu.fetch.checksums import Wanted

        return Wanted(md5=self.source.md5, sha256=self.source.sha256, size=self.source.size)

    def files_among(self, raw_files: Iterable[str]) -> list[str]:
        """Returns the raw files of the set that the download contains, or is."""
        if not is_archive(self.source.archive):
            return [file for file in raw_files if file == self.source.archive]
        bare = {source.archive for source in self._entry.sources}
        return [file for file in raw_files if file not in bare and file.startswith(self.source.holds)]

    def is_intact(self) -> bool:
        """Returns whether the download is there and, as far as its checksum is known, is the right file."""
        from parbleu.fetch.checksums import is_there

        return is_there(self.path, self.wanted)

    def obtain(self) -> None:
        """Downloads the file unless an intact one exists.

        The same file in the directory of another set is used instead of the network. Processes that want it
        for different sets take turns, so that the first one fetches it for all.
        """
        from parbleu.fetch.cache_files import taking_turns
        from parbleu.fetch.download import fetch

        source = self.source
        checksum = source.md5 or source.sha256
        if checksum is None:
            fetch(source.url, self.path, size=source.size)
            return
        with taking_turns(os.path.join(cache(), ".parbleu", checksum), self.is_intact):
            md5, sha256, copies = source.md5, source.sha256, self._twins()
            fetch(source.url, self.path, md5=md5, sha256=sha256, size=source.size, copies=copies)

    def unpack(self, directory: str, needed: Sequence[str], others: Sequence[str] = ()) -> None:
        """Unpacks files of the archive, which must exist. A damaged archive is downloaded again.

        One that only lacks a file stays: perhaps the test set's description is wrong.

        Args:
            directory: where to put them.
            needed: members that have to be there.
            others: members that come out at the same time, as sacreBLEU expects of an archive that is there.
        """
        from parbleu.fetch.archives import unpack

        try:
            unpack(self.path, directory, [*needed, *others])
        except MissingMemberError:
            unpack(self.path, directory, needed)
        except ArchiveError:
            from parbleu.fetch.checksums import digest

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
                yield find(name)
