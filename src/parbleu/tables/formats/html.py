"""Tables as a fragment of HTML for pages and notebooks, with captions and scoped headings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from parbleu.tables.display import Display, Options, ShownCell, displays
from parbleu.tables.table import Table


def write(tables: Sequence[Table], options: Options) -> Iterator[str]:
    """Yields one `div` that holds the tables and, below each, its notes and facts."""
    yield '<div class="parbleu-tables">\n'
    for display in displays(tables, options):
        yield "<table>\n"
        if display.title:
            yield f"<caption>{escape(display.title)}</caption>\n"
        yield from _head(display)
        yield "<tbody>\n"
        opening, closing = _tags(display)
        for row in display.rows():
            cells = (
                f"{before}{_cell(cell)}{after}"
                for before, cell, after in zip(opening, row, closing, strict=True)
            )
            yield f"<tr>{''.join(cells)}</tr>\n"
        yield "</tbody>\n</table>\n"
        yield from _below(display)
    yield "</div>\n"


def _head(display: Display) -> Iterator[str]:
    yield "<thead>\n"
    grouped = any(title for title, _ in display.groups)
    first: list[str] = []
    second: list[str] = []
    start = 0
    for title, span in display.groups:
        places = range(start, start + span)
        start += span
        rows = ' rowspan="2"' if grouped and not title else ""
        if title:
            first.append(
                f'<th scope="colgroup" colspan="{span}" style="text-align: center">{escape(title)}</th>'
            )
        for place in places:
            style = f' style="text-align: {display.columns[place].align}"'
            heading = f'<th scope="col"{rows}{style}>{escape(display.headings[place])}</th>'
            (second if title else first).append(heading)
    yield f"<tr>{''.join(first)}</tr>\n"
    if second:
        yield f"<tr>{''.join(second)}</tr>\n"
    yield "</thead>\n"


def _tags(display: Display) -> tuple[list[str], list[str]]:
    """Returns what stands before and after the cells of each column; the first, if of text, heads its row."""
    opening, closing = [], []
    for place, column in enumerate(display.columns):
        text = column.kind is str
        tag = "th" if text and not place else "td"
        head = ' scope="row"' if tag == "th" else ""
        direction = ' dir="auto"' if text else ""
        opening.append(f'<{tag}{head}{direction} style="text-align: {column.align}">')
        closing.append(f"</{tag}>")
    return opening, closing


def _cell(cell: ShownCell) -> str:
    value, tail, marks = cell
    text = escape(value + tail)
    text = f'<span style="opacity: 0.6">{text}</span>' if "weak" in marks else text
    return f"<strong>{text}</strong>" if "best" in marks else text


def _below(display: Display) -> Iterator[str]:
    for note in display.notes:
        yield f"<p>{escape(note)}</p>\n"
    if display.facts:
        yield "<ul>\n"
        for name, value in display.facts:
            yield f"<li>{escape(name)}: <code>{escape(value)}</code></li>\n"
        yield "</ul>\n"
