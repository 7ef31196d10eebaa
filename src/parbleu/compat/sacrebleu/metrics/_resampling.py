"""Draws bootstrap samples of a test set, for metrics that only their hooks can score."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parbleu.stats.resampling import read_seed

Stats = Any  # rows of statistics: a list of lists, or an array

# Resamples are added up in pieces of so many numbers.
_PIECE = 1 << 22


def _bootstrap_resample(stats: Stats, metric: Any, n_samples: int = 1000) -> tuple[str, list[Any]]:
    """Returns the seed as text, and a metric's scores of test sets drawn with replacement."""
    text, seed = read_seed()
    indices = draw_indices(np.random.default_rng(seed), len(stats), n_samples)
    return text, [metric._compute_score_from_stats(row) for row in resampled(stats, indices)]


def draw_indices(rng: np.random.Generator, segments: int, n_samples: int) -> NDArray[np.int64]:
    """Returns the numbers of the segments of each sample."""
    return rng.choice(segments, size=(n_samples, segments), replace=True)


def resampled(stats: Stats, indices: NDArray[np.int64]) -> NDArray[np.float32]:
    """Returns for each sample the sum of its rows, in single precision."""
    table = np.asarray(stats, dtype=np.float32)
    step = max(1, _PIECE // max(1, table.size))
    pieces = [table[indices[at : at + step]].sum(axis=1) for at in range(0, len(indices), step)]
    return np.concatenate(pieces)
