"""Tests many differences at once by the largest of their statistics on joint samples.

Metrics of the same outputs, and pairs that share a system, are correlated. A correction that knows only the
number of tests counts what they share several times. Samples that were drawn jointly show it: the adjusted
p-value of a difference is the share of samples in which the largest of all statistics is at least as large as
its own (P. H. Westfall and S. S. Young, "Resampling-Based Multiple Testing", 1993, algorithm 2.8, step-down
max T). It holds whatever the correlation is, and correlated tests cost little. On few segments observed
differences count as smaller than they look (`parbleu.stats._small_samples`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parbleu.errors import InputShapeError
from parbleu.stats._small_samples import narrowed_distance
from parbleu.stats.joint_bootstrap import varies


def max_statistic_p_values(
    samples: ArrayLike, observed: ArrayLike, n_drawn: ArrayLike | None = None
) -> NDArray[np.float64]:
    """Computes p-values that are adjusted for all tests together.

    Args:
        samples: (tests, n_samples): each difference on the same bootstrap samples.
        observed: (tests,): the differences on the whole test set.
        n_drawn: how many segments, or units of several, the samples were drawn from: a number, or (tests,).
            None for so many that the bootstrap needs no correction.

    Returns:
        float64 (tests,): two-sided and adjusted, (samples that reach it + 1) / (n_samples + 1); 1 for a
        difference that is the same on all samples.

    Raises:
        InputShapeError: the samples are not those of the differences.
    """
    drawn, differences = np.asarray(samples, dtype=np.float64), np.asarray(observed, dtype=np.float64)
    if drawn.ndim != 2 or differences.shape != drawn.shape[:1] or not drawn.size:
        raise InputShapeError(
            f"samples of {len(differences) if differences.ndim else 0} differences are expected, "
            f"not {drawn.shape}"
        )
    spread = np.where(varies(drawn), drawn.std(axis=1), 0)
    distances = np.abs(drawn - drawn.mean(axis=1, keepdims=True))
    statistics, sizes = np.zeros(drawn.shape), np.zeros(len(differences))
    np.divide(distances, spread[:, None], out=statistics, where=spread[:, None] > 0)
    np.divide(np.abs(differences), spread, out=sizes, where=spread > 0)
    if n_drawn is not None:
        numbers = np.broadcast_to(np.asarray(n_drawn, dtype=np.float64), sizes.shape)
        sizes = np.array([narrowed_distance(*test) for test in zip(sizes.tolist(), numbers, strict=True)])
    p_values = np.ones(len(differences))
    largest = np.zeros(drawn.shape[1])
    order = np.argsort(sizes, kind="stable")
    for test in order:  # from the smallest: the largest of this statistic and of all smaller ones
        largest = np.maximum(largest, statistics[test])
        if sizes[test] > 0:
            p_values[test] = (np.count_nonzero(largest >= sizes[test]) + 1) / (drawn.shape[1] + 1)
    p_values[order[::-1]] = np.maximum.accumulate(p_values[order[::-1]])
    return p_values


def effective_number(samples: ArrayLike) -> float:
    """Computes how many independent tests are worth as much as these.

    N. W. Galwey, "A New Measure of the Effective Number of Tests" (2009): the square of the sum of the square
    roots of the eigenvalues of the tests' correlations, over the sum of the eigenvalues.

    Args:
        samples: (tests, n_samples): each difference on the same bootstrap samples.

    Returns:
        From 1, for tests that all say the same, to their number; tests without any spread do not count.
    """
    drawn = np.asarray(samples, dtype=np.float64)
    drawn = drawn[drawn.std(axis=1) > 0]
    if len(drawn) < 2:
        return 1.0
    values = np.clip(np.linalg.eigvalsh(np.corrcoef(drawn)), 0, None)
    return float(np.sqrt(values).sum() ** 2 / values.sum())
