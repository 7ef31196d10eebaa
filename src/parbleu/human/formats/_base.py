"""Defines `Format`, the base class of the formats of rating files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from parbleu._io.json_text import as_json
from parbleu.errors import RatingError
from parbleu.human._judgement import MISSING, Error, Judgement
from parbleu.human._offsets import APPRAISE
from parbleu.text._table_files.numbered_rows import NumberedRow, Problems

OMITTED = "missing"
"""The offsets of an error that has no place in the text, in the files of WMT and Appraise."""


IsRight = Callable[[NumberedRow], bool]
"""Says of a row whether all that it holds is known to be right."""

T = TypeVar("T", dict[str, Any], list[Any], str)
_KINDS = {dict: "an object, {...}", list: "a list, [...]", str: "text"}


def of_kind(value: Any, kind: type[T], what: str) -> T:
    """Returns a value of JSON of a type: dict, list or str; `what` is its name in messages.

    Raises:
        RatingError: it is of another type.
    """
    if not isinstance(value, kind):
        raise RatingError(f"{what} is {_KINDS[kind]}, not {as_json(value)}")
    return value


class Format:
    """The base class of rating formats; objects have no state.

    Attributes:
        needs: what a judgement must have to be written: a `rating`, a `score`, or one of both.
        words: names of columns or keys that its files have, by which a file of no format is compared with it.
        kind: what its files are: "a table", "JSON" or "text".
    """

    needs: tuple[str, ...] = ("rating", "score")
    words: tuple[str, ...] = ()
    kind: str = "a table"

    def recognises(self, path: str, head: str) -> bool:
        """Returns whether a file is in this format, judged by its name and its first line."""
        raise NotImplementedError

    def recognises_beginning(self, path: str, beginning: str) -> bool:
        """Returns whether a file is in this format, judged by its name and its first 64 KiB.

        Formats whose JSON may be indented define this in place of `recognises`.
        """
        return self.recognises(path, beginning.replace("\r", "\n").partition("\n")[0])

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

    def every(
        self, path: str, problems: Problems = None, is_right: IsRight | None = None
    ) -> Iterator[Judgement]:
        """Yields the judgements of a file, those included that a later one replaces; holds as few as it can.

        Args:
            path: the file.
            problems: collects the errors of lines that are left out. None refuses the file at the first.
            is_right: function of a row or a line that returns whether it needs no look: its judgements are
                left out. None yields all. A format may not call it.

        Raises:
            FormatError: a line is wrong.
            UnreadableFileError: the file cannot be read.
        """
        return self.read(path, problems)

    def translations(self, fields: Mapping[str, Any]) -> Iterator[Judgement]:
        """Yields the translations that a wrong line is about, as far as its fields say."""
        yield Judgement(
            system=as_name(fields.get("system")),
            segment=as_index(fields.get("segment")),
            document=as_name(fields.get("document")),
            place=as_index(fields.get("place")),
        )

    def lines(self, judgements: Iterable[Judgement]) -> Iterator[str]:
        """Yields the lines of a file from which `read` gets the same judgements, without their line ends.

        What a format has no place for is left out.

        Raises:
            RatingError: the format cannot hold a judgement.
        """
        raise NotImplementedError


def as_name(value: Any) -> str | None:
    """Returns a field of a wrong line as the name of a system or a document; None if it is empty."""
    return str(value) if value not in (None, "") else None


def as_index(value: Any, first: int = 0) -> int | None:
    """Returns a number, also one that is text or, as 1.0, a float, counted from `first`, as an index from 0.

    Returns None if it is none.
    """
    text = str(value).removesuffix(".0")
    return int(text) - first if text.isascii() and text.isdecimal() and int(text) >= first else None


class ReadOnlyFormat(Format):
    """The base class of formats that another program's annotators make, and nobody writes otherwise."""

    def lines(self, judgements: Iterable[Judgement]) -> Iterator[str]:
        """Raises a RatingError where lines are asked for."""
        for judgement in judgements:
            raise judgement.wrong("this format is only read: write standalone, google or table instead")
        yield from ()


def inclusive_error(values: Any, text: str | None = None) -> Error:
    """Returns an error of a JSON object whose `end_i` is the place of its last character.

    Args:
        values: the object.
        text: that of the system; its `<br>` count as one character. None if it has none, or is not known.

    Raises:
        RatingError: it is no such object.
    """
    values = of_kind(values, dict, "an error")
    start, end = values.get("start_i"), values.get("end_i")
    original = None
    if OMITTED in (start, end):
        start = end = MISSING
    elif type(start) is int and type(end) is int:
        original = start, end
        start, end = APPRAISE.span(text or "", start, end)
    if start is None or end is None:
        raise RatingError(f'an error needs "start_i" and "end_i": {as_json(values, 80)}')
    labels = {
        "category": values.get("error_type", values.get("category")),
        "severity": values.get("severity"),
    }
    return replace(Error.from_dict({"start": start, "end": end} | labels), original=original)
