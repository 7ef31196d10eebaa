"""Scores datasets of Hugging Face: `Dataset` and `IterableDataset`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from parbleu.scale._partitions import ROWS, DataEngine, Step, Work

__all__ = ["corpus_score", "decode_dataset", "score_dataset"]


class DatasetsEngine(DataEngine):
    """Partitions are batches of rows in this process, or with `num_proc` in several."""

    def mapped(self, dataset: Any, step: Step, **options: Any) -> Any:
        """Returns a dataset; options are those of `map`."""
        chosen = {"batch_size": ROWS, **options}
        return dataset.with_format("arrow").map(step, batched=True, **chosen).with_format(None)

    def sums(self, dataset: Any, work: Work, **options: Any) -> Iterable[Any]:
        """Yields the sums of batches; options are those of `iter`."""
        for part in dataset.with_format("arrow").iter(**{"batch_size": ROWS, **options}):
            yield work.summed(part)


_engine = DatasetsEngine()
score_dataset: Callable[..., Any] = _engine.score_dataset
corpus_score: Callable[..., Any] = _engine.corpus_score
decode_dataset: Callable[..., Any] = _engine.decode_dataset
