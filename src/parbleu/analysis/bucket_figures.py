"""Defines `BucketFigure`: a number of each system in each bucket, with intervals, tests and tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from parbleu.base.known_names import by_name, check_name
from parbleu.comparison.corrected_tables import with_discovery_rates
from parbleu.comparison.result_tables import p_column
from parbleu.stats.joint_bootstrap import holm_known
from parbleu.stats.paired_tests import all_pairs, baseline_pairs
from parbleu.tables import Column, Result, Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

SMALL = 30
"""Buckets with fewer segments than these are marked: their numbers hardly mean anything."""


@dataclass(frozen=True, eq=False)
class BucketFigure:
    """One figure, such as recall or BLEU, of S systems in B buckets.

    Attributes:
        name: "recall", "BLEU".
        values: float64, (S, B); NaN where it is not defined, as for an empty bucket.
        low, high: the bounds of the 95 % intervals, (S, B); None without resampling.
        pairs: the pairs of systems that were tested.
        p_values: float64, (P, B), calibrated as `parbleu.compare` does; None without tests.
        higher_is_better: False for error rates.
        decimals: how many tables print.
    """

    name: str
    values: NDArray[np.float64]
    low: NDArray[np.float64] | None = None
    high: NDArray[np.float64] | None = None
    pairs: tuple[tuple[int, int], ...] = ()
    p_values: NDArray[np.float64] | None = None
    higher_is_better: bool = True
    decimals: int = 3

    @property
    def p_holm(self) -> NDArray[np.float64] | None:
        """The p-values, corrected for the number of pairs that were tested in each bucket."""
        if self.p_values is None:
            return None
        corrected = np.empty_like(self.p_values)
        for bucket, column in enumerate(self.p_values.T):
            corrected[:, bucket] = holm_known(column)
        return corrected

    def best(self, bucket: int) -> list[int]:
        """Returns the systems with the best value in a bucket; none if no two differ."""
        values = self.values[:, bucket] * (1 if self.higher_is_better else -1)
        known = values[~np.isnan(values)]
        if len(known) < 2 or known.min() == known.max():
            return []
        return [int(place) for place in np.flatnonzero(values == known.max())]

    def leader_p_value(self, bucket: int) -> float:
        """Returns the p-value of the best system against the second best; NaN if they were not tested."""
        values = self.values[:, bucket] * (1 if self.higher_is_better else -1)
        order = sorted(np.flatnonzero(~np.isnan(values)), key=lambda place: (-values[place], place))
        if self.p_values is None or len(order) < 2:
            return float("nan")
        pair = tuple(sorted(int(place) for place in order[:2]))
        if pair not in self.pairs:
            return float("nan")
        return float(self.p_values[self.pairs.index(pair), bucket])


class BucketResult(Result):
    """Base class of results with figures in buckets: `result["BLEU"]` is the figure of that name."""

    FIGURE: ClassVar[str] = "figure"
    """What a message calls a figure whose name is unknown."""
    figures: tuple[BucketFigure, ...]

    def __getitem__(self, name: str) -> BucketFigure:
        return by_name(self.FIGURE, name, {found.name: found for found in self.figures})


def chosen_pairs(n_systems: int, every: bool) -> list[tuple[int, int]]:
    """Returns all pairs of systems, or those of the first with each other."""
    return all_pairs(n_systems) if every else baseline_pairs(n_systems)


def bucket_place(name: str | int, names: Sequence[str]) -> int:
    """Returns the place of a bucket that is given by its name or place.

    Raises:
        UnknownNameError: there is no such bucket.
    """
    if isinstance(name, int) and 0 <= name < len(names):
        return name
    check_name("bucket", name, names)
    return list(names).index(name)  # type: ignore[arg-type]


def wide_table(
    figure: BucketFigure,
    buckets: Sequence[str],
    systems: Sequence[str],
    sizes: Sequence[tuple[Column, Sequence[Any]]],
    *,
    title: str,
    heading: str,
    notes: Sequence[str],
    facts: Mapping[str, Any],
    alpha: float,
    weak: Sequence[bool] = (),
) -> Table:
    """Returns a row for each bucket and a column for each system, the best marked.

    Args:
        figure: the numbers.
        buckets: their names.
        systems: their names.
        sizes: columns before those of the systems, and their cells.
        title: the caption.
        heading: what the buckets are buckets of.
        notes: sentences below the table.
        facts: what holds for all rows.
        alpha: the level of significance.
        weak: which buckets are too small to mean anything.
    """
    better = "higher" if figure.higher_is_better else "lower"
    columns = [Column("bucket", heading), *(column for column, _ in sizes)]
    rows: list[list[Any]] = [
        [name, *(cells[place] for _, cells in sizes)] for place, name in enumerate(buckets)
    ]
    marks: dict[tuple[int, str], set[str]] = {}
    intervals = figure.low is not None and figure.high is not None
    for place, system in enumerate(systems):
        half = f"{system}_ci" if intervals else ""
        columns.append(
            Column(system, kind=float, decimals=figure.decimals, better=better, plus_minus=half, title=system)
        )
        if intervals:
            columns += [
                Column(f"{system}_{end}", kind=float, decimals=figure.decimals, people=False)
                for end in ("ci", "low", "high")
            ]
        cells = [figure.values[place]]
        if figure.low is not None and figure.high is not None:
            low, high = figure.low[place], figure.high[place]
            cells += [(high - low) / 2, low, high]
        for row, own in zip(rows, zip(*map(figure_cells, cells), strict=True), strict=True):
            row.extend(own)
    for bucket in range(len(buckets)):
        for place in figure.best(bucket):
            marks.setdefault((bucket, systems[place]), set()).add("best")
        if weak and weak[bucket]:
            marks[bucket, "bucket"] = {"weak"}
    _mark_significant(figure, systems, marks, alpha)
    if len(systems) > 2:
        columns.append(Column("spread", kind=float, decimals=figure.decimals))
        for bucket, row in enumerate(rows):
            known = figure.values[:, bucket][~np.isnan(figure.values[:, bucket])]
            row.append(known.max() - known.min() if len(known) else None)
    if len(systems) > 2 and len(figure.pairs) == len(all_pairs(len(systems))):
        columns.append(p_column("leader_p_value", "p of the best two"))
        for bucket, row in enumerate(rows):
            row.append(figure.leader_p_value(bucket))
    return Table(figure.name, columns, rows, title, notes, facts, marks)


def figure_cells(values: NDArray[np.float64]) -> list[float | None]:
    """Returns numbers as a table holds them, row after row: None for NaN."""
    return [None if value != value else value for value in values.ravel().tolist()]


def _mark_significant(
    figure: BucketFigure, systems: Sequence[str], marks: dict[tuple[int, str], set[str]], alpha: float
) -> None:
    """Marks the systems that differ from the first one."""
    corrected = figure.p_holm
    if corrected is None:
        return
    for number, (first, second) in enumerate(figure.pairs):
        for bucket in np.flatnonzero(corrected[number] < alpha) if first == 0 else ():
            marks.setdefault((int(bucket), systems[second]), set()).add("significant")


def pair_table(
    figures: Sequence[BucketFigure],
    buckets: Sequence[str],
    systems: Sequence[str],
    *,
    heading: str,
    alpha: float,
    name: str = "pairs",
) -> Table:
    """Returns a row for each figure, bucket and pair of systems that was tested."""
    rows: list[list[Any]] = []
    marks: dict[tuple[int, str], set[str]] = {}
    for figure in figures:
        corrected = figure.p_holm
        if figure.p_values is None or corrected is None:
            continue
        places = np.array(figure.pairs)
        differences = figure.values[places[:, 1]] - figure.values[places[:, 0]]
        numbers = zip(differences.T, figure.p_values.T, corrected.T, strict=True)
        for label, of_bucket in zip(buckets, numbers, strict=True):
            for (first, second), *own in zip(figure.pairs, *map(figure_cells, of_bucket), strict=True):
                difference, p_value, p_holm = own
                if difference is None:
                    continue
                if p_holm is not None and p_holm < alpha:
                    marks[len(rows), "p_holm"] = {"significant"}
                rows.append(
                    [figure.name, label, systems[first], systems[second], difference, p_value, p_holm]
                )
    decimals = max((figure.decimals for figure in figures), default=3)
    columns = (
        Column("figure"),
        Column("bucket", heading),
        Column("first"),
        Column("second"),
        Column("difference", kind=float, decimals=decimals, signed=True),
        p_column("p_value"),
        p_column("p_holm", "p (Holm)"),
    )
    notes = ["Differences are second less first.", pair_note(alpha)]
    table = Table(name, columns, rows, "Differences of two systems", notes, marks=marks)
    return with_discovery_rates(table, ["figure", "bucket"], "of each figure and bucket") if rows else table


def pair_note(alpha: float) -> str:
    """Returns what a reader has to know of the p-values."""
    return (
        f"p: paired bootstrap; p (Holm): corrected for the pairs of a bucket, not for buckets; * < {alpha:g}."
    )
