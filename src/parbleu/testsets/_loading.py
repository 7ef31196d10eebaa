"""Reads the text of test sets: for Python as lists of segments, and for commands in pieces."""

from __future__ import annotations

from parbleu._base.wording import counted
from parbleu._io.lines import unreadable
from parbleu.errors import FormatError, InputShapeError, UnknownFieldError
from parbleu.testsets._catalogue import find
from parbleu.testsets._pair_files import PairFiles, read_field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TextIO

    from parbleu.testsets._catalogue_entry import Entry

_LINES = 10_000
"""The number of lines in a piece."""

ALL = "all"
"""The word for all fields."""

_NOT_SYSTEMS = {"src", "docid", "genre", "origlang", "domain"}


def load_test_set(
    name: str, language_pair: str, origlang: str | None = None, subset: str | None = None
) -> TestSet:
    """Returns a language pair of a test set; fetches it if it is not in the cache.

    Args:
        name: the test set, such as "wmt24"; or several that are joined by commas, one after the other.
        language_pair: the language pair, such as "en-de", in codes of any kind: "eng_Latn-deu_Latn".
        origlang: keep only the segments that were written in that language; with "non-de", those that were
            not written in German.
        subset: keep only the segments in whose domain, or in what is known about whose document, this regular
            expression is found, such as "news" or "country:US".

    Raises:
        UnknownTestSetError, UnknownLanguagePairError: there is no such set, or pair; the messages say which.
        NoAnnotationError: the set says nothing about `origlang` or `subset`.
        DownloadError, ArchiveError, CacheError: the set cannot be downloaded, or the cache cannot be written.

    Example:
        >>> wmt24 = parbleu.load_test_set("wmt24", "en-de")  # doctest: +SKIP
        >>> parbleu.corpus_bleu(my_translations, wmt24.references)  # doctest: +SKIP
    """
    entries = [find(test_set) for test_set in name.split(",")]
    return TestSet(entries, entries[0].spelled(language_pair), origlang, subset)


class TestSet:
    """The segments of a language pair of a test set, or of several sets, one after the other.

    Nothing is read before it is asked for, and everything only once.

    Args:
        entries: the test sets, from the catalogue.
        language_pair: a language pair that they all have.
        origlang: keeps segments that were written in this language, or with non- before it in any other.
        subset: keeps segments whose annotation matches this regular expression.

    Attributes:
        name: the names of the test sets, joined by commas.
        language_pair, origlang_filter, subset_filter: the arguments.

    Raises:
        UnknownLanguagePairError: a set has no such pair.
        NoAnnotationError: a set says nothing about `origlang` or `subset`.
        DownloadError, ArchiveError, CacheError: a set cannot be downloaded, or the cache cannot be written.
    """

    __test__ = False  # pytest takes it for a class of tests otherwise

    def __init__(
        self,
        entries: Sequence[Entry],
        language_pair: str,
        origlang: str | None = None,
        subset: str | None = None,
    ) -> None:
        self.name: str = ",".join(entry.name for entry in entries)
        self.language_pair = language_pair
        self.origlang_filter = origlang
        self.subset_filter = subset
        self._sets = [PairFiles(entry, entry.spelled(language_pair)) for entry in entries]
        self._fields = [files.fields() for files in self._sets]
        self._kept = [files.selection(origlang, subset) for files in self._sets]
        self._read: dict[str, list[str]] = {}

    @property
    def fields(self) -> list[str]:
        """The names of the fields that all sets have: "src", the references, then the others."""
        return [field for field in self._fields[0] if all(field in names for names in self._fields)]

    def field(self, name: str) -> list[str]:
        """Returns a field: a string for each segment. Every call returns a new list.

        Args:
            name: one of `fields`.

        Raises:
            UnknownFieldError: there is no such field.
            UnreadableFileError: a file of the cache cannot be read.
        """
        if name not in self._read:
            self._read[name] = self._column([name] * len(self._sets))
        return list(self._read[name])

    def path(self, name: str) -> str:
        """Returns the file that holds a field, a segment per line, all segments of the language pair.

        Raises:
            UnknownFieldError: there is no such field.
            InputShapeError: several sets were loaded, which have a file each.
        """
        if len(self._sets) > 1:
            raise InputShapeError(f"{self.name} are several sets: load each of them to get its files")
        return self._sets[0].path(name)

    @property
    def source(self) -> list[str]:
        """The segments to be translated."""
        return self.field("src")

    @property
    def references(self) -> list[list[str]]:
        """The standard references: a list of streams, each with a segment for every one of the source.

        Raises:
            InputShapeError: several sets were loaded, and they have different numbers of references.
        """
        names = [files.reference_fields() for files in self._sets]
        if len({len(fields) for fields in names}) > 1:
            counts = ", ".join(
                f"{files.entry.name} has {len(fields)}"
                for files, fields in zip(self._sets, names, strict=True)
            )
            raise InputShapeError(
                f"the test sets have different numbers of references: {counts}; load them one by one"
            )
        return [self._column(stream) for stream in zip(*names, strict=True)]

    @property
    def systems(self) -> dict[str, list[str]]:
        """The output of the systems that come with the test set: name -> segments."""
        names = [name for name in self.fields if name not in _NOT_SYSTEMS and not name.startswith("ref")]
        return {name: self.field(name) for name in names}

    @property
    def docids(self) -> list[str] | None:
        """The name of each segment's document; None if the set has no such annotation."""
        return self._optional("docid")

    @property
    def origlang(self) -> list[str] | None:
        """The language that each segment was written in; None if the set has no such annotation."""
        return self._optional("origlang")

    @property
    def domains(self) -> list[str] | None:
        """The domain of each segment; None if the set has no such annotation."""
        return self._optional("domain")

    @property
    def citation(self) -> str | None:
        """The BibTeX entry to cite; None if it is not known."""
        return "\n\n".join(files.entry.citation for files in self._sets if files.entry.citation) or None

    def __len__(self) -> int:
        """Returns the number of segments."""
        return len(self.source)

    def __repr__(self) -> str:
        filters = [("origlang", self.origlang_filter), ("subset", self.subset_filter)]
        options = "".join(f", {name}={value!r}" for name, value in filters if value is not None)
        return f"TestSet({self.name!r}, {self.language_pair!r}{options})"

    def _optional(self, name: str) -> list[str] | None:
        return self.field(name) if name in self.fields else None

    def _column(self, names: Sequence[str]) -> list[str]:
        """Reads a field of each set, one after the other."""
        column: list[str] = []
        for files, name, kept in zip(self._sets, names, self._kept, strict=True):
            lines = read_field(files.path(name))
            column += lines if kept is None else _chosen(lines, kept, files.entry.name, name)
        return column


def _chosen(lines: list[str], kept: list[bool], test_set: str, name: str) -> list[str]:
    if len(lines) != len(kept):
        raise InputShapeError(
            f"the field {name} of {test_set} has {counted(len(lines), 'line')} for {counted(len(kept))}: "
            f"see `parbleu data verify {test_set}`"
        )
    return [line for line, wanted in zip(lines, kept, strict=True) if wanted]


def chosen_fields(files: PairFiles, words: Sequence[str]) -> list[str]:
    """Resolves words to the names of fields.

    Args:
        files: those of a language pair; missing ones are downloaded.
        words: names of fields; "ref" is the first of several references, "all" are all fields.

    Raises:
        UnknownFieldError: the language pair has no such field.
        ParbleuError: the test set cannot be downloaded or read.
    """
    available = files.fields()
    if ALL in words:
        return list(available)
    any_reference = min((name for name in available if name.startswith("ref")), default="ref")
    names = [any_reference if name == "ref" else name for name in words]
    for name in names:
        if name not in available:
            raise UnknownFieldError(files.entry.name, files.language_pair, name, list(available))
    return names


def field_columns(
    files: PairFiles, names: Sequence[str], origlang: str | None = None, subset: str | None = None
) -> Iterator[str]:
    """Yields the text of fields, TABs between the columns, in pieces of many lines.

    Args:
        files: those of a language pair.
        names: of the fields.
        origlang: keep only segments that were written in that language; with "non-de", only others.
        subset: keep only segments in whose domain or document's topic this regular expression is found.

    Raises:
        FormatError: the fields differ in length.
        ParbleuError: the test set cannot be downloaded or read.
    """
    chosen = files.selection(origlang, subset)
    paths = [files.path(name) for name in names]
    from contextlib import ExitStack

    with ExitStack() as stack:
        columns = [stack.enter_context(_open(path)) for path in paths]
        wanted = [] if chosen is None else [chosen]
        rows: list[str] = []
        try:
            for *marks, line in zip(*wanted, _joined(columns), strict=True):
                if all(marks):
                    rows.append(line)
                if len(rows) == _LINES:
                    yield "\n".join([*rows, ""])
                    rows.clear()
        except ValueError:
            raise FormatError(
                ", ".join(paths),
                0,
                f"they differ in their number of lines (parbleu data verify {files.entry.name})",
            ) from None
        if rows:
            yield "\n".join([*rows, ""])


def _joined(columns: Sequence[TextIO]) -> Iterator[str]:
    for lines in zip(*columns, strict=True):
        yield "\t".join([line.rstrip() for line in lines])


def _open(path: str) -> TextIO:
    try:
        return open(path, encoding="utf-8", errors="surrogateescape", newline="\n")
    except OSError as problem:
        raise unreadable(path, problem) from None
