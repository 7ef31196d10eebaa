"""Writes tables as an HTML fragment for pages and notebooks, or as a page with the style of all our pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from itertools import islice
from pathlib import Path

from parbleu.tables._display import Display, Options, ShownCell, displays, hanging_signs, heat_level
from parbleu.tables._table import Column, Table
from parbleu.tables._visible import visible


def write(tables: Sequence[Table], options: Options) -> Iterator[str]:
    """Yields one `div` of warnings and tables, each above its notes and facts; if asked for, a page of it."""
    if not options.whole_page:
        yield from _fragment(tables, options)
        return
    title = next((visible(table.title) for table in tables if table.title), "parbleu")
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield f"<title>{escape(title)}</title>\n<style>\n{style_sheet()}</style>\n</head>\n<body>\n"
    yield from _fragment(tables, options)
    yield "</body>\n</html>\n"


@cache
def style_sheet() -> str:
    """Returns the style of every page that parbleu writes."""
    return (Path(__file__).parent.parent / "style.css").read_text(encoding="utf-8")


def _fragment(tables: Sequence[Table], options: Options) -> Iterator[str]:
    yield '<div class="parbleu-tables">\n'
    for line in options.warnings:
        yield f'<p class="warning"><strong>Warning:</strong> {escape(visible(line))}</p>\n'
    for display in displays(tables, options):
        yield "<table>\n"
        if display.title:
            yield f"<caption>{escape(display.title)}</caption>\n"
        yield from _head(display)
        yield "<tbody>\n"
        tags = [_tags(column, index) for index, column in enumerate(display.columns)]
        for row in display.rows():
            cells = [
                f"{begin}{_cell(cell, column)}{end}"
                for (begin, end), cell, column in zip(tags, row, display.columns, strict=True)
            ]
            yield f"<tr>{''.join(cells)}</tr>\n"
        yield "</tbody>\n</table>\n"
        yield from _below(display)
    yield "</div>\n"


def _head(display: Display) -> Iterator[str]:
    yield "<thead>\n"
    grouped = any(title for title, _ in display.groups)
    first: list[str] = []
    second: list[str] = []
    headings = zip(display.headings, display.columns, strict=True)
    for title, span in display.groups:
        rows = ' rowspan="2"' if grouped and not title else ""
        if title:
            first.append(
                f'<th scope="colgroup" colspan="{span}" style="text-align: center">{escape(title)}</th>'
            )
        for heading, column in islice(headings, span):
            cell = f'<th scope="col"{rows} style="text-align: {column.align}">{escape(heading)}</th>'
            (second if title else first).append(cell)
    yield f"<tr>{''.join(first)}</tr>\n"
    if second:
        yield f"<tr>{''.join(second)}</tr>\n"
    yield "</thead>\n"


def _tags(column: Column, index: int) -> tuple[str, str]:
    """Returns what stands before and after the cells of a column; the first, if of text, heads its row."""
    text = column.kind is str
    tag, head = ("th", ' scope="row"') if text and not index else ("td", "")
    direction = ' dir="auto"' if text else ""
    return f'<{tag}{head}{direction} style="text-align: {column.align}">', f"</{tag}>"


def _cell(cell: ShownCell, column: Column) -> str:
    """Returns a cell; the signs of a number take no room, so that digits stand below digits."""
    value, tail, marks = cell
    inside, signs = hanging_signs(tail, column)
    text = f"<strong>{escape(value)}</strong>" if "best" in marks else escape(value)
    text += inside and f"<small>{escape(inside)}</small>"
    text += signs and f'<span style="position: absolute">{signs}</span>'
    text = f'<span style="opacity: 0.6">{text}</span>' if "weak" in marks else text
    if level := heat_level(marks):
        text = f'<span style="background: rgb(64 128 224 / {8 * level}%); padding: 0.2em">{text}</span>'
    return text


def _below(display: Display) -> Iterator[str]:
    for note in display.notes_with_bold():
        yield f"<p>{escape(note)}</p>\n"
    if display.facts:
        yield "<ul>\n"
        for name, value in display.facts:
            yield f"<li>{escape(name)}: <code>{escape(value)}</code></li>\n"
        yield "</ul>\n"
