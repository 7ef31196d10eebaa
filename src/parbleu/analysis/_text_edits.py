"""Computes minimal edit scripts between texts, by words or characters, stored as rows of offsets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parbleu import _core
from parbleu._base.threads import thread_count
from parbleu._core import Segments
from parbleu.analysis._analysis_input import ComparedTexts
from parbleu.errors import OptionError
from parbleu.metrics._input_checks import check_lengths, reference_streams
from parbleu.text._segments import as_segments
from parbleu.text._tokenized_lines import lowered, tokenized
from parbleu.text._tokenizers import get_tokenizer
from parbleu.text._tokenizers.base import Tokenizer
from parbleu.typing import ReferencesLike, SegmentsLike

Unit = Literal["word", "character"]
UNITS = ("word", "character")


class Edit(IntEnum):
    """What happened to a run of words or characters between the left text and the right one."""

    EQUAL = 0
    SUBSTITUTE = 1
    DELETE = 2
    INSERT = 3


class EditRun(NamedTuple):
    """A run: characters [left_begin, left_end) became [right_begin, right_end), in code points from 0.

    The run of words has the white space between them; that between two runs belongs to neither.
    """

    edit: Edit
    left_begin: int
    left_end: int
    right_begin: int
    right_end: int


@dataclass(frozen=True, eq=False)
class EditScripts:
    """Minimal scripts of the edits that turn the left text of each segment into the right one.

    `scripts[s]` are the runs of segment s. Of several minimal scripts each is the one that, read from its
    end, prefers keeping and substituting to deleting, and that to inserting.

    Attributes:
        unit: "word" or "character".
        rows: int32 array (K, 5): edit, left begin, left end, right begin, right end, in code points.
        starts: int64 array (N + 1): the rows of segment s are starts[s] to starts[s + 1].
        edits: int64 array (N): how many words or characters are substituted, deleted or inserted.
        chosen: int32 array (N): which of several left texts was used: that of the fewest edits for its
            length, of several the first; -1 where there is none, and no row then.
        coarse: bool array (N): whether a script need not be minimal. Beyond 2^34 pairs of units (two texts of
            131,072 each), what differs is one deletion and one insertion.
    """

    unit: Unit
    rows: NDArray[np.int32]
    starts: NDArray[np.int64]
    edits: NDArray[np.int64]
    chosen: NDArray[np.int32]
    coarse: NDArray[np.bool_]

    def __len__(self) -> int:
        """Returns N, the number of segments."""
        return len(self.chosen)

    def __getitem__(self, segment: int) -> list[EditRun]:
        rows = rows_of_segment(self.rows, self.starts, segment).tolist()
        return [EditRun(Edit(edit), *offsets) for edit, *offsets in rows]

    def __iter__(self) -> Iterator[list[EditRun]]:
        return (self[segment] for segment in range(len(self)))


def rows_of_segment(rows: NDArray[Any], starts: NDArray[np.int64], segment: int) -> NDArray[Any]:
    """Returns the rows of a segment, or of the last ones for -1, -2, ...; those of s begin at starts[s]."""
    count = len(starts) - 1
    if not -count <= segment < count:
        raise IndexError(f"there is no segment {segment}; there are {count}")
    return rows[starts[segment % count] : starts[segment % count + 1]]


def segment_sums(rows: NDArray[Any], starts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Returns the sum of the rows of each segment; those of s begin at starts[s]."""
    sums = np.concatenate([np.zeros((1, *rows.shape[1:]), np.int64), np.cumsum(rows, 0, np.int64)])
    return np.asarray(sums[starts[1:]] - sums[starts[:-1]])


def edit_scripts(
    left: SegmentsLike | ReferencesLike,
    right: SegmentsLike,
    unit: Unit = "word",
    *,
    tokenize: str | Tokenizer = "13a",
    lowercase: bool = False,
    threads: int | None = None,
) -> EditScripts:
    """Returns the scripts from each left text, or the closest of several, to the right one.

    Args:
        left: N segments, or K streams of N, of which some may be missing.
        right: N segments, the hypotheses.
        unit: what is compared: "word" or "character".
        tokenize: what cuts words; offsets are those of the texts themselves.
        lowercase: whether the case of letters makes no difference.
        threads: how many to use; by default one per core, or `PARBLEU_THREADS`. No script depends on it.

    Raises:
        OptionError: there is no such unit.
        InputShapeError: the texts differ in number.
    """
    if unit not in UNITS:
        raise OptionError(f"edits are of a {' or a '.join(UNITS)}, not of {unit!r}")
    tokenizer = get_tokenizer(tokenize) if isinstance(tokenize, str) else tokenize
    hypotheses = as_segments(right, "right")
    is_single = isinstance(left, Segments) or (
        isinstance(left, (list, tuple)) and all(item is None or isinstance(item, str) for item in left)
    )
    streams = reference_streams("left", [left] if is_single else left)
    check_lengths("left", len(hypotheses), streams)
    return scripts_between(streams, hypotheses, unit, tokenizer, lowercase, thread_count(threads))


def scripts_between(
    left: tuple[Segments, ...],
    right: Segments,
    unit: Unit,
    tokenizer: Tokenizer,
    lowercase: bool,
    threads: int,
) -> EditScripts:
    """Returns the edits between texts that are checked."""
    if unit == "word":
        left_lines = [tokenized(stream, tokenizer, lowercase) for stream in left]
        right_lines = tokenized(right, tokenizer, lowercase)
    else:
        # Letters whose small form is longer would move all offsets behind them; these texts keep their case.
        left_lines = [lowered(stream) if lowercase else stream for stream in left]
        right_lines = lowered(right) if lowercase else right
    (rows, starts), chosen, coarse = _core.edit_scripts(left_lines, right_lines, unit, threads)
    sizes = np.maximum(rows[:, 2] - rows[:, 1], rows[:, 4] - rows[:, 3])
    edits = segment_sums(sizes * (rows[:, 0] != Edit.EQUAL), starts)
    if unit == "word":
        lefts = chosen_texts(left, chosen)
        rows = rows.copy()
        _to_characters(rows[:, 1:3], starts, lefts, chosen_texts(left_lines, chosen), threads)
        _to_characters(rows[:, 3:5], starts, right, right_lines, threads)
    for array in (rows, starts, edits, chosen):
        array.flags.writeable = False
    return EditScripts(unit, rows, starts, edits, chosen, coarse.astype(bool))


def chosen_texts(streams: list[Segments] | tuple[Segments, ...], chosen: NDArray[np.int32]) -> Segments:
    """Returns the text of each segment from the stream that was chosen for it; missing where none was."""
    if len(streams) == 1:
        return streams[0]
    return Segments(
        [None if stream < 0 else streams[stream][segment] for segment, stream in enumerate(chosen.tolist())]
    )


def _to_characters(
    spans: NDArray[np.int32], starts: NDArray[np.int64], texts: Segments, lines: Segments, threads: int
) -> None:
    """Replaces places of tokens, [begin, end), by those of characters; empty ones follow the one before."""
    places, token_starts = _core.token_places(texts, lines, threads)
    if not len(spans):
        return
    first = np.repeat(token_starts[:-1], np.diff(starts))
    begin, end = first + spans[:, 0], first + spans[:, 1]
    behind = np.zeros(len(spans), dtype=np.int32)
    follows = spans[:, 0] > 0
    behind[follows] = places[begin[follows] - 1, 1]
    filled = end > begin
    spans[~filled] = behind[~filled, None]
    spans[filled, 0] = places[begin[filled], 0]
    spans[filled, 1] = places[end[filled] - 1, 1]


def reference_edits(
    texts: ComparedTexts, system: str, unit: Unit = "word", *, threads: int | None = None
) -> EditScripts:
    """Returns the scripts from the closest reference of each segment to a system's hypothesis.

    Raises:
        UnknownNameError: there is no such system.
    """
    texts.place(system)
    return scripts_between(
        texts.references, texts.systems[system], unit, texts.tokenizer, texts.lowercase, thread_count(threads)
    )


def system_edits(
    texts: ComparedTexts, left: str, right: str, unit: Unit = "word", *, threads: int | None = None
) -> EditScripts:
    """Returns the scripts from the hypotheses of one system to those of another.

    Raises:
        UnknownNameError: there is no such system.
    """
    for system in (left, right):
        texts.place(system)
    one, other = texts.systems[left], texts.systems[right]
    return scripts_between((one,), other, unit, texts.tokenizer, texts.lowercase, thread_count(threads))


def marked(left: str, right: str, runs: list[EditRun]) -> str:
    """Returns the right text with its edits marked: [-what went-] and {+what came+}, as wdiff writes them."""
    parts = []
    at = 0
    for run in runs:
        if run.edit is Edit.EQUAL:
            continue
        parts.append(right[at : run.right_begin])
        at = run.right_end
        if run.left_end > run.left_begin:
            gone = f"[-{left[run.left_begin : run.left_end]}-]"
            # What went has no place in the right text: blanks part it from words as they did in the left.
            before = left[max(run.left_begin - 1, 0) : run.left_begin].isspace() and parts[-1][-1:].strip()
            behind = left[run.left_end : run.left_end + 1].isspace() and right[at : at + 1].strip()
            parts.append(f"{' ' if before else ''}{gone}{' ' if behind and run.edit is Edit.DELETE else ''}")
        if run.right_end > run.right_begin:
            parts.append(f"{{+{right[run.right_begin : run.right_end]}+}}")
    return "".join([*parts, right[at:]])
