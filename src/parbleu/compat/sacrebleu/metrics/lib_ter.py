"""Computes the edit distance with shifts between sequences of words."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any

from parbleu import _core

_BEAM_WIDTH = 25
_INT_INFINITY = 10**16
_OP_INS, _OP_DEL, _OP_NOP, _OP_SUB, _OP_UNDEF = "i", "d", " ", "s", "x"


def translation_edit_rate(words_hyp: list[str], words_ref: list[str]) -> tuple[int, int]:
    """Counts the edits from a hypothesis to a reference, shifts of blocks among them.

    Returns:
        how many edits; how many words the reference has.
    """
    hypothesis, reference = " ".join(map(str, words_hyp)), " ".join(map(str, words_ref))
    if hypothesis.split() != list(words_hyp) or reference.split() != list(words_ref):
        # Words with blanks in them, or no strings: numbers of equal length, in the words' order, do as well.
        order = {word: f"{at:09d}" for at, word in enumerate(sorted({*words_hyp, *words_ref}))}
        hypothesis, reference = (" ".join(order[word] for word in words) for words in (words_hyp, words_ref))
    edits, _ = _core.Ter(False, False, False, True).sentence(hypothesis, [reference])
    return int(edits), len(words_ref)


def trace_to_alignment(trace: str) -> tuple[dict[int, int], list[int], list[int]]:
    """Aligns words by the operations that turn a reference into a hypothesis.

    Returns:
        place in the reference -> place in the hypothesis; for each word of the reference whether it is part
        of an edit; for each word of the hypothesis whether it is.
    """
    alignment: dict[int, int] = {}
    wrong_ref: list[int] = []
    wrong_hyp: list[int] = []
    for operation in trace:
        if operation not in (_OP_NOP, _OP_SUB, _OP_INS, _OP_DEL):
            raise Exception(f"unknown operation {operation!r}")
        wrong = int(operation != _OP_NOP)
        if operation != _OP_DEL:
            wrong_hyp.append(wrong)
        if operation != _OP_INS:
            wrong_ref.append(wrong)
            alignment[len(wrong_ref) - 1] = len(wrong_hyp) - 1
    return alignment, wrong_ref, wrong_hyp


class BeamEditDistance:
    """Edit distance to one reference, within a beam about the diagonal.

    Rows that the hypothesis shares with the one before are not computed again.

    Args:
        words_ref: the reference.
    """

    def __init__(self, words_ref: list[str]) -> None:
        self._words_ref = words_ref
        self._n_words_ref = len(words_ref)
        self._words_hyp: list[str] = []
        self._rows: list[list[tuple[int, str]]] = []

    def __call__(self, words_hyp: list[str]) -> tuple[int, str]:
        """Returns the distance from a hypothesis, and the operations that lead from it to the reference."""
        size = len(words_hyp)
        first: list[tuple[int, str]] = [(at, _OP_INS) for at in range(self._n_words_ref + 1)]
        if size != len(self._words_hyp) or not self._rows:
            self._rows, shared = [first], 0
        else:
            shared = _shared(words_hyp, self._words_hyp)
            del self._rows[shared + 1 :]
        self._words_hyp = list(words_hyp)
        ratio = self._n_words_ref / size if size else 1.0
        for row in range(shared + 1, size + 1):
            self._rows.append(self._row(row, words_hyp[row - 1], ratio, row == size))
        return self._rows[size][-1][0], self._trace(size)

    def _row(self, row: int, word: str, ratio: float, last: bool) -> list[tuple[int, str]]:
        above = self._rows[row - 1]
        width = ceil(ratio / 2 + _BEAM_WIDTH) if ratio / 2 > _BEAM_WIDTH else _BEAM_WIDTH
        diagonal = int(row * ratio)
        end = self._n_words_ref + 1
        cells = [(_INT_INFINITY, _OP_UNDEF)] * end
        for at in range(max(0, diagonal - width), end if last else min(end, diagonal + width)):
            if at == 0:
                cells[0] = (above[0][0] + 1, _OP_DEL)
                continue
            same = word == self._words_ref[at - 1]
            best = (above[at - 1][0] + (not same), _OP_NOP if same else _OP_SUB)
            for cost, operation in ((above[at][0] + 1, _OP_DEL), (cells[at - 1][0] + 1, _OP_INS)):
                if cost < best[0]:
                    best = (cost, operation)
            if best[0] < cells[at][0]:
                cells[at] = best
        return cells

    def _trace(self, row: int) -> str:
        at = self._n_words_ref
        trace = []
        while row > 0 or at > 0:
            operation = self._rows[row][at][1]
            trace.append(operation)
            if operation == _OP_UNDEF:
                raise Exception(f"unknown operation {operation!r}")
            row -= operation != _OP_INS
            at -= operation != _OP_DEL
        return "".join(reversed(trace))


def _shared(one: Sequence[Any], other: Sequence[Any]) -> int:
    """Returns how many words two sequences of equal length have in common at the beginning."""
    for at, (left, right) in enumerate(zip(one, other, strict=True)):
        if left != right:
            return at
    return len(one)
