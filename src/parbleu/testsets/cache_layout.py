"""Where test sets lie: the layout of sacreBLEU's cache, so that each tool uses what the other one fetched.

Below `$SACREBLEU` or `~/.sacrebleu` there is, for the set wmt21/AB:

- `wmt21/AB/wmt21_AB.en-de.ref-A`: one processed file per field, in which a line is a segment
- `wmt21/AB/raw/wmt21_AB.test.tgz`: what was downloaded
- `wmt21/AB/raw/test/...`: what came out of it
- `wmt21/AB/.parbleu/`: our notes about what we wrote; without them the rest works as well
"""

from __future__ import annotations

from os.path import expanduser, isabs, join

from parbleu.fetch.environment import cache as root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.testsets.catalogue_entry import Entry, Source

__all__ = [
    "archive_path",
    "directory",
    "notes_directory",
    "processed_path",
    "raw_directory",
    "raw_path",
    "root",
]


def directory(entry: Entry) -> str:
    """Returns the directory of a test set."""
    return join(root(), *entry.name.split("/"))


def raw_directory(entry: Entry) -> str:
    """Returns the directory of a set's downloads, and of the files that come out of them."""
    return join(directory(entry), "raw")


def archive_path(entry: Entry, source: Source) -> str:
    """Returns where a download of a set lies."""
    return join(raw_directory(entry), source.archive)


def raw_path(entry: Entry, file: str) -> str:
    """Returns where one of a pair's raw files lies; `file` has no column number.

    The files of a user's set without anything to download lie beside the file that describes it, or
    wherever that says.
    """
    if entry.sources or not entry.home:
        return join(raw_directory(entry), file)
    file = expanduser(file)
    return file if isabs(file) else join(entry.home, file)


def processed_path(entry: Entry, langpair: str, field: str) -> str:
    """Returns where the processed file of a field lies, such as `wmt21_AB.en-de.ref-A` for "ref:A".

    No name of a field, which may come out of a downloaded file, leads to another directory.
    """
    name = f"{entry.name.replace('/', '_')}.{langpair}.{field.replace(':', '-').replace('/', '_')}"
    return join(directory(entry), name)


def notes_directory(entry: Entry) -> str:
    """Returns the directory of our own notes about a set's files."""
    return join(directory(entry), ".parbleu")
