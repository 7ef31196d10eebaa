"""Metrics from the best to the worst, with ranks that tell which differences are significant."""

from __future__ import annotations

from parbleu.errors import UnknownNameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray


class Ranking:
    """The outcome of a comparison of metrics.

    Args:
        corr_ranks: metric -> (correlation, rank), the best first.
        matrix: float64 (metrics, metrics): [i, j], i < j, is the p-value of "metric i is better than j".
        draws_index: int32 (metrics, metrics): the draws of i and j, i < j, are from [i, j] to [j, i].
        draws_list: float64 (draws, 2): correlations of hybrids in permutation tests, those of the better
            metric first.
        pval: which p-values are significant.
        p_calibrated: p-values that count the metrics themselves as a draw, and so are never 0; None if there
            was no test.
        generator: what drew: "mt19937", NumPy's legacy generator, or "splitmix64"; "" if nothing.

    Attributes:
        corr_ranks: as given; so are the others. Without tests, all p-values are 0, and ranks are 1, 2, 3, ...
    """

    def __init__(
        self,
        corr_ranks: Mapping[str, tuple[float, int]],
        matrix: NDArray[np.float64],
        draws_index: NDArray[np.int32],
        draws_list: NDArray[np.float64],
        pval: float = 0.05,
        p_calibrated: NDArray[np.float64] | None = None,
        generator: str = "",
    ) -> None:
        self.corr_ranks = dict(corr_ranks)
        self.matrix = matrix
        self.draws_index = draws_index
        self.draws_list = draws_list
        self.pval = pval
        self.p_calibrated = p_calibrated
        self.generator = generator

    @property
    def metrics(self) -> list[str]:
        """The names of the metrics, the best first."""
        return list(self.corr_ranks)

    def corr(self, metric: str | int) -> float:
        """Returns the correlation of a metric, given by name or place."""
        return self.corr_ranks[self.metrics[self._place(metric)]][0]

    def rank(self, metric: str | int) -> int:
        """Returns the rank of a metric, given by name or place."""
        return self.corr_ranks[self.metrics[self._place(metric)]][1]

    def sig(self, first: str | int, second: str | int) -> bool:
        """Returns whether the first metric is significantly better than the second: p < `pval`."""
        return bool(self.matrix[self._place(first), self._place(second)] < self.pval)

    def draws(self, first: str | int, second: str | int) -> NDArray[np.float64]:
        """Returns the draws of the test of two metrics: float64 (draws, 2), one column for each."""
        one, other = self._place(first), self._place(second)
        better, worse = min(one, other), max(one, other)
        found = self.draws_list[self.draws_index[better, worse] : self.draws_index[worse, better]]
        return found if one <= other else found[:, ::-1]

    def text(self, probs: bool = False) -> str:
        """Returns a line for each metric; see `ranking_text`."""
        return ranking_text(self.corr_ranks, self.matrix, self.pval, probs)

    def _place(self, metric: str | int) -> int:
        names = self.metrics
        if isinstance(metric, int):
            return metric
        if metric not in self.corr_ranks:
            raise UnknownNameError("metric", metric, names)
        return names.index(metric)

    def __str__(self) -> str:
        return self.text()


def ranking_text(
    corr_ranks: Mapping[str, tuple[float, int]],
    matrix: NDArray[np.float64] | Sequence[Sequence[float]],
    pval: float = 0.05,
    probs: bool = False,
) -> str:
    """Returns a line for each metric, as MT Metrics Eval prints them.

    After name, rank and correlation comes a row of the matrix: `>` for a metric that is significantly worse
    (p < `pval`), `=` for another one, dots before.

    Args:
        corr_ranks: metric -> (correlation, rank), the best first.
        matrix: p-values; above the diagonal they count.
        pval: which are significant.
        probs: whether to print the p-values instead.
    """
    width = max(map(len, corr_ranks), default=0)
    lines = []
    for place, (name, (corr, rank)) in enumerate(corr_ranks.items()):
        beaten = list(matrix[place][place + 1 :])
        if probs:
            cells = ["  .  "] * (place + 1)
            cells.append(" ".join(f"{value:5.3f}" for value in beaten))
        else:
            cells = ["."] * (place + 1)
            cells.append(" ".join(">" if value < pval else "=" for value in beaten))
        lines.append(f"{name:<{width}} {rank:>2} {corr:10.7f}  {' '.join(cells)}\n")
    return "".join(lines)
