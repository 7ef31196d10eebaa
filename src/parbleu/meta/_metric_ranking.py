"""Defines `Ranking`: metrics from the best to the worst, with ranks by significance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from parbleu._base.significance import is_significant
from parbleu.errors import UnknownNameError
from parbleu.tables import Column, Result, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from parbleu.stats.correlation_interval import CorrelationInterval
    from parbleu.tables._table import Cell

RANKS = (
    "A rank begins with the first metric that is significantly worse than one of the rank before "
    "(p up to {:g})."
)
SIGNS = "better than: > the metric in that place (p up to {:g}), = not known to be."
NOT_PRIMARY = "*: not a primary metric."
LOW = Column("low", kind=float, group="95 % interval", decimals=4)
HIGH = Column("high", kind=float, group="95 % interval", decimals=4)
INTERVAL: dict[str, Any] = {"low": "low", "high": "high"}
"""What makes the interval of a column of LOW and HIGH."""


@dataclass(frozen=True, eq=False)
class Ranking(Result):
    """The outcome of a comparison of metrics. Without tests, all p-values are 0, and ranks are 1, 2, 3, ...

    Attributes:
        correlations: metric -> correlation, the best first.
        ranks: metric -> rank, in the same order.
        p_values: float64 (metrics, metrics): [i, j], i < j, is the p-value of "metric i is better than j".
        draws_index: int32 (metrics, metrics): the draws of i and j, i < j, are from [i, j] to [j, i].
        draws: float64 (draws, 2): correlations of hybrids in permutation tests, those of the better
            metric first.
        alpha: the level of significance.
        p_calibrated: p-values that count the metrics themselves as a draw, and so are never 0; None if
            they were not computed.
        generator: what drew: "mt19937", NumPy's legacy generator, or "splitmix64"; "" if nothing.
        n_samples: draws of each test, at most; 0 if there was none.
        seed: the seed of the generator; None if nothing was drawn, or if it had drawn numbers before.
    """

    correlations: Mapping[str, float]
    ranks: Mapping[str, int]
    p_values: NDArray[np.float64]
    draws_index: NDArray[np.int32]
    draws: NDArray[np.float64]
    alpha: float = 0.05
    p_calibrated: NDArray[np.float64] | None = None
    generator: str = ""
    n_samples: int = 0
    seed: int | None = None

    @property
    def metrics(self) -> list[str]:
        """The names of the metrics, the best first."""
        return list(self.correlations)

    def correlation(self, metric: str | int) -> float:
        """Returns the correlation of a metric, given by name or place."""
        return self.correlations[self.metrics[self._place(metric)]]

    def rank(self, metric: str | int) -> int:
        """Returns the rank of a metric, given by name or place."""
        return self.ranks[self.metrics[self._place(metric)]]

    def is_better(self, first: str | int, second: str | int) -> bool:
        """Returns whether the first metric is significantly better than the second: p up to `alpha`."""
        return is_significant(self.p_values[self._place(first), self._place(second)], self.alpha)

    def draws_of(self, first: str | int, second: str | int) -> NDArray[np.float64]:
        """Returns the draws of the test of two metrics: float64 (draws, 2), one column for each."""
        one, other = self._place(first), self._place(second)
        better, worse = min(one, other), max(one, other)
        draws = self.draws[self.draws_index[better, worse] : self.draws_index[worse, better]]
        return draws if one <= other else draws[:, ::-1]

    def tables(self) -> tuple[Table, ...]:
        """Returns one table: the ranking and, if there were tests, p-values."""
        return ranking_tables(self)

    def _place(self, metric: str | int) -> int:
        names = self.metrics
        if isinstance(metric, int):
            return metric
        if metric not in self.correlations:
            raise UnknownNameError("metric", metric, names)
        return names.index(metric)


def notes_of_names(metrics: Iterable[str]) -> list[str]:
    """Returns a note that explains the star of metrics that are not primary, if any metric has it."""
    return [NOT_PRIMARY] if any(name.startswith("*") for name in metrics) else []


def worse_than_chance(metrics: Iterable[str]) -> list[str]:
    """Returns a note that names metrics with negative correlations, if there are any."""
    names = ", ".join(metrics)
    return [f"Worse than chance, so higher may not be better here: {names}."] if names else []


def ranking_tables(
    ranking: Ranking,
    facts: Mapping[str, Cell] | None = None,
    intervals: Mapping[str, CorrelationInterval] | None = None,
    more_notes: Sequence[str] = (),
) -> tuple[Table, ...]:
    """Returns the table of a ranking: with p-values in formats for data, with marks in those for people."""
    tested = ranking.n_samples > 0
    names = ranking.metrics
    matrices = {}
    if tested:
        matrices["p_value"] = ranking.p_values
        if ranking.p_calibrated is not None:
            matrices["p_calibrated"] = ranking.p_calibrated
    columns = [
        Column("metric"),
        Column("rank", kind=int),
        Column("correlation", kind=float, decimals=4, better="higher", **(INTERVAL if intervals else {})),
        *([LOW, HIGH] if intervals else []),
        *([Column("better_than")] if tested else []),
        *(Column(f"{what}: {name}", kind=float, people=False) for what in matrices for name in names),
    ]
    rows: list[list[Cell]] = []
    for index, name in enumerate(names):
        row: list[Cell] = [name, ranking.ranks[name] if tested else None, ranking.correlations[name]]
        if intervals:
            row += [intervals[name].low, intervals[name].high]
        if tested:
            signs = (
                ">" if ranking.is_better(index, other) else "=" for other in range(index + 1, len(names))
            )
            row.append("".join(["." * (index + 1), *signs]))
        for matrix in matrices.values():
            row += [None] * (index + 1) + matrix[index, index + 1 :].tolist()
        rows.append(row)
    notes = ["Without tests there are no ranks."]
    drawn: dict[str, Cell] = {}
    if tested:
        notes = [RANKS.format(ranking.alpha), SIGNS.format(ranking.alpha)]
        drawn = {"n_samples": ranking.n_samples, "seed": ranking.seed, "generator": ranking.generator}
    return (
        Table(
            "ranking",
            columns,
            rows,
            notes=[*notes, *notes_of_names(names), *more_notes],
            facts={**(facts or {}), **drawn},
        ),
    )
