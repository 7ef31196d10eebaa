"""Checks hypotheses and references as users pass them, and explains what is wrong."""

from __future__ import annotations

from parbleu._core import Segments, count_references
from parbleu.errors import InputShapeError, InputTypeError, NotSegmentsError
from parbleu.text._segments import as_segments, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

LAYOUT = "references is K streams (one per reference translation) of N segments each (one per hypothesis)"


def hypothesis_stream(owner: str, data: Any) -> Segments:
    """Returns the hypotheses, from what `as_segments` takes; the name of the metric begins every message.

    Raises:
        InputTypeError: they are no stream of strings, or one is None.
        InputShapeError: there are none.
    """
    try:
        segments = as_segments(data, f"{owner}: hypotheses")
    except NotSegmentsError as problem:
        raise _original(owner, "`hyps` should be a sequence of strings.", problem) from None
    except InputTypeError as problem:
        if problem.segment == 0:
            raise _original(owner, "Each element of `hyps` should be a string.", problem) from None
        raise
    if segments.missing:
        first = next(index for index in range(len(segments)) if segments[index] is None)
        detail = (
            f'hypotheses, segment {first} (counted from 0) is missing; a system that gave nothing gave ""'
        )
        if first == 0:
            raise _original(owner, "Each element of `hyps` should be a string.", detail)
        raise _original(owner, "Undefined line in hypotheses stream!", detail)
    if not len(segments):
        raise InputShapeError(f"{owner}: there are no hypotheses; a corpus has at least one segment")
    return segments


def _original(owner: str, message: str, detail: object) -> InputTypeError:
    """Returns sacreBLEU's error, and behind it ours: what is wrong, where, and what to do."""
    return InputTypeError(f"{owner}: {message} ({str(detail).removeprefix(f'{owner}: ')})")


def reference_streams(owner: str, data: Any) -> tuple[Segments, ...]:
    """Returns the reference streams, of equal length or not.

    Raises:
        InputTypeError: they are no streams of strings.
        InputShapeError: there is none.
    """
    if isinstance(data, (str, bytes)):
        raise InputTypeError(
            f"{owner}: references is one string, {shown(data)}; {LAYOUT}: for a file pass [pathlib.Path(...)]"
        )
    if hasattr(data, "columns"):
        raise InputTypeError(
            f"{owner}: references is a table; {LAYOUT}: pass its columns as [table['a'], table['b']]"
        )
    if isinstance(data, (set, frozenset, dict)) or not hasattr(data, "__iter__"):
        if not isinstance(data, Segments) and not hasattr(data, "__fspath__"):
            raise _original(
                owner,
                "`refs` should be a sequence of sequence of strings.",
                f"references is {shown(data)}; {LAYOUT}",
            )
        raise InputTypeError(f"{owner}: references is a single stream; {LAYOUT}: put it into a list")
    streams = tuple(_reference_stream(owner, index, item) for index, item in enumerate(data))
    if not streams:
        raise InputShapeError(f"{owner}: there is no reference stream; {LAYOUT}")
    return streams


def _reference_stream(owner: str, index: int, item: Any) -> Segments:
    if item is None or (isinstance(item, (str, bytes)) and item != "-"):  # which is standard input
        raise InputTypeError(
            f"{owner}: references[{index}] is {shown(item)} where a list of strings belongs; {LAYOUT}: "
            "for a single reference translation pass [references], for a file [pathlib.Path(...)]"
        )
    try:
        return as_segments(item, f"{owner}: reference stream {index}")
    except NotSegmentsError as problem:
        raise _original(owner, "Each element of `refs` should be a sequence of strings.", problem) from None
    except InputTypeError as problem:
        if problem.segment == 0 and index == 0:
            raise _original(owner, "`refs` should be a sequence of sequence of strings.", problem) from None
        raise


def check_lengths(
    owner: str, hypotheses: int | None, streams: Sequence[Segments], *, kept: bool = False
) -> None:
    """Checks that every stream has a segment per hypothesis; without hypotheses, that lengths are equal.

    Raises InputShapeError if not, which says which, and whether they look transposed; the constructor's
    references are `kept`, and were looked at before.
    """
    lengths = [len(stream) for stream in streams]
    wanted = lengths[0] if hypotheses is None else hypotheses
    if all(length == wanted for length in lengths):
        if wanted == 0:
            raise InputShapeError(f"{owner}: the reference streams are empty; {LAYOUT}")
        return
    from parbleu._base.wording import counted

    transposed = len(streams) == hypotheses and not {0, wanted} & set(lengths)
    if transposed and not kept:
        raise InputShapeError(
            f"{owner}: references looks transposed: it has one list for each of {counted(wanted)}, the "
            f"first with {counted(lengths[0])}. {LAYOUT}; turn one list per segment into streams with "
            "list(itertools.zip_longest(*references))"
        )
    wrong = next(index for index, length in enumerate(lengths) if length != wanted)
    other = f"stream 0 has {wanted}"
    if hypotheses is not None:
        other = f"there {'is 1 hypothesis' if wanted == 1 else f'are {wanted} hypotheses'}"
    raise InputShapeError(
        f"{owner}: reference stream {wrong} has {counted(lengths[wrong])} but {other}; {LAYOUT}. "
        "Use None where a segment lacks a reference"
    )


def number_of_references(streams: Sequence[Segments]) -> int:
    """Returns how many references every segment has, or -1 if that varies."""
    if not any(stream.missing for stream in streams):
        return len(streams)
    return count_references(streams)


def flat_references(owner: str, hypothesis: Any, references: Any) -> list[Any] | tuple[Any, ...]:
    """Returns the references of one segment, after checking the hypothesis and the references.

    Raises:
        InputTypeError: `hypothesis` is not a string or `references` no sequence of strings and None.
        InputShapeError: there is no reference.
    """
    if not isinstance(hypothesis, str):
        raise _original(owner, "The argument `hyp` should be a string.", f"it is {shown(hypothesis)}")
    ordered = hasattr(references, "__getitem__") and hasattr(references, "__len__")
    if isinstance(references, (str, bytes, dict)) or not ordered:
        detail = f"it is {shown(references)}; pass a list of the segment's references"
        raise _original(owner, "The argument `refs` should be a sequence of strings.", detail)
    items = references if isinstance(references, (list, tuple)) else list(references)
    for index, item in enumerate(items):
        if item is None or isinstance(item, str):
            continue
        if index == 0:
            raise _original(
                owner, "Each element of `refs` should be a string.", f"the first is {shown(item)}"
            )
        raise InputTypeError(f"{owner}: reference {index} is {shown(item)}, not a string")
    if not items:
        raise InputShapeError(f"{owner}: `refs` is empty; a segment needs at least one reference")
    return items


def numbers(values: Any) -> list[Any]:
    """Returns the numbers in any sequence or array as a list of Python's own."""
    return values.tolist() if hasattr(values, "tolist") else list(values)


def row_of_statistics(owner: str, values: Any) -> list[Any]:
    """Returns one row of statistics as a list; a number alone is a row of one.

    Raises:
        InputShapeError: it is a table.
    """
    try:
        row = numbers(values)
    except TypeError:
        return [values]
    if row and isinstance(row[0], (list, tuple)):
        raise InputShapeError(
            f"{owner}: score takes one row of statistics; sum the table first: table.sum(axis=0)"
        )
    return row
