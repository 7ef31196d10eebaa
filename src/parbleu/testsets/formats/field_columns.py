"""Aligns fields: segments that one part of a file lacks become empty lines in its field."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from parbleu.testsets.formats.base import Write


class Columns:
    """Writes part after part of a file's fields. A field that begins later begins with empty lines.

    Args:
        write: takes the name of a field and some of its lines.
    """

    def __init__(self, write: Write) -> None:
        self._write = write
        self._known: list[str] = []
        self._done = 0

    def add(self, count: int, lines: Mapping[str, bytes]) -> None:
        """Writes some lines of every field.

        Args:
            count: how many lines there are.
            lines: so many of each field that this part has.
        """
        self._begin(lines)
        for field in self._known:
            self._write(field, lines.get(field) or b"\n" * count)
        self._done += count

    def finish(self, fields: Iterable[str]) -> None:
        """Writes the fields that no part had."""
        self._begin(fields)

    def _begin(self, fields: Iterable[str]) -> None:
        for field in fields:
            if field not in self._known:
                self._known.append(field)
                self._write(field, b"\n" * self._done)


def repeated(fields: Sequence[str]) -> str | None:
    """Returns the first field whose name an earlier one has, too; None if there is none."""
    return next((field for at, field in enumerate(fields) if field in fields[:at]), None)
