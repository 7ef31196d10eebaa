"""Metrics and aggregations for the LM Evaluation Harness: each document gives its row of statistics.

Importing it registers `parbleu_bleu`, `parbleu_chrf`, `parbleu_chrf++` and `parbleu_ter`. The files of tasks
name the functions: `!function parbleu.integrations.lm_eval.chrf` and `...lm_eval.corpus_chrf`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from parbleu.errors import InputTypeError
from parbleu.integrations._batches import metrics_by_key, score_of_rows, statistics_row
from parbleu.integrations._framework import framework
from parbleu.metrics._base import Metric

Function = Callable[..., Any]
registry: Any = framework("lm_eval.api.registry")


def corpus_metric(metric: str | Metric[Any], name: str | None = None) -> tuple[Function, Function]:
    """Registers a metric of tasks of the type `generate_until`, and its aggregation, under one name.

    Returns both functions: from a document's text to its row of statistics, from rows to the score.
    """
    ((key, chosen),) = metrics_by_key([metric]).items()
    name = name or f"parbleu_{key}"

    def statistics(references: Sequence[Any], predictions: Sequence[str]) -> list[Any]:
        return statistics_row(chosen, predictions[0], references[0])

    def aggregation(rows: Sequence[Any]) -> float:
        if not all(isinstance(row, (list, tuple)) for row in rows):
            raise InputTypeError("lm_eval makes 1 or 0 of lists of targets: use process_results")
        return float(score_of_rows(chosen, rows))

    statistics.__name__, aggregation.__name__ = name, f"corpus_{name}"
    registry.register_aggregation(name)(aggregation)
    options = {"higher_is_better": chosen.higher_is_better, "output_type": "generate_until"}
    registry.register_metric(metric=name, aggregation=name, **options)(statistics)
    return statistics, aggregation


_made = {name: corpus_metric(name) for name in ("bleu", "chrf", "chrf++", "ter")}
bleu: Function = _made["bleu"][0]
corpus_bleu: Function = _made["bleu"][1]
chrf: Function = _made["chrf"][0]
corpus_chrf: Function = _made["chrf"][1]
chrfpp: Function = _made["chrf++"][0]
corpus_chrfpp: Function = _made["chrf++"][1]
ter: Function = _made["ter"][0]
corpus_ter: Function = _made["ter"][1]


def process_results(doc: dict[str, Any], results: Sequence[str]) -> dict[str, list[Any]]:
    """Returns the rows of a document with several references: the list `doc["references"]`."""
    return {f"parbleu_{name}": to_row([doc["references"]], results) for name, (to_row, _) in _made.items()}
