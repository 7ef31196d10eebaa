"""Scores and sums one partition of a table, for the adapters of engines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from parbleu.metrics.base import Metric
from parbleu.scale.batch_scores import BatchScorer
from parbleu.scale.batch_sums import reduce_batches, scores_of_sums
from parbleu.scale.statistics_label import record_batches
from parbleu.text.table_files.arrow_table import imported_pyarrow

ROWS = 10_000
"""How many rows engines hand over at once, where they let the caller choose."""


@dataclass(frozen=True)
class Work:
    """What is done with every partition; engines send it to their workers.

    Attributes:
        metric: a name such as "chrf++", or a metric.
        hypothesis: the column of hypotheses, or several.
        references: the columns of references.
        by: the columns whose values make groups.
        emit: as for `parbleu.scale.score_batches`.
        threads: how many a worker may use; 1 where an engine has a worker for each core.
    """

    metric: str | Metric[Any]
    hypothesis: str | Sequence[str] = "mt"
    references: str | Sequence[str] = ("ref",)
    by: str | Sequence[str] | None = None
    emit: str = "scores"
    threads: int | None = None

    def scored(self, partition: Any) -> Any:
        """Returns a partition with columns of scores or statistics, as a table of pyarrow."""
        pyarrow = imported_pyarrow("parbleu.scale")
        scorer = self._scorer(self.emit)
        first, batches = 1, []
        for batch in record_batches(partition):
            batches.append(scorer.scored(batch, first))
            first += batch.num_rows
        return pyarrow.Table.from_batches(batches)

    def summed(self, partition: Any) -> Any:
        """Returns the sums of a partition's groups, as a table of pyarrow."""
        scorer = self._scorer("statistics")
        return reduce_batches((scorer.scored(batch) for batch in record_batches(partition)), self.by or ())

    def finished(self, sums: Iterable[Any]) -> Any:
        """Returns the scores of the sums of all partitions, whose metadata the engine may have dropped."""
        label = self._scorer("statistics").label
        labelled = [table.replace_schema_metadata(label.added_to(table.schema).metadata) for table in sums]
        return scores_of_sums(labelled, self.by or ())

    def _scorer(self, emit: str) -> BatchScorer:
        return BatchScorer(self.metric, self.hypothesis, self.references, emit, self.threads)
