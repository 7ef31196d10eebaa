"""Defines `find_examples`, which finds the segments where systems, or metrics, differ most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from parbleu._inputs.corpus import DOCUMENT
from parbleu.analysis._analysis_input import ComparedTexts
from parbleu.analysis._metric_values import SegmentValues, segment_values
from parbleu.analysis._text_edits import EditScripts, marked, reference_edits, system_edits
from parbleu.errors import InputShapeError, OptionError, UnknownNameError
from parbleu.stats.effect_sizes import average_ranks
from parbleu.tables import Column, Result, Table
from parbleu.typing import MetricsLike

Order = Literal["difference", "spread", "metrics"]
MARKS = "[-...-] is in the reference alone, {+...+} in the hypothesis alone."
ORDERS = ("difference", "spread", "metrics")


@dataclass(frozen=True)
class Example:
    """A segment where systems or metrics differ.

    Attributes:
        segment: which, counted from 0.
        value: how much: the difference of two systems' scores, above 0 where the second is better; the
            standard deviation of all systems' scores; or the difference of two metrics' rank shares.
        better: the system that is better, or the metric that thinks better of the system; "" for a spread.
        systems: those that differ, or the one that the metrics disagree about.
    """

    segment: int
    value: float
    better: str
    systems: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Examples(Result):
    """The segments where systems or metrics differ most, with the edits of their hypotheses.

    Attributes:
        order: "difference", "spread" or "metrics".
        texts: the texts that they are of.
        metrics: the segment scores; examples are sorted by the first, or by the first two.
        examples: the most different first; for two systems or metrics, those where the second is better
            follow those where the first is.
        segments: the places in the texts of all segments that are examples, ascending.
        reference_scripts: system -> the scripts from the closest references; one for each of `segments`.
        system_scripts: the scripts from the first system's hypotheses to the second's; None unless two
            systems are compared.
    """

    order: Order
    texts: ComparedTexts
    metrics: tuple[SegmentValues, ...]
    examples: tuple[Example, ...]
    segments: tuple[int, ...]
    reference_scripts: Mapping[str, EditScripts]
    system_scripts: EditScripts | None

    def tables(self) -> tuple[Table, ...]:
        """Returns a row for each example, and a table of their texts. Segments are counted from 1."""
        return self._example_table(), self._text_table()

    def _example_table(self) -> Table:
        """Returns a row for each example: its segment, how much it differs, and its scores."""
        documents = self.texts.labels.get(DOCUMENT)
        columns = [Column("example", kind=int), Column("segment", kind=int)]
        columns += [Column("document")] if documents else []
        columns += self._columns()
        rows = []
        for number, example in enumerate(self.examples, 1):
            row: list[object] = [number, example.segment + 1]
            row += [documents[example.segment]] if documents else []
            rows.append(row + self._cells(example))
        facts = {
            **self.texts.facts(),
            "order": self.order,
            "metrics": ", ".join(m.name for m in self.metrics),
        }
        return Table("examples", columns, rows, facts=facts)

    def _columns(self) -> list[Column]:
        first = self.metrics[0]
        if self.order == "spread":
            return [
                Column("spread", kind=float, decimals=first.decimals),
                *(_score_column(first, "lowest", "lowest"), Column("lowest_system")),
                *(_score_column(first, "highest", "highest"), Column("highest_system")),
            ]
        if self.order == "metrics":
            return [
                *(Column("system"), Column("better")),
                Column("difference", "rank difference", float, decimals=3, signed=True),
                *(_score_column(metric, metric.name, "score") for metric in self.metrics),
            ]
        columns = [Column("better"), Column("difference", kind=float, decimals=first.decimals, signed=True)]
        for metric in self.metrics:
            columns += [
                _score_column(metric, f"{metric.name}_{system}", system) for system in self._pair() or ()
            ]
        return columns

    def _pair(self) -> tuple[str, ...] | None:
        return tuple(self.reference_scripts) if self.order == "difference" else None

    def _cells(self, example: Example) -> list[object]:
        scores = [metric.values[:, example.segment] for metric in self.metrics]
        places = [self.texts.place(system) for system in example.systems]
        if self.order == "spread":
            inside = scores[0][places]
            low, high = int(np.nanargmin(inside)), int(np.nanargmax(inside))
            ends = (inside[low], example.systems[low], inside[high], example.systems[high])
            return [example.value, *ends]
        if self.order == "metrics":
            return [example.systems[0], example.better, example.value, *(row[places[0]] for row in scores)]
        return [example.better, example.value, *(row[column] for row in scores for column in places)]

    def _text_table(self) -> Table:
        """Returns a row for each text of each example; hypotheses with their edits marked, for people."""
        columns = (
            *(Column("example", kind=int), Column("segment", kind=int), Column("text_of", "text of")),
            *(Column("score", self.metrics[0].name, float, decimals=self.metrics[0].decimals),),
            *(Column("text", people=False), Column("edits", kind=int)),
            Column("marked_text", "text", shows_edits=True),
        )
        rows = [
            (number, example.segment + 1, *row)
            for number, example in enumerate(self.examples, 1)
            for row in self._texts(example)
        ]
        return Table("texts", columns, rows, notes=[MARKS], grouped_by=("example", "segment"))

    def _texts(self, example: Example) -> Iterator[tuple[object, ...]]:
        texts, segment = self.texts, example.segment
        if texts.source is not None:
            yield "source", None, texts.source[segment], None, texts.source[segment]
        row = self.segments.index(segment)
        used = {int(self.reference_scripts[system].chosen[row]) for system in example.systems}
        for number in sorted(used - {-1}):
            reference = texts.references[number][segment]
            yield texts.reference_names[number], None, reference, None, reference
        for system in example.systems:
            scripts = self.reference_scripts[system]
            hypothesis = texts.systems[system][segment] or ""
            reference = texts.references[scripts.chosen[row]][segment] or ""
            score = self.metrics[0].values[texts.place(system), segment]
            shown = marked(reference, hypothesis, scripts[row])
            yield system, score, hypothesis, int(scripts.edits[row]), shown


def find_examples(
    texts: ComparedTexts,
    order: Order = "difference",
    metrics: MetricsLike | None = None,
    *,
    systems: Sequence[str] | None = None,
    n_examples: int = 10,
    document: str | None = None,
    threads: int | None = None,
) -> Examples:
    """Returns the segments where systems, or metrics, differ most.

    Segments whose hypotheses are equal are never listed, nor those whose scores do not differ. Lower scores
    of a metric such as TER are better. Among equal differences the first segments come first.

    Args:
        texts: the systems, references and given segment scores.
        order: by what to sort: "difference" of two systems' scores; "spread", the standard deviation of all
            systems' scores; "metrics", how differently two metrics, of which one may be human scores, rank
            the hypotheses of all systems: the difference of their rank shares, 0 the worst and 1 the best.
        metrics: metrics, their names, or names of scores in `texts`. The first sorts, for "metrics" the first
            two; all are shown.
        systems: for "difference" two; by default the first two. For "spread" and "metrics" by default all.
        n_examples: how many are listed, of each direction.
        document: only segments of this document.
        threads: how many to use; by default one per core, or `PARBLEU_THREADS`.

    Raises:
        OptionError: there is no such order, or it needs more systems or metrics.
        UnknownNameError: there is no such system or document.
    """
    if order not in ORDERS:
        raise UnknownNameError("order of examples", str(order), list(ORDERS))
    if n_examples < 1:
        raise OptionError(f"n_examples is at least 1, not {n_examples}")
    measured = segment_values(texts, metrics, threads=threads)
    if order == "metrics" and len(measured) < 2:
        raise OptionError("two metrics are compared; name two, such as chrf and the name of human scores")
    chosen = _systems(texts, order, systems)
    inside = _inside(texts, document)
    examples = []
    for better, sign, gain in _gains(texts, order, measured, chosen):
        for index in _highest(np.where(inside[:, None], sign * gain, 0.0).ravel(), n_examples):
            segment, column = divmod(index, gain.shape[1])
            named = (chosen[column],) if order == "metrics" else tuple(chosen)
            examples.append(Example(segment, float(gain[segment, column]), better, named))
    segments = tuple(sorted({example.segment for example in examples}))
    return Examples(
        order, texts, measured, tuple(examples), segments, *_scripts(texts, order, chosen, segments, threads)
    )


def _systems(texts: ComparedTexts, order: Order, systems: Sequence[str] | None) -> list[str]:
    needed = 1 if order == "metrics" else 2
    if systems is None:
        names = list(texts.systems)
        systems = names[:2] if order == "difference" else names
    if (
        len(set(systems)) != len(systems)
        or len(systems) < needed
        or (order == "difference" and len(systems) > 2)
    ):
        wanted = "two systems" if order == "difference" else f"at least {needed} systems"
        other = "name another output (-i A B, systems=)" if len(systems) < needed else "name them (--systems)"
        raise OptionError(
            f"examples by {order} are of {wanted}, not of {', '.join(systems)}: {other}"
            + (
                ", or sort by two metrics, for which one is enough (--by metrics)"
                if len(systems) == 1
                else ""
            )
        )
    for system in systems:
        texts.place(system)
    return list(systems)


def _inside(texts: ComparedTexts, document: str | None) -> NDArray[np.bool_]:
    if document is None:
        return np.ones(len(texts), bool)
    labels = texts.label(DOCUMENT)
    if document not in labels:
        raise UnknownNameError("document", document, list(dict.fromkeys(filter(None, labels))))
    return np.array([label == document for label in labels])


def _gains(
    texts: ComparedTexts, order: Order, metrics: Sequence[SegmentValues], systems: list[str]
) -> list[tuple[str, int, NDArray[np.float64]]]:
    """Returns the values of examples, (N, columns), beside who is better where they are of a sign.

    By "metrics" there is a column for each system, else there is one.
    """
    rows = [texts.place(system) for system in systems]
    if order == "metrics":
        one, other = (metric.goodness[rows] for metric in metrics[:2])
        known = ~(np.isnan(one) | np.isnan(other))
        gain = np.zeros(one.shape)
        gain[known] = rank_shares(other[known]) - rank_shares(one[known])
        return [(metrics[0].name, -1, gain.T), (metrics[1].name, 1, gain.T)]
    streams = [texts.systems[system] for system in systems]
    differ = np.array([len({stream[segment] for stream in streams}) > 1 for segment in range(len(texts))])
    if order == "spread":
        return [("", 1, np.where(differ, metrics[0].values[rows].std(axis=0), 0.0)[:, None])]
    left, right = metrics[0].goodness[rows]
    gain = np.where(differ, right - left, 0.0)[:, None]
    return [(systems[0], -1, gain), (systems[1], 1, gain)]


def _highest(values: NDArray[np.float64], count: int) -> list[int]:
    """Returns the places of the highest values above 0, of equal ones the first before others."""
    places = np.flatnonzero(values > 0)
    highest: list[int] = places[np.argsort(-values[places], kind="stable")][:count].tolist()
    return highest


def rank_shares(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns the rank of each value among all, from 0 for the lowest to 1; equal ones share the mean."""
    if len(values) < 2:
        return np.zeros(len(values))
    return (average_ranks(values) - 1) / (len(values) - 1)


def _scripts(
    texts: ComparedTexts, order: Order, systems: list[str], segments: tuple[int, ...], threads: int | None
) -> tuple[Mapping[str, EditScripts], EditScripts | None]:
    if not segments:
        return MappingProxyType({}), None
    part = texts.part(segments)
    scripts = {system: reference_edits(part, system, threads=threads) for system in systems}
    between = system_edits(part, systems[0], systems[1], threads=threads) if order == "difference" else None
    return MappingProxyType(scripts), between


@dataclass(frozen=True)
class DocumentDifference:
    """A document, and the mean segment scores of two systems in it.

    Attributes:
        document: its name.
        segments: its segments that both have scores of, counted from 0.
        left: the first system's mean; `right`: the second's.
    """

    document: str
    segments: tuple[int, ...]
    left: float
    right: float


@dataclass(frozen=True)
class DocumentDifferences(Result):
    """The documents in which two systems differ, the greatest difference first.

    Attributes:
        systems: the two.
        metric: the name of the metric.
        higher_is_better: False for error rates.
        documents: the differences.
    """

    systems: tuple[str, str]
    metric: str
    higher_is_better: bool
    documents: tuple[DocumentDifference, ...]

    def tables(self) -> tuple[Table, ...]:
        """Returns a row for each document. Segments are counted from 1."""
        better = "higher" if self.higher_is_better else "lower"
        columns = (
            *(Column("document"), Column("n_segments", "segments", int)),
            *(Column(system, system, float, group=self.metric, better=better) for system in self.systems),
            *(Column("difference", kind=float, signed=True), Column("segments", people=False)),
        )
        rows = [
            (
                *(document.document, len(document.segments)),
                *(document.left, document.right, document.right - document.left),
                " ".join(str(segment + 1) for segment in document.segments),
            )
            for document in self.documents
        ]
        notes = ["Means of segment scores; the difference is the second system's less the first's."]
        return (Table("documents", columns, rows, notes=notes),)


def document_differences(
    texts: ComparedTexts,
    metrics: MetricsLike | None = None,
    *,
    systems: Sequence[str] | None = None,
    n_examples: int | None = None,
    threads: int | None = None,
) -> DocumentDifferences:
    """Returns the documents in which two systems' mean segment scores differ most.

    Args:
        texts: the systems, references and given segment scores, with the label "document".
        metrics: metrics, their names, or names of scores in `texts`; the first is used.
        systems: two; by default the first two.
        n_examples: how many documents are listed; None for all.
        threads: how many to use; by default one per core, or `PARBLEU_THREADS`.

    Raises:
        UnknownNameError: there is no such system, or the documents are not known.
        OptionError: there are not two systems.
        InputShapeError: no segment has a document.
    """
    left, right = _systems(texts, "difference", systems)
    metric = segment_values(texts, metrics, threads=threads)[0]
    labels = texts.label(DOCUMENT)
    one, other = metric.values[texts.place(left)], metric.values[texts.place(right)]
    groups: dict[str, list[int]] = {}
    for segment, label in enumerate(labels):
        if label is not None and not np.isnan(one[segment] + other[segment]):
            groups.setdefault(label, []).append(segment)
    if not groups:
        raise InputShapeError("no segment has a document: examples of documents need labels of documents")
    differences = [
        DocumentDifference(name, tuple(places), float(one[places].mean()), float(other[places].mean()))
        for name, places in groups.items()
    ]
    differences.sort(key=lambda difference: -abs(difference.right - difference.left))
    return DocumentDifferences(
        (left, right), metric.name, metric.higher_is_better, tuple(differences[:n_examples])
    )


def _score_column(metric: SegmentValues, name: str, title: str) -> Column:
    better = "higher" if metric.higher_is_better else "lower"
    return Column(name, title, float, group=metric.name, decimals=metric.decimals, better=better)
