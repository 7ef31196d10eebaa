"""Defines `StatisticsLabel`, what the schema of record batches tells of the statistics in them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import asdict, dataclass
from typing import Any

from parbleu.errors import InputTypeError, OptionError, SignatureError
from parbleu.io.json_text import parse_json
from parbleu.metrics import METRICS
from parbleu.metrics.base import Metric
from parbleu.metrics.metric_by_name import metric_class
from parbleu.metrics.signature import UNKNOWN
from parbleu.text.arrow_buffers import check_buffers
from parbleu.text.table_files.arrow_table import imported_pyarrow

METADATA_KEY = b"parbleu.statistics"
STATISTICS = "statistics"
SCORE = "score"
N_REFERENCES = "n_references"
N_SEGMENTS = "n_segments"


@dataclass(frozen=True, slots=True)
class StatisticsLabel:
    """What statistics are of.

    Attributes:
        metric: the name of the metric's class.
        options: the metric's.
        signature: of scores of sums, without the number of references.
        systems: the columns of hypotheses.
    """

    metric: str
    options: dict[str, Any]
    signature: str
    systems: tuple[str, ...]

    @classmethod
    def of(cls, metric: Metric[Any], systems: Iterable[str]) -> StatisticsLabel:
        """Returns the label of a metric's statistics of some systems."""
        signed = copy(metric)
        signed.num_refs = UNKNOWN
        return cls(type(metric).__name__, metric.options, str(signed.get_signature()), tuple(systems))

    def make_metric(self) -> Metric[Any]:
        """Returns the metric.

        Raises:
            SignatureError: it has another signature here.
        """
        metric: Metric[Any] = METRICS[self.metric](**self.options)
        here = StatisticsLabel.of(metric, self.systems).signature
        if here != self.signature:
            raise SignatureError(
                f"the statistics are of {self.metric}|{self.signature}, which is {self.metric}|{here} here: "
                "count and finish them with the same version of parbleu"
            )
        return metric

    def column(self, kind: str, system: str) -> str:
        """Returns the column of the statistics or scores of a system, with its name if there are several."""
        return kind if len(self.systems) == 1 else f"{kind}:{system}"

    def columns(self, kind: str) -> list[str]:
        """Returns the columns of statistics or scores of all systems."""
        return [self.column(kind, system) for system in self.systems]

    def check_columns(self, schema: Any, others: Iterable[str] = ()) -> None:
        """Refuses an Arrow schema without the columns of all systems' statistics, or without other columns.

        Raises:
            InputTypeError: the message lists those that there are.
        """
        for name in (*others, *self.columns(STATISTICS), N_REFERENCES):
            if name not in schema.names:
                emit = "; count with emit='statistics'" if name.startswith((STATISTICS, N_REFERENCES)) else ""
                raise InputTypeError(
                    f"there is no column {name!r}{emit}; the batches have: {', '.join(schema.names)}"
                )

    def added_to(self, schema: Any) -> Any:
        """Returns an Arrow schema whose metadata has the label."""
        text = json.dumps(asdict(self), ensure_ascii=False, sort_keys=True).encode()
        return schema.with_metadata({**(schema.metadata or {}), METADATA_KEY: text})

    def check_same(self, other: StatisticsLabel) -> None:
        """Refuses statistics of another metric, of other options, or of other systems.

        Raises:
            OptionError: the message tells both.
        """
        if (self.metric, self.signature, self.options) != (other.metric, other.signature, other.options):
            raise OptionError(
                f"statistics of {other.metric}|{other.signature} cannot be added to those of "
                f"{self.metric}|{self.signature}: use the same options for both"
            )
        if self.systems != other.systems:
            raise OptionError(
                f"statistics of {', '.join(other.systems)} cannot be added to those of "
                f"{', '.join(self.systems)}: name the same systems in both"
            )


def label_of(schema: Any) -> StatisticsLabel:
    """Returns the label in the metadata of an Arrow schema.

    Raises:
        InputTypeError: there is none.
    """
    text = (schema.metadata or {}).get(METADATA_KEY)
    if text is None:
        raise InputTypeError(
            "these batches tell of no statistics of parbleu: they come from score_batches(..., "
            "emit='statistics'), and some engines drop the metadata of a schema"
        )
    fields = parse_json(text)
    return StatisticsLabel(**{**fields, "systems": tuple(fields["systems"])})


def metric_of(metric: Any) -> Metric[Any]:
    """Returns the metric of a name such as "chrf++", that which a class makes, or the metric itself.

    Raises:
        InputTypeError: it is none of these.
        UnknownNameError: there is no metric of that name.
    """
    if isinstance(metric, type):
        metric = metric()
    if isinstance(metric, str):
        found, options = metric_class(metric)
        return found(**options)
    if not isinstance(metric, Metric):
        raise InputTypeError(f"a metric is a name such as 'chrf++' or a parbleu.Metric, not {metric!r:.60}")
    return metric


def record_batches(batches: Any) -> Iterator[Any]:
    """Yields record batches, after a look at their buffers.

    Args:
        batches: a table, record batch, reader or dataset of pyarrow, another object that exports a stream of
            Arrow, such as a data frame of polars or a relation of DuckDB; or an iterable of these.

    Raises:
        InputTypeError: it is nothing of this kind.
        FormatError: a batch is damaged.
    """
    for number, batch in enumerate(_record_batches(batches), 1):
        check_buffers("the batches", batch, number)
        yield batch


def _record_batches(batches: Any) -> Iterator[Any]:
    pyarrow = imported_pyarrow("parbleu.scale")
    if isinstance(batches, pyarrow.RecordBatch):
        yield batches
    elif isinstance(batches, pyarrow.Table):  # also one without chunks has a schema
        yield from batches.to_batches() or [pyarrow.RecordBatch.from_pylist([], batches.schema)]
    elif hasattr(batches, "to_batches"):
        yield from batches.to_batches()
    elif hasattr(batches, "__arrow_c_stream__"):
        yield from pyarrow.RecordBatchReader.from_stream(batches)
    elif hasattr(batches, "__iter__") and not isinstance(batches, (str, bytes, dict)):
        for each in batches:
            yield from _record_batches(each)
    else:
        raise InputTypeError(f"record batches of Arrow are expected, not {batches!r:.60}")
