"""Computes edit scripts, error classes and matched n-grams by their definitions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

EQUAL, SUBSTITUTE, REMOVE, INSERT = range(4)
INFLECTION, ORDER, GAP, LEXICAL, OTHER = range(1, 6)


def steps(left: Sequence[Any], right: Sequence[Any]) -> list[int]:
    """The edits of a minimal script: the whole matrix, then back from its end, diagonal first."""
    costs = [[i + j if 0 in (i, j) else 0 for j in range(len(right) + 1)] for i in range(len(left) + 1)]
    for i in range(1, len(left) + 1):
        for j in range(1, len(right) + 1):
            diagonal = costs[i - 1][j - 1] + (left[i - 1] != right[j - 1])
            costs[i][j] = min(diagonal, costs[i - 1][j] + 1, costs[i][j - 1] + 1)
    i, j = len(left), len(right)
    found = []
    while i or j:
        if i and j and costs[i][j] == costs[i - 1][j - 1] + (left[i - 1] != right[j - 1]):
            found.append(SUBSTITUTE if left[i - 1] != right[j - 1] else EQUAL)
        elif i and costs[i][j] == costs[i - 1][j] + 1:
            found.append(REMOVE)
        else:
            found.append(INSERT)
        i -= found[-1] != INSERT
        j -= found[-1] != REMOVE
    return found[::-1]


def script(left: Sequence[Any], right: Sequence[Any]) -> list[list[int]]:
    """The runs [edit, left begin, left end, right begin, right end] of `steps`."""
    runs: list[list[int]] = []
    i = j = 0
    for edit in steps(left, right):
        if not runs or runs[-1][0] != edit:
            runs.append([edit, i, i, j, j])
        i += edit != INSERT
        j += edit != REMOVE
        runs[-1][2], runs[-1][4] = i, j
    return runs


def closest(references: Sequence[Sequence[Any] | None], hypothesis: Sequence[Any]) -> int:
    """The place of the reference with the fewest edits for its length, the first of several; or -1."""
    rates = [
        (sum(edit != EQUAL for edit in steps(reference, hypothesis)) / (len(reference) or 1e-8), place)
        for place, reference in enumerate(references)
        if reference is not None
    ]
    return min(rates)[1] if rates else -1


def position_free(words: list[str], bases: list[str], others: list[str], other_bases: list[str]) -> list[int]:
    """For each word 0, `GAP` if the other side has none left, `INFLECTION` if it has one of its base."""
    left, left_bases = list(others), list(other_bases)
    found = []
    for word in words:
        if word in left:
            place = left.index(word)
            del left[place], left_bases[place]
            found.append(0)
        else:
            found.append(GAP)
    for place, base in enumerate(bases):
        if found[place] and base in left_bases:
            left_bases.remove(base)
            found[place] = INFLECTION
    return found


def classes(
    reference: list[str], reference_bases: list[str], hypothesis: list[str], hypothesis_bases: list[str]
) -> tuple[list[int], list[int]]:
    """The classes of the words of both sides, as Hjerson assigns them; words it leaves out are `OTHER`."""
    edits = steps(reference, hypothesis)
    of_reference = [edit for edit in edits if edit != INSERT]
    of_hypothesis = [edit for edit in edits if edit != REMOVE]
    sides = (
        (reference, reference_bases, of_reference, hypothesis, hypothesis_bases, of_hypothesis),
        (hypothesis, hypothesis_bases, of_hypothesis, reference, reference_bases, of_reference),
    )
    answer = []
    for words, bases, alignment, others, other_bases, other_alignment in sides:
        found = position_free(words, bases, others, other_bases)
        for place, edit in enumerate(alignment):
            if found[place] == GAP:
                found[place] = {EQUAL: 0, SUBSTITUTE: LEXICAL}.get(edit, GAP)
        pool = Counter(word for word, edit in zip(others, other_alignment, strict=True) if edit != EQUAL)
        for place, (word, edit) in enumerate(zip(words, alignment, strict=True)):
            if edit != EQUAL and pool[word]:
                pool[word] -= 1
                found[place] = ORDER
            elif edit != EQUAL and not found[place]:
                found[place] = OTHER
        answer.append(found)
    return answer[0], answer[1]


def matches(references: Sequence[Sequence[Any]], hypothesis: Sequence[Any], max_order: int) -> list[int]:
    """For each place bit n - 1 if the n-gram of order n there matches: the leftmost ones, clipped."""
    masks = [0] * len(hypothesis)
    for order in range(1, max_order + 1):

        def ngrams(symbols: Sequence[Any], order: int = order) -> list[tuple[Any, ...]]:
            return [tuple(symbols[at : at + order]) for at in range(len(symbols) - order + 1)]

        most: Counter[tuple[Any, ...]] = Counter()
        for reference in references:
            most |= Counter(ngrams(reference))
        for at, ngram in enumerate(ngrams(hypothesis)):
            if most[ngram]:
                most[ngram] -= 1
                masks[at] |= 1 << (order - 1)
    return masks
