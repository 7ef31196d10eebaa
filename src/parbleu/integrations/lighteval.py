"""Metrics for lighteval: each sample gives its row of statistics, the corpus level their score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parbleu.integrations._batches import metrics_by_key, score_of_rows, statistics_row
from parbleu.integrations._framework import Base, framework

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parbleu.metrics._base import Metric

utils: Any = framework("lighteval.metrics.utils.metric_utils")
requests: Any = framework("lighteval.tasks.requests")
if TYPE_CHECKING:
    Computation = Base
else:
    sample = framework("lighteval.metrics.metrics_sample").SampleLevelComputation
    corpus = framework("lighteval.metrics.metrics_corpus").CorpusLevelComputation
    Computation = type("Computation", (sample, corpus), {})


class SampleStatistics(Computation):
    """From texts to rows of statistics, and from rows, which lighteval also resamples, to the score."""

    def __init__(self, metric: Metric[Any]) -> None:
        self.metric: Metric[Any] = metric

    def compute(self, doc: Any, model_response: Any, **_: Any) -> list[Any]:
        """Returns the row of a sample: of the model's first text, and all golds."""
        return statistics_row(self.metric, model_response.final_text[0], doc.get_golds())

    def compute_corpus(self, items: Sequence[Any]) -> float:
        """Returns the score of samples."""
        return float(score_of_rows(self.metric, items))


def corpus_metric(metric: str | Metric[Any], name: str | None = None) -> Any:
    """Returns a metric for the `metrics` of a `LightevalTaskConfig`.

    Args:
        metric: its name, such as "chrf++", or a `parbleu.Metric` with options.
        name: in results; by default "parbleu_" and the metric's name.
    """
    ((key, chosen),) = metrics_by_key([metric]).items()
    return utils.CorpusLevelMetric(
        metric_name=name or f"parbleu_{key}",
        sample_level_fn=SampleStatistics(chosen),
        category=requests.SamplingMethod.GENERATIVE,
        corpus_level_fn=SampleStatistics(chosen),
        higher_is_better=chosen.higher_is_better,
    )


bleu: Any = corpus_metric("bleu")
chrf: Any = corpus_metric("chrf")
chrfpp: Any = corpus_metric("chrf++")
ter: Any = corpus_metric("ter")
