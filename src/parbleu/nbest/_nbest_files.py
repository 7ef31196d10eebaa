"""Reads n-best lists: from JSON lines, the format of Moses, tab-separated values and plain lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, groupby
from math import log
from os import PathLike
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parbleu._base.log import warn
from parbleu._base.numbers import is_plain_number, parse_decimal
from parbleu._base.wording import counted, some_names
from parbleu._io.json_text import parse_json
from parbleu._io.lines import LineStream, StandardInput, open_binary, refuse_other_files
from parbleu.errors import FormatError, InputShapeError, InputTypeError, OptionError, UnknownNameError
from parbleu.text._segments import shown

Lines = Iterator[tuple[int, str]]

WEIGHTS = ("uniform", "probability")
"""How references weigh: the same each, or by their probabilities among those of their segment."""

FORMATS = ("json", "moses", "fairseq", "tsv", "lines")
"""The names of the formats."""
TEXT_KEYS = ("translations", "candidates", "hypotheses", "nbest")
LM_EVAL = "resps", "filtered_resps"
"""The keys of lm-eval's samples that hold what a model answered, and what a filter made of it."""
_FAIRSEQ = re.compile(r"([A-Z])-([0-9]{1,18})\t(.*)", re.DOTALL)
_HALF = re.compile("[\ud800-\udfff]")
SCORE_KEYS = ("scores", "logprobs", "lprobs")
SEGMENT_KEYS = ("line", "segment", "id", "doc_id")
HEADINGS = ("segment", "id", "line")
"""How the first field of a heading is called in tab-separated values."""
_PIECE = 4096
_MOST_DIGITS = 18
"""Longer names of segments are no numbers."""
_EXPECTED = (
    'expected n-best lists: JSON lines such as {"line": 1, "translations": ["..."]}, lines of Moses such as '
    "0 ||| text ||| features ||| score, or SEGMENT<TAB>TEXT; for plain lines, say how many candidates each "
    "segment has (--candidates N)"
)


@dataclass(frozen=True)
class NbestList:
    """The candidate translations of one segment.

    Attributes:
        segment: its name: the number of its line from 1, or what a file calls it.
        candidates: one string each, the best by the model first.
        scores: their natural logarithms of probability; empty if they have none.
        features: text that a file has between a candidate and its score, as Moses writes; empty if none.
        place: the file and line where the list begins, for messages; "" without a file.
        source: the source segment; None if it is not known.
    """

    segment: str
    candidates: tuple[str, ...]
    scores: tuple[float, ...] = ()
    features: tuple[str, ...] = ()
    place: str = ""
    source: str | None = None

    def __post_init__(self) -> None:
        """Checks that there are candidates, and a score for each or for none."""
        if not self.candidates:
            raise InputShapeError(f"{self.where} has no candidates; give it at least one")
        for number, candidate in enumerate(self.candidates, 1):
            if not isinstance(candidate, str):
                raise InputTypeError(f"{self.where}: candidate {number} is {shown(candidate)}, not a string")
        for name, values in (("scores", self.scores), ("features", self.features)):
            if values and len(values) != len(self.candidates):
                raise InputShapeError(
                    f"{self.where} has {counted(len(self.candidates), 'candidate')} and {len(values)} "
                    f"{name}; give one for each, or none"
                )

    @property
    def where(self) -> str:
        """Where the list is, as messages begin."""
        return self.place or f"segment {self.segment}"

    def weights(self, kind: str) -> NDArray[np.float64] | None:
        """Returns a weight for each candidate, which add up to 1; None if all weigh the same.

        Args:
            kind: "uniform", or "probability": the probability of the candidate divided by those of all.

        Raises:
            InputShapeError: the list has no scores to compute probabilities from.
            OptionError: a score is no finite number.
        """
        if kind == "uniform":
            return None
        if not self.scores:
            raise InputShapeError(
                f"{self.where} has no scores, so its candidates have no probabilities: give logarithms of "
                "probability, or weigh all the same (uniform)"
            )
        scores = np.asarray(self.scores, np.float64)
        if not np.isfinite(scores).all():
            raise OptionError(f"{self.where}: a logarithm of probability is not a finite number")
        weights: NDArray[np.float64] = np.exp(scores - scores.max())
        weights /= weights.sum()
        return weights


class _Row(NamedTuple):
    """One candidate, as formats with a line for each have them."""

    line: int
    segment: str
    text: str
    score: float | None
    features: str


def read_nbest(
    path: str | PathLike[str],
    format: str | None = None,  # noqa: A002
    *,
    candidates: int | None = None,
) -> Iterator[NbestList]:
    """Yields the n-best lists of a file one after the other; reads no more than it has to.

    Args:
        path: the file, compressed or not; "-" is standard input.
        format: one of `FORMATS`: "json", what `parbleu translate --nbest-file` writes (an object for each
            segment), or lm-eval's samples; "moses" (`0 ||| text ||| features ||| score`, also Marian's with
            alignments and scores of words); "fairseq" (what fairseq-generate prints); "tsv" (segment, text
            and perhaps score); "lines" (only text). None recognizes all but the last, and takes "lines" if
            `candidates` is given.
        candidates: how many each segment has, for "lines".

    Raises:
        FormatError: a line is not of the format; the message names the file and the line.
        OptionError: `candidates` does not go with the format, or is less than 1.
        UnknownNameError: there is no such format.
        UnreadableFileError: the file cannot be read.
    """
    if format not in (None, *FORMATS):
        raise UnknownNameError("n-best format", format, list(FORMATS))
    if format is None and candidates is not None:
        format = "lines"  # noqa: A001
    if (format == "lines") != (candidates is not None) or (candidates is not None and candidates < 1):
        raise OptionError(
            "the format `lines` needs the number of candidates of each segment, at least 1, and no other "
            "takes it"
        )
    return _read(path, format, candidates)


def read_references(
    path: str | PathLike[str],
    format: str | None = None,  # noqa: A002
    candidates: int | None = None,
) -> Iterator[NbestList]:
    """Yields the lists of a file of pseudo-references, as `read_nbest`; plain lines are one a segment.

    Args:
        path: the file, compressed or not; "-" is standard input.
        format: one of `FORMATS`; None recognizes them.
        candidates: how many references each segment has in plain lines, if not one; it overrides `format`.

    Raises:
        FormatError: a line is not of the format; the message names the file and the line.
    """
    if candidates is None and format in (None, "lines"):
        return _read(path, format, 1)
    return read_nbest(path, format if candidates is None else "lines", candidates=candidates)


def nbest_lists(given: Any, what: str = "n-best lists") -> Iterator[NbestList]:
    """Yields the lists of what users pass.

    Args:
        given: the path of a file; or for each segment an `NbestList`, or a list of strings.
        what: what messages call it.

    Raises:
        InputTypeError: it is something else.
        InputShapeError: a segment has no candidates.
    """
    if isinstance(given, (str, PathLike)):
        yield from read_nbest(given)
        return
    if not hasattr(given, "__iter__") or isinstance(given, (bytes, dict)):
        raise InputTypeError(
            f"{what} are a list of candidates for each segment, or a path, not {shown(given)}"
        )
    for number, item in enumerate(given, 1):
        if isinstance(item, NbestList):
            yield item
        elif isinstance(item, (str, bytes)) or not hasattr(item, "__iter__"):
            raise InputTypeError(
                f"{what}: segment {number} is {shown(item)}, not a list of strings: give the candidates of "
                "each segment in a list of their own"
            )
        else:
            yield NbestList(str(number), tuple(item))


def _read(path: str | PathLike[str], form: str | None, candidates: int | None) -> Iterator[NbestList]:
    if path == "-":
        stream = LineStream(StandardInput.name, StandardInput(), universal=True)
    else:
        stream = LineStream(str(path), open_binary(path))
        refuse_other_files(stream, "write the lists as JSON lines")
    try:
        lines = _numbered(stream)
        first = next(lines, None)
        if first is None:
            expected = f"; {_EXPECTED}" if candidates is None else ""
            raise FormatError(stream.name, 0, f"this is empty{expected}")
        form = form or _format_of(stream.name, first, "" if candidates is None else "lines")
        rest = chain([first], lines)
        if form == "json":
            documents: set[str] = set()
            yield from (_of_json(stream.name, number, line, documents) for number, line in rest)
        elif form == "lines":
            yield from _of_lines(stream.name, rest, candidates or 1)
        else:
            read_rows = {"moses": _moses_rows, "fairseq": _fairseq_rows, "tsv": _tsv_rows}[form]
            rows = read_rows(stream.name, rest)
            yield from _of_rows(stream.name, rows)
    finally:
        stream.close()


def _numbered(stream: LineStream) -> Lines:
    number = 0
    while stream.ready():
        (piece,) = stream.take(_PIECE)
        for index in range(len(piece)):
            number += 1
            yield number, piece[index] or ""


def _format_of(name: str, first: tuple[int, str], other: str) -> str:
    """Returns the format that a first line shows; `other`, if that is one, for any other line."""
    line = first[1]
    if line.lstrip().startswith("{"):
        return "json"
    if "|||" in line:
        return "moses"
    if _FAIRSEQ.match(line) or "| INFO | fairseq" in line:
        return "fairseq"
    if "\t" in line:
        return "tsv"
    if other:
        return other
    raise FormatError(name, 1, f"this line is no n-best list; {_EXPECTED}")


def _of_json(name: str, number: int, line: str, documents: set[str]) -> NbestList:
    """Returns the list of a line; `documents` has those of lm-eval before it."""
    try:
        row = parse_json(line)
    except ValueError as problem:
        raise FormatError(
            name, number, f"this is not JSON: {problem}; expected one object on each line"
        ) from None
    if not isinstance(row, dict):
        raise FormatError(name, number, 'expected an object such as {"line": 1, "translations": ["..."]}')
    if all(isinstance(row.get(key), list) for key in LM_EVAL):
        document = repr(row.get("doc_id", number))
        if document in documents:
            again = f"the document {document:.60} stands here again: keep the samples of one filter"
            raise FormatError(name, number, again)
        documents.add(document)
        row = row | {TEXT_KEYS[0]: _answers(*(row[key] for key in LM_EVAL))}
    key = next((key for key in TEXT_KEYS if key in row), None)
    if key is None:
        has = some_names(row) or "no keys"
        keys = ", ".join(map(repr, TEXT_KEYS[1:]))
        raise FormatError(
            name, number, f"expected the candidates under the key {TEXT_KEYS[0]!r} (or {keys}); it has {has}"
        )
    texts = row[key]
    if not isinstance(texts, list) or not texts or not all(isinstance(text, str) for text in texts):
        raise FormatError(name, number, f"{key!r} is a list of one string or more, the candidates")
    if "\\u" in line and (half := next(filter(_HALF.search, texts), None)) is not None:
        wrong = f"half of a surrogate pair, which is not a character, in {half[:40]!r}: mend or remove it"
        raise FormatError(name, number, wrong)
    scores: Any = next((row[key] for key in SCORE_KEYS if row.get(key)), [])
    if not isinstance(scores, list) or not all(is_plain_number(score) for score in scores):
        raise FormatError(name, number, "the scores are a list of numbers, logarithms of probability")
    if scores and len(scores) != len(texts):
        raise FormatError(
            name,
            number,
            f"{counted(len(texts), 'candidate')} and {counted(len(scores), 'score')}; "
            "expected one score for each, or none",
        )
    segment = next((row[key] for key in SEGMENT_KEYS if key in row), number)
    return NbestList(
        str(segment), tuple(texts), tuple(float(score) for score in scores), place=f"{name}:{number}"
    )


def _answers(given: list[Any], filtered: list[Any]) -> list[Any]:
    """Returns the answers of a sample of lm-eval: as the filter made them, if there are as many."""
    answers, others = (
        [text for item in items for text in (item if isinstance(item, list) else [item])]
        for items in (given, filtered)
    )
    return others if len(others) == len(answers) else answers


def _of_lines(name: str, lines: Lines, candidates: int) -> Iterator[NbestList]:
    texts: list[str] = []
    number = 0
    for number, line in lines:
        texts.append(line)
        if len(texts) == candidates:
            segment = number // candidates
            yield NbestList(str(segment), tuple(texts), place=f"{name}:{number - candidates + 1}")
            texts = []
    if texts:
        raise FormatError(
            name,
            number,
            f"the last segment has {counted(len(texts), 'candidate')} instead of {candidates}: the "
            "number of lines is not a multiple of that",
        )


def _of_rows(name: str, rows: Iterator[_Row]) -> Iterator[NbestList]:
    seen: set[str] = set()
    for segment, group in groupby(rows, key=lambda row: row.segment):
        own_rows = list(group)
        if segment in seen:
            raise FormatError(
                name,
                own_rows[0].line,
                f"segment {segment!r} comes again: its candidates stand one after the other",
            )
        seen.add(segment)
        scored = [row.score for row in own_rows if row.score is not None]
        if scored and len(scored) < len(own_rows):
            without = next(row.line for row in own_rows if row.score is None)
            raise FormatError(
                name,
                without,
                f"this candidate of segment {segment!r} has no score, others have: give all of them one",
            )
        yield NbestList(
            segment,
            tuple(row.text for row in own_rows),
            tuple(scored),
            tuple(row.features for row in own_rows) if any(row.features for row in own_rows) else (),
            f"{name}:{own_rows[0].line}",
        )


def _moses_rows(name: str, lines: Lines) -> Iterator[_Row]:
    previous: str | None = None
    first_gap, n_gaps, first_return = "", 0, ""
    for number, line in lines:
        fields = [field.strip() for field in line.split("|||")]
        if len(fields) < 2:
            raise FormatError(
                name,
                number,
                "expected 0 ||| text ||| features ||| score, of which the last two may be missing",
            )
        step = 0 if previous is None else _step(previous, fields[0])
        if step < 0 or step > 1:
            fault = f"{name}:{number}: segment {fields[0]} follows {previous}"
            if step < 0:
                first_return = first_return or fault
            else:
                first_gap = first_gap or fault
                n_gaps += 1
        previous = fields[0]
        last = 3
        if len(fields) > 4 and "=" in fields[-2]:  # of Marian, which puts alignments before the features
            last = len(fields) - 1
        score = _number(name, number, fields[last]) if len(fields) > 3 else None
        yield _Row(number, fields[0], fields[1], score, " ||| ".join(fields[2:last]))
    if first_return:
        warn(f"{first_return}: the output has a line for each list in the order of the file")
    if n_gaps:
        others = f" (and {counted(n_gaps - 1, 'other gap')})" if n_gaps > 1 else ""
        warn(f"{first_gap}{others}: without candidates, the segments between them have no line in the output")


def _fairseq_rows(name: str, lines: Lines) -> Iterator[_Row]:
    """Yields the candidates that fairseq-generate printed, in the order of the segments.

    A score there is a logarithm to the base 2. D- lines are detokenized, and stand for H- lines.
    """
    printed: dict[int, dict[str, list[_Row]]] = {}
    for number, line in lines:
        match = _FAIRSEQ.fullmatch(line)
        if match is None or match[1] not in "HD":
            continue
        score, tab, text = match[3].partition("\t")
        if not tab:
            raise FormatError(
                name, number, f"expected {match[1]}-{match[2]}, a score and a text between TABs"
            )
        row = _Row(number, match[2], text, _number(name, number, score) * log(2), "")
        printed.setdefault(int(match[2]), {}).setdefault(match[1], []).append(row)
    if not printed:
        raise FormatError(name, 0, "there are no lines H-0 or D-0 of fairseq-generate")
    for segment in range(max(printed) + 1):
        if segment not in printed:
            raise FormatError(
                name, 0, f"segment {segment} has no candidates, of {max(printed) + 1}: is it all?"
            )
        kinds = printed[segment]
        yield from kinds.get("D") or kinds["H"]


def _step(segment: str, following: str) -> int:
    """Returns by how much a segment has a higher number than the one before; 0 if they are no numbers."""
    if not all(word.isdecimal() and len(word) <= _MOST_DIGITS for word in (segment, following)):
        return 0
    return int(following) - int(segment)


def _tsv_rows(name: str, lines: Lines) -> Iterator[_Row]:
    for number, line in lines:
        fields = line.split("\t")
        if number == 1 and fields[0].lower() in HEADINGS:
            continue
        if len(fields) not in (2, 3):
            raise FormatError(
                name,
                number,
                f"expected SEGMENT<TAB>TEXT, and perhaps a score behind a TAB; found "
                f"{counted(len(fields), 'field')}",
            )
        score = _number(name, number, fields[2]) if len(fields) == 3 else None
        yield _Row(number, fields[0], fields[1], score, "")


def _number(name: str, line: int, text: str) -> float:
    try:
        return parse_decimal(text)
    except ValueError as problem:
        raise FormatError(name, line, f"{problem}; expected the score of the candidate") from None
