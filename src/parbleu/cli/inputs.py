"""The files of a command line: opened, read in step, and checked to be of one length."""

from __future__ import annotations

import sys

from parbleu.cli.console import CommandError
from parbleu.text.files import open_binary
from parbleu.text.streams import LineStream, lockstep

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from parbleu._core import Segments
    from parbleu.cli.score_options import Arguments
    from parbleu.progress import Progress


class Inputs:
    """One system's output and its references.

    Args:
        arguments: the command line; `refs` is not empty, `input` holds at most one path.

    Attributes:
        num_refs: the number of reference streams.

    Raises:
        UnreadableFileError: a file cannot be opened.
        OptionError: there is no such encoding.
    """

    def __init__(self, arguments: Arguments) -> None:
        self.num_refs = max(len(arguments.refs), arguments.num_refs)
        self._streams: list[LineStream] = []
        self._progress: Progress | None = None
        try:
            self._open(arguments)
        except BaseException:
            self.close()
            raise
        if not arguments.quiet and sys.stderr is not None and sys.stderr.isatty():
            self._show_progress()

    def _open(self, arguments: Arguments) -> None:
        for path in arguments.refs:
            self._streams.append(_reference(path, arguments))
        path = arguments.input[0] if arguments.input else "-"
        if path != "-":
            self._streams.append(LineStream(path, open_binary(path), arguments.encoding))
        else:
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

    def pieces(self) -> Iterator[tuple[Segments, list[Segments]]]:
        """Yields consecutive hypotheses with their references.

        Raises:
            CommandError: the system's output is empty, or the files have not the same number of lines.
            FieldCountError: a line holds another number of TAB-separated fields than it should.
            UndecodableLine: a line is not valid in the encoding.
            UnreadableFileError: a file cannot be read.
        """
        for columns in lockstep(self._streams):
            references = [column for columns_of_file in columns[:-1] for column in columns_of_file]
            if len(columns[-1]) != 1:
                raise CommandError(
                    f"standard input holds {len(columns[-1])} systems, separated by TABs; give one at a time"
                )
            yield columns[-1][0], references
        self._check_lengths()

    def _check_lengths(self) -> None:
        counts = [stream.skip() for stream in self._streams]
        if counts[-1] == 0:
            raise CommandError(f"Test set None contains no sentence: {self._streams[-1].name} is empty")
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


def _reference(path: str, arguments: Arguments) -> LineStream:
    if arguments.num_refs != 1:
        from parbleu.text.fields import ReferenceFields

        return ReferenceFields(path, open_binary(path), arguments.encoding, arguments.num_refs)
    if path == "-":
        from parbleu.text.streams import StandardInput

        return LineStream(StandardInput.name, StandardInput(), arguments.encoding, universal=True)
    return LineStream(path, open_binary(path), arguments.encoding)
