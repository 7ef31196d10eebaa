"""Scans the text of a file that is read in pieces, and tracks the position."""

from __future__ import annotations

from collections.abc import Callable
from re import Match
from typing import NoReturn

from parbleu.errors import FormatError
from parbleu.testsets.formats.declared_encoding import pieces
from parbleu.testsets.formats.raw_lines import whole_lines

Look = Callable[[str, int, int], Match[str] | None]
"""`match` or `search` of a pattern."""


BOM = "\ufeff"


class Scanner:
    """A file that is read in pieces; only the part that is not yet processed is in memory.

    Args:
        path: the file.
        encoding: its encoding, if it is not the one that the file declares.

    Attributes:
        text: the text that has been read; it ends at the end of a line.
        at: the offset up to which the text has been processed.
    """

    def __init__(self, path: str, encoding: str | None) -> None:
        self.text: str = ""
        self.at: int = 0
        self._path = path
        self._pieces = whole_lines(pieces(path, encoding), path)
        self._line = 1
        self._counted = 0  # up to where line ends are counted

    def more(self) -> bool:
        """Reads a piece and discards the processed text; returns False at the end of the file."""
        found = next(self._pieces, None)
        if found is None:
            return False
        self.line(self.at)
        number, lines = found
        self.text = f"{self.text[self.at :]}{lines.removeprefix(BOM) if number == 1 else lines}\n"
        self.at = 0
        self._counted = 0
        return True

    def look(self, look: Look, longest: int) -> Match[str] | None:
        """Returns the match within the next `longest` characters."""
        while (found := look(self.text, self.at, self.at + longest)) is None:
            if len(self.text) - self.at >= longest or not self.more():
                return None
        return found

    def line(self, at: int) -> int:
        """Returns the line of a place. Places are asked for in order."""
        if at > self._counted:
            self._line += self.text.count("\n", self._counted, at)
            self._counted = at
        return self._line

    def fail(self, problem: str, line: int | None = None) -> NoReturn:
        """Raises a FormatError for a line, by default the current one."""
        raise FormatError(self._path, self.line(self.at) if line is None else line, problem)
