"""Resolves names such as "wmt24", "wmt24/en-de" and "all" to test sets and their files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from parbleu.errors import OptionError, UnknownTestSetError
from parbleu.fetch._environment import cache
from parbleu.tables import Result, record, rows
from parbleu.testsets._cache_folders import SetFolder
from parbleu.testsets._catalogue import find, names
from parbleu.testsets._catalogue_entry import Entry
from parbleu.testsets._pair_files import PairFiles, all_files
from parbleu.text._languages import language_of_region, pair_by_region

EVERY = "all"
"""The name that stands for all test sets."""


@dataclass(frozen=True)
class CachePath:
    """The path of the cache, a test set, or the text of a language pair.

    Attributes:
        path: a file or directory.
        test_set: the test set; None for the cache as a whole.
        language_pair: its language pair; None for the directory of the set.
        field: what of the pair the file holds, such as "src"; None for a directory.
    """

    column_order = "test_set language_pair field path"
    path: str
    test_set: str | None = None
    language_pair: str | None = None
    field: str | None = None


@record
class Places(Result):
    """The paths of the cache, test sets, or the texts of language pairs.

    Attributes:
        places: each file or directory.
    """

    places: tuple[CachePath, ...] = rows("places", CachePath)

    @property
    def paths(self) -> list[str]:
        """The files or directories."""
        return [folder.path for folder in self.places]


def select_pairs(wanted: str | Sequence[str], language_pair: str | None = None) -> list[PairFiles]:
    """Resolves names to language pairs of test sets, each once, grouped by set.

    Args:
        wanted: names, which may be joined by commas and end in a language pair, "wmt24/en-de"; "all" is every
            set.
        language_pair: the only language pair that is wanted. Of "all", the sets that have it are chosen, with
            all of their pairs that it can be: en-zh is that in simplified and that in traditional characters.

    Raises:
        UnknownTestSetError, UnknownLanguagePairError: there is none of that name.
        OptionError: no test set at all has the language pair, or the sets list none and none is named.
    """
    chosen = select_sets(wanted, language_pair)
    if chosen and not any(pairs for _, pairs in chosen):
        name = chosen[0][0].name
        raise OptionError(f"{name} does not list its language pairs: name one, such as {name}/en-de")
    return [files for _, pairs in chosen for files in pairs]


def select_sets(
    wanted: str | Sequence[str], language_pair: str | None = None
) -> list[tuple[Entry, list[PairFiles]]]:
    """Resolves names to test sets and their language pairs; a set that lists no pairs may have none.

    Raises:
        UnknownTestSetError, UnknownLanguagePairError: there is none of that name.
        OptionError: no test set at all has the language pair.
    """
    entries: dict[str, Entry] = {}
    chosen: dict[str, dict[str, PairFiles]] = {}
    for name in split_names(wanted):
        named = _every_set(language_pair) if name == EVERY else [(*_find_set(name), language_pair)]
        for entry, *words in named:
            limits = {entry.spelled(pair) for pair in words if pair is not None}
            pairs = [PairFiles(entry, limit) for limit in limits]  # raises an error if there is no such pair
            if len(limits) != 1:
                pairs = [] if limits else all_files(entry)
            entries[entry.name] = entry
            known = chosen.setdefault(entry.name, {})
            for files in pairs:
                known.setdefault(files.language_pair, files)
    return [
        (entries[name], [*pairs.values()])
        for name, pairs in chosen.items()
        if pairs or not entries[name].language_pairs
    ]


def by_set(pairs: Iterable[PairFiles]) -> list[tuple[Entry, list[PairFiles]]]:
    """Returns each test set, and its language pairs."""
    return [(entry, list(files)) for entry, files in groupby(pairs, key=lambda files: files.entry)]


def split_names(wanted: str | Iterable[str]) -> list[str]:
    """Returns names one by one, also those that are joined by commas."""
    words = [wanted] if isinstance(wanted, str) else wanted
    return [name for word in words for name in word.split(",")]


def _find_set(name: str) -> tuple[Entry, str | None]:
    """Returns the test set, and the language pair if there is one, of "wmt24" or "wmt24/en-de"."""
    try:
        return find(name), None
    except UnknownTestSetError:
        test_set, slash, language_pair = name.rpartition("/")
        if not slash:
            raise
    try:
        return find(test_set), language_pair
    except UnknownTestSetError:
        raise UnknownTestSetError(name, names()) from None


def locate(name: str | None = None, language_pair: str | None = None, *fields: str) -> Places:
    """Returns the paths of test sets or language pairs; downloads language pairs that the cache lacks.

    Args:
        name: a test set, or one with a language pair, "wmt24/en-de"; None for the cache.
        language_pair: its language pair; the first of the fields if the name has one. Without any it is the
            directory of the set that is meant.
        fields: of the language pair, "ref" for all its references; none for all fields.

    Raises:
        UnknownTestSetError, UnknownLanguagePairError, UnknownFieldError: there is none of that name.
        DownloadError, ArchiveError, CacheError: a language pair cannot be downloaded or written to the cache.
        FormatError, UnreadableFileError, UndecodableLineError: a downloaded file cannot be read.
    """
    if name is None:
        return Places((CachePath(cache()),))
    entry, pair = _find_set(name)
    wanted = [*fields]
    if pair is None:
        pair = language_pair
    elif language_pair is not None:
        wanted.insert(0, language_pair)
    if pair is None:
        return Places((CachePath(SetFolder(entry).path, entry.name),))
    pair = entry.spelled(pair)
    files = PairFiles(entry, pair)
    paths = files.lasting_paths()
    names_of_fields: list[str] = []
    for field in wanted or paths:
        is_name = field != "ref" or field in paths
        names_of_fields += [field] if is_name else files.reference_fields()
    return Places(tuple(CachePath(files.path(field), entry.name, pair, field) for field in names_of_fields))


def _every_set(language_pair: str | None) -> list[tuple[Entry, str | None]]:
    entries = [find(name) for name in names()]
    if language_pair is None:
        return [(entry, None) for entry in entries]
    chosen: list[tuple[Entry, str | None]] = [
        (entry, pair) for entry in entries for pair in entry.same_pairs(language_pair)
    ]
    if not chosen:
        meant = pair_by_region(
            language_pair, lambda other: [other] * any(entry.same_pairs(other) for entry in entries)
        )
        target = language_of_region(language_pair.upper()) or "de"
        hint = f"did you mean {meant!r}?" if meant else f"write source-target, such as en-{target}"
        raise OptionError(f"no test set has the language pair {language_pair!r}: {hint}")
    return chosen
