"""Defines `Format`, the base class of the formats of rating files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from parbleu.human._judgement import Judgement
from parbleu.text._table_files.numbered_rows import Problems


class Format:
    """The base class of rating formats; objects have no state.

    Attributes:
        needs: what a judgement must have to be written: a `rating`, a `score`, or one of both.
    """

    needs: tuple[str, ...] = ("rating", "score")

    def recognises(self, path: str, head: str) -> bool:
        """Returns whether a file is in this format, judged by its name and its first line."""
        raise NotImplementedError

    def read(self, path: str, problems: Problems = None) -> Iterator[Judgement]:
        """Yields the judgements of a file, in its order.

        Args:
            path: the file.
            problems: collects the errors of lines that are left out. None refuses the file at the first.

        Raises:
            FormatError: a line is wrong.
            UnreadableFileError: the file cannot be read.
        """
        raise NotImplementedError

    def lines(self, judgements: Iterable[Judgement]) -> Iterator[str]:
        """Yields the lines of a file from which `read` gets the same judgements, without their line ends.

        What a format has no place for is left out.

        Raises:
            RatingError: the format cannot hold a judgement.
        """
        raise NotImplementedError
