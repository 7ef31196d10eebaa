"""Defines `Report`, the result of `parbleu.report.make_report`, and its HTML page.

The page is one file: style, script and data stand in it.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from itertools import compress
from math import ceil, floor, log10
from os import PathLike, fspath
from pathlib import Path
from typing import Any, NamedTuple

from parbleu._base.extras import imported
from parbleu._base.wording import counted
from parbleu._comparison.comparison_result import SystemScore
from parbleu._io.atomic import replacing
from parbleu.report._page_data import RATINGS, choices, packed, page_data, pair_blocks, text_blocks
from parbleu.report._report_contents import GROUPS, Contents, Section
from parbleu.tables import Table, render
from parbleu.tables._display import without_repetition
from parbleu.tables._formats.html import style_sheet

SCRIPTS = (
    *("elements.js", "unpacking.js", "page_state.js", "differences.js", "error_spans.js", "sorted_tables.js"),
    *("plots.js", "segment_list.js", "weights.js", "main.js"),
)
"""In the order in which the page has them."""
MOST_ROWS = 40
"""A table with more rows is folded, as the pairs of 26 systems."""


class PagePart(NamedTuple):
    """A page that an index page leads to: its file, title, and number of segments in words."""

    file: str
    title: str
    about: str


@dataclass(frozen=True)
class Report(Contents):
    """Everything that one page shows, and the ways to write it."""

    def html(self) -> str:
        """Returns the page, which needs no other file and no network.

        Raises:
            MissingDependencyError: Jinja2 is not installed.
        """
        return html_page(self)

    def write(self, path: str | PathLike[str]) -> None:
        """Writes the page to a file, whole or not at all.

        Args:
            path: the file, which is replaced.

        Raises:
            UnwritableFileError: the file cannot be written.
            MissingDependencyError: Jinja2 is not installed.
        """
        page = self.html().encode("utf-8", "backslashreplace")  # names of files may be no UTF-8
        with replacing(path) as file:
            file.write(page)

    def write_split(self, path: str | PathLike[str], label: str) -> tuple[str, ...]:
        """Writes a page of segments for each value of a label, and an index page with all tables.

        Args:
            path: the index page, such as "report.html"; the others are called "report-1.html" and so on.
            label: "document", "domain" or another label of the texts.

        Returns:
            the files, the index last: while it is missing, not all others are there.

        Raises:
            UnknownNameError: the segments have no such label.
            UnwritableFileError: a file cannot be written.
            MissingDependencyError: Jinja2 is not installed.
        """
        groups: dict[str, list[int]] = {}
        for segment, value in enumerate(self.texts.label(label)):
            groups.setdefault(value or f"no {label}", []).append(segment)
        begin, point, end = fspath(path).rpartition(".")
        files, parts = [], []
        for number, (value, segments) in enumerate(groups.items(), 1):
            file = f"{begin}-{number}{point}{end}" if point else f"{end}-{number}"
            page = replace(
                self,
                title=f"{self.title}: {label} {value}",
                shown_segments=tuple(segments),
                selection=f"The page shows the segments of {label} {value}; all tables are of all segments.",
            )
            page.write(file)
            files.append(file)
            parts.append(PagePart(Path(file).name, f"{label} {value}", counted(len(segments), "segment")))
        index = replace(self, shown_segments=(), selection="Each of these pages shows some of the segments.")
        text = html_page(index, parts)
        with replacing(path) as out:
            out.write(text.encode("utf-8", "backslashreplace"))
        return (*files, fspath(path))


def page_maker() -> Any:
    """Returns the package that makes pages, Jinja2.

    Raises:
        MissingDependencyError: it is not installed.
    """
    return imported("jinja2", "a report needs Jinja2", "report")


def html_page(report: Contents, parts: Sequence[PagePart] = ()) -> str:
    """Returns the page of a report, with links to its parts; the same report gives the same text.

    Raises:
        MissingDependencyError: Jinja2 is not installed.
    """
    jinja2 = page_maker()
    from markupsafe import Markup

    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    data = page_data(report)
    script = '"use strict";\n' + "".join(_lean(_asset(name)) for name in SCRIPTS)

    def shown(section: Section) -> list[tuple[Table, Any, bool]]:
        """Returns tables as HTML, and whether they are folded.

        Notes that tables share stand under the last of those that are seen together.
        """
        folds = [len(table.rows) > MOST_ROWS or table.name in section.folded for table in section.tables]
        kinds = [
            (fold, section.of_metric.get(table.name))
            for fold, table in zip(folds, section.tables, strict=True)
        ]
        parts = {
            kind: iter(without_repetition([*compress(section.tables, [other == kind for other in kinds])]))
            for kind in set(kinds)
        }
        tables = [(next(parts[kind]), kind[0]) for kind in kinds]
        return [(table, Markup(render(table, "html")), folded) for table, folded in tables]

    page: str = environment.from_string(_asset("page.html.jinja")).render(
        report=report,
        style=Markup(style_sheet() + _asset("page.css")),
        script=Markup(script),
        script_hash=base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii"),
        data=packed(data),
        **choices(data),
        blocks=map(packed, text_blocks(report)),
        packed_pairs=lambda drawn: (
            (first, packed(block))
            for first, block in pair_blocks(report, lambda section: str(drawn(section)))
        ),
        groups=[
            (name, title, sections)
            for name, title in GROUPS.items()
            if (sections := [section for section in report.sections if section.group == name])
        ],
        chart=score_chart(report),
        shown=shown,
        parts=parts,
    )
    return page


class ScoreMark(NamedTuple):
    """The score of a system by a metric, as places on the axis of the metric, in percent of its width.

    Attributes:
        at: the place of the score.
        ends: those of its interval; None without one.
        score: the score in words.
        tint: how dark the band of its cluster is, in percent.
        is_best: whether no system has a better score.
    """

    at: float
    ends: tuple[float, float] | None
    score: str
    tint: int
    is_best: bool


class ScorePanel(NamedTuple):
    """The scores of all systems by one metric.

    Attributes:
        metric: its name, with an arrow in the direction of better scores.
        key: its name.
        ticks: places and labels of the axis.
        marks: one for each row of the chart; None for a system without a score.
    """

    metric: str
    key: str
    ticks: list[tuple[float, str]]
    marks: list[ScoreMark | None]


DARKEST = 24
"""How dark the band of the best cluster is, in percent of the accent colour."""


def score_chart(report: Contents) -> tuple[list[str], list[ScorePanel]]:
    """Returns the systems in order of the first metric, the best first, and a panel for each metric.

    Ratings by people are one more panel, without intervals.
    """
    comparison = report.comparison
    order = comparison.order(comparison.metrics[0].name)
    systems = [comparison.systems[index] for index in order]
    panels = [
        _panel(
            metric.name,
            metric.higher_is_better,
            [metric.scores[index] for index in order],
            metric.decimals,
            metric.best,
        )
        for metric in comparison.metrics
    ]
    rated = next((table for table in report.tables() if table.name == "system_scores"), None)
    if report.scheme is not None and rated is not None:
        values: dict[Any, Any] = dict(zip(rated.column("system"), rated.column("score"), strict=True))
        people = [SystemScore(system, values[system]) if system in values else None for system in systems]
        if any(people):
            panels.append(_panel(RATINGS, True, people, 2, frozenset()))
    return systems, panels


def _panel(
    name: str,
    higher_is_better: bool,
    scores: Sequence[SystemScore | None],
    decimals: int,
    best: Collection[str],
) -> ScorePanel:
    known = [score for score in scores if score is not None]
    ends = [end for score in known for end in (score.score, score.low, score.high) if end is not None]
    low, high = min(ends), max(ends)
    clusters = max(score.cluster or 1 for score in known)

    def at(value: float) -> float:
        return round(5 + 90 * (value - low) / (high - low), 2) if high > low else 50.0

    def mark(score: SystemScore | None) -> ScoreMark | None:
        if score is None:
            return None
        interval = None if score.low is None or score.high is None else (at(score.low), at(score.high))
        below = clusters - (score.cluster or clusters)
        tint = round(DARKEST * below / (clusters - 1)) if clusters > 1 else 0
        return ScoreMark(at(score.score), interval, f"{score.score:.{decimals}f}", tint, score.system in best)

    ticks = [(at(value), text) for value, text in _ticks(low, high)]
    return ScorePanel(f"{name} {'↑' if higher_is_better else '↓'}", name, ticks, [*map(mark, scores)])


def _ticks(low: float, high: float) -> list[tuple[float, str]]:
    """Returns up to four round numbers of a range, with their texts."""
    width = high - low or abs(high) or 1.0
    size = 10.0 ** floor(log10(width))
    step = next(size * times for times in (0.2, 0.5, 1, 2, 5) if width / (size * times) < 4)
    decimals = max(0, -floor(log10(step * 1.001)))
    numbers = range(ceil(low / step), floor(high / step) + 1)
    return [(step * number, f"{step * number:.{decimals}f}") for number in numbers]


def _lean(script: str) -> str:
    """Returns a script without the lines that are comments, and without indentation."""
    return "".join(
        f"{line}\n"
        for line in map(str.strip, script.splitlines())
        if line and not line.startswith(("//", "/*", "* ", "*/"))
    )


def _asset(name: str) -> str:
    return (files("parbleu.report") / "assets" / name).read_text(encoding="utf-8")
