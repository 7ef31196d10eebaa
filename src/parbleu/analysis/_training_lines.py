"""Reads a training corpus in pieces, and normalizes texts for comparisons with it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from os import PathLike

from parbleu._base.unicode_forms import unicode_form
from parbleu._core import Segments
from parbleu._io.lines import LineStream, lockstep, open_binary
from parbleu.errors import InputShapeError, OptionError
from parbleu.metrics._input_checks import reference_streams
from parbleu.text._segments import as_segments
from parbleu.typing import ReferencesLike, SegmentsLike

Corpus = tuple[SegmentsLike | None, SegmentsLike | None]

PIECE = 50_000
"""How many lines are compared at once."""


def normalized(text: str, lowercase: bool = False) -> str:
    """Returns a text in NFKC, without white space at its ends and with single blanks elsewhere."""
    if not text.isascii():
        text = unicode_form("NFKC", text)
    text = " ".join(text.split())
    return text.lower() if lowercase else text


def normalized_lines(texts: Iterable[str | None], lowercase: bool) -> list[str | None]:
    """Returns all texts in NFKC with single blanks; None for missing ones."""
    return [None if text is None else normalized(text, lowercase) for text in texts]


def normalized_sides(
    source: SegmentsLike | None, references: ReferencesLike | None, lowercase: bool
) -> tuple[list[list[str | None]], list[list[str | None]]]:
    """Returns the normalized sources, one stream or none, and reference streams of a test set.

    Raises:
        OptionError: there is neither.
        InputShapeError: streams differ in length, or there are no segments.
    """
    sources = [] if source is None else [_written_lines(as_segments(source, "source"), lowercase)]
    streams = () if references is None else reference_streams("references", references)
    targets = [_written_lines(stream, lowercase) for stream in streams]
    if not (sources or targets):
        raise OptionError("exposure needs a source or references to compare with the training corpus")
    count = len((sources or targets)[0])
    if count == 0 or any(len(stream) != count for stream in (*sources, *targets)):
        raise InputShapeError("source and references have the same number of segments, at least one")
    return sources, targets


def _written_lines(stream: Segments, lowercase: bool) -> list[str | None]:
    """Returns normalized segments; empty ones are missing, since empty lines expose nothing."""
    return [text or None for text in normalized_lines(stream.to_list(), lowercase)]


def texts_digest(*sides: Sequence[Sequence[str | None]]) -> str:
    """Returns the SHA-256 of the texts of several streams on each side."""
    return hashlib.sha256(json.dumps(sides).encode()).hexdigest()


def training_pieces(corpora: Iterable[Corpus]) -> Iterator[tuple[list[str | None], list[str | None]]]:
    """Yields consecutive lines of several corpora: those of the source side and of the target side.

    Args:
        corpora: pairs of sides, which are parallel. A side is None, a path (of text, or compressed), whose
            lines are read in pieces, or segments as `parbleu.score` takes them.

    Raises:
        InputShapeError: the sides of a corpus differ in length.
        OptionError: a corpus has no side.
        ParbleuError: a file cannot be read.
    """
    for corpus in corpora:
        sides = [side for side in corpus if side is not None]
        if len(corpus) != 2 or not sides:
            raise OptionError("a training corpus is a pair of its source and its target; one may be None")
        places = [index for index, side in enumerate(corpus) if side is not None]
        paths = [str(side) for side in sides if isinstance(side, PathLike)]
        if len(paths) == len(sides):
            pieces = _read(paths)
        else:
            pieces = _cut([as_segments(side, "the training corpus") for side in sides])
        for columns in pieces:
            both: tuple[list[str | None], list[str | None]] = ([], [])
            for side, column in zip(places, columns, strict=True):
                both[side].extend(column)
            yield both


def _read(paths: Sequence[str]) -> Iterator[list[list[str | None]]]:
    streams: list[LineStream] = []
    try:
        streams.extend(LineStream(path, open_binary(path)) for path in paths)
        for pieces in lockstep(streams):
            yield [columns[0].to_list() for columns in pieces]
        left = [path for path, stream in zip(paths, streams, strict=True) if stream.ready()]
        if left:
            lines = streams[0].taken
            raise InputShapeError(
                f"{left[0]} has more than the {lines} lines of the other side; parallel files have as many"
            )
    finally:
        for stream in streams:
            stream.close()


def _cut(sides: Sequence[Segments]) -> Iterator[list[list[str | None]]]:
    counts = {len(side) for side in sides}
    if len(counts) > 1:
        numbers = " and ".join(map(str, sorted(counts)))
        raise InputShapeError(
            f"the sides of a training corpus have {numbers} lines: they need one for each pair"
        )
    columns = [side.to_list() for side in sides]
    for begin in range(0, counts.pop(), PIECE):
        yield [column[begin : begin + PIECE] for column in columns]
