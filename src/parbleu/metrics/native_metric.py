"""Defines `NativeMetric`, the base class of metrics whose statistics the native core counts."""

from __future__ import annotations

from parbleu.base.threads import thread_count
from parbleu.errors import InputShapeError
from parbleu.metrics.base import Metric
from parbleu.metrics.input_checks import row_of_statistics
from parbleu.metrics.parameters import ScoreType
from parbleu.metrics.signature import UNKNOWN, VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, ClassVar

    from numpy.typing import NDArray

    from parbleu.typing import ReferencesLike, SegmentsLike


class NativeMetric(Metric[ScoreType]):
    """A metric whose statistics the core counts.

    A subclass names its `ENGINE`, a class of the native module that takes the parameters by their names, and
    makes Scores in `_score_row` and `_score_sentence`.
    """

    ENGINE: ClassVar[Callable[..., Any]]

    @property
    def signed_version(self) -> str:
        """The version of sacreBLEU whose numbers these are, and of parbleu."""
        return VERSION

    def _make_engine(self) -> Any:
        return self.ENGINE(**self.options)

    def _score_row(self, row: Sequence[Any]) -> ScoreType:
        raise NotImplementedError

    def _score_sentence(self, hypothesis: str, references: Any) -> ScoreType:
        raise NotImplementedError

    def statistics(
        self,
        hypotheses: SegmentsLike,
        references: ReferencesLike | None = None,
        *,
        threads: int | None = None,
    ) -> NDArray[Any]:
        """Returns the table of segment statistics, shape (N, k).

        int64, or float64 where a statistic is a mean. Its rows add up: `score` of a sum of rows is the score
        of these segments. The columns are part of the interface; each metric documents its own.
        """
        stream, side, _ = self._inputs(hypotheses, references, threads)
        table: NDArray[Any] = self.engine.statistics(stream, side, thread_count(threads))
        return table

    def score(self, statistics_row: Any) -> ScoreType:
        """Returns the `Score` of one row, or a sum of rows, of statistics.

        Raises:
            InputShapeError: it is not k numbers.
        """
        return self.result(statistics_row)

    def result(self, row: Any, num_refs: int = UNKNOWN) -> ScoreType:
        """Returns what `score` does, with a number of references for the signature; -1 if that varies."""
        row = row_of_statistics(self.name, row)
        try:
            score = self._score_row(row)
        except (TypeError, ValueError, RuntimeError) as problem:
            # The binding's own error for a value that does not fit says nothing.
            reason = problem if isinstance(problem, ValueError) else "`statistics` returns other numbers"
            raise InputShapeError(f"{self.name}: {row} is not a row of its statistics: {reason}") from None
        return self._signed(score, num_refs)

    @property
    def score_name(self) -> str:
        """The name of its scores, which includes options: chrF2++, not CHRF."""
        name: str = self._score_row([0] * self.scorer.width).name  # any row has it
        return name

    @property
    def scorer(self) -> Any:
        """The native object that scores rows of statistics, as `parbleu.stats.resampling` takes it."""
        return getattr(self.engine, "scorer", self.engine)

    def scorer_of(self, tables: Sequence[Any]) -> Any:  # noqa: ARG002 - the same for all
        """Returns the scorer of sums of these tables' rows, as `parbleu.stats.resampling` takes it."""
        return self.scorer
