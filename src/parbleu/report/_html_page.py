"""Writes a report as one HTML page, whose style, script and data stand in it."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from importlib.resources import files
from itertools import compress
from typing import Any, NamedTuple

from parbleu._base.extras import install_command
from parbleu.errors import MissingDependencyError
from parbleu.report._page_data import choices, packed, page_data, pair_blocks, text_blocks
from parbleu.report._report_contents import Contents, Section
from parbleu.tables import Table, render
from parbleu.tables._display import without_repetition
from parbleu.tables._formats.html import style_sheet

SCRIPTS = (
    "elements.js",
    "unpacking.js",
    "page_state.js",
    "differences.js",
    "error_spans.js",
    "sorted_tables.js",
    "plots.js",
    "segment_list.js",
    "weights.js",
    "main.js",
)
"""In the order in which the page has them."""
MOST_ROWS = 40
"""A table with more rows is folded, as the pairs of 26 systems."""


class PagePart(NamedTuple):
    """A page that an index page leads to: its file, title, and number of segments in words."""

    file: str
    title: str
    about: str


def html_page(report: Contents, parts: Sequence[PagePart] = ()) -> str:
    """Returns the page; the same report gives the same text.

    Args:
        report: what it shows.
        parts: the pages that it leads to.

    Raises:
        MissingDependencyError: Jinja2 is not installed.
    """
    try:
        from jinja2 import Environment, StrictUndefined
        from markupsafe import Markup
    except ImportError:
        raise MissingDependencyError(f"a report needs Jinja2: {install_command('report')}") from None
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    data = page_data(report)
    script = '"use strict";\n' + "".join(_asset(name) for name in SCRIPTS)

    def shown(section: Section) -> list[tuple[Table, Any, bool]]:
        """Returns tables as HTML, and whether they are folded: their notes are not those of others."""
        folds = [len(table.rows) > MOST_ROWS or table.name in section.folded for table in section.tables]
        parts = {
            folded: iter(without_repetition([*compress(section.tables, [fold == folded for fold in folds])]))
            for folded in (False, True)
        }
        tables = [(next(parts[folded]), folded) for folded in folds]
        return [(table, Markup(render(table, "html")), folded) for table, folded in tables]

    return environment.from_string(_asset("page.html.jinja")).render(
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
        shown=shown,
        parts=parts,
    )


def _asset(name: str) -> str:
    return (files("parbleu.report") / "assets" / name).read_text(encoding="utf-8")
