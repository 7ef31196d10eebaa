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
        if _has_transform(dataset):
            made = dataset.map(lambda rows: step(_batch(rows)), batched=True, **chosen)
            return made.with_format(None)
        return dataset.with_format("arrow").map(step, batched=True, **chosen).with_format(None)

    def sums(self, dataset: Any, work: Work, **options: Any) -> Iterable[Any]:
        """Yields the sums of batches; options are those of `iter`."""
        chosen = {"batch_size": ROWS, **options}
        if _has_transform(dataset):
            for rows in dataset.iter(**chosen):
                yield work.summed(_batch(rows))
            return
        for part in dataset.with_format("arrow").iter(**chosen):
            yield work.summed(part)


def _has_transform(dataset: Any) -> bool:
    """Returns whether a function of the user's makes the rows (`with_transform`)."""
    return getattr(dataset, "format", {}).get("type") == "custom"


def _batch(rows: Any) -> Any:
    """Returns columns in lists as a table of Arrow."""
    import pyarrow

    return pyarrow.table({name: list(cells) for name, cells in rows.items()})


_engine = DatasetsEngine()
score_dataset: Callable[..., Any] = _engine.score_dataset
corpus_score: Callable[..., Any] = _engine.corpus_score
decode_dataset: Callable[..., Any] = _engine.decode_dataset
