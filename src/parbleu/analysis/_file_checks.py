"""Checks files of segments before they are used: encoding, empty lines, line counts, leaks into training."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from os import PathLike
from typing import Any

from parbleu._base.encoding_guesses import guess, how_to_convert
from parbleu._base.known_names import check_name
from parbleu._base.unicode_forms import unicode_form
from parbleu._base.wording import counted
from parbleu._core import Segments, WritingLimits, engine_of_search, explained_difference
from parbleu._inputs import unit_suffix
from parbleu._inputs.line_files import LineFiles
from parbleu._inputs.named_corpus import NamedCorpus
from parbleu._inputs.unit_formats import Unit, UnitOptions, read_units
from parbleu._io.lines import open_binary, read_block, uncompressed_name, what_it_is, whole_lines
from parbleu.analysis._checked_stream import CheckedStream, Limits, TextFacts
from parbleu.analysis._data_checks import DETECTORS
from parbleu.analysis._training_lines import normalized
from parbleu.errors import FormatError, NoSegmentsError, OptionError, ParbleuError, UndecodableLineError
from parbleu.tables import Result, record, rows
from parbleu.text._corpus_sample import CorpusSample, likeness
from parbleu.text._languages import split_pair
from parbleu.text._normalizations import NORMALIZATIONS, get_normalization, words_of_normalization

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_MOST_OF_OTHER_LANGUAGE = 90  # percent of lines: all of a source are, whose language may be much alike
_SAME_LANGUAGE = 0.25  # the share of words that lines of one language have in common, on average and at least
_WRITE_COLUMN = "`parbleu convert --column` writes one of its columns as lines"
_BLOCK = 1 << 20
_NOT_NFC = (
    "{} of {} lines are not in Unicode's normal form C, in which equal texts are equal; normalize them, or "
    "score with --normalize nfc"
)
_INVISIBLE = re.compile("[\u00ad\u200b\u2060\ufeff]")
"""Soft hyphen, zero-width space, word joiner, and the byte order mark inside a text."""
_BEHIND_BLANK = re.compile("[ \u00a0]([^\\w\\s\\x00-\u02ff])")
"""A character that is no letter, behind a blank: a mark there has lost its letter."""
ENCODING, LINE_ENDS, EMPTY, NFC, CHARACTERS, INVISIBLE, ADDITIONS, LINE_COUNTS, WRITING, TRAINING = CHECKS = (
    "encoding",
    "line_ends",
    "empty",
    "nfc",
    "bad_characters",
    "invisible",
    "additions",
    "line_counts",
    "writing",
    "training",
)

ALWAYS_ADDED = ("reasoning", "fences", "special-tokens")
"""Normalizations that remove what is never part of a text."""

OFTEN_ADDED = (
    *("json", "preambles", "numbering", "subtitles", "tags"),
    *("escapes", "entities", "pieces", "placeholders", "markdown"),
)
"""Normalizations that remove what a line of text may have, and a tenth of all lines has not."""

_OFTEN = 0.1


@dataclass(frozen=True)
class Finding:
    """Something wrong in a file.

    Attributes:
        file: its path.
        line: the line, from 1; of a translator's file the place of the unit, which the message names.
        check: the name of the check, one of `CHECKS`.
        message: what is wrong and what to do.
    """

    file: str
    line: int
    check: str
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.check}: {self.message}"


def _check_facts(checked: FileChecks) -> dict[str, Any]:
    n_lines = sum(checked.lines.values())
    return {"checks": " ".join(checked.checks), "n_files": len(checked.lines), "n_lines": n_lines}


@record
class FileChecks(Result):
    """What checks found in files.

    Attributes:
        lines: file -> how many lines it has.
        checks: the names of the checks.
        found: what is wrong, by file and line.
    """

    lines: dict[str, int]
    checks: tuple[str, ...]
    found: tuple[Finding, ...] = rows("findings", Finding, facts=_check_facts)


@dataclass(eq=False)
class _Block:
    """Lines that follow one another in a file.

    Attributes:
        first: the number of the first one.
        lines: they without their ends and what is not UTF-8.
        raw: their bytes.
    """

    first: int
    lines: list[str]
    raw: bytes


@dataclass(eq=False)
class _Ends:
    """How the lines of a file end: how many there are, and with CR LF; the first of these; the last byte."""

    lines: int = 0
    carriages: int = 0
    first: int = 0
    last: bytes = b"\n"

    def add(self, block: _Block) -> None:
        """Counts the lines of the next block."""
        ends = [number for number, line in enumerate(block.lines, block.first) if line.endswith("\r")]
        self.first = self.first or next(iter(ends), 0)
        self.carriages += len(ends)
        self.lines += len(block.lines)
        self.last = block.raw[-1:]

    def problems(self) -> Iterator[tuple[int, str]]:
        """Yields line and message."""
        if self.carriages:
            yield self.first, f"{self.carriages} of {self.lines} lines end in CR LF; write LF only"
        if self.lines and self.last != b"\n":
            yield self.lines, "the last line does not end; write LF after it"


class _Additions:
    """What programs added to the lines of a file: how many lines have it, and the first of them."""

    def __init__(self) -> None:
        self._counts = dict.fromkeys((*ALWAYS_ADDED, *OFTEN_ADDED), 0)
        self._first: dict[str, int] = {}

    def add(self, block: _Block) -> None:
        """Counts the lines of the next block."""
        lines = [line.strip() for line in block.lines]
        for name in self._counts:  # what one removes is no finding of another
            texts = get_normalization(name).all(lines)
            pairs = enumerate(zip(lines, texts, strict=True), block.first)
            changed = [number for number, (line, text) in pairs if text != line]
            self._counts[name] += len(changed)
            if changed:
                self._first.setdefault(name, changed[0])
            lines = texts

    def problems(self, n_lines: int) -> Iterator[tuple[int, str]]:
        """Yields line and message."""
        for name, count in self._counts.items():
            if count and (name in ALWAYS_ADDED or count > max(WritingLimits.few_lines, _OFTEN * n_lines)):
                normalization = get_normalization(name)
                where = f"in {counted(count, 'line')} of {n_lines}"
                message = f"{normalization.meaning}, {where}; {normalization.remedy}"
                yield self._first[name], f"{message}, or score with --normalize {name}"


def check_files(
    files: Iterable[str | PathLike[str]],
    *,
    parallel: bool = False,
    train: Iterable[str | PathLike[str]] = (),
    checks: Sequence[str] | None = None,
    language_pair: str | None = None,
) -> FileChecks:
    """Checks files with a segment on each line, and translators' files and subtitles.

    The lines of the latter are the translations of their units; messages name the unit.

    Args:
        files: their paths; compressed ones are read, too.
        parallel: whether lines of the same number belong together, so that all files have equally many.
        train: files of training data: lines of `files` that stand in one of them, too, are found. They are
            compared in NFKC, without white space at their ends and with single blanks. All files are read
            in pieces; with training data the lines of `files` are kept.
        checks: names of `CHECKS`; by default all.
        language_pair: which of several languages of a file is read, such as "en-de"; else the only ones.

    Raises:
        UnknownNameError: there is no such check.
        OptionError: a check lacks the files that it compares, or training data lack the check; or the
            language pair is none.
        NoSegmentsError: no file is named, or a file of training data has no line.
        UnreadableFileError: a file cannot be read.
    """
    names = CHECKS if checks is None else tuple(checks)
    for name in names:
        check_name("check", name, CHECKS)
    paths = list(dict.fromkeys(map(str, files)))
    if not paths:
        raise NoSegmentsError("name at least one file to check")
    trained = [str(path) for path in train]
    _check_choice(() if checks is None else names, parallel, trained)
    if language_pair is not None:
        split_pair(language_pair)  # refuses what is none
    findings: list[Finding] = []
    places: dict[str, list[tuple[str, int]]] = {}
    counts: dict[str, int] = {}
    units: dict[str, list[Unit]] = {}
    for path in paths:
        ends, additions, block = _Ends(), _Additions(), None
        decomposed: list[int] = []
        try:
            units[path] = _units(path, language_pair)
            blocks = _blocks(path, units[path])
            begin = list(islice(blocks, 1))
        except FormatError as problem:
            broken = " ".join(str(problem).removeprefix(path).lstrip(":0123456789").split())
            findings.append(Finding(path, problem.line or 1, ENCODING, broken))
            counts[path] = 0
            continue
        for block in chain(begin, blocks):
            ends.add(block)
            if ADDITIONS in names:
                additions.add(block)
            if NFC in names:
                decomposed += _decomposed(block)
            for name in OF_LINES.keys() & names:
                findings += (Finding(path, line, name, message) for line, message in OF_LINES[name](block))
            if trained:
                for number, line in enumerate(block.lines, block.first):
                    if key := normalized(line):
                        places.setdefault(key, []).append((path, number))
        if EMPTY in names and block is None:
            findings.append(Finding(path, 1, EMPTY, "the file has no lines"))
        if decomposed:
            findings.append(Finding(path, decomposed[0], NFC, _NOT_NFC.format(len(decomposed), ends.lines)))
        if LINE_ENDS in names:
            findings += (Finding(path, line, LINE_ENDS, message) for line, message in ends.problems())
        too_much = additions.problems(ends.lines)
        findings += (Finding(path, line, ADDITIONS, message) for line, message in too_much)
        counts[path] = ends.lines
    if parallel and WRITING in names and len({*counts.values()}) == 1:
        findings += _written_differently(paths)
    if parallel and LINE_COUNTS in names:
        findings += _line_counts(counts)
    findings += _in_training(places, trained)
    findings = [_of_unit(finding, units.get(finding.file, ())) for finding in findings]
    order = {path: index for index, path in enumerate(paths)}
    ranks = (*names, ENCODING)  # a file that cannot be checked is told whatever was chosen
    findings.sort(key=lambda finding: (order[finding.file], finding.line, ranks.index(finding.check)))
    return FileChecks(counts, names, tuple(findings))


def _check_choice(chosen: Sequence[str], parallel: bool, trained: Sequence[str]) -> None:
    """Refuses checks that have nothing to compare, and files that no check compares."""
    for name in chosen:
        if name in (WRITING, LINE_COUNTS) and not parallel:
            raise OptionError(f"the check {name} compares parallel files: add --parallel (parallel=)")
    if TRAINING in chosen and not trained:
        raise OptionError(f"the check {TRAINING} needs training data: add --train FILE (train=)")
    if trained and chosen and TRAINING not in chosen:
        raise OptionError(f"--train (train=) is of the check {TRAINING}: add it to --checks (checks=)")


def _units(path: str, language_pair: str | None) -> list[Unit]:
    """Returns the units of a translator's file or of subtitles; none of other files.

    Raises:
        FormatError: the file is not of the format that its name tells, or in another encoding.
    """
    if not unit_suffix(path):
        return []
    try:
        return read_units(path, UnitOptions(language_pair=language_pair))
    except UndecodableLineError as problem:
        wrong = f"byte {problem.byte:#04x} in column {problem.column + 1} is not {problem.encoding}"
        way = how_to_convert(guess(path))
        raise FormatError(path, problem.line, f"{wrong}; convert the file ({way})") from None


def _of_unit(finding: Finding, units: Sequence[Unit]) -> Finding:
    """Returns a finding whose message names the unit, if it is in one."""
    if finding.check not in CHECKS_OF_LINES or finding.line > len(units):
        return finding
    unit = units[finding.line - 1]
    document = f" of {unit.document!r}" if unit.document else ""
    return replace(finding, message=f"unit {unit.key!r}{document}: {finding.message}")


def _blocks(path: str, units: Sequence[Unit] = ()) -> Iterator[_Block]:
    """Yields the lines, or the units, of a file in pieces.

    Raises:
        FormatError: the file has no segment on each line, which its beginning shows.
    """
    first = 1
    if units:
        lines = [" ".join((unit.target or "").splitlines()) for unit in units]
        yield _Block(first, lines, "".join(f"{line}\n" for line in lines).encode("utf-8", "replace"))
        return
    for raw in _pieces(path):
        if first == 1 and (kind := _other_file(path, raw)):
            raise FormatError(path, 0, f"this {kind}")
        lines = raw.decode("utf-8", "ignore").removesuffix("\n").split("\n")
        yield _Block(first, lines, raw)
        first += len(lines)


def _other_file(path: str, raw: bytes) -> str:
    """Returns what a file is that has no segment on each line, and what to do; "" for segments."""
    if uncompressed_name(path).endswith(".tsv") and b"\t" in raw.partition(b"\n")[0]:
        return f"is TSV by its name: {_WRITE_COLUMN}"
    return what_it_is(path, raw, naming=_WRITE_COLUMN, fields=False)


def _pieces(path: str) -> Iterator[bytes]:
    """Yields the bytes of a file in pieces of whole lines."""
    with open_binary(path) as file:
        yield from whole_lines(iter(lambda: read_block(file, path, _BLOCK), b""))


def _encoding(block: _Block) -> Iterator[tuple[int, str]]:
    if block.first == 1 and block.raw.startswith(BYTE_ORDER_MARK):
        yield 1, "this begins with a byte order mark, which counts as text; save it as UTF-8 without one"
    if _wrong_byte(block.raw) is None:
        return
    way = how_to_convert(guess(block.raw))
    for number, line in enumerate(block.raw.split(b"\n"), block.first):
        if (byte := _wrong_byte(line)) is not None:
            yield (
                number,
                f"byte {line[byte]:#04x} in column {byte + 1} is not UTF-8; convert the file ({way})",
            )


def _wrong_byte(line: bytes) -> int | None:
    """Returns the place of the first byte that is not UTF-8; None if all are."""
    try:
        line.decode("utf-8")
    except UnicodeDecodeError as problem:
        return problem.start
    return None


def _detected(name: str, message: str) -> Callable[[_Block], Iterator[tuple[int, str]]]:
    """Returns a check that does what a detector of `DETECTORS` does in the output of systems."""

    def find(block: _Block) -> Iterator[tuple[int, str]]:
        lines = [line.removesuffix("\r") for line in block.lines]
        stream = CheckedStream(TextFacts(Segments(lines)), None, [], Limits())
        for segment in DETECTORS[name].find(stream):
            yield block.first + segment, message

    return find


def _empty(block: _Block) -> Iterator[tuple[int, str]]:
    found = list(_detected("empty", "nothing but white space")(block))
    raw = block.raw.split(b"\n") if found else []
    # Of a line that is not UTF-8, what can be decoded is left, which may be nothing.
    return (each for each in found if _wrong_byte(raw[each[0] - block.first]) is None)


def _decomposed(block: _Block) -> list[int]:
    """Returns the numbers of the lines that are not in NFC."""
    return [
        number
        for number, line in enumerate(block.lines, block.first)
        if not line.isascii() and unicode_form("NFC", line) != line
    ]


def _invisible(block: _Block) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(block.lines, block.first):
        # The mark that a file begins with is a finding of `_encoding`.
        marked = number == 1 and line.startswith("\ufeff")
        if match := _INVISIBLE.search(line, int(marked)):
            char = f"U+{ord(match[0]):04X} ({unicodedata.name(match[0]).lower()})"
            yield (
                number,
                f"{char} in column {match.start() + 1} is not visible, but counts as text; remove it",
            )


def _characters(block: _Block) -> Iterator[tuple[int, str]]:
    yield from _BAD_CHARACTERS(block)
    for number, line in enumerate(block.lines, block.first):
        marks = (match for match in _BEHIND_BLANK.finditer(line) if unicodedata.category(match[1])[0] == "M")
        if (mark := next(marks, None)) is not None:
            name = f"U+{ord(mark[1]):04X} ({unicodedata.name(mark[1], 'a mark').lower()})"
            where = f"{name} in column {mark.start(1) + 1} stands behind a blank, without its letter"
            yield number, f"{where}, as Moses' tokenizer tears words, for good; take the text before it"


_BAD_CHARACTERS = _detected("bad_characters", "control characters, U+FFFD or text that was decoded wrongly")

OF_LINES: dict[str, Callable[[_Block], Iterator[tuple[int, str]]]] = {
    ENCODING: _encoding,
    EMPTY: _empty,
    CHARACTERS: _characters,
    INVISIBLE: _invisible,
}
CHECKS_OF_LINES = (*OF_LINES, TRAINING)
"""The checks that find something in each line that has it."""


def _line_counts(counts: dict[str, int]) -> Iterator[Finding]:
    (first, expected), *others = counts.items()
    for path, lines in others:
        if lines != expected:
            message = f"{counted(lines, 'line')}, but {first} has {expected}"
            yield Finding(path, max(1, lines), LINE_COUNTS, message)


def _written_differently(paths: Sequence[str], may_be_source: bool = True) -> Iterator[Finding]:
    """Yields findings of files that are written differently from the first one, or shifted beside it.

    If the first one is like none of the others, as a source is, these are compared with each other, too.
    """
    if len(paths) < 2 or any(map(unit_suffix, paths)):
        return
    named = NamedCorpus(paths[:1], paths[1:], names=paths[1:], refuse_tables=False)
    try:
        with LineFiles(named) as reader:
            for _ in reader.parts():
                pass
            [(sampler, _)] = reader.samples.values()
            sample = CorpusSample(sampler)
    except ParbleuError:  # other checks tell why they cannot be compared
        return
    for line in sampler.shifts(paths[1:], paths[0]):
        yield Finding(next(path for path in paths if line.startswith(f"{path} and ")), 1, WRITING, line)
    engine, _ = engine_of_search([])
    differences = sample.written_differently(engine, NORMALIZATIONS.others())
    for path, difference in zip(paths[1:], differences, strict=True):
        if difference is not None:
            explanation = explained_difference(difference, "BLEU", words_of_normalization)
            yield Finding(path, 1, WRITING, f"written differently from {paths[0]}: {explanation}")
    for system, path in enumerate(paths[1:]):
        if not _is_like(sample.systems[system], sample):
            continue
        percentage, explanation = sample.foreign_part(system, path, paths[0]) or (0, "")
        if 0 < percentage <= _MOST_OF_OTHER_LANGUAGE:
            yield Finding(path, 1, WRITING, explanation)
    if may_be_source and len(paths) > 2 and not any(_is_like(lines, sample) for lines in sample.systems):
        yield from _written_differently(paths[1:], may_be_source=False)


def _is_like(lines: Sequence[str], sample: CorpusSample) -> bool:
    """Returns whether lines may be in the language of the first reference, by the words in common."""
    return sum(map(likeness, lines, sample.references[0])) >= _SAME_LANGUAGE * len(lines)


def _in_training(places: dict[str, list[tuple[str, int]]], train: Sequence[str]) -> Iterator[Finding]:
    """Yields a finding for each line that training data has, with its first place there."""
    for path in train:
        lines = (line for piece in _pieces(path) for line in piece.removesuffix(b"\n").split(b"\n"))
        number = 0
        for number, raw in enumerate(lines, 1):
            for where in places.pop(normalized(raw.decode("utf-8", "replace")), ()):
                yield Finding(*where, TRAINING, f"line {number} of the training data {path} is the same")
        if not number:
            raise NoSegmentsError(f"the training data {path} have no line: name a file that is not empty")
