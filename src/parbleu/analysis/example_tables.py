"""Makes tables of examples: their scores, and their texts with the edits marked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from parbleu.analysis.analysis_input import DOCUMENT
from parbleu.analysis.text_edits import marked
from parbleu.tables import Column, Table

if TYPE_CHECKING:
    from parbleu.analysis.examples import DocumentDifferences, Example, Examples
    from parbleu.analysis.metric_values import SegmentValues

MARKS = "[-...-] is in the reference alone, {+...+} in the hypothesis alone."


def _score_column(metric: SegmentValues, name: str, title: str) -> Column:
    better = "higher" if metric.higher_is_better else "lower"
    return Column(name, title, float, group=metric.name, decimals=metric.decimals, better=better)


def example_table(found: Examples) -> Table:
    """Returns a row for each example: its segment, how much it differs, and its scores."""
    documents = found.texts.labels.get(DOCUMENT)
    columns = [Column("example", kind=int), Column("segment", kind=int)]
    columns += [Column("document")] if documents else []
    columns += _columns(found)
    rows = []
    for number, example in enumerate(found.examples, 1):
        row: list[object] = [number, example.segment + 1]
        row += [documents[example.segment]] if documents else []
        rows.append(row + _cells(found, example))
    facts = {**found.texts.facts(), "order": found.order, "metrics": ", ".join(m.name for m in found.metrics)}
    return Table("examples", columns, rows, facts=facts)


def _columns(found: Examples) -> list[Column]:
    first = found.metrics[0]
    if found.order == "spread":
        return [
            Column("spread", kind=float, decimals=first.decimals),
            *(_score_column(first, "lowest", "lowest"), Column("lowest_system")),
            *(_score_column(first, "highest", "highest"), Column("highest_system")),
        ]
    if found.order == "metrics":
        return [
            *(Column("system"), Column("better")),
            Column("difference", "rank difference", float, decimals=3, signed=True),
            *(_score_column(metric, metric.name, "score") for metric in found.metrics),
        ]
    columns = [Column("better"), Column("difference", kind=float, decimals=first.decimals, signed=True)]
    for metric in found.metrics:
        columns += [_score_column(metric, f"{metric.name}_{system}", system) for system in _pair(found) or ()]
    return columns


def _pair(found: Examples) -> tuple[str, ...] | None:
    return tuple(found.reference_scripts) if found.order == "difference" else None


def _cells(found: Examples, example: Example) -> list[object]:
    scores = [metric.values[:, example.segment] for metric in found.metrics]
    places = [found.texts.place(system) for system in example.systems]
    if found.order == "spread":
        inside = scores[0][places]
        low, high = int(np.nanargmin(inside)), int(np.nanargmax(inside))
        ends = (inside[low], example.systems[low], inside[high], example.systems[high])
        return [example.value, *ends]
    if found.order == "metrics":
        return [example.systems[0], example.better, example.value, *(row[places[0]] for row in scores)]
    return [example.better, example.value, *(row[place] for row in scores for place in places)]


def text_table(found: Examples) -> Table:
    """Returns a row for each text of each example; hypotheses with their edits marked, for people."""
    columns = (
        *(Column("example", kind=int), Column("segment", kind=int), Column("text_of", "text of")),
        *(Column("score", found.metrics[0].name, float, decimals=found.metrics[0].decimals),),
        *(Column("text", people=False), Column("marked_text", "text"), Column("edits", kind=int)),
    )
    rows = [
        (number, example.segment + 1, *row)
        for number, example in enumerate(found.examples, 1)
        for row in _texts(found, example)
    ]
    return Table("texts", columns, rows, notes=[MARKS])


def _texts(found: Examples, example: Example) -> Iterator[tuple[object, ...]]:
    texts, segment = found.texts, example.segment
    if texts.source is not None:
        yield "source", None, texts.source[segment], texts.source[segment], None
    place = found.segments.index(segment)
    used = {int(found.reference_scripts[system].chosen[place]) for system in example.systems}
    for number in sorted(used - {-1}):
        reference = texts.references[number][segment]
        yield texts.reference_names[number], None, reference, reference, None
    for system in example.systems:
        scripts = found.reference_scripts[system]
        hypothesis = texts.systems[system][segment] or ""
        reference = texts.references[scripts.chosen[place]][segment] or ""
        score = found.metrics[0].values[texts.place(system), segment]
        shown = marked(reference, hypothesis, scripts[place])
        yield system, score, hypothesis, shown, int(scripts.edits[place])


def document_table(found: DocumentDifferences) -> Table:
    """Returns a row for each document."""
    better = "higher" if found.higher_is_better else "lower"
    columns = (
        *(Column("document"), Column("n_segments", "segments", int)),
        *(Column(system, system, float, group=found.metric, better=better) for system in found.systems),
        *(Column("difference", kind=float, signed=True), Column("segments", people=False)),
    )
    rows = [
        (
            *(each.document, len(each.segments), each.left, each.right, each.right - each.left),
            " ".join(str(segment + 1) for segment in each.segments),
        )
        for each in found.documents
    ]
    notes = ["Means of segment scores; the difference is the second system's less the first's."]
    return Table("documents", columns, rows, notes=notes)
