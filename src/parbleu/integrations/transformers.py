"""`compute_metrics` for trainers of transformers: decodes predictions, and scores them."""

from __future__ import annotations

from typing import Any

import numpy as np

from parbleu.errors import OptionError
from parbleu.integrations._batches import decoded, metrics_by_key, streams
from parbleu.metrics._base import Metric
from parbleu.metrics._score import Score
from parbleu.typing import MetricsLike


class ComputeMetrics:
    """`compute_metrics` of a `Seq2SeqTrainer` with `predict_with_generate=True`, also batch by batch.

    Args:
        tokenizer: decodes predictions and labels.
        metrics: names or metrics, or a mapping from keys to these.
        references: of each segment of the evaluation set, a string or a list of strings; by default the
            decoded labels, which lack what was cut off and what the tokenizer does not know. They are of one
            evaluation set: labels of another one are refused.

    Attributes: `scores`, the latest ones by their keys, with signatures.
    """

    def __init__(self, tokenizer: Any, metrics: MetricsLike = ("bleu", "chrf"), references: Any = None):
        self.tokenizer: Any = tokenizer
        self.metrics: dict[str, Metric[Any]] = metrics_by_key(metrics)
        self.references: list[Any] | None = None if references is None else list(references)
        self.scores: dict[str, Score] = {}
        self._hypotheses: list[str] = []
        self._labels: list[str] = []
        self._labels_of_references: list[str] | None = None

    def __call__(self, prediction: Any, compute_result: bool = True) -> dict[str, float]:
        """Adds predictions; returns the scores, if no more batches follow."""
        ids = prediction.predictions
        self._hypotheses += self._texts(ids[0] if isinstance(ids, tuple) else ids)
        if prediction.label_ids is not None:
            self._labels += self._texts(prediction.label_ids)
        if not compute_result:
            return {}
        hypotheses, labels, self._hypotheses, self._labels = self._hypotheses, self._labels, [], []
        if self.references is not None and len(labels) == len(self.references):
            known = self._labels_of_references = self._labels_of_references or labels
            if labels != known:
                raise OptionError(
                    "the labels are those of another evaluation set than before, but the references "
                    "(references=) are of one: leave them out, or make a ComputeMetrics for each set"
                )
        references = streams(labels if self.references is None else self.references)
        self.scores = {
            key: metric.corpus_score(hypotheses, references) for key, metric in self.metrics.items()
        }
        return {key: score.score for key, score in self.scores.items()}

    def _texts(self, ids: Any) -> list[str]:
        array = np.asarray(ids.cpu() if hasattr(ids, "cpu") else ids)
        if array.ndim != 2 or array.dtype.kind not in "iu":
            raise OptionError("these are no ids of tokens: train with predict_with_generate=True")
        array = np.where(array < 0, self.tokenizer.pad_token_id, array)  # -100 in labels and where padded
        return decoded(self.tokenizer, array)
