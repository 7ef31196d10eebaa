"""Resamples the rows of a table jointly: sums of all columns on the same bootstrap samples, and their tests.

It is for tables with many columns, such as one for every system and bucket, of which ratios are formed.
Entries are whole numbers, so every sum is exact, in whatever order it is made: the core counts how often each
row was drawn, and adds up blocks of rows for many samples together.

Metrics of the same outputs, and pairs that share a system, are correlated. A correction that knows only the
number of tests counts what they share several times. Samples that were drawn jointly show it: the adjusted
p-value of a difference is the share of samples in which the largest of all statistics is at least as large as
its own (P. H. Westfall and S. S. Young, "Resampling-Based Multiple Testing", 1993, algorithm 2.8, step-down
max T). It holds whatever the correlation is, and correlated tests cost little. On few segments observed
differences count as smaller than they look (`parbleu.stats._small_samples`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parbleu import _core
from parbleu._base.known_names import check_name
from parbleu._base.threads import thread_count
from parbleu.errors import InputShapeError, OptionError
from parbleu.stats._small_samples import narrowed_distance, widened_p_value
from parbleu.stats.rank_clusters import holm
from parbleu.stats.resampling import BOOTSTRAP_SAMPLES, check_sampling, seed_number

GENERATORS = ("pcg64", "mt19937")

_EXACT = 1 << 52
"""Sums of whole numbers below this are exact."""


@dataclass(frozen=True)
class Draws:
    """How samples are drawn.

    Attributes:
        n_samples: how many samples are drawn; at least 1.
        seed: the seed of the draws, a whole number from 0.
        share: how many rows a sample has, as a share of all rows, rounded up: above 0, and 1 for the
            bootstrap.
        generator: "pcg64", whose draws are those of sacreBLEU's bootstrap, or "mt19937", which draws what
            `numpy.random.choice` draws after `numpy.random.seed(seed)`.
    """

    n_samples: int
    seed: int
    share: float = 1.0
    generator: str = "pcg64"


def chosen_draws(
    n_samples: int = BOOTSTRAP_SAMPLES,
    seed: int | str | None = None,
    share: float = 1.0,
    generator: str = "pcg64",
) -> Draws:
    """Checks how samples are to be drawn, and returns it as a record.

    Args:
        n_samples: how many samples are drawn; at least 1.
        seed: a whole number from 0, "none" for a new one, or None for `SACREBLEU_SEED`, or 12345.
        share: how many rows a sample has, as a share of all rows: above 0 and at most 1.
        generator: "pcg64", whose draws are those of sacreBLEU's bootstrap, or "mt19937", NumPy's older one.

    Raises:
        OptionError: `n_samples`, `seed` or `share` has a value that it does not take.
        UnknownNameError: there is no such generator.
    """
    check_sampling(n_samples)
    if not 0 < share <= 1:
        raise OptionError(f"share is above 0 and at most 1, not {share}")
    check_name("generator of random numbers", generator, GENERATORS)
    return Draws(n_samples, seed_number(seed), share, generator)


def resampled_sums(
    rows: NDArray[np.integer],
    draws: Draws,
    order: Sequence[int] | NDArray[np.integer] | None = None,
    threads: int | None = None,
) -> NDArray[np.float64]:
    """Sums the rows of every sample.

    Args:
        rows: whole numbers, shape (n, k); n is at least 1.
        draws: how samples are drawn.
        order: the order in which rows are numbered for the draws; None for the table's own. If the order
            depends on the contents of the rows only, the samples do not depend on the order of the table.
        threads: how many may work.

    Returns:
        The exact sums of the columns over each sample, float64 (n_samples, k).

    Raises:
        InputShapeError: there is no row, or a sum may be too large to be exact.
    """
    n_rows = len(rows)
    largest = max(int(rows.max(initial=0)), -int(rows.min(initial=0)))
    if largest * n_rows >= _EXACT:
        raise InputShapeError(f"numbers up to {largest} are too large for exact sums of {n_rows} rows")
    if rows.dtype not in (np.int32, np.int64):
        rows = rows.astype(np.int64)
    numbered = np.ascontiguousarray(rows) if order is None else rows[np.asarray(order)]
    size = ceil(n_rows * draws.share)
    legacy = draws.generator == "mt19937"
    return np.asarray(
        _core.resampled_sums(numbered, draws.n_samples, size, draws.seed, legacy, thread_count(threads))
    )


def varies(samples: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Returns whether the samples differ at all; rounding lets the deviation of equal numbers differ from 0.

    Returns:
        bool (...).
    """
    return np.asarray(np.ptp(samples, axis=-1) > 0)


def percentile_bounds(
    samples: NDArray[np.float64], inner: bool = True
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Finds the interval that holds 95 % of the samples, for every column; NaN is left out.

    Args:
        samples: float64 (n_samples, k).
        inner: whether the upper bound has as many samples above it as the lower bound has below it, as
            everywhere in parbleu; False for the next larger sample, which compare-mt takes.

    Returns:
        The lower and the upper bounds, float64 (k,) each; NaN for a column in which all samples are NaN.
    """
    known = np.count_nonzero(~np.isnan(samples), axis=0)
    outside = known // 40
    last = np.clip(known - outside - (1 if inner else 0), 0, len(samples) - 1)
    ordered = np.partition(samples, np.unique([outside, last]), axis=0)  # NaN goes to the end
    columns = np.arange(samples.shape[1])
    return ordered[outside, columns], ordered[last, columns]


def shifted_p_values(
    samples: NDArray[np.float64],
    observed: NDArray[np.float64],
    pairs: Sequence[tuple[int, int]],
    n_drawn: int,
) -> NDArray[np.float64]:
    """Tests pairs of columns for a difference, by the paired bootstrap with the shift method.

    The p-value is (samples whose difference, less the mean difference, reaches the observed one + 1) /
    (samples + 1), two-sided, widened for few rows: `p_value` of `parbleu.stats.paired_tests`. Samples in
    which a column is NaN count as reaching it.

    Args:
        samples: float64 (n_samples, k).
        observed: the values on all rows, float64 (k,).
        pairs: the numbers of the two columns of each pair, counted from 0.
        n_drawn: how many rows each sample draws.

    Returns:
        The p-value of each pair, float64 (pairs,); NaN where an observed value is NaN.
    """
    if not len(pairs):
        return np.empty(0)
    first, second = np.array(pairs).T
    differences = samples[:, second] - samples[:, first]
    known = ~np.isnan(differences)
    counts = np.maximum(known.sum(axis=0), 1)
    centre = np.where(known, differences, 0).sum(axis=0) / counts
    limit = np.abs(observed[second] - observed[first])
    reached = ~(np.abs(differences - centre) < limit)
    shares = (reached.sum(axis=0) + 1) / (len(samples) + 1)
    p_values = np.array([widened_p_value(share, n_drawn) for share in shares.tolist()])
    return np.where(np.isnan(limit), np.nan, p_values)


def holm_known(p_values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Adjusts p-values for their number by Holm's method, of which some may be unknown.

    Args:
        p_values: float64 (m,), from 0 to 1 or NaN.

    Returns:
        The adjusted values, float64 (m,); NaN stays NaN and does not count.
    """
    known = ~np.isnan(p_values)
    adjusted = np.full(p_values.shape, np.nan)
    adjusted[known] = holm(p_values[known].tolist())
    return adjusted


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
