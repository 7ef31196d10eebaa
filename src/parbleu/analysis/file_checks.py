"""Checks files of segments before they are used: encoding, empty lines, line counts, leaks into training."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from os import PathLike

from parbleu._core import Segments
from parbleu.analysis.checked_stream import CheckedStream, Limits, TextFacts
from parbleu.analysis.data_checks import DETECTORS
from parbleu.base.wording import counted
from parbleu.errors import NoSegmentsError, UnknownNameError
from parbleu.io.lines import NAME_COLUMNS, open_binary, other_than_text, read_block, whole_lines
from parbleu.tables import Column, Result, Table

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_BLOCK = 1 << 20
ENCODING, LINE_ENDS, EMPTY, NFC, CHARACTERS, LINE_COUNTS, TRAINING = CHECKS = (
    "encoding",
    "line_ends",
    "empty",
    "nfc",
    "bad_characters",
    "line_counts",
    "training",
)


@dataclass(frozen=True)
class Finding:
    """Something wrong in a file.

    Attributes:
        file: its path.
        line: the line, from 1.
        check: the name of the check, one of `CHECKS`.
        message: what is wrong and what to do.
    """

    file: str
    line: int
    check: str
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.check}: {self.message}"


@dataclass(frozen=True)
class FileChecks(Result):
    """What checks found in files.

    Attributes:
        lines: file -> how many lines it has.
        checks: the names of the checks.
        found: what is wrong, by file and line.
    """

    lines: dict[str, int]
    checks: tuple[str, ...]
    found: tuple[Finding, ...]

    def tables(self) -> tuple[Table, ...]:
        """Returns a row for each finding."""
        columns = (Column("file"), Column("line", kind=int), Column("check"), Column("message"))
        rows = [(each.file, each.line, each.check, each.message) for each in self.found]
        facts = {
            "checks": " ".join(self.checks),
            "n_files": len(self.lines),
            "n_lines": sum(self.lines.values()),
        }
        return (Table("findings", columns, rows, facts=facts),)


@dataclass(eq=False)
class _Text:
    """A file: its lines without their ends and what is not UTF-8, its bytes, and what it is if no text."""

    path: str
    lines: list[str]
    raw: bytes
    other_file: str


def check_files(
    files: Iterable[str | PathLike[str]],
    *,
    parallel: bool = False,
    train: Iterable[str | PathLike[str]] = (),
    checks: Sequence[str] | None = None,
) -> FileChecks:
    """Checks files with a segment on each line.

    Args:
        files: their paths; compressed ones are read, too.
        parallel: whether lines of the same number belong together, so that all files have equally many.
        train: files of training data: lines of `files` that stand in one of them, too, are found. They are
            compared in NFKC, without white space at their ends and with single blanks. The files are read
            line by line.
        checks: names of `CHECKS`; by default all.

    Raises:
        UnknownNameError: there is no such check.
        NoSegmentsError: no file is named.
        UnreadableFileError: a file cannot be read.
    """
    names = CHECKS if checks is None else tuple(checks)
    for name in names:
        if name not in CHECKS:
            raise UnknownNameError("check", name, list(CHECKS))
    texts = [_read(str(path)) for path in files]
    if not texts:
        raise NoSegmentsError("name at least one file to check")
    found: list[Finding] = []
    for text in texts:
        for name in names:
            if name in OF_ONE_FILE:
                found += (
                    Finding(text.path, line, name, message) for line, message in OF_ONE_FILE[name](text)
                )
    if parallel and LINE_COUNTS in names:
        found += _line_counts(texts)
    if TRAINING in names:
        found += _in_training(texts, [str(path) for path in train])
    places = {text.path: place for place, text in enumerate(texts)}
    found.sort(key=lambda each: (places[each.file], each.line, names.index(each.check)))
    return FileChecks({text.path: len(text.lines) for text in texts}, names, tuple(found))


def _read(path: str) -> _Text:
    with open_binary(path) as file:
        raw = read_block(file, path, -1)
    text = raw.decode("utf-8", "ignore")
    other_file = other_than_text(path, raw)
    lines = [] if other_file else text.split("\n")
    if lines and not lines[-1]:
        lines.pop()
    return _Text(path, lines, raw, other_file)


def _encoding(text: _Text) -> Iterator[tuple[int, str]]:
    if text.other_file:
        kind, _, advice = text.other_file.partition(": ")
        of_score = advice.startswith(("-e ", NAME_COLUMNS))  # options of `parbleu score`
        yield 1, f"this {kind}, and not lines of UTF-8" if of_score else f"this {text.other_file}"
        return
    if text.raw.startswith(BYTE_ORDER_MARK):
        yield 1, "this begins with a byte order mark, which counts as text; save it as UTF-8 without one"
    for number, line in enumerate(text.raw.split(b"\n"), 1):
        if (place := _wrong_byte(line)) is not None:
            yield number, f"byte {line[place]:#04x} in column {place + 1} is not UTF-8; convert the file"


def _wrong_byte(line: bytes) -> int | None:
    """Returns the place of the first byte that is not UTF-8; None if all are."""
    try:
        line.decode("utf-8")
    except UnicodeDecodeError as problem:
        return problem.start
    return None


def _line_ends(text: _Text) -> Iterator[tuple[int, str]]:
    ends = [number for number, line in enumerate(text.lines, 1) if line.endswith("\r")]
    if ends:
        yield ends[0], f"{len(ends)} of {len(text.lines)} lines end in CR LF; write LF only"
    if text.lines and not text.raw.endswith(b"\n"):
        yield len(text.lines), "the last line does not end; write LF after it"


def _detected(name: str, message: str) -> Callable[[_Text], Iterator[tuple[int, str]]]:
    """Returns a check that does what a detector of `DETECTORS` does in the output of systems."""

    def find(text: _Text) -> Iterator[tuple[int, str]]:
        lines = [line.removesuffix("\r") for line in text.lines]
        stream = CheckedStream(TextFacts(lines), None, [], [], Limits(), (Segments(lines), ()))
        for segment in DETECTORS[name].find(stream):
            yield segment + 1, message

    return find


def _nfc(text: _Text) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.lines, 1):
        if not line.isascii() and not unicodedata.is_normalized("NFC", line):
            yield (
                number,
                "this is not in Unicode's normal form C, in which equal texts are equal; normalize it",
            )


OF_ONE_FILE: dict[str, Callable[[_Text], Iterator[tuple[int, str]]]] = {
    ENCODING: _encoding,
    LINE_ENDS: _line_ends,
    EMPTY: _detected("empty", "nothing but white space"),
    NFC: _nfc,
    CHARACTERS: _detected("bad_characters", "control characters, U+FFFD or text that was decoded wrongly"),
}


def _line_counts(texts: Sequence[_Text]) -> Iterator[Finding]:
    first = texts[0]
    for text in texts[1:]:
        if len(text.lines) != len(first.lines):
            message = f"{counted(len(text.lines), 'line')}, but {first.path} has {len(first.lines)}"
            yield Finding(text.path, max(1, len(text.lines)), LINE_COUNTS, message)


def _in_training(texts: Sequence[_Text], train: Sequence[str]) -> Iterator[Finding]:
    """Yields a finding for each line that training data has, with its first place there."""
    places: dict[str, list[tuple[str, int]]] = {}
    for text in texts:
        for number, line in enumerate(text.lines, 1):
            if key := _folded(line):
                places.setdefault(key, []).append((text.path, number))
    for path in train:
        for number, raw in enumerate(_raw_lines(path), 1):
            for where in places.pop(_folded(raw.decode("utf-8", "replace")), ()):
                yield Finding(*where, TRAINING, f"line {number} of the training data {path} is the same")


def _raw_lines(path: str) -> Iterator[bytes]:
    with open_binary(path) as file:
        for block in whole_lines(iter(lambda: read_block(file, path, _BLOCK), b"")):
            yield from block.removesuffix(b"\n").split(b"\n")


def _folded(line: str) -> str:
    return " ".join((line if line.isascii() else unicodedata.normalize("NFKC", line)).split())
