"""Writes tables in Typst, with all text in string literals, which Typst does not parse as markup."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parbleu.tables._display import Display, Options, ShownCell, displays, hanging_signs, heat_level
from parbleu.tables._table import Column, Table
from parbleu.tables._visible import visible

ESCAPES = str.maketrans({"\\": r"\\", '"': r"\""})

# Scales a table down where it is wider than its column of the page.
FITTED = """  let needed = measure(body).width
  if needed > size.width { scale(size.width / needed * 100%, reflow: true, body) } else { body }
"""


def write(tables: Sequence[Table], options: Options) -> Iterator[str]:
    """Yields a `table` for each table, within a `figure` with a caption if the table has a title.

    What has a caption is scaled down where it is wider than its column of the page.
    """
    yield from (f"// Warning: {visible(line)}\n" for line in options.warnings)
    for number, display in enumerate(displays(tables, options)):
        if number:
            yield "\n"
        yield "#figure(layout(size => {\n  let body = table(\n" if display.title else "#table(\n"
        yield from _arguments(display)
        if display.title:
            # A figure that floats can span both columns of a page.
            wide = '  scope: "parent",\n  placement: auto,\n' if options.full_width else ""
            yield f"  )\n{FITTED}}}),\n{wide}  kind: table,\n  caption: {_caption(display)},\n"
        label = f" <{options.label}>" if options.label and display.title and not number else ""
        yield f"){label}\n"
        yield from _below(display)


def literal(text: str) -> str:
    """Returns a string literal that holds a line of text."""
    return f'"{text.translate(ESCAPES)}"'


def _caption(display: Display) -> str:
    """Returns the title as a string literal or, with citations, as markup of literals and citations."""
    *cited, last = display.cited_title
    if not cited:
        return literal(last)
    pairs = zip(cited[::2], cited[1::2], strict=True)
    marked = (f"#{literal(text)} {' '.join(f'@{key}' for key in keys.split(','))}" for text, keys in pairs)
    return f"[{''.join(marked)}#{literal(last)}]"


def _arguments(display: Display) -> Iterator[str]:
    yield f"  columns: {len(display.columns)},\n"
    yield f"  align: ({', '.join(column.align for column in display.columns)},),\n"
    yield "  stroke: none,\n  table.header(\n    table.hline(),\n"
    if any(title for title, _ in display.groups):
        cells, start, rules = [], 0, []
        for title, span in display.groups:
            wide = f"table.cell(colspan: {span}, align: center, {literal(title)})"
            cells.append(wide if span > 1 else literal(title))
            if title:
                rules.append(f"    table.hline(start: {start}, end: {start + span}, stroke: 0.5pt),\n")
            start += span
        yield f"    {', '.join(cells)},\n{''.join(rules)}"
    yield f"    {', '.join(map(literal, display.headings))},\n"
    yield "    table.hline(stroke: 0.5pt),\n  ),\n"
    for row in display.rows(minus="−"):
        cells = [_cell(cell, column) for cell, column in zip(row, display.columns, strict=True)]
        yield f"  {', '.join(cells)},\n"
    yield "  table.hline(),\n"


def _cell(cell: ShownCell, column: Column) -> str:
    """Returns a cell; the signs of a number take no room, so that digits stand below digits."""
    value, tail, marks = cell
    inside, signs = hanging_signs(tail, column)
    text = literal(value + inside)
    text = f"[#{text}#box(width: 0pt, align(left, {literal(signs)}))]" if signs else text
    text = f"text(fill: gray, {text})" if "weak" in marks else text
    text = f"strong({text})" if "best" in marks else text
    level = heat_level(marks)
    return f"table.cell(fill: blue.lighten({100 - 7 * level}%), {text})" if level else text


def _below(display: Display) -> Iterator[str]:
    lines = [*display.notes_with_bold(), *(f"{name}: {value}" for name, value in display.facts)]
    for line in lines:
        yield f"#block(text(size: 0.8em, {literal(line)}))\n"
