"""Loads a test set for Python as lists of segments."""

from __future__ import annotations

from collections.abc import Sequence

from parbleu.base.wording import counted
from parbleu.errors import InputShapeError, UnreadableFileError
from parbleu.testsets.catalogue import find
from parbleu.testsets.catalogue_entry import Entry
from parbleu.testsets.pair_files import PairFiles

_NOT_SYSTEMS = {"src", "docid", "genre", "origlang", "domain"}


def load_test_set(
    name: str, language_pair: str, origlang: str | None = None, subset: str | None = None
) -> TestSet:
    """Returns a language pair of a test set; fetches it if it is not in the cache.

    Args:
        name: the test set, such as "wmt24"; or several that are joined by commas, one after the other.
        language_pair: the language pair, such as "en-de".
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
    return TestSet([find(each) for each in name.split(",")], language_pair, origlang, subset)


class TestSet:
    """The segments of a language pair of a test set, or of several sets, one after the other.

    Nothing is read before it is asked for, and everything only once.

    Args:
        entries: the test sets, from the catalogue.
        language_pair: a language pair that they all have.
        origlang, subset: which segments to keep; see `parbleu.load_test_set`.

    Attributes:
        name: the names of the test sets, joined by commas.
        language_pair, origlang_filter, subset_filter: the arguments.

    Raises:
        as `parbleu.load_test_set`.
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
        self._sets = [PairFiles(entry, language_pair) for entry in entries]
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
        if len({len(each) for each in names}) > 1:
            counts = ", ".join(
                f"{files.entry.name} has {len(each)}" for files, each in zip(self._sets, names, strict=True)
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
        told = "".join(f", {name}={value!r}" for name, value in filters if value is not None)
        return f"TestSet({self.name!r}, {self.language_pair!r}{told})"

    def _optional(self, name: str) -> list[str] | None:
        return self.field(name) if name in self.fields else None

    def _column(self, names: Sequence[str]) -> list[str]:
        """Reads a field of each set, one after the other."""
        column: list[str] = []
        for files, name, kept in zip(self._sets, names, self._kept, strict=True):
            lines = _lines(files.path(name))
            column += lines if kept is None else _chosen(lines, kept, files.entry.name, name)
        return column


def _chosen(lines: list[str], kept: list[bool], test_set: str, name: str) -> list[str]:
    if len(lines) != len(kept):
        raise InputShapeError(
            f"the field {name} of {test_set} has {counted(len(lines), 'line')} for {counted(len(kept))}: "
            f"see `parbleu data verify {test_set}`"
        )
    return [line for line, wanted in zip(lines, kept, strict=True) if wanted]


def _lines(path: str) -> list[str]:
    try:
        with open(path, encoding="utf-8", newline="\n") as file:
            return [line.removesuffix("\n") for line in file]
    except OSError as problem:
        raise UnreadableFileError(f"cannot read {path}: {problem.strerror}") from None
