"""Keeps what a comparison was made of, so that it can be saved with its texts and shown as a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from parbleu._core import Segments
from parbleu.base.record import Record
from parbleu.errors import InputTypeError, OptionError
from parbleu.inputs.segment_scores import SegmentScores
from parbleu.metrics import METRICS
from parbleu.metrics.base import Metric


class ComparedInput(Record):
    """The texts and metrics of a comparison.

    Attributes:
        systems: name -> N hypotheses; None if all metrics are segment scores.
        references: K streams of N segments; None for those that the metrics were made with.
        metrics: pairs of the name that the user gave, or None, and a metric.
    """

    systems: dict[str, Segments] | None
    references: tuple[Segments, ...] | None
    metrics: Sequence[tuple[str | None, Any]]

    def to_dict(self) -> dict[str, Any]:
        """Returns everything as dicts, lists, strings and numbers, which `from_dict` reads.

        Raises:
            OptionError: there are no texts, or a metric is none of parbleu's and no segment scores.
        """
        if self.systems is None or self.references is None:
            raise OptionError("this comparison has no texts to save: pass systems and references to compare")
        return {
            "systems": {name: stream.to_list() for name, stream in self.systems.items()},
            "references": [stream.to_list() for stream in self.references],
            "metrics": [{"name": name, **_saved(metric)} for name, metric in self.metrics],
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> ComparedInput:
        """Returns what `to_dict` wrote.

        Raises:
            InputTypeError: the values are not those of a comparison's input.
            ParbleuError: a metric does not take an option.
        """
        try:
            return cls(
                {str(name): Segments(texts) for name, texts in values["systems"].items()},
                tuple(Segments(texts) for texts in values["references"]),
                [(each["name"], _metric(each)) for each in values["metrics"]],
            )
        except (AttributeError, KeyError, TypeError) as problem:
            raise InputTypeError(
                f"these are no texts of a saved comparison, as to_dict() gives: {problem}"
            ) from None


def _saved(metric: Any) -> dict[str, Any]:
    if isinstance(metric, SegmentScores):
        return {
            "scores": {name: table.tolist() for name, table in metric.statistics.items()},
            "score_name": metric.name,
            "higher_is_better": metric.higher_is_better,
            "decimals": metric.decimals,
        }
    kind = next((key for key, found in METRICS.items() if found is type(metric)), None)
    if kind is None or not isinstance(metric, Metric):
        raise OptionError(f"the metric {metric!r} cannot be saved: only registered ones and segment scores")
    return {"metric": kind, "options": metric.options}


def _metric(values: Mapping[str, Any]) -> Any:
    if "scores" in values:
        return SegmentScores(
            values["score_name"],
            values["scores"],
            higher_is_better=values["higher_is_better"],
            decimals=values["decimals"],
        )
    return METRICS[values["metric"]](**values["options"])
