"""Derives rankings from p-values: multiple-testing correction, rank ranges, clusters.

A matrix of p-values is a list of rows, one for every system; entry `[i][j]` belongs to the pair of systems i
and j. It is symmetric, and its diagonal is ignored.
"""

from __future__ import annotations

from math import ceil

from parbleu._base.significance import ROUNDING, is_significant
from parbleu.errors import InputShapeError, OptionError
from parbleu.stats._small_samples import narrowed_level

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


NEVER = 10**9
"""A number of samples that nobody draws."""


def holm(p_values: Iterable[float], certainty: int = 1) -> list[float]:
    """Adjusts p-values for their number, so that the chance of any false discovery stays at the level.

    S. Holm, "A Simple Sequentially Rejective Multiple Test Procedure" (1979): the i-th smallest of m p-values
    is multiplied by m - i + 1, but never falls below a smaller one's adjusted value.

    Args:
        p_values: From 0 to 1, in any order.
        certainty: The number that stands for the p-value 1. For p-values given as counts of n draws it is n;
            products of counts are exact.

    Returns:
        The adjusted values, at most `certainty`, in the same order.

    Raises:
        OptionError: A value is below 0 or above `certainty`.
    """
    values = list(p_values)
    for value in values:
        if not 0 <= value <= certainty:
            raise OptionError(f"a p-value is from 0 to {certainty}, which {value} is not")
    adjusted: list[float] = [0] * len(values)
    largest: float = 0
    for rank, test in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        largest = max(largest, min(certainty, (len(values) - rank) * values[test]))
        adjusted[test] = largest
    return adjusted


def samples_needed(pairs: int, alpha: float = 0.05, n_drawn: float | None = None) -> int:
    """Computes the fewest samples with which the smallest possible p-value is significant after `holm`.

    Args:
        pairs: How many p-values are corrected together.
        alpha: The level of significance.
        n_drawn: How many segments a bootstrap test draws, whose p-values are widened if these are few
            (`parbleu.stats._small_samples`). None for p-values that begin at 1 / (samples + 1).

    Returns:
        The number of samples, at most `NEVER`, with which no difference of so few segments is significant.
    """
    level = alpha / max(1, pairs)
    if n_drawn is not None:
        level = narrowed_level(level, n_drawn)
    return NEVER if level * NEVER <= 1 else ceil(1 / level * (1 - ROUNDING)) - 1


def p_value_matrix(
    n_systems: int, pairs: Iterable[tuple[int, int]], p_values: Iterable[float]
) -> list[list[float]]:
    """Arranges the p-values of pairs in a symmetric matrix.

    Args:
        n_systems: How many rows and columns the matrix has.
        pairs: The places of the two systems of each pair, counted from 0.
        p_values: The p-value of each pair.

    Returns:
        The matrix; 1 where a pair has no p-value.
    """
    matrix = [[1.0] * n_systems for _ in range(n_systems)]
    for (first, second), value in zip(pairs, p_values, strict=True):
        matrix[first][second] = matrix[second][first] = value
    return matrix


def rank_ranges(
    scores: Sequence[float],
    p_values: Sequence[Sequence[float]],
    alpha: float = 0.05,
    higher_is_better: bool = True,
) -> list[tuple[int, int]]:
    """Finds the ranks that each system can have, as WMT reports them.

    A system's best rank is 1 + the number of systems that are significantly better than it; its worst rank is
    the number of systems less those that are significantly worse.

    Args:
        scores: The score of every system.
        p_values: A symmetric matrix with a row and a column for every system; its diagonal is ignored.
        alpha: The level of significance: a difference is significant if its p-value is at most alpha.
        higher_is_better: Whether a higher score is better; False for TER.

    Returns:
        The best and the worst rank of every system, counted from 1.

    Raises:
        InputShapeError: The matrix does not have a row and a column for every system.
    """
    better = _better(scores, p_values, alpha, higher_is_better)
    systems = range(len(scores))
    return [
        (
            1 + sum(better[other][system] for other in systems),
            len(scores) - sum(better[system][other] for other in systems),
        )
        for system in systems
    ]


def clusters(
    scores: Sequence[float],
    p_values: Sequence[Sequence[float]],
    alpha: float = 0.05,
    higher_is_better: bool = True,
) -> list[int]:
    """Groups systems so that every system of a cluster is significantly better than all of those below.

    Args:
        scores: The score of every system.
        p_values: A symmetric matrix with a row and a column for every system; its diagonal is ignored.
        alpha: The level of significance: a difference is significant if its p-value is at most alpha.
        higher_is_better: Whether a higher score is better; False for TER.

    Returns:
        The number of every system's cluster, counted from 1, the best. There are as many clusters as
        possible.

    Raises:
        InputShapeError: The matrix does not have a row and a column for every system.
    """
    better = _better(scores, p_values, alpha, higher_is_better)
    order = sorted(range(len(scores)), key=scores.__getitem__, reverse=higher_is_better)
    numbers = [1] * len(scores)
    cluster = 1
    for index, system in enumerate(order):
        above, below = order[:index], order[index:]
        if above and all(better[upper][lower] for upper in above for lower in below):
            cluster += 1
        numbers[system] = cluster
    return numbers


def significance_ranks(p_values: Sequence[Sequence[float]], alpha: float = 0.05) -> list[int]:
    """Ranks systems, or metrics, that are ordered from the best to the worst, as MT Metrics Eval does.

    Going down the list, a new rank begins with the first system that is significantly worse than a member of
    the current rank.

    Args:
        p_values: Entry [i][j], i < j, is the p-value of "i is better than j"; the other entries are ignored.
        alpha: The level of significance: a p-value is significant if it is at most `alpha`.

    Returns:
        The rank of each system, counted from 1, the best.
    """
    ranks: list[int] = []
    start = 0
    for rank in range(len(p_values)):
        if any(is_significant(p_values[above][rank], alpha) for above in range(start, rank)):
            start = rank
        ranks.append(ranks[-1] + (start == rank) if ranks else 1)
    return ranks


def _better(
    scores: Sequence[float], p_values: Sequence[Sequence[float]], alpha: float, higher_is_better: bool
) -> list[list[bool]]:
    """Returns whether system i is significantly better than system j."""
    if len(p_values) != len(scores) or any(len(row) != len(scores) for row in p_values):
        raise InputShapeError(
            f"the matrix of p-values must have a row and a column for each of the {len(scores)} systems"
        )
    sign = 1 if higher_is_better else -1
    return [
        [
            sign * (score - other) > 0 and is_significant(value, alpha)
            for other, value in zip(scores, row, strict=True)
        ]
        for score, row in zip(scores, p_values, strict=True)
    ]
