"""Downloads of test sets, each once although several sets come out of it, and what they hold."""

from __future__ import annotations

import os
from contextlib import suppress

from parbleu.errors import ArchiveError, CatalogueError
from parbleu.testsets.cache_layout import archive_path, root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from parbleu.fetch.checksums import Wanted
    from parbleu.testsets.catalogue_entry import Entry, Source


def wanted(source: Source) -> Wanted:
    """Returns what is known of a download."""
    from parbleu.fetch.checksums import Wanted

    return Wanted(md5=source.md5, sha256=source.sha256, size=source.size)


def is_intact(entry: Entry, source: Source) -> bool:
    """Returns whether a download is there and, as far as its checksum is known, is the right file."""
    from parbleu.fetch.checksums import is_there

    return is_there(archive_path(entry, source), wanted(source))


def obtain(entry: Entry, source: Source) -> str:
    """Makes sure that a download of a set is there, and right; returns its path.

    The same file in the directory of another set is used instead of the network. Processes that want it for
    different sets take turns, so that the first one fetches it for all.

    Raises:
        DownloadError, CacheError: see `parbleu.fetch.download.fetch`.
    """
    from parbleu.fetch.download import fetch
    from parbleu.io.locks import one_at_a_time

    path = archive_path(entry, source)
    checksum = source.md5 or source.sha256
    if checksum is None:
        return fetch(source.url, path, size=source.size)
    shared = os.path.join(root(), ".parbleu", checksum)
    with one_at_a_time(shared, lambda: is_intact(entry, source)):
        return fetch(
            source.url,
            path,
            md5=source.md5,
            sha256=source.sha256,
            size=source.size,
            copies=_twins(entry, source),
        )


def unpack_files(
    entry: Entry, source: Source, directory: str, needed: Sequence[str], others: Sequence[str] = ()
) -> None:
    """Takes files out of a download that is there. A damaged one is downloaded again.

    One that only lacks a file stays: perhaps the test set's description is wrong.

    Args:
        entry: the test set.
        source: one of its downloads, an archive.
        directory: where to put them.
        needed: members that have to be there.
        others: members that come out at the same time, as sacreBLEU expects of an archive that is there.

    Raises:
        ArchiveError: that cannot be done, although the archive is the right one.
        DownloadError, CacheError: see `parbleu.fetch.download.fetch`.
    """
    from parbleu.fetch.archives import LackingError, unpack
    from parbleu.fetch.checksums import digest

    path = archive_path(entry, source)
    try:
        unpack(path, directory, [*needed, *others])
    except LackingError:
        unpack(path, directory, needed)
    except ArchiveError:
        checksum = source.md5 or source.sha256
        if checksum is None or digest(path, "md5" if source.md5 else "sha256") != checksum:
            os.unlink(path)
            obtain(entry, source)
        unpack(path, directory, needed)


def _twins(entry: Entry, source: Source) -> Iterator[str]:
    """Yields where the same download would lie in other sets' directories."""
    for other in _sets():
        for each in other.sources:
            if other.name != entry.name and (each.md5, each.sha256) == (source.md5, source.sha256):
                yield archive_path(other, each)


def _sets() -> Iterator[Entry]:
    """Yields all test sets but those whose files are wrong: that is none of our business here."""
    from parbleu.testsets.catalogue import find, names

    with suppress(CatalogueError):
        for name in names():
            with suppress(CatalogueError):
                yield find(name)
