"""Defines `PairFormat`, which converts the raw files of a language pair to fields with a line per segment."""

from __future__ import annotations

from parbleu._base.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from parbleu.testsets._catalogue_entry import Entry

    Write = Callable[[str, bytes], object]
    """Takes the name of a field and some of its lines: UTF-8, each line ended by LF."""


class Annotation(Record):
    """The origin of a segment: document, language and domain; None for unknown ones.

    Attributes:
        origlang: the language that the document was written in.
        docid: the document's name.
        domain: its domain, such as "news".
    """

    origlang: str | None
    docid: str | None
    domain: str | None


class PairFormat:
    """The raw files of a language pair in a format of test sets.

    Every method may raise:

    - `UnreadableFileError`: a file cannot be read, or its compressed data is damaged.
    - `UndecodableLineError`: a line is not valid in the file's encoding.
    - `FormatError`: a file is not what the format says; the message names the file and the line.

    Args:
        entry: the test set.
        language_pair: one of its language pairs.
        paths: its raw files, in the order of `entry.pair(language_pair).files`. One whose name ends in `.gz`
            is decompressed.

    Attributes:
        entry, language_pair, paths: the arguments.
        known_options: the keys of `entry.options` that the format knows; None if it checks them itself.
    """

    known_options: tuple[str, ...] | None = None

    def __init__(self, entry: Entry, language_pair: str, paths: Sequence[str]) -> None:
        self.entry = entry
        self.language_pair = language_pair
        self.paths = paths

    def fields(self) -> list[str]:
        """Returns the names of the fields: always in the same order, "src" first.

        References are called "ref", or "ref:0", "ref:1"..., or "ref:" and the translator's name.
        """
        raise NotImplementedError

    def convert(self, write: Write) -> None:
        """Writes all fields in one pass over the files, in bounded memory.

        Args:
            write: called with the name of a field and some whole lines of it, as often as it takes.
        """
        raise NotImplementedError

    def annotations(self) -> Iterator[Annotation]:
        """Yields where each segment comes from, one annotation for each line of "src"."""
        raise NotImplementedError


def reference_fields(count: int) -> list[str]:
    """Returns default names for a number of unnamed references."""
    return ["ref"] if count == 1 else [f"ref:{which}" for which in range(count)]


def encode(lines: Sequence[str]) -> bytes:
    """Encodes lines for `write`; no lines become no bytes."""
    text = "\n".join(lines)
    return (text + "\n").encode() if lines else b""


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
        """Writes some lines of every field."""
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
