"""Resamples items for every computation of the room: intervals, and paired tests of what is compared.

An item is drawn with all that is known of it: all systems, all ratings. Items of a segment, or of a document,
are drawn together (the cluster bootstrap), since they are not independent.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parbleu._base.wording import counted
from parbleu.errors import InputShapeError, OptionError
from parbleu.stats.joint_bootstrap import (
    chosen_draws,
    holm_known,
    percentile_bounds,
    resampled_sums,
    shifted_p_values,
)
from parbleu.stats.paired_tests import all_pairs
from parbleu.stats.resampling import BOOTSTRAP_SAMPLES, Resampling
from parbleu.stats.summed_groups import sum_groups
from parbleu.tables import column, p_field, record

_MOST = 1 << 51
"""Sums of whole numbers up to this are exact."""
_FINEST = float(1 << 30)

Floats = NDArray[np.float64]


@record
class ItemDifference:
    """The difference of two of those that are compared, by one measure.

    Attributes:
        measure: what is measured.
        first: the one.
        second: the other.
        difference: the value of the second less that of the first.
        low: the lower end of the 95 % interval of the difference.
        high: its upper end.
        p_value: of the paired bootstrap, two-sided.
        p_holm: the p-value corrected for the number of pairs of the measure.
    """

    measure: str
    first: str
    second: str
    difference: float | None = column(decimals=4)
    low: float | None = column(decimals=4)
    high: float | None = column(decimals=4)
    p_value: float | None = p_field()
    p_holm: float | None = p_field("p (Holm)")


def bootstrap_of(function: str, resampling: Resampling | None) -> Resampling | None:
    """Returns how items are drawn, with a seed and the number of samples; None if there is no test.

    Raises:
        OptionError: the value names another test than the bootstrap.
    """
    asked = (resampling or Resampling()).with_test("bootstrap")
    if asked.test is None:
        return None
    if asked.test != "bootstrap":
        raise OptionError(f"{function} tests by bootstrap: leave out test={asked.test!r}")
    return asked.resolved(draws=True).changed(n_samples=asked.n_samples or BOOTSTRAP_SAMPLES)


def summed_rows(rows: Floats, clusters: Sequence[Hashable] | None) -> Floats:
    """Returns the sums of the rows of each cluster, in the order in which clusters first occur.

    Args:
        rows: (items, k).
        clusters: the cluster of each row; None if each row is one.
    """
    return rows if clusters is None else sum_groups(rows, clusters, fewest=0)


def sampled_sums(rows: Floats, how: Resampling, stream: int = 0) -> Floats:
    """Returns the sums of the columns over each bootstrap sample of the rows.

    Numbers that are not whole are rounded to about 15 digits of the largest, so that sums do not depend on
    their order.

    Args:
        rows: (items, k); of at least one item.
        how: what `bootstrap_of` returned.
        stream: the number of the table, for tables that are drawn independently.

    Returns:
        (samples, k).

    Raises:
        InputShapeError: there is no row, or the numbers are too large for exact sums.
    """
    assert how.seed is not None
    if not len(rows):
        raise InputShapeError("there is no item to draw: give items that were judged")
    draws = chosen_draws(how.n_samples or BOOTSTRAP_SAMPLES, how.seed + stream)
    largest = float(np.abs(rows).max(initial=0)) or 1.0
    # The sums of multiples of a half or a quarter, as means of ratings are, are the same in fewer digits.
    scales = (scale for scale in (1.0, 2.0, 4.0) if (rows * scale == np.rint(rows * scale)).all())
    scale = next(scales, _FINEST)
    if largest * len(rows) >= 2 * _MOST:
        raise InputShapeError(f"numbers up to {largest:g} are too large for exact sums of {len(rows)} rows")
    if scale > 1:  # never below: the rows may hold counts, too
        scale = max(1.0, min(scale, 2.0 ** np.floor(np.log2(_MOST / (largest * len(rows))))))
    sums: Floats = resampled_sums(np.rint(rows * scale).astype(np.int64), draws, threads=how.threads)
    sums /= scale
    return sums


def sampled_means(values: Floats, clusters: Sequence[Hashable] | None, how: Resampling) -> tuple[Floats, int]:
    """Returns the mean of what is known in each row on each bootstrap sample of the items.

    Args:
        values: (k, items), NaN where nothing is known.
        clusters: what is drawn together with each item; None for each alone.
        how: what `bootstrap_of` returned.

    Returns:
        (samples, k), NaN where a sample has nothing, and how many clusters a sample draws.
    """
    missing = np.isnan(values)
    holed = np.flatnonzero(missing.any(axis=1))  # others have the same number of items on a sample
    present = np.vstack([~missing[holed], np.ones((1, values.shape[1]))])
    summed = summed_rows(np.concatenate([np.nan_to_num(values), present]).T, clusters)
    sums = sampled_sums(summed, how)
    means, counts = sums[:, : len(values)], sums[:, -1:]
    if len(holed):
        counts = np.repeat(counts, len(values), axis=1)
        counts[:, holed] = sums[:, len(values) : -1]
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.divide(means, counts, out=means), len(summed)


def item_differences(
    measure: str, names: Sequence[str], observed: Floats, samples: Floats, n_drawn: int
) -> tuple[ItemDifference, ...]:
    """Returns the tests of all pairs by one measure.

    Args:
        measure: what is measured.
        names: of what is compared.
        observed: the value of each, (k,); NaN if it is undefined.
        samples: the values on each sample, (samples, k).
        n_drawn: how many clusters a sample draws.
    """
    pairs = all_pairs(len(names))
    if not pairs:
        return ()
    one, other = np.array(pairs).T
    p_values = shifted_p_values(samples, observed, pairs, n_drawn)
    low, high = percentile_bounds(samples[:, other] - samples[:, one])
    columns = observed[other] - observed[one], low, high, p_values, holm_known(p_values)
    rows = zip(*(map(known, values.tolist()) for values in columns), strict=True)
    return tuple(
        ItemDifference(measure, names[first], names[second], *row)
        for (first, second), row in zip(pairs, rows, strict=True)
    )


@dataclass(frozen=True)
class Compared:
    """What is known of those that are compared, by one measure.

    Attributes:
        values: (name, language pair) -> value, and (name, None) -> its mean over pairs; NaN if undefined.
        bounds: the same -> the 95 % interval; empty without samples.
        differences: the tests of each two, by the mean over the pairs that all have.
    """

    values: Mapping[tuple[str, str | None], float]
    bounds: Mapping[tuple[str, str | None], tuple[float | None, float | None]]
    differences: tuple[ItemDifference, ...]

    def interval(self, name: str, language_pair: str | None) -> tuple[float | None, float | None]:
        """Returns the interval of a value; None twice if there is none."""
        return self.bounds.get((name, language_pair), (None, None))


def compared(
    measure: str,
    tables: Mapping[tuple[str, str], Floats],
    clusters: Mapping[str, Sequence[Hashable]],
    value: Callable[[Floats], Floats],
    how: Resampling | None,
) -> Compared:
    """Computes a measure of sums over items, of each name and language pair and on average, and tests names.

    Args:
        measure: what it is called.
        tables: (name, language pair) -> rows of items, (items, k); those of a pair have the same items.
        clusters: language pair -> what is drawn together with each item. Pairs are drawn independently.
        value: a function of sums (..., k) that returns values (...); NaN where it is undefined.
        how: what `bootstrap_of` returned.
    """
    names = list(dict.fromkeys(name for name, _ in tables))
    values: dict[tuple[str, str | None], float] = {}
    samples: dict[tuple[str, str | None], Floats] = {}
    for stream, pair in enumerate(clusters):
        own = [name for name in names if (name, pair) in tables]
        for name in own:
            values[name, pair] = float(value(tables[name, pair].sum(axis=0)))
        if how is not None and own:
            joined = np.concatenate([tables[name, pair] for name in own], axis=1)
            sums = sampled_sums(summed_rows(joined, clusters[pair]), how, stream)
            drawn = value(sums.reshape(len(sums), len(own), -1))
            samples |= {(name, pair): drawn[:, index] for index, name in enumerate(own)}
    undefined = {pair for (_, pair), number in values.items() if number != number}
    defined = [pair for pair in clusters if pair not in undefined]
    for name in names:
        own = [pair for pair in defined if (name, pair) in tables]
        if len(own) > 1:
            values[name, None] = float(np.mean([values[name, pair] for pair in own]))
            if how is not None:
                samples[name, None] = np.mean([samples[name, pair] for pair in own], axis=0)
    bounds = {}
    for key, drawn in samples.items():
        [low], [high] = (bound.tolist() for bound in percentile_bounds(drawn[:, None]))
        bounds[key] = known(low), known(high)
    common = [pair for pair in defined if all((name, pair) in tables for name in names)]
    if how is None or not common:
        return Compared(values, bounds, ())
    observed = np.array([np.mean([values[name, pair] for pair in common]) for name in names])
    means = np.stack([np.mean([samples[name, pair] for pair in common], axis=0) for name in names], axis=1)
    n_drawn = sum(len(set(clusters[pair])) for pair in common)
    return Compared(values, bounds, item_differences(measure, names, observed, means, n_drawn))


def known(value: float) -> float | None:
    """Returns a number; None for NaN, which is what is undefined."""
    return None if value != value else value


def draw_note(how: Resampling | None, n_drawn: int) -> list[str]:
    """Returns the note of a table of tests: what is drawn, and how often."""
    if how is None:
        return []
    number = f"{how.n_samples or BOOTSTRAP_SAMPLES:,}"
    return [f"Intervals (95 %) and p-values: {number} bootstrap samples of {counted(n_drawn, how.unit)}."]
