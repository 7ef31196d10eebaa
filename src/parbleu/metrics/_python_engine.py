"""Defines `PythonEngine`, which computes metrics whose statistics and formula are written in Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parbleu._core import Segments, sum_rows
from parbleu.errors import InputShapeError, InputTypeError, NoReferenceError, OptionError
from parbleu.metrics._score import Score
from parbleu.text._segments import shown


class PythonEngine:
    """An engine that calls two functions in Python.

    Args:
        name: begins messages, and is the name of scores that are given as numbers.
        statistics: returns a row of numbers for each segment, given N strings and K lists of N strings.
        score: returns the score of a row, or of a sum of rows.
    """

    def __init__(self, name: str, statistics: Callable[[Any, Any], Any], score: Callable[[Any], Any]) -> None:
        self._name = name
        self._statistics = statistics
        self._score = score

    def prepare(self, references: Sequence[Segments], threads: int) -> Any:  # noqa: ARG002 - as in all engines
        """Returns the references: there is nothing to prepare."""
        return references

    def statistics(self, hypotheses: Segments, references: Any, threads: int) -> NDArray[Any]:  # noqa: ARG002
        """Returns the table of statistics, int64 or float64.

        Raises:
            InputShapeError: the metric returned something else than a row of numbers for each segment.
        """
        lists = None if references is None else [stream.to_list() for stream in references]
        if lists is not None and any(stream.missing for stream in references):
            for segment, texts in enumerate(zip(*lists, strict=True)):
                if all(text is None for text in texts):
                    raise NoReferenceError(segment)
        table = np.asarray(self._statistics(hypotheses.to_list(), lists))
        if table.ndim != 2 or len(table) != len(hypotheses) or table.dtype.kind not in "biuf":
            raise InputShapeError(
                f"{self._name}: `statistics` returned {table.dtype} of shape {table.shape}, not "
                f"a row of numbers for each of {len(hypotheses)} segments"
            )
        return np.ascontiguousarray(table, np.float64 if table.dtype.kind == "f" else np.int64)

    def tables(self, systems: Sequence[Segments], references: Any, threads: int) -> list[memoryview]:
        """Returns the table of statistics of each system as a memoryview, as native engines do."""
        return [self.statistics(hypotheses, references, threads).data for hypotheses in systems]

    def total(self, hypotheses: Segments, references: Any, threads: int, start: Any = None) -> list[Any]:
        """Returns the sum of the statistics, added to the row `start`."""
        row = sum_rows(self.statistics(hypotheses, references, threads).data)
        return list(row) if start is None else [a + b for a, b in zip(start, row, strict=True)]

    def segment_scores(self, hypotheses: Segments, references: Any, threads: int) -> NDArray[np.float64]:
        """Returns one score per segment."""
        rows = self.statistics(hypotheses, references, threads).tolist()
        return np.array([self.score(row) for row in rows], np.float64)

    def pairwise_scores(
        self, hypotheses: Segments, references: Segments, threads: int
    ) -> NDArray[np.float64]:
        """Returns the score of every hypothesis against every reference."""
        columns = (Segments([text] * len(hypotheses)) for text in references.to_list())
        scores = [self.segment_scores(hypotheses, [column], threads) for column in columns]
        return np.ascontiguousarray(np.array(scores, np.float64).T)

    def list_scores(
        self, hypotheses: Segments, references: Segments, starts: Any, reference_starts: Any, threads: int
    ) -> NDArray[np.float64]:
        """Returns the matrices of lists of texts, one after the other, in one array.

        `starts` says where each list's hypotheses begin, and the end of the last; so do `reference_starts`.
        """
        left, right = hypotheses.to_list(), references.to_list()
        matrices = [np.zeros(0)]
        for at in range(len(starts) - 1):
            rows = Segments(left[starts[at] : starts[at + 1]])
            columns = Segments(right[reference_starts[at] : reference_starts[at + 1]])
            if len(rows) and len(columns):
                matrices.append(self.pairwise_scores(rows, columns, threads).ravel())
        return np.concatenate(matrices)

    def sentence(self, hypothesis: str, references: Sequence[str | None]) -> list[Any]:
        """Returns the statistics of one segment."""
        return self.total(Segments([hypothesis]), [Segments([text]) for text in references], 1)

    def sentence_scored(self, hypothesis: str, references: Sequence[str | None]) -> Any:
        """Returns the score and the statistics of one segment."""
        row = self.sentence(hypothesis, references)
        return self.score(row), row

    def sentence_score(self, hypothesis: str, references: Sequence[str | None]) -> float:
        """Returns the score of one segment."""
        return self.score(self.sentence(hypothesis, references))

    def score(self, row: Sequence[Any]) -> float:
        """Returns the score of a row, or a sum of rows, of statistics.

        Raises:
            InputTypeError: the metric returned no number.
            OptionError: it returned NaN or infinity.
        """
        return self._number(self._score(tuple(row)), row)

    def result(self, row: Sequence[Any]) -> Any:
        """Returns the score of a row as a `Score`.

        Raises:
            InputTypeError: the metric returned no number.
            OptionError: it returned NaN or infinity.
        """
        score = self._score(tuple(row))
        number = self._number(score, row)
        return score if isinstance(score, Score) else Score(self._name, number)

    def scorer_of(self, tables: Sequence[Any]) -> Callable[[tuple[float, ...]], float]:
        """Returns the scorer of sums of these tables' rows, which resampling passes as floats."""
        if all(np.asarray(table).dtype.kind == "i" for table in tables):
            return lambda row: self.score([int(number) for number in row])
        return self.score

    def _number(self, score: Any, row: Sequence[Any]) -> float:
        try:
            number = float(getattr(score, "score", score))
        except (TypeError, ValueError):
            raise InputTypeError(
                f"{self._name}: the score of the statistics {tuple(row)} is {shown(score)}, not a number "
                "or a parbleu.Score"
            ) from None
        if not isfinite(number):
            raise OptionError(
                f"{self._name}: the score of the statistics {tuple(row)} is {number}; a score must be a "
                "finite number, on the test set and on every sample of its segments"
            )
        return number


def engine_of_object(metric: Any) -> PythonEngine:
    """Returns the engine of an object that is no `Metric`, but has methods `statistics` and `score`.

    Args:
        metric: the object; its attribute `name`, or else the name of its class, begins messages.
    """
    name = getattr(metric, "name", None) or type(metric).__name__
    return PythonEngine(str(name), metric.statistics, metric.score)
