"""Reads the systems' output and the references of a comparison: files, standard input, or a test set."""

from __future__ import annotations

from parbleu import errors
from parbleu._core import Segments
from parbleu.base.log import shows_progress, warn
from parbleu.errors import InputShapeError, OptionError
from parbleu.io.line_streams import LineStream, lockstep
from parbleu.io.lines import StandardInput, is_compressed, is_marked, open_binary, what_it_is

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from parbleu.base.progress import Progress
    from parbleu.inputs.set_references import TestSetReferences
    from parbleu.metrics import Metric

    Columns = tuple[list[Segments], list[Segments]]  # of the systems, and of the references

LEAVE_OUT = "--force leaves this out"
"""How messages say that nothing has to be changed."""

DRIFT_LINES = 50_000
"""Longer files are not searched for the line from which on they do not match."""

UNEQUAL = "System and reference streams have different lengths."


class Corpora:
    """The systems' output and the references, open to be read in pieces or whole. It is a context manager.

    Args:
        references: files with a segment per line, "-" being standard input.
        systems: files; "-" is standard input, which may hold several systems, separated by TABs.
        num_refs: how many references a line of the file of references holds, separated by TABs.
        encoding: of all files.
        ref_encoding: of the files of references, if it is another.
        source: the file of the source, to warn of output that is not translated.
        test_set: a test set's references, in place of files.
        check_text: whether to look at the text, to warn of what makes scores meaningless.
        refuse_tables: whether files are refused that are not lines of text.
        never_empty: as of `StandardInput`.

    Attributes:
        paths: `systems`, as given.
        num_refs: the number of reference streams.
        everything: all segments that were read, also those that `origlang` and `subset` exclude.

    Raises:
        UnreadableFileError: a file cannot be opened.
        OptionError: there is no such encoding, or standard input is wanted twice.
    """

    def __init__(
        self,
        references: Sequence[str],
        systems: Sequence[str],
        *,
        num_refs: int = 1,
        encoding: str = "utf-8",
        ref_encoding: str | None = None,
        source: str | None = None,
        test_set: TestSetReferences | None = None,
        check_text: bool = True,
        refuse_tables: bool = True,
        never_empty: bool = False,
    ) -> None:
        self.paths: Sequence[str] = systems
        self.everything: Columns | None = None
        self._streams: list[LineStream] = []
        self._test_set = test_set
        self._wanted: list[bool] | None = None
        self._seen = 0
        self._begun: list[list[Segments]] | None = None
        self._whole: Columns | None = None
        self._progress: Progress | None = None
        self._sample: Any = None
        self._never_empty = never_empty
        self._windows: list[str] = []  # files whose lines end in CR LF
        if check_text:
            from parbleu.text.corpus_sample import CorpusSample

            self._sample = CorpusSample()
        try:
            self._open(references, systems, num_refs, encoding, ref_encoding or encoding)
            self._end = len(self._streams)  # of the systems
            if source is not None:
                self._streams.append(LineStream(source, open_binary(source), encoding))
        except BaseException:
            self.close()
            raise
        if shows_progress():
            self._show_progress()
        if refuse_tables:
            for stream in self._streams if num_refs == 1 else self._streams[self._files :]:
                stream.check_start = self._check_start(stream)

    def _open(
        self,
        references: Sequence[str],
        systems: Sequence[str],
        num_refs: int,
        encoding: str,
        ref_encoding: str,
    ) -> None:
        if references.count("-") > 1:
            raise OptionError("standard input cannot be two references; -nr 2 reads two from each line")
        for path in references:
            self._streams.append(_reference(path, num_refs, ref_encoding, self._never_empty))
        if self._test_set is not None:
            self._streams += self._test_set.streams()
            self._wanted = self._test_set.wanted()
        self._files = len(self._streams)
        self.num_refs: int = max(self._files, num_refs)
        if systems.count("-") > 1:
            raise OptionError("standard input cannot be the output of two systems: name a file for one")
        for path in systems:
            if path != "-":
                self._streams.append(LineStream(path, open_binary(path), encoding))
                continue
            if "-" in references:
                raise OptionError("standard input is the system's output: it cannot be a reference, too")
            from parbleu.io.field_streams import SystemFields

            self._streams.append(SystemFields(StandardInput.name, StandardInput(self._never_empty), encoding))

    def _check_start(self, stream: LineStream) -> Callable[[bytes], None]:
        """Returns what looks at the first bytes of a file, and refuses one that is not lines of text."""

        def check(block: bytes) -> None:
            is_named = stream.name != StandardInput.name  # which may hold systems, separated by TABs
            name = stream.name if is_named else "-"
            if kind := what_it_is(name, block, stream.encoding, fields=is_named):
                from parbleu.text.table_files.table_opening import told_columns

                columns = told_columns(stream.name, block, stream.encoding)
                raise errors.FormatError(stream.name, 0, f"this {kind}{columns} ({LEAVE_OUT})")
            if is_named and b"\r\n" in block and stream.name not in self._windows:
                self._windows.append(stream.name)

        return check

    def _show_progress(self) -> None:
        from pathlib import Path

        from parbleu.base.progress import Progress

        paths = [Path(stream.name) for stream in self._streams]
        known = all(path.is_file() and not is_compressed(str(path)) for path in paths)
        self._progress = Progress(sum(path.stat().st_size for path in paths) if known else None)
        for stream in self._streams:
            stream.advance = self._progress.advance

    def __enter__(self) -> Corpora:  # noqa: PYI034 - Self is not in Python 3.10
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def count_systems(self) -> int:
        """Returns how many systems there are; reads the first piece if standard input has them.

        Raises what `pieces` raises, but for the lengths.
        """
        if "-" not in self.paths:
            return len(self.paths)
        if self._begun is None:
            self._begun = next(lockstep(self._streams), None)
        return len(self.paths) if self._begun is None else len(self._sides(self._begun)[0])

    def pieces(self) -> Iterator[Columns]:
        """Yields consecutive output of the systems with its references.

        Raises:
            InputShapeError: a system's output is empty, or the files have not the same number of lines.
            FieldCountError: a line holds another number of TAB-separated fields than it should.
            UndecodableLineError: a line is not valid in the encoding.
            UnreadableFileError: a file cannot be read.
            FormatError: a file is a table, JSON or binary.
        """
        for columns in self._columns():
            systems, references = self._wanted_of(self._sides(columns), columns[self._end :])
            if len(references[0]):
                yield systems, references
        self.check_lengths()
        self._end_progress()

    def _columns(self) -> Iterator[list[list[Segments]]]:
        if self._begun is not None:
            yield self._begun
        yield from lockstep(self._streams)

    def whole(self) -> Columns:
        """Returns all output of the systems and all references; `check_lengths` is left to the caller.

        Raises what `pieces` raises, but for the lengths.
        """
        if self._whole is None:
            columns = [stream.rest() for stream in self._streams]
            if self._begun is not None:
                of_files = zip(self._begun, columns, strict=True)
                columns = [[joined(parts) for parts in zip(*both, strict=True)] for both in of_files]
            self.everything = self._sides(columns)
            self._whole = self._wanted_of(self.everything, columns[self._end :])
        return self._whole

    def _sides(self, columns: list[list[Segments]]) -> Columns:
        references = [column for of_file in columns[: self._files] for column in of_file]
        return [column for of_file in columns[self._files : self._end] for column in of_file], references

    def _wanted_of(self, sides: Columns, source: list[list[Segments]]) -> Columns:
        """Returns the segments of a piece that the test set's filters want; pieces follow each other."""
        sources = [column for of_file in source for column in of_file]
        if self._wanted is not None:
            from itertools import compress

            wanted = self._wanted[self._seen : self._seen + len(sides[1][0])]
            self._seen += len(wanted)
            systems, references, sources = (
                [Segments(compress(column.to_list(), wanted)) for column in side]
                for side in (*sides, sources)
            )
            sides = systems, references
        if self._sample is not None:
            self._sample.add(*sides, sources)
        return sides

    def is_suspicious(self) -> bool:
        """Returns whether `warn_of_text` may have something to say."""
        return self._sample is not None and (bool(self._windows) or self._sample.is_suspicious())

    def warn_of_text(self, metrics: Sequence[Metric[Any]]) -> None:
        """Warns of systems and references that do not fit each other, or the metrics."""
        if self._sample is None:
            return
        if self._windows:
            files = ", ".join(self._windows)
            warn(
                f"lines end in CR LF, as on Windows, in {files}; no score depends on it (-q leaves this out)"
            )
        if not self._sample.is_suspicious():
            return
        from parbleu.inputs.corpus_warnings import corpus_warnings

        for line in corpus_warnings(self._sample, *self._names(), metrics, in_shell=True):
            warn(f"{line} ({LEAVE_OUT})")

    def warn_of_segmentation(self) -> None:
        """Warns of systems or references that look cut into tokens or pieces if the other side does not."""
        if self._sample is None or not self._sample.is_odd():
            return
        from parbleu.text.segmentation_warning import differences

        for line in differences(self._sample, *self._names()):
            warn(f"{line} ({LEAVE_OUT})")

    def _names(self) -> tuple[list[str], list[str]]:
        """Returns what messages call the systems and the references that were looked at."""
        return (
            _column_names(self._streams[self._files : self._end], len(self._sample.systems)),
            _column_names(self._streams[: self._files], len(self._sample.references)),
        )

    def subsets(self) -> list[tuple[str, list[bool]]]:
        """Returns the name of each subset of the test set, and for each segment whether it belongs to it."""
        return [] if self._test_set is None else self._test_set.subsets()

    def check_lengths(self) -> None:
        """Checks that all files have equally many lines.

        Raises:
            NoSegmentsError: a system's is empty, or no segment of the test set is wanted.
            InputShapeError: they have not.
        """
        counts = [stream.skip() for stream in self._streams]
        names = [stream.name for stream in self._streams]
        lines = _lines_of(counts, names)
        if self._sample is not None and len(set(counts)) > 1:
            last = self._end - 1
            other = next(place for place, count in enumerate(counts) if count != counts[last])
            lines += _drift(self._streams[other], self._streams[last], (counts[other], counts[last]))
        if 0 in counts[self._files : self._end]:
            name = names[counts.index(0, self._files)]
            scored = (None, "") if self._test_set is None else (self._test_set.names, self._test_set.filters)
            raise errors.NoSegmentsError(
                f"{name} is empty: there is no segment to score; a line is a segment", name, *scored
            )
        if self._test_set is not None:
            self._test_set.check_lengths(counts, lines)
        elif len(set(counts)) > 1:
            raise InputShapeError(f"{UNEQUAL} {lines}")

    def close(self) -> None:
        """Closes the files and removes the progress bar."""
        self._end_progress()
        for stream in self._streams:
            stream.close()

    def _end_progress(self) -> None:
        if self._progress is not None:
            self._progress.close()
            self._progress = None


def _drift(first: LineStream, second: LineStream, counts: tuple[int, int]) -> str:
    """Returns where two files of unequal length cease to match, for a message; "" if that is unclear."""
    from pathlib import Path

    from parbleu.text.corpus_sample import drift

    if 0 in counts or max(counts) > DRIFT_LINES:
        return ""
    if not (Path(first.name).is_file() and Path(second.name).is_file()):
        return ""
    longer = first if counts[0] > counts[1] else second
    sides = []
    for stream in (second if longer is first else first, longer):
        with open_binary(stream.name) as file:
            lines = LineStream(stream.name, file, stream.encoding).rest()[0]
        sides.append([text or "" for text in lines.to_list()])
    where = drift(*sides)
    return f"; {longer.name} is longer: {where}" if where else ""


def joined(parts: Sequence[Segments]) -> Segments:
    """Returns the segments of all parts of a stream."""
    return parts[0] if len(parts) == 1 else Segments([text for part in parts for text in part.to_list()])


def _lines_of(counts: Sequence[int], names: Sequence[str]) -> str:
    """Returns what messages say about the files' numbers of lines."""
    lines = ", ".join(f"{count} in {name}" for count, name in zip(counts, names, strict=True))
    marked = next(filter(is_marked, names), None)
    return f"Lines: {lines}" + (f"; `parbleu convert sgm {marked}` makes text of it" if marked else "")


def _column_names(streams: Sequence[LineStream], columns: int) -> list[str]:
    """Returns what messages call the columns of one side: files, or fields of one."""
    if len(streams) == columns:
        return [stream.name for stream in streams]
    return [f"{streams[0].name}, field {number + 1}" for number in range(columns)]


def _reference(path: str, num_refs: int, encoding: str, never_empty: bool) -> LineStream:
    piped = path == "-"
    file = StandardInput(never_empty) if piped else open_binary(path)
    name = StandardInput.name if piped else path
    if num_refs != 1:
        from parbleu.io.field_streams import ReferenceFields

        return ReferenceFields(name, file, encoding, num_refs, piped)
    return LineStream(name, file, encoding, piped)
