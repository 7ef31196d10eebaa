"""Chooses the segments that a page shows if there are too many: extreme ones and random ones."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from parbleu.analysis._analysis_input import ComparedTexts
from parbleu.report._report_contents import SegmentColumn

KINDS = 4


def chosen_segments(
    texts: ComparedTexts, columns: Sequence[SegmentColumn], most_texts: int | None, seed: int | None
) -> tuple[tuple[int, ...] | None, str]:
    """Returns the segments to show, counted from 0, or None for all; and a sentence about the choice.

    By the first metric a quarter each has the worst scores, the best scores and the most different scores of
    any two systems; the rest is drawn at random.

    Args:
        texts: all segments.
        columns: their scores.
        most_texts: how many texts, systems times segments; None for all.
        seed: of the random ones.
    """
    count = None if most_texts is None else max(KINDS, most_texts // len(texts.systems))
    if count is None or count >= len(texts):
        return None, ""
    random = np.random.default_rng(0 if seed is None else seed).permutation(len(texts)).tolist()
    orders = [*(_orders(columns[0]) if columns else []), random]
    chosen: set[int] = set()
    share = count // KINDS
    for order in orders[:-1]:
        chosen.update([number for number in order if number not in chosen][:share])
    chosen.update([number for number in random if number not in chosen][: count - len(chosen)])
    sentence = (
        f"The page shows {count:,} of {len(texts):,} segments: by {columns[0].name} the worst, the best and "
        "those where systems differ most, a quarter each, and random ones; all tables are of all segments."
        if columns
        else f"The page shows {count:,} random ones of {len(texts):,} segments."
    )
    return tuple(sorted(chosen)), sentence


def _orders(column: SegmentColumn) -> list[list[int]]:
    """Returns the segments by their worst mean scores, their best ones, and their largest differences."""
    scores = np.array([list(values) for values in column.scores.values()], np.float64)
    filled = np.where(np.isnan(scores), np.nanmean(scores), scores)
    mean = filled.mean(axis=0) * (1 if column.higher_is_better else -1)
    spread = filled.max(axis=0) - filled.min(axis=0)
    return [np.argsort(key, kind="stable").tolist() for key in (mean, -mean, -spread)]
