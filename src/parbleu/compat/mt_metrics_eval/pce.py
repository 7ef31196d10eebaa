"""The module `pce` of MT Metrics Eval: p-values of system pairs, and their gold-metric differences."""

from __future__ import annotations

import numpy
from numpy.typing import ArrayLike, NDArray

from parbleu.stats.pairwise_accuracy import pairwise_p_values


def compute_pairwise_p_values(
    seg_scores: ArrayLike, num_permutations: int = 1000, seed: int = 4
) -> NDArray[numpy.float64]:
    """Computes how often chance makes a system as much better than another one as it is.

    Args:
        seg_scores: of segments, systems by segments.
        num_permutations: how many trials.
        seed: of the trials' signs.

    Returns:
        float64 (systems, systems): [i, j] above the diagonal is small if i is better than j; NaN elsewhere.

    Raises:
        OptionError: `num_permutations` is below 1, or the seed is negative.
        InputTypeError: scores are not numbers.
        InputShapeError: a score is infinite, or there are more than two dimensions.
    """
    return pairwise_p_values(seg_scores, num_permutations, seed)


def compute_one_minus_pce(
    human_pairwise_p_vals: NDArray[numpy.float64], metric_pairwise_p_vals: NDArray[numpy.float64]
) -> float:
    """Returns 1 less the mean difference of two matrices above their diagonals; NaN for one system."""
    upper = numpy.triu_indices(len(human_pairwise_p_vals), 1)
    if not len(upper[0]):
        return float("nan")
    human, metric = numpy.asarray(human_pairwise_p_vals), numpy.asarray(metric_pairwise_p_vals)
    return float(1 - numpy.abs(human[upper] - metric[upper]).mean())
