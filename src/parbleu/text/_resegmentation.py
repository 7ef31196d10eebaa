"""Defines `resegment`, which cuts a text into the segments of references, by the fewest edits."""

from __future__ import annotations

from array import array
from itertools import pairwise

from parbleu import _core
from parbleu._base.record import Record
from parbleu._base.threads import thread_count
from parbleu._base.wording import counted
from parbleu._core import Segments
from parbleu.errors import InputShapeError, NoReferenceError, OptionError
from parbleu.tables._result import Result
from parbleu.text._normalizations import normalization_names, normalized_segments
from parbleu.text._segments import as_segments
from parbleu.text._subtitle_words import (
    ASCII_SIGNS,
    LINE_BREAKS,
    TOKENIZERS,
    compared_word,
    subtitle_words,
    word_parts,
    written_words,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from parbleu.tables import Table
    from parbleu.text._subtitle_words import Word

UNITS = ("word", "character")
"""What texts are compared by."""

TOOLS = ("suber", *(f"suber-{language}" for language in TOKENIZERS))
"""Tools by whose rules a text can be cut, too; of Chinese, Japanese and Korean with the language."""


class Resegmentation(Record, Result):
    """A text that was cut into the segments of references.

    Attributes:
        segments: the text of each segment; "" where nothing belongs to it.
        n_documents: how many documents bounded the search.
        n_edits: the fewest insertions, deletions and substitutions that turn the text into the closest
            references.
        n_units: words or characters of the text.
        n_reference_units: words or characters of the first references.
        unit: "word" or "character".
    """

    segments: Segments
    n_documents: int
    n_edits: int
    n_units: int
    n_reference_units: int
    unit: str

    @property
    def error_rate(self) -> float:
        """Edits per word or character of the first references, in percent."""
        return 100 * self.n_edits / self.n_reference_units if self.n_reference_units else 0.0

    def tables(self) -> tuple[Table, ...]:
        """Returns the numbers as one row."""
        from parbleu.tables import Column, Table

        columns = [
            Column("n_segments", "segments", int),
            Column("n_documents", "documents", int),
            Column("unit"),
            Column("n_units", "units", int),
            Column("n_reference_units", "reference units", int),
            Column("n_edits", "edits", int),
            Column("error_rate", "edits %", float, decimals=1, better="lower"),
        ]
        row = [
            *(len(self.segments), self.n_documents, self.unit, self.n_units, self.n_reference_units),
            *(self.n_edits, self.error_rate),
        ]
        return (Table("resegmentation", columns, [row]),)


def resegment(
    text: Any,
    references: Any,
    *,
    documents: Sequence[str] | None = None,
    text_documents: Sequence[str] | None = None,
    unit: str = "word",
    normalize: str | Sequence[str] | None = None,
    like: str | None = None,
    line_breaks: str | None = None,
    threads: int | None = None,
) -> Resegmentation:
    """Cuts a text into the segments of references, where the fewest edits turn it into the closest ones.

    The minimum is exact. Of several ways with as few edits it is the one whose last segment begins earliest,
    then the last but one, and so on: words that belong to neither of two segments go to the second.

    Args:
        text: the text in any pieces, such as another segmentation of the same speech.
        references: N segments, or K streams of N, of which some may be missing.
        documents: the document of each segment; a document's segments follow each other.
        text_documents: the document of each piece of the text; both sides have the same ones, in one order.
        unit: what is compared: "word", between blanks, or "character", without white space, for scripts that
            have no blanks.
        normalize: names of `parbleu.text.NORMALIZATIONS`, by which words are compared; the result has the
            text as it is. A word of which nothing is left is compared as it is.
        like: a tool by whose rules the text is cut: "suber", subtitle-edit-rate, compares words in lower case
            without ASCII's punctuation, and takes of several ways with as few edits the one that, read from
            the end, goes on to leave out or to add as long as it can, and else keeps or replaces words, after
            what both begin with is kept; a word that was added belongs to the segment of the word before it.
            "suber-zh", "suber-ja" and "suber-ko" compare the parts of words that the tokenizers zh, ja-mecab
            and ko-mecab find, without any punctuation.
        line_breaks: with `like`, how the ends of lines, written as LF, and of pieces count in the result:
            "words" adds the words eol and eob for them, "only" also writes mask for all others; None leaves
            them out.
        threads: how many to use, of which each works on a document; by default one per core, or
            `PARBLEU_THREADS`. No result depends on it.

    Raises:
        OptionError: there is no such unit or tool, a tool's rules do not know what else is chosen, or only
            one side has documents.
        MissingDependencyError: the tokenizer of a language needs a package that is not installed.
        InputShapeError: the two sides have not the same documents, or labels are not as many as segments.
        NoReferenceError: a segment has no reference.
        UnknownNameError: there is no such normalization.
    """
    if unit not in UNITS:
        raise OptionError(f"texts are compared by {' or '.join(UNITS)}, not by {unit!r}")
    pieces = as_segments(text, "text")
    streams = _streams(references)
    _check_tool(like, unit, normalize, len(streams), line_breaks)
    count = len(streams[0])
    for segment in range(count if all(stream.missing for stream in streams) else 0):
        if all(stream[segment] is None for stream in streams):
            raise NoReferenceError(segment)
    if like is not None:
        texts, starts = _documents(pieces, count, documents, text_documents, "\n\n".join)
        return _as_suber(texts, starts, streams[0], like.partition("-")[2], line_breaks, threads)
    texts, starts = _documents(pieces, count, documents, text_documents, lambda parts: joined(parts, unit))
    names = normalization_names(normalize)
    keys = _keys(texts, names, unit)
    sides = [_keys(stream, names, unit) for stream in streams]
    places, edits = _core.resegment(texts, keys, sides, starts, unit, False, thread_count(threads))
    return Resegmentation(_cut(texts, starts, places.tolist()), len(texts), *_sums(edits.tolist()), unit)


def _as_suber(
    texts: Segments,
    starts: array[int],
    references: Segments,
    language: str,
    line_breaks: str | None,
    threads: int | None,
) -> Resegmentation:
    """Cuts documents, whose pieces stand between empty lines, as subtitle-edit-rate does."""
    parts_of = word_parts(language, True)
    signs = None if language else ASCII_SIGNS

    def words_of(piece: str) -> list[Word]:
        return subtitle_words(piece.split("\n"), parts_of)

    def keys_of(sides: Sequence[Sequence[Word]]) -> Segments:
        return Segments([" ".join([compared_word(word, signs) for word, *_ in side]) for side in sides])

    words = [
        [word for piece in (text or "").split("\n\n") for word in words_of(piece)] for text in texts.to_list()
    ]
    keys = keys_of(words)
    wanted = keys_of([words_of(text or "") for text in references.to_list()])
    places, edits = _core.resegment(keys, keys, [wanted], starts, "word", True, thread_count(threads))
    rest = iter([word for side in words for word in side])
    cut = _cut(keys, starts, places.tolist()).to_list()
    segments = [written_words([next(rest) for _ in (key or "").split()], line_breaks) for key in cut]
    return Resegmentation(Segments(segments), len(texts), *_sums(edits.tolist()), "word")


def _sums(rows: Any) -> tuple[int, int, int]:
    """Returns the sums of three columns."""
    return sum(row[0] for row in rows), sum(row[1] for row in rows), sum(row[2] for row in rows)


def _check_tool(
    like: str | None, unit: str, normalize: Any, n_references: int, line_breaks: str | None
) -> None:
    """Refuses what the rules of a tool do not know."""
    if line_breaks is not None and (line_breaks not in LINE_BREAKS or like is None):
        raise OptionError(f"line_breaks is {' or '.join(LINE_BREAKS)}, for texts that are cut like a tool")
    if line_breaks == "only" and like != "suber":
        raise OptionError(
            f"like {like}: words have parts, and no mask stands for them: leave line_breaks out"
        )
    if like is None:
        return
    if like not in TOOLS:
        raise OptionError(f"texts are cut like {' or '.join(TOOLS)}, not like {like!r}")
    if unit != "word" or normalize or n_references != 1:
        raise OptionError(
            f"like {like}: words are compared, by its own normalization and with one reference: leave out "
            "characters, normalizations and further references"
        )


def _streams(references: Any) -> list[Segments]:
    """Returns the streams of references, of which one may be passed alone."""
    if isinstance(references, Segments) or not isinstance(references, (list, tuple)):
        return [as_segments(references, "references")]
    if all(item is None or isinstance(item, str) for item in references):
        return [as_segments(references, "references")]
    streams = [as_segments(stream, "references") for stream in references]
    if len({len(stream) for stream in streams}) != 1:
        counts = " and ".join(str(len(stream)) for stream in streams)
        raise InputShapeError(f"the references have {counts} segments; give them equally many")
    return streams


def _documents(
    pieces: Segments,
    count: int,
    documents: Sequence[str] | None,
    text_documents: Sequence[str] | None,
    join: Callable[[list[str]], str],
) -> tuple[Segments, array[int]]:
    """Returns the text of each document, and the first segment of each, and behind them the number of all."""
    if (documents is None) != (text_documents is None):
        raise OptionError("documents of the text and of the references bound the search together: give both")
    parts = [piece or "" for piece in pieces.to_list()]
    if documents is None or text_documents is None:
        return Segments([join(parts)]), array("q", [0, count])
    for what, labels, wanted in (
        ("documents", documents, count),
        ("text_documents", text_documents, len(parts)),
    ):
        if len(labels) != wanted:
            raise InputShapeError(f"{what} has {counted(len(labels), 'label')} for {counted(wanted)}")
    names, starts = _runs(documents, "the references")
    own_names, own_starts = _runs(text_documents, "the text")
    if names != own_names:
        index = next(
            (index for index, pair in enumerate(zip(names, own_names, strict=False)) if pair[0] != pair[1]),
            min(len(names), len(own_names)),
        )
        sides = [repr(side[index]) if index < len(side) else "nothing" for side in (names, own_names)]
        raise InputShapeError(
            f"document {index + 1} is {sides[0]} in the references and {sides[1]} in the text: "
            "write the same documents in the same order"
        )
    texts = [join(parts[begin:end]) for begin, end in pairwise(own_starts)]
    return Segments(texts), array("q", starts)


def _runs(labels: Sequence[str], what: str) -> tuple[list[str], list[int]]:
    """Returns the documents, and where each begins, and behind them the number of all labels."""
    starts: dict[str, int] = {}
    last = None
    for segment, label in enumerate(labels):
        if segment and label == last:
            continue
        if label in starts:
            raise InputShapeError(f"the document {label!r} of {what} is interrupted by {last!r}")
        starts[label] = segment
        last = label
    return list(starts), [*starts.values(), len(labels)]


def joined(parts: Sequence[str], unit: str) -> str:
    """Returns pieces of a text as one: with blanks between them, but in scripts without blanks."""
    if unit == "word":
        return " ".join(parts)
    pieces: list[str] = []
    for part in parts:
        if pieces and part and pieces[-1][-1:].isascii() and part[:1].isascii():
            pieces.append(" ")
        pieces.append(part)
    return "".join(pieces)


def _keys(texts: Segments, names: tuple[str, ...], unit: str) -> Segments:
    """Returns texts with as many words or characters, as they are compared."""
    if not names:
        return texts
    whole = normalized_segments(texts, names)
    if all(
        _n_units([made], unit) == _n_units([text], unit)
        for made, text in zip(whole.to_list(), texts.to_list(), strict=True)
    ):
        return whole
    lines = [None if text is None else _units(text, unit) for text in texts.to_list()]
    flat = [word for line in lines if line is not None for word in line]
    made = iter(normalized_segments(Segments(flat), names).to_list())
    keys = iter([_one_unit(next(made) or "", word, unit) for word in flat])
    glue = " " if unit == "word" else ""
    return Segments([None if line is None else glue.join([next(keys) for _ in line]) for line in lines])


def _units(text: str, unit: str) -> list[str]:
    return text.split() if unit == "word" else list("".join(text.split()))


def _one_unit(made: str, word: str, unit: str) -> str:
    """Returns what a word or character is compared as: what normalizations made of it, if it is one."""
    key = "".join(made.split())
    return key if key and (unit == "word" or len(key) == 1) else word


def _n_units(texts: Any, unit: str) -> int:
    total = 0
    for text in texts if isinstance(texts, list) else texts.to_list():
        words = (text or "").split()
        total += len(words) if unit == "word" else sum(map(len, words))
    return total


def _cut(texts: Segments, starts: Sequence[int], places: Any) -> Segments:
    """Returns the text of each segment."""
    segments: list[str] = []
    for document, (begin, end) in enumerate(pairwise(starts)):
        text = texts[document] or ""
        segments += [text[first:last] for first, last in places[begin:end]]
    return Segments(segments)
