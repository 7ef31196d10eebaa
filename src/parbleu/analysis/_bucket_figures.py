"""Defines `BucketFigure`: a number of each system in each bucket, with intervals, tests and tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from parbleu._base.known_names import by_name, check_name
from parbleu._base.significance import is_significant
from parbleu._comparison.corrected_tables import with_discovery_rates
from parbleu.analysis._analysis_input import ComparedTexts
from parbleu.stats.joint_bootstrap import (
    Draws,
    holm_known,
    percentile_bounds,
    resampled_sums,
    shifted_p_values,
)
from parbleu.stats.paired_tests import all_pairs, baseline_pairs
from parbleu.tables import Column, Result, Table
from parbleu.tables._table import p_column

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
        p_holm: the same, corrected for the number of tests: of words, for the pairs that were tested in each
            bucket; of segments, for those of all buckets and metrics, as `parbleu score --by` does.
        higher_is_better: False for error rates.
        decimals: how many tables print.
    """

    name: str
    values: NDArray[np.float64]
    low: NDArray[np.float64] | None = None
    high: NDArray[np.float64] | None = None
    pairs: tuple[tuple[int, int], ...] = ()
    p_values: NDArray[np.float64] | None = None
    p_holm: NDArray[np.float64] | None = None
    higher_is_better: bool = True
    decimals: int = 3

    def best(self, bucket: int) -> list[int]:
        """Returns the systems with the best value in a bucket; none if no two differ."""
        values = self.values[:, bucket] * (1 if self.higher_is_better else -1)
        known = values[~np.isnan(values)]
        if len(known) < 2 or known.min() == known.max():
            return []
        return [int(system) for system in np.flatnonzero(values == known.max())]

    def leader_p_value(self, bucket: int) -> float:
        """Returns the p-value of the best system against the second best; NaN if they were not tested."""
        values = self.values[:, bucket] * (1 if self.higher_is_better else -1)
        order = sorted(np.flatnonzero(~np.isnan(values)), key=lambda system: (-values[system], system))
        if self.p_values is None or len(order) < 2:
            return float("nan")
        pair = tuple(sorted(int(system) for system in order[:2]))
        if pair not in self.pairs:
            return float("nan")
        return float(self.p_values[self.pairs.index(pair), bucket])


@dataclass(frozen=True, eq=False)
class BucketResult(Result):
    """Base class of results with figures in buckets: `result["BLEU"]` is the figure of that name.

    Attributes:
        by: what words, or segments, are sorted by.
        buckets: the names of the buckets.
        systems: the names of the systems.
        figures: the figures, with intervals and tests.
        alpha: the level of significance.
        p_columns: the columns of p-values that tables have on request: those of `parbleu.Resampling`.
        n_samples: of the bootstrap; 0 without.
        facts: what holds for all numbers.
    """

    FIGURE: ClassVar[str] = "figure"
    """What a message calls a figure whose name is unknown."""
    FAMILY: ClassVar[tuple[str, ...]] = ("figure", "bucket")
    """The columns of the pairs' table: tests that have the same values there are corrected together."""
    CORRECTED: ClassVar[str] = "the pairs of a bucket, not for buckets"

    by: str
    buckets: tuple[str, ...]
    systems: tuple[str, ...]
    figures: tuple[BucketFigure, ...]
    alpha: float
    p_columns: tuple[str, ...]
    n_samples: int
    facts: Mapping[str, Any]

    def __getitem__(self, name: str) -> BucketFigure:
        return by_name(self.FIGURE, name, {figure.name: figure for figure in self.figures})

    def _figure_table(
        self,
        figure: BucketFigure,
        sizes: Sequence[tuple[Column, Sequence[Any]]],
        title: str,
        n_segments: Sequence[int],
        notes: Sequence[str] = (),
        small: str = "fewer",
    ) -> Table:
        """Returns the `_wide_table` of a figure; `small` begins the note on buckets of few segments."""
        weak = [0 < count < SMALL for count in n_segments]
        notes = [*self._sampling_notes(), *notes]
        if any(weak):
            notes.append(f"† {small} than {SMALL} segments: such figures hardly mean anything.")
        return self._wide_table(figure, title, notes, sizes, weak)

    def _wide_table(
        self,
        figure: BucketFigure,
        title: str,
        notes: Sequence[str],
        sizes: Sequence[tuple[Column, Sequence[Any]]] = (),
        weak: Sequence[bool] = (),
    ) -> Table:
        """Returns a row for each bucket and a column for each system, the best marked."""
        better = "higher" if figure.higher_is_better else "lower"
        columns = [Column("bucket", self.by), *(column for column, _ in sizes)]
        rows: list[list[Any]] = [
            [name, *(cells[bucket] for _, cells in sizes)] for bucket, name in enumerate(self.buckets)
        ]
        marks: dict[tuple[int, str], set[str]] = {}
        intervals = figure.low is not None and figure.high is not None
        for system_index, system in enumerate(self.systems):
            half = f"{system}_ci" if intervals else ""
            columns.append(
                Column(
                    system, kind=float, decimals=figure.decimals, better=better, plus_minus=half, title=system
                )
            )
            if intervals:
                columns += [
                    Column(f"{system}_{end}", kind=float, decimals=figure.decimals, people=False)
                    for end in ("ci", "low", "high")
                ]
            cells = [figure.values[system_index]]
            if figure.low is not None and figure.high is not None:
                low, high = figure.low[system_index], figure.high[system_index]
                cells += [(high - low) / 2, low, high]
            for row, cells_of_row in zip(rows, np.array(cells).T.tolist(), strict=True):
                row.extend(cells_of_row)
        for bucket in range(len(self.buckets)):
            for system_index in figure.best(bucket):
                marks.setdefault((bucket, self.systems[system_index]), set()).add("best")
            if weak and weak[bucket]:
                marks[bucket, "bucket"] = {"weak"}
        self._mark_significant(figure, marks)
        if len(self.systems) > 2:
            columns.append(Column("spread", kind=float, decimals=figure.decimals))
            for bucket, row in enumerate(rows):
                known = figure.values[:, bucket][~np.isnan(figure.values[:, bucket])]
                row.append(known.max() - known.min() if len(known) else None)
        if len(self.systems) > 2 and len(figure.pairs) == len(all_pairs(len(self.systems))):
            columns.append(p_column("leader_p_value", "p of the best two"))
            for bucket, row in enumerate(rows):
                row.append(figure.leader_p_value(bucket))
        return Table(figure.name, columns, rows, title, notes, self.facts, marks)

    def _mark_significant(self, figure: BucketFigure, marks: dict[tuple[int, str], set[str]]) -> None:
        """Marks the systems that differ from the first one."""
        corrected = figure.p_holm
        if corrected is None:
            return
        for number, (first, second) in enumerate(figure.pairs):
            for bucket, p_holm in enumerate(corrected[number].tolist()):
                if first == 0 and is_significant(p_holm, self.alpha):
                    marks.setdefault((bucket, self.systems[second]), set()).add("significant")

    def _pair_tables(self, name: str = "pairs") -> list[Table]:
        """Returns a table with a row for each figure, bucket and tested pair; none without tests."""
        if all(figure.p_values is None for figure in self.figures):
            return []
        rows: list[list[Any]] = []
        marks: dict[tuple[int, str], set[str]] = {}
        for figure in self.figures:
            corrected = figure.p_holm
            if figure.p_values is None or corrected is None:
                continue
            places = np.array(figure.pairs)
            differences = figure.values[places[:, 1]] - figure.values[places[:, 0]]
            numbers = zip(differences.T, figure.p_values.T, corrected.T, strict=True)
            for label, of_bucket in zip(self.buckets, numbers, strict=True):
                for (first, second), *test in zip(figure.pairs, *of_bucket, strict=True):
                    difference, _, p_holm = test
                    if np.isnan(difference):
                        continue
                    if is_significant(p_holm, self.alpha):
                        marks[len(rows), "p_holm"] = {"significant"}
                    rows.append([figure.name, label, self.systems[first], self.systems[second], *test])
        decimals = max((figure.decimals for figure in self.figures), default=3)
        columns = (
            Column("figure"),
            Column("bucket", self.by),
            Column("first"),
            Column("second"),
            Column("difference", kind=float, decimals=decimals, signed=True),
            p_column("p_value"),
            p_column("p_holm", "p (Holm)"),
        )
        notes = [
            "Differences are second less first.",
            f"p: paired bootstrap; p (Holm): corrected for {self.CORRECTED}; * ≤ {self.alpha:g}.",
        ]
        table = Table(name, columns, rows, "Differences of two systems", notes, marks=marks)
        if rows:
            what = "of each figure and bucket" if self.FAMILY else "of all metrics and buckets"
            table = with_discovery_rates(table, self.p_columns, self.FAMILY, what)
        return [table]

    def _sampling_notes(self) -> list[str]:
        """Returns what a reader has to know of the intervals and tests in a `_wide_table`."""
        notes = []
        if self.n_samples:
            notes.append(f"±: half the width of the 95 % interval of {self.n_samples} bootstrap samples.")
        if any(figure.p_values is not None for figure in self.figures):
            first, *others = self.systems
            is_corrected = len(others) > 1 or not self.FAMILY
            corrected = f", corrected for {self.CORRECTED} (Holm)" if is_corrected else ""
            notes.append(f"* differs from {first}: p ≤ {self.alpha:g} by the paired bootstrap{corrected}.")
        return notes


def chosen_pairs(n_systems: int, every: bool) -> list[tuple[int, int]]:
    """Returns all pairs of systems, or those of the first with each other."""
    return all_pairs(n_systems) if every else baseline_pairs(n_systems)


def resampled_figures(
    names: Sequence[str],
    formula: Callable[[NDArray[Any]], Sequence[NDArray[np.float64]]],
    rows: NDArray[np.int32],
    texts: ComparedTexts,
    draws: Draws | None,
    pairs: Sequence[tuple[int, int]],
    tested: str = "",
    **attributes: Any,
) -> tuple[BucketFigure, ...]:
    """Returns figures of counts, with their intervals and tests.

    Args:
        names: of the figures.
        formula: returns the values of each figure, (..., S, B), from sums of rows, (..., S, ...).
        rows: counts of each segment and system, (N, S, ...).
        texts: whose segments these are.
        draws: the samples; None for no intervals and no tests. Those of "mt19937" are drawn from segments in
            their own order, and have the bounds of compare-mt.
        pairs: the pairs of systems to test.
        tested: the only figure whose pairs are tested; "" for all.
        attributes: others of all figures.
    """
    values = formula(rows.sum(axis=0, dtype=np.int64))
    figures = [BucketFigure(*named_values, **attributes) for named_values in zip(names, values, strict=True)]
    if draws is None:
        return tuple(figures)
    ours = draws.generator != "mt19937"
    sums = resampled_sums(rows.reshape(len(rows), -1), draws, texts.draw_order if ours else None)
    resampled = []
    for figure, drawn in zip(figures, formula(sums.reshape(-1, *rows.shape[1:])), strict=True):
        shape = figure.values.shape
        low, high = percentile_bounds(drawn.reshape(len(drawn), -1), ours)
        bounded = replace(figure, low=low.reshape(shape), high=high.reshape(shape))
        if pairs and tested in ("", figure.name):
            tests = [
                shifted_p_values(drawn[:, :, bucket], figure.values[:, bucket], pairs, len(rows))
                for bucket in range(shape[1])
            ]
            corrected = [holm_known(of_bucket) for of_bucket in tests]
            p_values, p_holm = (np.array(values).T for values in (tests, corrected))
            bounded = replace(bounded, pairs=tuple(pairs), p_values=p_values, p_holm=p_holm)
        resampled.append(bounded)
    return tuple(resampled)


def bucket_place(name: str | int, names: Sequence[str]) -> int:
    """Returns the place of a bucket that is given by its name or place.

    Raises:
        UnknownNameError: there is no such bucket.
    """
    if isinstance(name, int) and 0 <= name < len(names):
        return name
    check_name("bucket", name, names)
    return list(names).index(name)  # type: ignore[arg-type]
