"""Finds n-grams that one system gets right, over- or under-produces more often than another: `ngrams`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parbleu._base.known_names import check_name
from parbleu.analysis._analysis_input import ComparedTexts
from parbleu.analysis._ngram_counts import NgramCounter, OrderNgrams, SystemNgrams
from parbleu.analysis._ngram_result import KINDS, NgramDifferences, OrderDifferences
from parbleu.analysis._numbered_texts import NumberedTexts
from parbleu.analysis._word_labels import Labels
from parbleu.errors import OptionError
from parbleu.stats.effect_sizes import sign_test
from parbleu.stats.false_discovery import benjamini_hochberg
from parbleu.stats.resampling import check_level
from parbleu.text._tokenizers import get_tokenizer

REST = "the rest"
UNITS = ("tokens", "characters")
MOST_ORDERS = 1000
SMOOTHING = 1.0
_BLOCK = 1 << 20
"""How many occurrences are compared at once."""
RANKINGS = ("ratio", "difference", "log_odds", "p_value")


@dataclass(frozen=True)
class NgramRanking:
    """Which n-grams are listed, and in which order.

    Args:
        by: "ratio", smoothed: (first + smoothing) / (first + second + 2 smoothing); "difference", where only
            n-grams that have an excess of either system in some segment are listed; "log_odds", the z-score
            of the log-odds ratio with an informative prior (B. Monroe, M. Colaresi, K. Quinn, "Fightin'
            Words", 2008); or "p_value".
        top: how many n-grams are listed for each of the two systems.
        smoothing: of the ratio; larger values prefer frequent n-grams.
        collapse: whether an n-gram is left out if a longer one of the list contains it and has its counts.

    Raises:
        UnknownNameError: there is no such ranking.
        OptionError: `smoothing` is not above 0, or `top` below 1.
    """

    by: str = "ratio"
    top: int = 50
    smoothing: float = SMOOTHING
    collapse: bool = True

    def __post_init__(self) -> None:
        check_name("ranking", self.by, RANKINGS)
        if not (0 < self.smoothing < float("inf")) or self.top < 1:
            raise OptionError("smoothing is a number above 0, and top at least 1")


def ngrams(
    texts: ComparedTexts,
    first: str | None = None,
    second: str | None = None,
    *,
    kind: str = "match",
    orders: tuple[int, int] = (1, 4),
    unit: str = "tokens",
    labels: Labels | None = None,
    ranking: NgramRanking | None = None,
    alpha: float = 0.05,
) -> NgramDifferences:
    """Compares how often two systems match, over-produce or under-produce each n-gram.

    Occurrence k of an n-gram in an output's segment matches occurrence k in the reference; further ones are
    "over", those of the reference that are left are "under". With several references an n-gram matches up to
    its greatest count in one; "under" counts what is left of the reference closest in length.

    An n-gram's p-value is that of a two-sided sign test on the segments in which its counts differ. The
    p-values of all n-grams with enough such segments to be significant at all are corrected together
    (Benjamini and Hochberg).

    Args:
        texts: what is compared.
        first: a system; by default the first.
        second: another; by default the second; "the rest" for the mean count of all others.
        kind: "match", "over" or "under".
        orders: the shortest and the longest n-grams.
        unit: "tokens" of the texts' tokenizer, or "characters".
        labels: the labels of the words of references and systems, under whose n-grams are counted what
            matches, is over or under as n-grams of words.
        ranking: which n-grams are listed, and in which order.
        alpha: the level of significance.

    Raises:
        UnknownNameError: there is no such system, kind or unit.
        OptionError: there is one system only, or one is named twice, or orders are none.
    """
    check_level("alpha", alpha)
    ranking = ranking or NgramRanking()
    left, right = _systems(texts, first, second)
    for what, name, choices in (("kind of n-grams", kind, KINDS), ("unit of n-grams", unit, UNITS)):
        check_name(what, name, choices)
    shortest, longest = orders
    if not 1 <= shortest <= longest <= MOST_ORDERS:
        raise OptionError(f"orders are two numbers from 1 to {MOST_ORDERS}, such as (1, 4), not {orders}")
    numbered = texts.numbered if unit == "tokens" else _characters(texts)
    others = [right] if right is not None else [other for other in range(len(texts.systems)) if other != left]
    counter = NgramCounter(numbered, texts, [left, *others], labels)
    return _compared(
        [(order, counter.order(order, kind)) for order in range(shortest, longest + 1)],
        list(texts.systems),
        left,
        others,
        ranking.smoothing,
        second=REST if right is None else list(texts.systems)[right],
        kind=kind,
        rank_by=ranking.by,
        top=ranking.top,
        collapse=ranking.collapse,
        alpha=alpha,
        facts=texts.facts() | {"unit": unit if labels is None else "labels", "smoothing": ranking.smoothing},
    )


def ngrams_of_pairs(
    texts: ComparedTexts, pairs: Sequence[tuple[int, int]], *, kind: str, rank_by: str, top: int, alpha: float
) -> Iterator[NgramDifferences]:
    """Yields what `ngrams` returns for pairs of systems, which are named by their places, and counts once."""
    counter = NgramCounter(texts.numbered, texts, sorted({system for pair in pairs for system in pair}), None)
    orders = [(order, counter.order(order, kind)) for order in range(1, 5)]
    names = list(texts.systems)
    for first, second in pairs:
        yield _compared(
            orders,
            names,
            first,
            [second],
            SMOOTHING,
            second=names[second],
            kind=kind,
            rank_by=rank_by,
            top=top,
            collapse=True,
            alpha=alpha,
            facts=texts.facts() | {"unit": UNITS[0], "smoothing": SMOOTHING},
        )


def _compared(
    counted: Sequence[tuple[int, OrderNgrams]],
    names: Sequence[str],
    left: int,
    others: Sequence[int],
    smoothing: float,
    *,
    alpha: float,
    **settings: Any,
) -> NgramDifferences:
    """Compares a system with others; the settings are further attributes of the result."""
    counts = [
        _differences(ngrams_of_order, order, left, others, smoothing) for order, ngrams_of_order in counted
    ]
    totals = {
        names[system]: tuple(
            sum(parts)
            for parts in zip(*(counts_of_label.totals[system] for _, counts_of_label in counted), strict=True)
        )
        for system in (left, *others)
    }
    return NgramDifferences(
        first=names[left],
        orders=tuple(
            replace(differences, p_corrected=values)
            for differences, values in zip(counts, _corrected(counts, alpha), strict=True)
        ),
        totals=totals,
        alpha=alpha,
        **settings,
    )


def _systems(texts: ComparedTexts, first: str | None, second: str | None) -> tuple[int, int | None]:
    """Returns the places of the two systems; None for all others."""
    if len(texts.systems) < 2:
        raise OptionError("n-grams are compared between two systems; there is only one")
    left = 0 if first is None else texts.place(first)
    if second == REST and REST not in texts.systems:
        return left, None
    right = next(other for other in range(2) if other != left) if second is None else texts.place(second)
    if left == right:
        raise OptionError(f"n-grams are compared between two systems, not {first!r} and itself: name another")
    return left, right


def _characters(texts: ComparedTexts) -> NumberedTexts:
    streams = list(texts.systems.values())
    return NumberedTexts(streams, texts.references, None, get_tokenizer("char"), texts.lowercase)


def _differences(
    ngrams_of_order: OrderNgrams, order: int, left: int, others: Sequence[int], smoothing: float
) -> OrderDifferences:
    """Returns the counts and scores of all n-grams of an order that either side has."""
    ours = ngrams_of_order.occurrences[left]
    theirs = [ngrams_of_order.occurrences[other] for other in others]
    size = ngrams_of_order.count
    first = np.bincount(ours.grams, minlength=size).astype(np.float64)
    every = np.concatenate([other.grams for other in theirs])
    second: NDArray[np.float64] = np.bincount(every, minlength=size) / len(others)
    wanted = np.flatnonzero((first > 0) | (second > 0))
    more, less, excess, deficit = (column[wanted] for column in _segment_signs(ours, theirs, size))
    first, second = first[wanted], second[wanted]
    return OrderDifferences(
        order=order,
        numbers=wanted,
        first=first,
        second=second,
        ratio=(first + smoothing) / (first + second + 2 * smoothing),
        log_odds=_log_odds(first, second),
        first_segments=more,
        second_segments=less,
        first_excess=excess,
        second_excess=deficit,
        p_value=_sign_tests(more, less),
        p_corrected=np.full(len(wanted), np.nan),
        spelled=ngrams_of_order.names,
        occurrences=(ours, *theirs),
    )


def _segment_signs(
    ours: SystemNgrams, theirs: Sequence[SystemNgrams], size: int
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Returns for each n-gram the segments in which either side has more, and by how much in all."""
    keys = np.empty(sum(len(ngrams_of_system.grams) for ngrams_of_system in (ours, *theirs)), np.int64)
    end = 0
    for number, ngrams_of_system in enumerate((ours, *theirs)):  # segment, n-gram and side of each occurrence
        begin, end = end, end + len(ngrams_of_system.grams)
        keys[begin:end] = ngrams_of_system.segments
        keys[begin:end] *= size
        keys[begin:end] += ngrams_of_system.grams
        keys[begin:end] *= 2
        keys[begin:end] += number > 0
    keys.sort()  # which is several times faster than to sort places of keys
    more, less = (np.zeros(size, np.int64) for _ in range(2))
    excess, deficit = (np.zeros(size) for _ in range(2))
    end = 0
    while end < len(keys):
        begin, end = end, min(end + _BLOCK, len(keys))
        end = int(np.searchsorted(keys, keys[end - 1] | 1, side="right"))  # not within a segment's n-gram
        cells = keys[begin:end] >> 1
        begins = np.flatnonzero(np.diff(cells, prepend=-1))
        counts = np.diff(begins, append=len(cells))
        others = np.add.reduceat(keys[begin:end] & 1, begins)
        differences = np.round(counts - others - others / len(theirs), 9)
        grams = cells[begins] % size
        np.add.at(more, grams[differences > 0], 1)
        np.add.at(less, grams[differences < 0], 1)
        np.add.at(excess, grams, np.maximum(differences, 0))
        np.add.at(deficit, grams, np.maximum(-differences, 0))
    return more, less, excess, deficit


def _log_odds(first: NDArray[Any], second: NDArray[Any]) -> NDArray[np.float64]:
    """Returns the z-scores of the log-odds ratios with the pooled counts as prior."""
    prior = first + second
    everything = prior.sum()
    with np.errstate(invalid="ignore", divide="ignore"):
        one = (first + prior) / (first.sum() + everything - first - prior)
        other = (second + prior) / (second.sum() + everything - second - prior)
        z_scores = (np.log(one) - np.log(other)) / np.sqrt(1 / (first + prior) + 1 / (second + prior))
    known: NDArray[np.float64] = np.nan_to_num(z_scores, nan=0.0, posinf=0.0, neginf=0.0)
    return known


def _sign_tests(more: NDArray[Any], less: NDArray[Any]) -> NDArray[np.float64]:
    """Returns the p-values of many sign tests."""
    pairs, places = np.unique(more.astype(np.int64) << 32 | less, return_inverse=True)
    p_values = np.array([sign_test(*divmod(pair, 1 << 32)) for pair in pairs.tolist()], dtype=np.float64)
    return p_values[places.ravel()]


def _corrected(orders: Sequence[OrderDifferences], alpha: float) -> list[NDArray[np.float64]]:
    """Returns the corrected p-values of the n-grams that could be significant, NaN for others."""
    p_values = np.concatenate([order.p_value for order in orders])
    totals = np.concatenate([order.first_segments + order.second_segments for order in orders])
    least = next(count for count in range(1, 1100) if count == 1099 or sign_test(count, 0) <= alpha)
    testable = np.flatnonzero(totals >= least)
    corrected = np.full(len(p_values), np.nan)
    corrected[testable] = benjamini_hochberg(p_values[testable].tolist())
    return np.split(corrected, np.cumsum([len(order.p_value) for order in orders])[:-1])
