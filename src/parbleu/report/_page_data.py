"""Converts a report to the JSON that its page reads."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

import numpy as np

from parbleu.analysis._analysis_input import ComparedTexts
from parbleu.human._average_scores import UNNAMED_RATER
from parbleu.human._judgement import Error
from parbleu.human._scoring_scheme import Scheme
from parbleu.report._report_contents import Contents, Section
from parbleu.tables import Table, render

BLOCK_TEXTS = 2000
"""How many hypotheses the page unpacks at a time."""
OF_COLUMNS = ("name", "title", "kind", "group", "better", "people", "decimals", "signed")
"""What the page knows of the columns of tables."""
PAPERS = ("latex", "typst")
RATINGS = "ratings"
"""The metric that ratings are in the page."""
SCORES = "scores"
"""The table of systems and metrics."""


def page_data(report: Contents) -> dict[str, Any]:
    """Returns everything that the page's script needs, as JSON objects, lists, strings and numbers.

    Segments are named by their places in the lists; `numbers` has their numbers in the test set.
    """
    texts = report.texts
    systems = list(report.comparison.systems)
    numbers = report.numbers
    places = {number: index for index, number in enumerate(numbers)}
    return {
        "systems": systems,
        "leaders": report.comparison.order(report.comparison.metrics[0].name)[:3],
        "alpha": report.comparison.alpha,
        "numbers": [number + 1 for number in numbers],
        "sources": [] if texts.source is None else ["source"],
        "references": list(texts.reference_names),
        "blockSize": _block_size(texts),
        "labels": [
            _label(name, [values[number] for number in numbers]) for name, values in texts.labels.items()
        ],
        "metrics": [
            {
                "name": column.name,
                "higherIsBetter": column.higher_is_better,
                "decimals": column.decimals,
                "wins": _wins([column.scores[system] for system in systems], column.higher_is_better),
                "scores": [
                    [_shortened(column.scores[system][number]) for number in numbers] for system in systems
                ],
            }
            for column in report.columns
        ],
        **_tables(report, report.sections),
        "behind": _behind(report.sections, numbers, len(texts)),
        "ratings": _ratings(report, places),
    }


def choices(data: dict[str, Any]) -> dict[str, Any]:
    """Returns what the controls of the page offer: systems, metrics, labels, and properties of errors."""
    ratings, names = data["ratings"], [metric["name"] for metric in data["metrics"]]
    errors = [error for row in ratings["rows"] for error in row[4] or ()] if ratings else []
    return {
        "systems": data["systems"],
        "metrics": names + ([RATINGS] if ratings else []),
        "columns": [(name, f"all of {name}") for name in names],
        "labels": data["labels"],
        "ratings": ratings,
        "errors": {
            name: sorted({error[field] for error in errors} - {""})
            for name, field in (("severity", 2), ("category", 3))
        },
    }


def text_blocks(report: Contents) -> Iterator[list[Any]]:
    """Yields the texts of the page's segments in blocks: for each segment sources, references and hypotheses.

    What stands beside each other is alike, which halves the size of what gzip makes of it; and the page shows
    some segments before it unpacks the others.
    """
    texts, numbers = report.texts, report.numbers
    sides = (
        [] if texts.source is None else [texts.source],
        texts.references,
        [texts.systems[system] for system in report.comparison.systems],
    )
    size = _block_size(texts)
    for begin in range(0, len(numbers), size):
        block = numbers[begin : begin + size]
        yield [[[stream[number] for stream in side] for side in sides] for number in block]


def pair_blocks(report: Contents, drawn: Callable[[Section], str]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yields for each system the tables of its pairs with later ones, for the page to choose from.

    Each block has the same things of all pairs beside each other, so that gzip makes little of them.
    """
    pairs = {pair: content for section in report.sections for pair, content in section.pairs.items()}
    for first, group in groupby(sorted(pairs), key=itemgetter(0)):
        sections = {second: pairs[first, second] for _, second in group}
        block: dict[str, Any] = {
            "html": {second: drawn(section) for second, section in sections.items()},
            "behind": {
                second: _behind([section], report.numbers, len(report.texts))
                for second, section in sections.items()
            },
        }
        for second, section in sections.items():
            for name, tables in _tables(report, [section]).items():
                block.setdefault(name, {})[second] = tables
            for table in block["tables"][second].values():
                table["rows"] = [[_shortened(value) for value in row] for row in table["rows"]]
        yield first, block


def _tables(report: Contents, sections: Sequence[Section]) -> dict[str, Any]:
    """Returns tables as the page reads them, and as papers print them."""
    tables = {table.name: table for section in sections for table in section.tables}
    printed = tables | ({SCORES: report.comparison.paper_table()} if SCORES in tables else {})
    return {"tables": {name: _table(table) for name, table in tables.items()}} | {
        kind: {name: render(table, kind) for name, table in printed.items()} for kind in PAPERS
    }


def _block_size(texts: ComparedTexts) -> int:
    return max(1, BLOCK_TEXTS // len(texts.systems))


def packed(data: dict[str, Any] | dict[int, Any] | list[Any]) -> str:
    """Returns the data as base64 of gzip of JSON."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    try:
        content = text.encode("utf-8")
    except UnicodeEncodeError:  # lone surrogates, which JSON can only spell out
        content = json.dumps(data, separators=(",", ":"), allow_nan=False).encode("ascii")
    return base64.b64encode(gzip.compress(content, mtime=0)).decode("ascii")


def _label(name: str, values: Sequence[str | None]) -> dict[str, Any]:
    """Returns labels as their distinct names, and for each segment the place of its own; -1 for none."""
    names = list(dict.fromkeys(value for value in values if value is not None))
    places = {value: index for index, value in enumerate(names)}
    return {"name": name, "names": names, "of": [-1 if value is None else places[value] for value in values]}


def _wins(scores: Sequence[Sequence[float | None]], higher_is_better: bool) -> list[list[list[int]]]:
    """Returns for each system and each system before it how many segments the former wins, ties and loses."""
    values = np.array([list(row) for row in scores], np.float64) * (1 if higher_is_better else -1)
    matrices = []
    for number, own in enumerate(values):
        others = values[:number]
        counts = ((own > others).sum(axis=1), (own == others).sum(axis=1), (own < others).sum(axis=1))
        matrices.append(np.transpose(counts).tolist())
    return matrices


def _shortened(value: Any) -> Any:
    """Returns a number with six significant digits, more than the page prints; others as they are."""
    return float(f"{value:.6g}") if isinstance(value, float) else value


def _table(table: Table) -> dict[str, Any]:
    return {
        "columns": [
            {name: getattr(column, name) for name in OF_COLUMNS} | {"kind": column.kind.__name__}
            for column in table.columns
        ],
        "rows": [list(row) for row in table.rows],
        "significant": sorted({row for (row, _), kinds in table.marks.items() if "significant" in kinds}),
    }


def _behind(sections: Sequence[Section], numbers: Sequence[int], n_segments: int) -> dict[str, list[Any]]:
    """Returns for each table the cells with segments: [row, columns, how many, distances]."""
    places = np.full(n_segments, -1)
    places[list(numbers)] = np.arange(len(numbers))
    cells_of_tables: dict[str, dict[Any, list[Any]]] = {}
    for section in sections:
        for (table, row, column), segments in section.behind.items():
            shown = np.unique(places[np.array(segments, np.int64)])
            shown = shown[shown >= 0]
            if len(shown):
                gaps = ",".join(f"{gap:x}" for gap in np.diff(shown, prepend=-1).tolist())
                of_table = cells_of_tables.setdefault(table, {})
                cells = of_table.setdefault((row, gaps), [row, [], len(shown), gaps])
                cells[1].append(column)
    return {table: list(rows.values()) for table, rows in cells_of_tables.items()}


def _ratings(report: Contents, places: dict[int, int]) -> dict[str, Any] | None:
    """Returns all judgements: [system, segment, rater, score, errors, unit], by places in lists.

    A unit is what is judged of each system; the segment is -1 where the page does not show it. Systems that
    the page does not compare follow those that it does.
    """
    if report.scheme is None:
        return None
    systems = {system: index for index, system in enumerate(report.comparison.systems)}
    n_shown = len(systems)
    raters: dict[str, int] = {}
    units: dict[Any, int] = {}
    rows = []
    for judgement in report.judgements:
        system = systems.setdefault(judgement.system or "", len(systems))
        rater = raters.setdefault(judgement.rater or UNNAMED_RATER, len(raters))
        unit = judgement.unit if system >= n_shown or judgement.segment is None else judgement.segment
        shown = -1 if judgement.segment is None else places.get(judgement.segment, -1)
        segment = shown if system < n_shown else -1
        rating = judgement.rating
        errors = None if rating is None else [_error(error, report.scheme) for error in rating.errors]
        rows.append([system, segment, rater, judgement.score, errors, units.setdefault(unit, len(units))])
    return {
        "systems": list(systems),
        "raters": list(raters),
        "kind": report.scheme.kind,
        "scheme": report.scheme.name,
        "weights": dict(report.scheme.weights),
        "rows": rows,
    }


def _error(error: Error, scheme: Scheme) -> list[Any]:
    cost = scheme.cost(error) if scheme.kind in ("patterns", "stored") else None
    return [
        error.start,
        error.end,
        error.severity or "",
        error.category or "",
        int(error.is_source_error),
        cost,
    ]
