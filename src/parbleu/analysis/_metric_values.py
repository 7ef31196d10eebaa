"""Computes the segment scores of all systems by any metric, in one array for each metric."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parbleu._base.threads import thread_count
from parbleu._comparison.metric_inputs import (
    DECIMALS,
    counted_as,
    counted_tables,
    named_metrics,
    with_scorer_scores,
)
from parbleu._core import row_scores
from parbleu._inputs.segment_scores import SegmentScores
from parbleu._inputs.systems import add_name
from parbleu.analysis._analysis_input import ComparedTexts
from parbleu.errors import OptionError
from parbleu.metrics._base import Metric
from parbleu.metrics._bleu import BLEU
from parbleu.metrics._chrf import CHRF
from parbleu.metrics._input_checks import number_of_references
from parbleu.metrics._python_engine import engine_of_object
from parbleu.text._tokenizers import TOKENIZERS
from parbleu.typing import MetricsLike


@dataclass(frozen=True, eq=False)
class SegmentValues:
    """The segment scores of all systems by one metric.

    Attributes:
        name: the metric's.
        values: float64 array (S, N), NaN for a segment without a score; systems in the order of the texts.
        higher_is_better: False for error rates.
        decimals: how many tables print.
    """

    name: str
    values: NDArray[np.float64]
    higher_is_better: bool
    decimals: int

    @property
    def goodness(self) -> NDArray[np.float64]:
        """The values, negated where lower is better."""
        return self.values if self.higher_is_better else -self.values


def default_metric(texts: ComparedTexts, force: bool = False) -> Metric[Any]:
    """Returns BLEU with the tokenizer and the case of the texts; chrF if BLEU has no such tokenizer.

    BLEU leaves out its warnings if `force` is true.
    """
    name = texts.tokenizer.name
    if name not in TOKENIZERS:
        return CHRF(lowercase=texts.lowercase)
    return BLEU(tokenize=name, lowercase=texts.lowercase, force=force)


def metrics_for(texts: ComparedTexts, metrics: MetricsLike | None, force: bool = False) -> Any:
    """Returns metrics as `parbleu.compare` takes them.

    Args:
        texts: names of their scores are metrics, and "bleu" is BLEU with their case, and their tokenizer if
            BLEU has it.
        metrics: metrics, their names, `{name: metric}`, and such names. None for `default_metric` and
            all scores that `texts` has.
        force: whether BLEU leaves out its warnings.
    """
    if metrics is None:
        return [default_metric(texts, force), *texts.scores.values()]
    if isinstance(metrics, str):
        metrics = [metrics]
    if not isinstance(metrics, (list, tuple)):
        return metrics
    cut_alike = texts.tokenizer.name in TOKENIZERS
    bleu = default_metric(texts, force) if cut_alike else BLEU(lowercase=texts.lowercase, force=force)
    known: dict[str, Any] = {"bleu": bleu, **texts.scores}
    return [known.get(item, item) if isinstance(item, str) else item for item in metrics]


def chosen_metrics(texts: ComparedTexts, metrics: MetricsLike | None) -> list[tuple[str | None, Any]]:
    """Returns (name or None, metric) pairs, with the segment scores of the texts in place of scorers.

    Args:
        texts: names of their scores are metrics, and "bleu" is BLEU with their case and tokenizer.
        metrics: metrics, scorers, and such names; may be (). None for the usual one and all scores.

    Raises:
        InputTypeError: something is no metric.
        UnknownNameError: there is no metric of a name.
        ParbleuError: a scorer does not work.
    """
    chosen = metrics_for(texts, metrics)
    return with_scorer_scores(named_metrics(chosen, scorers=True), texts) if chosen != [] else []


def segment_values(
    texts: ComparedTexts, metrics: MetricsLike | None = None, *, threads: int | None = None
) -> tuple[SegmentValues, ...]:
    """Returns the segment scores of all systems by each metric.

    Args:
        texts: the systems, references and given segment scores.
        metrics: metrics, scorers, and names of these or of scores. None for all scores that `texts`
            has, or chrF if there are none.
        threads: how many to use; by default one per core, or `PARBLEU_THREADS`.

    Raises:
        OptionError: two metrics have the same name.
        UnknownNameError: there is no metric of a name.
    """
    if metrics is None:
        metrics = list(texts.scores.values()) or ["chrf"]
    metric_values: list[SegmentValues] = []
    for name, metric in chosen_metrics(texts, metrics):
        values = (
            _given(texts, metric) if isinstance(metric, SegmentScores) else _scored(texts, metric, threads)
        )
        named = values if name is None else replace(values, name=name)
        if named.name in [known.name for known in metric_values]:
            raise OptionError(f"two metrics are called {named.name!r}; name them, as {{'name': metric}}")
        add_name([known.name for known in metric_values], named.name, "metric")
        metric_values.append(named)
    return tuple(metric_values)


def _given(texts: ComparedTexts, metric: SegmentScores) -> SegmentValues:
    rows = []
    for system in texts.systems:
        if system not in metric.statistics or len(metric.statistics[system]) != len(texts):
            raise OptionError(
                f"{metric.name}: there are no scores of the {len(texts)} segments of {system!r}: "
                "give one for each segment"
            )
        sums, counts = metric.statistics[system].T
        rows.append(np.divide(sums, counts, out=np.full(len(sums), np.nan), where=counts > 0))
    return SegmentValues(metric.name, np.stack(rows), metric.higher_is_better, metric.decimals)


def _scored(texts: ComparedTexts, metric: Any, threads: int | None) -> SegmentValues:
    streams = texts.systems.values()
    if isinstance(metric, Metric):
        rows = _rows_of_scores(texts, metric, thread_count(threads))
        name = metric.score_name
    else:
        engine = engine_of_object(metric)
        workers = thread_count(threads)
        rows = [engine.segment_scores(stream, texts.references, workers) for stream in streams]
        name = getattr(metric, "name", None) or type(metric).__name__
    higher = bool(getattr(metric, "higher_is_better", True))
    return SegmentValues(name, np.stack(rows), higher, DECIMALS)


def _rows_of_scores(texts: ComparedTexts, metric: Metric[Any], threads: int) -> list[NDArray[np.float64]]:
    """Returns the scores of each system's segments, from statistics only if these have been counted before.

    Those of chrF take 144 bytes a segment. Options for sentences change the formula, and not what is counted.
    """
    sentences, systems = metric.for_sentences(), texts.systems
    if counted_as(metric, texts.counted) is None:
        metric.num_refs = number_of_references(texts.references)
        return [
            sentences.segment_scores(stream, texts.references, threads=threads) for stream in systems.values()
        ]
    tables = counted_tables(metric, systems, texts.references, threads, texts.counted)
    scorer = sentences.scorer_of(tables)
    return [np.asarray(row_scores(scorer, table)) for table in tables]
