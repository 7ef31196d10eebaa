"""Checks users' token sequences and converts them to native form."""

from __future__ import annotations

from sys import modules
from typing import Any

from parbleu._base.wording import counted
from parbleu._core import TokenLists, Vocabulary
from parbleu.errors import InputShapeError, InputTypeError, OptionError
from parbleu.text._segments import check_column, shown

LAYOUTS = {
    "streams": "references is K streams (one per reference translation) of N token lists each",
    "segments": "references is N lists (one per hypothesis) of token lists",
}


def token_lists(hypotheses: Any, references: Any, layout: str) -> tuple[TokenLists, list[TokenLists]]:
    """Returns hypotheses and references, which have the same length.

    Args:
        hypotheses: N sequences.
        references: K streams of N sequences or None; or N lists of references.
        layout: which of them: "streams" or "segments".

    Raises:
        InputTypeError: something is no sequence of integers or strings; says where.
        InputShapeError: there is nothing to score, or lengths differ.
        OptionError: there is no such layout.
    """
    check_layout(layout)
    vocabulary = Vocabulary()
    ours = TokenLists(_readable(hypotheses, "hypotheses"), "hypotheses", False, False, vocabulary)
    if len(ours) == 0:
        raise InputShapeError("tokens: there are no hypotheses; a corpus has at least one segment")
    if layout == "segments":
        given = [TokenLists(_readable(references, "references"), "references", True, True, vocabulary)]
    else:
        given = []
        for index, stream in enumerate(_streams(references)):
            name = f"reference stream {index}"
            given.append(TokenLists(_readable(stream, name), name, False, True, vocabulary))
    _check_lengths(len(ours), given, layout)
    return ours, given


def check_layout(layout: str) -> None:
    """Raises OptionError if there is no such layout."""
    if layout not in LAYOUTS:
        raise OptionError(f'tokens: layout is "streams" or "segments", not {layout!r}')


def _streams(references: Any) -> list[Any]:
    """Returns the streams, before anything looks into them."""
    if isinstance(references, (str, bytes, dict, set, frozenset)) or not hasattr(references, "__iter__"):
        raise InputTypeError(f"tokens: references is {shown(references)}; {LAYOUTS['streams']}")
    streams = list(references)
    if not streams:
        raise InputShapeError(f"tokens: there is no reference stream; {LAYOUTS['streams']}")
    return streams


def _readable(data: Any, what: str) -> Any:
    """Returns what the native side reads: an iterable, or the capsules of an Arrow column."""
    pandas = modules.get("pandas")
    if pandas is None or not isinstance(data, (pandas.Series, pandas.Index)):
        try:
            check_column(data)
        except ValueError as problem:
            raise InputTypeError(f"tokens: {what}: {problem}") from None
        if hasattr(data, "__arrow_c_stream__"):
            return data.__arrow_c_stream__()
        if hasattr(data, "__arrow_c_array__"):
            return data.__arrow_c_array__()
    if isinstance(data, (str, bytes, dict, set, frozenset)) or not hasattr(data, "__iter__"):
        raise InputTypeError(
            f"tokens: {what} is {shown(data)}; pass a list with one sequence of tokens per segment"
        )
    return data


def _check_lengths(wanted: int, given: list[TokenLists], layout: str) -> None:
    for index, lists in enumerate(given):
        if len(lists) != wanted:
            name = f"reference stream {index} has" if layout == "streams" else "references has"
            other = "segments" if layout == "streams" else "streams"
            raise InputShapeError(
                f"tokens: {name} {counted(len(lists))} but there are {wanted} hypotheses; "
                f'{LAYOUTS[layout]}; for the other way round: layout="{other}"'
            )
