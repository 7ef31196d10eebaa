"""The files of a command line: opened, read in step or whole, and checked to be of one length."""

from __future__ import annotations

from parbleu._core import Segments
from parbleu.base.log import shows_progress, warn
from parbleu.cli.shell.console import CommandError
from parbleu.io.line_streams import LineStream, lockstep
from parbleu.io.lines import open_binary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from parbleu.base.progress import Progress
    from parbleu.cli.score.score_options import Arguments
    from parbleu.cli.score.test_set_inputs import Chosen
    from parbleu.metrics import Metric
    from parbleu.text.segmentation_sample import SegmentationSample

    Columns = tuple[list[Segments], list[Segments]]  # of the systems, and of the references


class Inputs:
    """The systems' output and the references.

    Args:
        arguments: the command line; it names references, or a test set and its language pair.
        paths: the systems' files, "-" being standard input, which may hold several systems.

    Attributes:
        paths: as given.
        num_refs: the number of reference streams.
        everything: what was read whole, also the segments of a test set that are not wanted.

    Raises:
        UnreadableFileError: a file cannot be opened.
        OptionError: there is no such encoding.
    """

    def __init__(self, arguments: Arguments, paths: Sequence[str]) -> None:
        self.paths = paths
        self.everything: Columns | None = None
        self._streams: list[LineStream] = []
        self._chosen: Chosen | None = None
        self._wanted: list[bool] | None = None
        self._seen = 0
        self._progress: Progress | None = None
        self._looks: SegmentationSample | None = None
        if arguments.warns_of_looks:
            from parbleu.text.segmentation_sample import SegmentationSample

            self._looks = SegmentationSample()
        try:
            self._open(arguments, paths)
        except BaseException:
            self.close()
            raise
        if shows_progress():
            self._show_progress()

    def _open(self, arguments: Arguments, paths: Sequence[str]) -> None:
        if arguments.refs.count("-") > 1:
            raise CommandError("standard input cannot be two references; -nr 2 reads two from each line")
        for path in arguments.refs:
            self._streams.append(_reference(path, arguments))
        if arguments.test_set is not None:
            from parbleu.cli.score.test_set_inputs import Chosen

            self._chosen = Chosen(arguments)
            self._streams += self._chosen.references()
            self._wanted = self._chosen.segments()
        self._files = len(self._streams)
        self.num_refs = max(self._files, arguments.num_refs)
        for path in paths:
            if path != "-":
                self._streams.append(LineStream(path, open_binary(path), arguments.encoding))
                continue
            from parbleu.io.fields import SystemFields
            from parbleu.io.line_streams import StandardInput

            if "-" in arguments.refs:
                raise CommandError("standard input is the system's output: it cannot be a reference, too")
            self._streams.append(SystemFields(StandardInput.name, StandardInput(), arguments.encoding))

    def _show_progress(self) -> None:
        from pathlib import Path

        from parbleu.base.progress import Progress

        paths = [Path(stream.name) for stream in self._streams]
        known = all(path.is_file() and path.suffix != ".gz" for path in paths)
        self._progress = Progress(sum(path.stat().st_size for path in paths) if known else None)
        for stream in self._streams:
            stream.advance = self._progress.advance

    def pieces(self) -> Iterator[Columns]:
        """Yields consecutive output of the systems with its references.

        Raises:
            CommandError: a system's output is empty, or the files have not the same number of lines.
            FieldCountError: a line holds another number of TAB-separated fields than it should.
            UndecodableLine: a line is not valid in the encoding.
            UnreadableFileError: a file cannot be read.
        """
        for columns in lockstep(self._streams):
            systems, references = self._looked_at(self._selected(self._sides(columns)))
            if len(references[0]):
                yield systems, references
        self.check_lengths()

    def whole(self, begun: Columns | None = None) -> Columns:
        """Returns all output of the systems and all references; `check_lengths` is left to the caller.

        Args:
            begun: a piece that has been taken already.

        Raises what `pieces` raises, but for the lengths.
        """
        self.everything = self._sides([stream.rest() for stream in self._streams])
        sides = self._looked_at(self._selected(self.everything))
        if begun is None:
            return sides
        systems, references = (
            [_joined(*halves) for halves in zip(first, rest, strict=True)]
            for first, rest in zip(begun, sides, strict=True)
        )
        return systems, references

    def _sides(self, columns: list[list[Segments]]) -> Columns:
        references = [column for of_file in columns[: self._files] for column in of_file]
        return [column for of_file in columns[self._files :] for column in of_file], references

    def _selected(self, sides: Columns) -> Columns:
        """Returns the segments of a piece that the test set's filters want; pieces follow each other."""
        if self._wanted is None:
            return sides
        wanted = self._wanted[self._seen : self._seen + len(sides[1][0])]
        self._seen += len(wanted)
        systems, references = ([_selected(column, wanted) for column in side] for side in sides)
        return systems, references

    def _looked_at(self, sides: Columns) -> Columns:
        if self._looks is not None:
            self._looks.add(*sides)
        return sides

    def warn_of_looks(self, metrics: Iterable[Metric[Any]]) -> None:
        """Warns of systems and references that look cut into tokens or pieces where the other side does not.

        Args:
            metrics: what has been read is scored by these.
        """
        if self._looks is None:
            return
        systems = _names(self._streams[self._files :], len(self._looks.systems))
        references = _names(self._streams[: self._files], len(self._looks.references))
        blanks = any(metric.heeds_blanks for metric in metrics)
        if not self._looks.is_odd():
            return
        from parbleu.text.segmentation_warning import differences

        for line in differences(self._looks, systems, references, blanks):
            warn(f"{line} (--force leaves this out)")

    def check_lengths(self) -> None:
        """Checks that all files have equally many lines.

        Raises:
            CommandError: they have not, or a system's is empty.
        """
        counts = [stream.skip() for stream in self._streams]
        if self._chosen is not None:
            self._chosen.check_lengths(counts, self._streams, self._files)
            return
        for count, stream in zip(counts[self._files :], self._streams[self._files :], strict=True):
            if count == 0:
                raise CommandError(f"Test set None contains no sentence: {stream.name} is empty")
        if len(set(counts)) > 1:
            raise CommandError(f"{UNEQUAL} {told_lengths(counts, self._streams)}")

    def close(self) -> None:
        """Closes the files and removes the progress bar."""
        if self._progress is not None:
            self._progress.close()
        for stream in self._streams:
            stream.close()


UNEQUAL = "System and reference streams have different lengths."


def told_lengths(counts: Sequence[int], streams: Sequence[LineStream]) -> str:
    """Returns what messages say about the files' numbers of lines."""
    from parbleu.io.lines import is_marked

    lines = ", ".join(f"{count} in {stream.name}" for count, stream in zip(counts, streams, strict=True))
    marked = next((stream.name for stream in streams if is_marked(stream.name)), None)
    return f"Lines: {lines}" + (f"; `parbleu convert sgm {marked}` makes text of it" if marked else "")


def _names(streams: Sequence[LineStream], columns: int) -> list[str]:
    """Returns what messages call the columns of one side: files, or fields of one."""
    if len(streams) == columns:
        return [stream.name for stream in streams]
    return [f"{streams[0].name}, field {number + 1}" for number in range(columns)]


def _selected(column: Segments, wanted: Sequence[bool]) -> Segments:
    count = min(len(column), len(wanted))
    return Segments([column[index] for index in range(count) if wanted[index]])


def _joined(first: Segments, rest: Segments) -> Segments:
    return Segments([piece[index] for piece in (first, rest) for index in range(len(piece))])


def _reference(path: str, arguments: Arguments) -> LineStream:
    piped = path == "-"
    if piped:
        from parbleu.io.line_streams import StandardInput

        path = StandardInput.name
    file = StandardInput() if piped else open_binary(path)
    if arguments.num_refs != 1:
        from parbleu.io.fields import ReferenceFields

        return ReferenceFields(path, file, arguments.encoding, arguments.num_refs, piped)
    return LineStream(path, file, arguments.encoding, piped)
