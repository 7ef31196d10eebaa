"""Defines `NativeMetric`, the base class of metrics whose statistics the native core counts."""

from __future__ import annotations

from parbleu._base.threads import thread_count
from parbleu._core import Segments
from parbleu.errors import InputShapeError
from parbleu.metrics._base import Metric
from parbleu.metrics._input_checks import row_of_statistics
from parbleu.metrics._parameters import ScoreType
from parbleu.metrics._score import UNKNOWN, VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, ClassVar

IN_PYTHON: dict[str, tuple[str, ...]] = {
    "_statistics": ("_make_engine", "_score_sentence"),
    "_score": ("_make_engine", "_score_sentence", "_score_row", "scorer_of"),
}
"""A method that a subclass of a native metric redefines -> what is then computed as for metrics in Python."""


class NativeMetric(Metric[ScoreType]):
    """A metric whose statistics the core counts.

    A subclass names its `ENGINE`, a class of the native module that takes the parameters by their names, and
    makes Scores in `_score` and `_score_sentence`. A subclass of such a class may redefine `_statistics` or
    `_score`: then it is computed in Python, and both may call those of the native metric.
    """

    ENGINE: ClassVar[Callable[..., Any]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if NativeMetric in cls.__bases__:
            return
        for redefined, names in IN_PYTHON.items():
            for name in names if redefined in cls.__dict__ else ():
                setattr(cls, name, getattr(Metric, name))

    @property
    def signed_version(self) -> str:
        """The version of sacreBLEU whose numbers these are, and of parbleu."""
        return VERSION

    def _make_native(self) -> Any:
        return self.ENGINE(**{parameter.name: getattr(self, parameter.name) for parameter in self.PARAMETERS})

    @property
    def native(self) -> Any:
        """The engine of the core; changed options create a new one."""
        if self._native is None:
            self._native = self._make_native()
        return self._native

    def _make_engine(self) -> Any:
        return self.native

    def _compare(self, hypotheses: Segments, references: Sequence[Segments]) -> None:
        from parbleu.metrics._corpus_warnings import warn_of_score

        warn_of_score(hypotheses, references, self)

    def _statistics(self, hypotheses: list[str], references: list[list[str | None]]) -> Any:
        streams = tuple(map(Segments, references))
        return self.native.statistics(Segments(hypotheses), streams, thread_count(None))

    def _score(self, row: Sequence[Any]) -> ScoreType:
        raise NotImplementedError

    def _score_row(self, row: Sequence[Any]) -> ScoreType:
        return self._score(row)

    def _score_sentence(self, hypothesis: str, references: Any) -> ScoreType:
        raise NotImplementedError

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
        return getattr(self.native, "scorer", self.native)

    def scorer_of(self, tables: Sequence[Any]) -> Any:  # noqa: ARG002 - the same for all
        """Returns the scorer of sums of these tables' rows, as `parbleu.stats.resampling` takes it."""
        return self.scorer
