"""Makes n-best lists of what users pass, and pairs them with their references."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from os import PathLike
from typing import Any

from parbleu.errors import InputShapeError, InputTypeError
from parbleu.nbest.nbest_files import read_nbest
from parbleu.nbest.nbest_lists import NbestList
from parbleu.text.segments import shown


def nbest_lists(given: Any, what: str = "n-best lists") -> Iterator[NbestList]:
    """Yields the lists of what users pass.

    Args:
        given: a path, as `read_nbest` takes it; or for each segment an `NbestList`, or a list of strings.
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
    for number, each in enumerate(given, 1):
        if isinstance(each, NbestList):
            yield each
        elif isinstance(each, (str, bytes)) or not hasattr(each, "__iter__"):
            raise InputTypeError(
                f"{what}: segment {number} is {shown(each)}, not a list of strings: give the candidates of "
                "each segment in a list of their own"
            )
        else:
            yield NbestList(str(number), tuple(each))


def paired(
    lists: Iterable[NbestList], references: Iterable[NbestList] | None
) -> Iterator[tuple[NbestList, NbestList]]:
    """Yields each list with that of its references, which is itself if there are no other references.

    Raises:
        InputShapeError: there are not as many lists of references, or one is of another segment.
    """
    if references is None:
        for own in lists:
            yield own, own
        return
    for number, (own, other) in enumerate(zip_longest(lists, references), 1):
        if own is None or other is None:
            short = "candidates" if own is None else "references"
            where = (own or other).where
            raise InputShapeError(
                f"{where}: segment {number} has no {short}: give as many lists of references as of candidates"
            )
        if own.segment != other.segment:
            raise InputShapeError(
                f"{other.where}: these are references of segment {other.segment!r}, and the candidates are "
                f"those of {own.segment!r}: bring both into one order"
            )
        yield own, other
