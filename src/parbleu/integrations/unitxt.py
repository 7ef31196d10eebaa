"""A metric for unitxt: each instance gives its row of statistics, and rows the score, with its interval."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parbleu.integrations._batches import score_of_rows, single_metric, statistics_row
from parbleu.integrations._framework import Base, framework

if TYPE_CHECKING:
    MapReduce = Base
else:
    MapReduce = framework("unitxt.metrics").MapReduceMetric[str, list[Any]]


class ParbleuScore(MapReduce):
    """The corpus score, from 0 to 100, under the metric's name; that of an instance is its sentence score.

    Attributes:
        metric: "bleu", "chrf", "chrf++", "ter", or the name of another metric.
        options: the metric's, such as {"tokenize": "zh"}.
    """

    metric: str = "chrf"
    options: dict[str, Any] = {}  # noqa: RUF012 - a field of unitxt
    main_score: str = ""
    prediction_type = str

    def prepare(self) -> None:
        """Makes the metric; unitxt calls this."""
        super().prepare()  # type: ignore[misc]
        self.chosen: Any = single_metric(self.metric, self.options)
        self.main_score = self.metric
        self.ci_score_names: list[str] = [self.metric]

    def map(self, prediction: str, references: list[str], task_data: dict[str, Any]) -> list[Any]:  # noqa: ARG002
        """Returns the row of an instance."""
        return statistics_row(self.chosen, prediction, references)

    def reduce_one(self, intermidate: list[Any]) -> dict[str, float]:
        """Returns the score of an instance."""
        return {self.metric: float(score_of_rows(self.chosen.for_sentences(), [intermidate]))}

    def reduce(self, intermediates: list[list[Any]]) -> dict[str, float]:
        """Returns the score of instances together, NaN for none."""
        return {
            self.metric: float(score_of_rows(self.chosen, intermediates)) if intermediates else float("nan")
        }
