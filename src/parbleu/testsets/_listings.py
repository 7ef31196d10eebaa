"""Lists test sets, their language pairs and their properties without downloading anything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from parbleu.fetch._environment import cache
from parbleu.tables import Column, Result, Table, column, record, rows, shown
from parbleu.testsets._cache_folders import SetFolder
from parbleu.testsets._catalogue import splits
from parbleu.testsets._catalogue_entry import Entry
from parbleu.testsets._pair_files import PairFiles
from parbleu.testsets._pair_rules import Downloads, Source
from parbleu.testsets._set_selection import EVERY, select_pairs, select_sets


def _or_none(text: str) -> str | None:
    return text or None


@record
class ListedSet:
    """A test set in a list.

    Attributes:
        name: "wmt24".
        description: one line.
        content: what the texts are: news or speech, sentences or paragraphs, their original language.
        language_pairs: its language pairs, or the one that was asked for; of a set that has a text for each
            language, how many languages there are.
        cached: those of them whose text is in the cache.
        n_language_pairs: how many language pairs there are.
        n_cached: how many of them are in the cache.
    """

    column_order = "test_set n_language_pairs n_cached description content language_pairs cached"
    name: str = column(name="test_set")
    description: str
    content: str = column("texts", name="content", convert=_or_none)
    language_pairs: tuple[str, ...] = column(people=False)
    cached: tuple[str, ...] = column(people=False)
    n_language_pairs: int = column("language pairs", name="n_language_pairs")
    n_cached: int = column("cached", name="n_cached")


@record
class TestSetList(Result):
    """A list of test sets.

    Attributes:
        sets: the test sets, sorted by name.
    """

    __test__ = False  # pytest takes it for a class of tests otherwise

    sets: tuple[ListedSet, ...] = rows("test_sets", ListedSet)


@record
class ListedPair:
    """A language pair of a test set in a list.

    Attributes:
        test_set: "wmt24".
        language_pair: "en-de".
        cached: whether its text is in the cache, so that a score can begin at once.
        fields: the names of its fields, as far as they are known without a download.
        all_fields_known: whether those are all: which references and systems an XML file holds is known only
            when it is in the cache.
        files: the names of its raw files; a leading "2:" chooses a column.
    """

    column_order = "test_set language_pair cached references fields all_fields_known files"
    test_set: str
    language_pair: str
    cached: bool
    fields: tuple[str, ...] = column(is_column=False)
    all_fields_known: bool = column(people=False)
    files: tuple[str, ...] = column(people=False)

    @property
    @shown(name="references")
    def n_references(self) -> int | None:
        """How many fields are references; None if that is not known."""
        return len(self.references) or (0 if self.all_fields_known else None)

    @property
    @shown(name="fields")
    def field_list(self) -> str:
        """The names of the fields that are known, with dots behind them if there are others."""
        return ", ".join(self.fields) + ("" if self.all_fields_known else ", ...")

    @property
    def references(self) -> list[str]:
        """The fields that are references."""
        return [field for field in self.fields if field.startswith("ref")]


def _unknown_fields(listed: LanguagePairList) -> list[str]:
    if all(pair.all_fields_known for pair in listed.language_pairs):
        return []
    return ["...: the other fields are known once the language pair is in the cache."]


@record
class LanguagePairList(Result):
    """A list of language pairs of test sets.

    Attributes:
        language_pairs: in the catalogue's order.
    """

    language_pairs: tuple[ListedPair, ...] = rows("language_pairs", ListedPair, notes=_unknown_fields)


@dataclass(frozen=True)
class TestSetDescriptions(Result):
    """Descriptions of test sets.

    Attributes:
        sets: what the catalogue says about them.
        language_pairs: theirs.
        cache: the directory that has a directory for each.
    """

    __test__ = False

    sets: tuple[Entry, ...]
    language_pairs: LanguagePairList
    cache: str

    def tables(self) -> tuple[Table, ...]:
        """Returns tables of the sets, of their language pairs and of their downloads."""
        columns = [
            Column("test_set"),
            Column("description"),
            Column("format"),
            Column("licence"),
            Column("has_citation", "citation known", kind=bool),
            Column("annotated_documents", kind=int),
            Column("directory"),
            *(Column(name, people=False) for name in ("version", "content", *_REMARKS)),
        ]
        rows, sources = [], []
        for entry in self.sets:
            folder = SetFolder(entry, self.cache)
            about = entry.name, entry.description.strip(), entry.format, entry.licence
            remarks = [text for _, text in _remarks(entry)]
            rows.append(
                (
                    *(*about, entry.citation is not None, len(entry.subsets), folder.path),
                    *(entry.version, entry.content or None, *remarks),
                )
            )
            sources += [
                (entry.name, source.url, *_sums(source), folder.archive(source))
                for source in (
                    entry.sources.shown() if isinstance(entry.sources, Downloads) else entry.sources
                )
            ]
        return (
            Table("test_sets", columns, rows, notes=[note for entry in self.sets for note in _notes(entry)]),
            *self.language_pairs.tables(),
            Table(
                "sources",
                [
                    *(Column("test_set"), Column("url"), Column("checksum")),
                    *(Column("md5", people=False), Column("path")),
                ],
                sources,
            ),
        )


_REMARKS = ("terms", "gated", "note", "left_out", "others")
"""What people read below the table of a set, and programs in columns of it."""


def _sums(source: Source) -> tuple[str | None, str | None]:
    """Returns the names and values of the checksums of a download, and its MD5."""
    sums = [f"{name}:{value}" for name in ("md5", "sha256") if (value := getattr(source, name))]
    return " ".join(sums) or None, source.md5


def _remarks(entry: Entry) -> list[tuple[str, str | None]]:
    """Returns how what has to be known of a set begins, and what it is, or None."""
    rules = []
    for option, word in (("where", "is not"), ("where_not", "is")):
        rules += [f"{field} {word} {value}" for field, value in entry.options.get(option, {}).items()]
    others = ", ".join(splits(entry)) or None
    gated = entry.gated and f"accept the terms at {entry.gated}; HF_TOKEN holds the token"
    return [
        ("", entry.terms),
        ("needs a login: ", gated),
        ("", entry.note),
        ("leaves out rows of which ", " or ".join(rules) or None),
        ("there are also ", others),
    ]


def _notes(entry: Entry) -> list[str]:
    texts = [f"{start}{text}" for start, text in [("", entry.content or None), *_remarks(entry)] if text]
    return [f"{entry.signed_name}: {text}" for text in texts]


@dataclass(frozen=True)
class Citations(Result):
    """The BibTeX entries of test sets.

    Attributes:
        texts: name of the test set -> its entries, or None if they are not known.
    """

    texts: Mapping[str, str | None]

    def tables(self) -> tuple[Table, ...]:
        """Returns a row for each test set."""
        return (Table("citations", [Column("test_set"), Column("bibtex")], list(self.texts.items())),)


def list_test_sets(
    names: str | Sequence[str] = EVERY, language_pair: str | None = None, *, only_cached: bool = False
) -> TestSetList:
    """Returns a list of test sets.

    Args:
        names: of test sets, "wmt24", or with a language pair, "wmt24/en-de", or "all".
        language_pair: list only the sets that have it.
        only_cached: list only sets of which a language pair is in the cache.

    Raises:
        UnknownTestSetError, UnknownLanguagePairError: there is none of that name.
        OptionError: no test set at all has the language pair.
    """
    sets = []
    for entry, pairs in select_sets(names, language_pair):
        cached = [files for files in pairs if files.is_cached()]
        if cached or not only_cached:
            listed = ListedSet(
                name=entry.name,
                description=entry.description.strip(),
                content=entry.content,
                language_pairs=tuple(files.language_pair for files in pairs),
                cached=tuple(files.language_pair for files in cached),
                n_language_pairs=sum(files.n_pairs for files in pairs),
                n_cached=sum(files.n_cached() for files in cached),
            )
            sets.append(listed)
    return TestSetList(tuple(sets))


def list_language_pairs(
    names: str | Sequence[str] = EVERY, language_pair: str | None = None, *, only_cached: bool = False
) -> LanguagePairList:
    """Returns a list of the language pairs of test sets, and of their fields.

    Args:
        names: of test sets, "wmt24", or with a language pair, "wmt24/en-de", or "all".
        language_pair: list only this one.
        only_cached: list only language pairs that are in the cache.

    Raises:
        UnknownTestSetError, UnknownLanguagePairError: there is none of that name.
        OptionError: no test set at all has the language pair.
    """
    pairs = select_pairs(names, language_pair)
    return LanguagePairList(tuple(_listed(files) for files in pairs if files.is_cached() or not only_cached))


def describe(names: str | Sequence[str], language_pair: str | None = None) -> TestSetDescriptions:
    """Describes test sets: language pairs, fields, origins, terms of use.

    Args:
        names: of test sets, "wmt24", or with a language pair, "wmt24/en-de", or "all".
        language_pair: describe only this one.

    Raises:
        UnknownTestSetError, UnknownLanguagePairError: there is none of that name.
        OptionError: no test set at all has the language pair.
    """
    chosen = select_sets(names, language_pair)
    listed = LanguagePairList(tuple(_listed(files) for _, pairs in chosen for files in pairs))
    return TestSetDescriptions(tuple(entry for entry, _ in chosen), listed, cache())


def citations(names: str | Sequence[str]) -> Citations:
    """Returns the BibTeX entries of test sets; raises UnknownTestSetError if there is none of a name."""
    entries = [entry for entry, _ in select_sets(names)]
    return Citations({entry.name: entry.citation and entry.citation.strip() for entry in entries})


def _listed(files: PairFiles) -> ListedPair:
    fields, complete = files.known_fields()
    where = files.entry.name, files.language_pair
    return ListedPair(*where, files.is_cached(), tuple(fields), complete, files.pair.files)
