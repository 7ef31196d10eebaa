"""Computes what segments are sorted by: lengths, differences, labels, scores, disagreement of systems."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parbleu._inputs.segment_scores import SegmentScores
from parbleu.analysis._analysis_input import ComparedTexts
from parbleu.analysis._cutoffs import Cutoffs, between, checked_cutoffs, cutoff_names, quantile_cutoffs
from parbleu.analysis._metric_values import segment_values
from parbleu.analysis._word_buckets import OTHER, source_of
from parbleu.errors import OptionError, UnknownNameError

QUARTILES = 4
MOST_LABELS = 20
SCORE_CUTOFFS = (10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0)
LENGTHS = (10, 20, 30, 40, 50, 60)


@dataclass(frozen=True, eq=False)
class SortedSegments:
    """The segments of S systems in B buckets.

    Attributes:
        title: what they are sorted by.
        names: of the buckets.
        places: int, (N) where all systems have the same buckets, else (S, N): the bucket of each segment, or
            -1 for none.
        n_others: how many labels are together in the last bucket, as they are rare.
    """

    title: str
    names: tuple[str, ...]
    places: NDArray[np.int64]
    n_others: int = 0


def sort_segments(
    texts: ComparedTexts,
    by: str,
    metric: Any,
    *,
    cutoffs: Cutoffs | None = None,
    quantiles: int | None = None,
    label_set: Sequence[str] | None = None,
) -> SortedSegments:
    """Returns the buckets of all segments.

    Args:
        texts: what is compared.
        by: what to sort by.
        metric: whose scores "score" and "disagreement" are.
        cutoffs: between buckets of numbers.
        quantiles: how many about equally large buckets there are instead.
        label_set: the labels that are buckets.

    Raises:
        UnknownNameError: there is nothing of that name to sort by.
        OptionError: the texts lack what it needs; cutoffs or quantiles are none, or are of labels.
    """
    if not isinstance(by, str):
        raise UnknownNameError("way to sort segments", by, ways_to_sort(texts))
    if by in texts.labels:
        if cutoffs is not None or quantiles is not None:
            return _between(by, _numbers(by, texts), cutoffs, quantiles, ())
        return _labelled(by, texts.labels[by], label_set)
    if label_set is not None:
        raise OptionError(f"{by} has no labels: leave out the labels, or sort by a field that has some")
    unset = cutoffs is None and quantiles is None
    if by in texts.scores:
        scores = segment_values(texts, by)[0].values
        return _between(by, scores, cutoffs, QUARTILES if unset else quantiles, ())
    if by in ("score", "disagreement"):
        if by == "disagreement" and len(texts.systems) < 2:
            raise OptionError("a single system disagrees with no other: give two or more")
        scores = segment_values(texts, [metric])[0].values
        if by == "disagreement":
            scores = scores.std(axis=0)
        if unset and (by == "disagreement" or isinstance(metric, SegmentScores)):
            quantiles = QUARTILES
        return _between(by, scores, cutoffs, quantiles, SCORE_CUTOFFS)
    if by not in VALUES:
        raise UnknownNameError("way to sort segments", by, ways_to_sort(texts))
    values, usual = VALUES[by]
    return _between(by, values(texts), cutoffs, quantiles, usual)


def ways_to_sort(texts: ComparedTexts) -> list[str]:
    """Returns what segments of these texts can be sorted by."""
    return [*VALUES, "score", "disagreement", *texts.labels, *texts.scores]


def _between(
    title: str, values: NDArray[Any], cutoffs: Cutoffs | None, quantiles: int | None, usual: Cutoffs
) -> SortedSegments:
    if cutoffs is not None and quantiles is not None:
        raise OptionError("give cutoffs or quantiles, not both")
    if quantiles is not None:
        chosen: tuple[int | float, ...] = quantile_cutoffs(values, quantiles)
    else:
        chosen = checked_cutoffs(usual if cutoffs is None else cutoffs)
    return SortedSegments(title.replace("_", " "), cutoff_names(chosen), between(values, chosen))


def _labelled(title: str, labels: Sequence[str | None], label_set: Sequence[str] | None) -> SortedSegments:
    n_others = 0
    if label_set is None:
        counts: dict[str, int] = {}
        for label in labels:
            if label is not None:
                counts[label] = counts.get(label, 0) + 1
        label_set = sorted(counts, key=lambda label: (-counts[label], label))
        if len(label_set) > MOST_LABELS + 1:
            n_others = len(label_set) - MOST_LABELS
            label_set = label_set[:MOST_LABELS]
    known = {label: index for index, label in enumerate(label_set)}
    places = np.array([known.get(label or "", len(known)) for label in labels], dtype=np.int64)
    names = (*label_set, OTHER) if (places == len(known)).any() else tuple(label_set)
    return SortedSegments(title.replace("_", " "), names, places, n_others)


def _numbers(by: str, texts: ComparedTexts) -> NDArray[np.float64]:
    def number(segment: int, label: str | None) -> float:
        try:
            return float("nan") if label is None else float(label)
        except ValueError:
            raise OptionError(
                f"label {by}, segment {segment} (counted from 0): {label!r} is no number; "
                "leave out the cutoffs, or correct the label"
            ) from None

    return np.array([number(*pair) for pair in enumerate(texts.label(by))])


def _reference_lengths(texts: ComparedTexts) -> NDArray[np.float64]:
    """Returns the mean number of tokens of each segment's references."""
    streams = texts.numbered
    lengths = np.array([stream.lengths for stream in streams.references])
    return (lengths * streams.present).sum(axis=0) / streams.present.sum(axis=0)  # type: ignore[no-any-return]


def _closest_lengths(texts: ComparedTexts) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Returns the numbers of tokens of all outputs, and of the reference closest to each, (S, N)."""
    streams = texts.numbered
    lengths = np.array([stream.lengths for stream in streams.references])
    outputs = np.array([stream.lengths for stream in streams.systems])
    segments = np.arange(len(texts))
    closest = np.array([lengths[streams.closest(stream), segments] for stream in streams.systems])
    return outputs, closest


def _length_differences(texts: ComparedTexts) -> NDArray[Any]:
    outputs, closest = _closest_lengths(texts)
    return outputs - closest


def _length_ratios(texts: ComparedTexts) -> NDArray[Any]:
    outputs, closest = _closest_lengths(texts)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(outputs == closest, 1.0, outputs / closest)


VALUES: dict[str, tuple[Callable[[ComparedTexts], NDArray[Any]], Cutoffs]] = {
    "length": (_reference_lengths, LENGTHS),
    "source_length": (lambda texts: source_of(texts).lengths, LENGTHS),
    "length_difference": (_length_differences, (-20, -10, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 11, 21)),
    "length_ratio": (_length_ratios, (0.5, 0.8, 0.95, 1.05, 1.25, 2)),
    "references": (lambda texts: texts.numbered.present.sum(axis=0), (2, 3, 4)),
}
"""Name -> the number of each segment, (N) or (S, N), and the usual cutoffs."""
