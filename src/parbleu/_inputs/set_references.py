"""Finds the references and the scored segments of a test set, for comparisons that read files."""

from __future__ import annotations

from parbleu._base.wording import counted
from parbleu._inputs.corpus import DOCUMENT, DOMAIN, ORIGINAL_LANGUAGE, UNEQUAL
from parbleu._io.lines import LineStream, open_binary
from parbleu.errors import NoSegmentsError, OptionError, TestSetLengthError
from parbleu.testsets._catalogue import find
from parbleu.testsets._pair_files import PairFiles
from parbleu.text._segments import as_segments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from parbleu._core import Segments
    from parbleu.testsets._loading import TestSet


class TestSetReferences:
    """The references of one test set, or of several that follow one after the other.

    Args:
        names: of test sets, joined by commas.
        language_pair: which they all have, as the first spells it.
        origlang: score only segments that were written in this language, or not in it after "non-".
        subset: score only segments whose annotation matches this regular expression.

    Attributes:
        sets: the files of the sets.
        names: the argument.
        filters: which segments are scored, such as "origlang=en subset=news"; "" for all.

    Raises:
        UnknownTestSetError, UnknownLanguagePairError: there is none of that name.
    """

    __test__ = False  # pytest takes it for a test otherwise

    def __init__(
        self, names: str, language_pair: str, origlang: str | None = None, subset: str | None = None
    ) -> None:
        first, *others = [find(name) for name in names.split(",")]
        self.sets: list[PairFiles] = [
            PairFiles(first, language_pair),
            *(PairFiles(entry, entry.spelled(language_pair)) for entry in others),
        ]
        self.names: str = names
        words = {"origlang": origlang, "subset": subset}
        self.filters: str = " ".join(
            [f"{name}={value}" for name, value in words.items() if value is not None]
        )
        self._language_pair = language_pair
        self._origlang = origlang
        self._subset = subset
        self._wanted: list[bool] | None = None

    def files(self) -> list[list[str]]:
        """Returns the files of each set's references; downloads and converts missing ones.

        Raises:
            OptionError: the sets have not equally many, or one has none.
            ParbleuError: a test set cannot be downloaded or read.
        """
        fields = [files.reference_fields() for files in self.sets]
        for files, names in zip(self.sets, fields, strict=True):
            if not names:
                raise OptionError(
                    f"the test set {files.entry.name} has no references for {self._language_pair}"
                )
        if len(set(map(len, fields))) > 1:
            counts = ", ".join(
                f"{len(names)} in {files.entry.name}" for files, names in zip(self.sets, fields, strict=True)
            )
            raise OptionError(
                f"the test sets have different numbers of references for {self._language_pair} ({counts}): "
                "score them one at a time"
            )
        return [[files.path(name) for name in names] for files, names in zip(self.sets, fields, strict=True)]

    def streams(self) -> list[LineStream]:
        """Returns a stream for each reference.

        Raises:
            OptionError: the sets have not equally many, or one has none.
            ParbleuError: a test set cannot be downloaded or read.
        """
        streams = []
        for number, paths in enumerate(zip(*self.files(), strict=True)):
            name = paths[0] if len(paths) == 1 else f"reference {number + 1} of {self.names}"
            streams.append(LineStream(name, _Chain(paths)))
        return streams

    def wanted(self) -> list[bool] | None:
        """Returns for each segment whether `origlang` and `subset` select it; None if all are selected."""
        if self._origlang is None and self._subset is None:
            return None
        self._wanted = []
        for files in self.sets:
            self._wanted += files.labels().selection(self._origlang, self._subset)
        return self._wanted

    def subsets(self) -> list[tuple[str, list[bool]]]:
        """Returns the name of each subset, and for each segment of all sets whether it belongs to it."""
        from parbleu.testsets._segment_labels import parts

        return parts([files.labels() for files in self.sets], self._origlang, self._subset)

    def check_lengths(self, counts: Sequence[int], lines: str, n_references: int) -> None:
        """Checks that the systems' output is as long as the test sets, and that some of it is scored.

        Args:
            counts: the number of lines of each stream, none of them 0.
            lines: the words for the lines in messages.
            n_references: how many of the streams, the first ones, are the test set's.

        Raises:
            NoSegmentsError: nothing is scored.
            TestSetLengthError: the system's output has another length.
        """
        if self._wanted is not None and not any(self._wanted):
            raise NoSegmentsError(
                f"no segment of {self.names} for {self._language_pair} has {self.filters}; "
                "see what there is: parbleu data show SET -l PAIR",
                test_set=self.names,
                filters=self.filters,
            )
        if len(set(counts)) > 1 or (self._wanted is not None and len(self._wanted) != counts[0]):
            names = " ".join(files.entry.name for files in self.sets)
            lengths = {*counts[:n_references], *([] if self._wanted is None else [len(self._wanted)])}
            hint = f"`parbleu data verify {names}` checks the test set"
            if len(lengths) == 1:
                hint = f"the test set has {counted(lengths.pop(), 'segment')}: output needs a line for each"
            raise TestSetLengthError(
                f"{UNEQUAL} {lines}; {hint}", [files.folder.path for files in self.sets], lines
            )


def source_and_labels(loaded: TestSet) -> tuple[Segments, dict[str, tuple[str | None, ...]]]:
    """Returns the source of the segments of a test set, and their labels, as far as there are some."""
    columns = {DOCUMENT: loaded.docids, DOMAIN: loaded.domains, ORIGINAL_LANGUAGE: loaded.origlang}
    labels = {
        name: tuple([label or None for label in column])
        for name, column in columns.items()
        if column is not None
    }
    return as_segments(loaded.source, "source"), labels


class _Chain:
    """Files that are read one after the other, as one; each is opened when its turn has come."""

    def __init__(self, paths: Sequence[str]) -> None:
        self._paths = list(paths[::-1])
        self._file: Any = None

    def read(self, size: int, /) -> bytes:
        """Returns at most `size` bytes, or all that are left for -1; none at the end."""
        blocks = []
        while self._file is not None or self._paths:
            if self._file is None:
                self._file = open_binary(self._paths.pop())
            block: bytes = self._file.read(size)
            if block and size >= 0:
                return block
            blocks.append(block)
            self.close()
        return b"".join(blocks)

    def close(self) -> None:
        """Closes the file that is open."""
        if self._file is not None:
            self._file.close()
            self._file = None
