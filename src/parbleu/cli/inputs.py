"""The files of a command line: opened, read in step or whole, and checked to be of one length."""

from __future__ import annotations

import sys

from parbleu._core import Segments
from parbleu.cli.console import CommandError
from parbleu.text.files import open_binary
from parbleu.text.streams import LineStream, lockstep

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from parbleu.cli.score_options import Arguments
    from parbleu.progress import Progress

    Columns = tuple[list[Segments], list[Segments]]  # of the systems, and of the references


class Inputs:
    """The systems' output and the references.

    Args:
        arguments: the command line; `refs` is not empty.
        paths: the systems' files, "-" being standard input, which may hold several systems.

    Attributes:
        paths: as given.
        num_refs: the number of reference streams.

    Raises:
        UnreadableFileError: a file cannot be opened.
        OptionError: there is no such encoding.
    """

    def __init__(self, arguments: Arguments, paths: Sequence[str]) -> None:
        self.paths = paths
        self.num_refs = max(len(arguments.refs), arguments.num_refs)
        self._streams: list[LineStream] = []
        self._files = len(arguments.refs)
        self._progress: Progress | None = None
        try:
            self._open(arguments, paths)
        except BaseException:
            self.close()
            raise
        if not arguments.quiet and sys.stderr is not None and sys.stderr.isatty():
            self._show_progress()

    def _open(self, arguments: Arguments, paths: Sequence[str]) -> None:
        if arguments.refs.count("-") > 1:
            raise CommandError("standard input cannot be two references; -nr 2 reads two from each line")
        for path in arguments.refs:
            self._streams.append(_reference(path, arguments))
        for path in paths:
            if path != "-":
                self._streams.append(LineStream(path, open_binary(path), arguments.encoding))
                continue
            from parbleu.text.fields import SystemFields
            from parbleu.text.streams import StandardInput

            if "-" in arguments.refs:
                raise CommandError("standard input is the system's output: it cannot be a reference, too")
            self._streams.append(SystemFields(StandardInput.name, StandardInput(), arguments.encoding))

    def _show_progress(self) -> None:
        from pathlib import Path

        from parbleu.progress import Progress

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
            yield self._sides(columns)
        self.check_lengths()

    def whole(self, begun: Columns | None = None) -> Columns:
        """Returns all output of the systems and all references; `check_lengths` is left to the caller.

        Args:
            begun: a piece that has been taken already.

        Raises what `pieces` raises, but for the lengths.
        """
        sides = self._sides([stream.rest() for stream in self._streams])
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

    def check_lengths(self) -> None:
        """Checks that all files have equally many lines.

        Raises:
            CommandError: they have not, or a system's is empty.
        """
        counts = [stream.skip() for stream in self._streams]
        for count, stream in zip(counts[self._files :], self._streams[self._files :], strict=True):
            if count == 0:
                raise CommandError(f"Test set None contains no sentence: {stream.name} is empty")
        if len(set(counts)) > 1:
            lines = ", ".join(
                f"{count} in {stream.name}" for count, stream in zip(counts, self._streams, strict=True)
            )
            raise CommandError(f"System and reference streams have different lengths. Lines: {lines}")

    def close(self) -> None:
        """Closes the files and removes the progress bar."""
        if self._progress is not None:
            self._progress.close()
        for stream in self._streams:
            stream.close()


def _joined(first: Segments, rest: Segments) -> Segments:
    return Segments([piece[index] for piece in (first, rest) for index in range(len(piece))])


def _reference(path: str, arguments: Arguments) -> LineStream:
    piped = path == "-"
    if piped:
        from parbleu.text.streams import StandardInput

        path = StandardInput.name
    file = StandardInput() if piped else open_binary(path)
    if arguments.num_refs != 1:
        from parbleu.text.fields import ReferenceFields

        return ReferenceFields(path, file, arguments.encoding, arguments.num_refs, piped)
    return LineStream(path, file, arguments.encoding, piped)
