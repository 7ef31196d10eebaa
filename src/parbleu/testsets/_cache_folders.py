"""Defines where test sets lie: the layout of sacreBLEU's cache, so that both tools share downloads.

Below `$SACREBLEU` or `~/.sacrebleu` there is, for the set wmt21/AB:

- `wmt21/AB/wmt21_AB.en-de.ref-A`: one processed file per field, in which a line is a segment
- `wmt21/AB/raw/wmt21_AB.test.tgz`: what was downloaded
- `wmt21/AB/raw/test/...`: what came out of it
- `wmt21/AB/.parbleu/`: our notes about what we wrote; without them the rest works as well

Where the cache is read-only, missing files are made in a temporary directory with the same layout.

Notes save the next run from reading the files, and distinguish complete files from truncated ones. They are
never needed: a cache that sacreBLEU wrote has none, and a cache that cannot be written to gets none.
"""

from __future__ import annotations

from os.path import expanduser, isabs, join

from parbleu.fetch._environment import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from parbleu.testsets._catalogue_entry import Entry
    from parbleu.testsets._pair_rules import Source


class SetFolder:
    """The directory of a test set.

    Args:
        entry: the test set.
        root: the directory of all sets; the cache by default.

    Attributes:
        path: the directory.
        raw: the directory of the set's downloads, and of the files that come out of them.
    """

    def __init__(self, entry: Entry, root: str | None = None) -> None:
        self._entry = entry
        self.path: str = join(cache() if root is None else root, *entry.name.split("/"))
        self.raw: str = join(self.path, "raw")

    def archive(self, source: Source) -> str:
        """Returns the path of a download."""
        return join(self.raw, source.archive)

    def raw_file(self, name: str) -> str:
        """Returns the path of a raw file; `name` has no column number.

        The files of a user's set without anything to download lie beside the file that describes it, or
        wherever that says.
        """
        if self._entry.sources or not self._entry.home:
            return join(self.raw, name)
        name = expanduser(name)
        return name if isabs(name) else join(self._entry.home, name)

    def processed(self, language_pair: str, field: str) -> str:
        """Returns the path of the processed file of a field, such as `wmt21_AB.en-de.ref-A` for "ref:A".

        No name of a field, which may come out of a downloaded file, leads to another directory.
        """
        field = field.replace(":", "-").replace("/", "_")
        return join(self.path, f"{self._entry.name.replace('/', '_')}.{language_pair}.{field}")

    def notes(self, language_pair: str) -> str:
        """Returns the path of the notes about a pair's processed files."""
        return join(self.path, ".parbleu", f"{language_pair}.json")

    def archive_notes(self, source: Source) -> str:
        """Returns the path of the notes about the raw files of a download."""
        return join(self.path, ".parbleu", "raw", f"{source.archive}.json")


_temporary: list[str] = []
"""The directory for what cannot be written to the cache, if this process has made one."""


def temporary_folder(entry: Entry) -> SetFolder | None:
    """Returns the temporary directory of a test set, if this process has made one."""
    return SetFolder(entry, _temporary[0]) if _temporary else None


def make_temporary_folder(entry: Entry) -> SetFolder:
    """Makes a temporary directory for a test set, which is removed when this process ends; returns it."""
    if not _temporary:
        from atexit import register
        from shutil import rmtree
        from tempfile import mkdtemp

        _temporary.append(mkdtemp(prefix="parbleu-"))
        register(rmtree, _temporary[0], ignore_errors=True)
    return SetFolder(entry, _temporary[0])


def read_notes(path: str, recipe: list[Any] | None) -> dict[str, Any] | None:
    """Returns notes; None if there are none, or none that can be read, or notes of files of another recipe.

    The recipe is all that the noted files follow from; None takes notes of any.
    """
    from parbleu._io.json_text import parse_json

    try:
        with open(path, "rb") as file:
            noted = parse_json(file.read())
    except (OSError, ValueError):
        return None
    return noted if isinstance(noted, dict) and recipe in (None, noted.get("recipe")) else None


def write_notes(path: str, recipe: list[Any], noted: Mapping[str, Any]) -> None:
    """Writes notes, unless the cache cannot be written to."""
    import json

    from parbleu.errors import CacheError
    from parbleu.fetch._cache_files import caching

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
