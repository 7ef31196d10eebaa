"""A comparison as a fragment of HTML: for notebooks and pages."""

from __future__ import annotations

from html import escape

from parbleu.comparison.layout import notes, pair_table, score_table, signatures

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.comparison.layout import Cell, Group, Table
    from parbleu.comparison.result import Comparison

RIGHT = ' style="text-align: right"'
LEFT = ' style="text-align: left"'


def render(
    comparison: Comparison, width: int | None = None, pairs: bool = False, sort: str | None = None
) -> str:
    """Returns the table and, under it, notes and signatures.

    Args:
        comparison: what to print.
        width: decimals; None for each metric's own.
        pairs: whether to list the tested pairs, too.
        sort: the metric by which to sort the systems, the best first; None for their own order.
    """
    lines = ['<div class="parbleu-comparison">', *_table(score_table(comparison, width, sort))]
    if pairs and comparison.test:
        lines += _table(pair_table(comparison, width))
    lines += [f"<p>{escape(note)}</p>" for note in notes(comparison)]
    lines += ["<ul>"]
    lines += [
        f"<li>{escape(name)}: <code>{escape(signature)}</code></li>"
        for name, signature in signatures(comparison)
    ]
    return "\n".join([*lines, "</ul>", "</div>"]) + "\n"


def _table(table: Table) -> list[str]:
    nested = any(len(group.columns) > 1 for group in table.groups)
    lines = ["<table>", "<thead>", f"<tr>{''.join(_head(group, nested) for group in table.groups)}</tr>"]
    if nested:
        below = [title for group in table.groups if len(group.columns) > 1 for title in group.columns]
        heads = (f"<th{RIGHT}>{escape(title or 'score')}</th>" for title in below)
        lines.append(f"<tr>{''.join(heads)}</tr>")
    lines += ["</thead>", "<tbody>"]
    styles = [RIGHT if group.numeric else LEFT for group in table.groups for _ in group.columns]
    for row in table.rows:
        cells = (f"<td{style}>{_cell(cell)}</td>" for style, cell in zip(styles, row, strict=True))
        lines.append(f"<tr>{''.join(cells)}</tr>")
    return [*lines, "</tbody>", "</table>"]


def _head(group: Group, nested: bool) -> str:
    if len(group.columns) > 1:
        return f'<th colspan="{len(group.columns)}" style="text-align: center">{escape(group.title)}</th>'
    rows = ' rowspan="2"' if nested else ""
    return f"<th{rows}{RIGHT if group.numeric else LEFT}>{escape(group.title)}</th>"


def _cell(cell: Cell) -> str:
    text = escape(cell.text)
    return f"<strong>{text}</strong>" if cell.best else text
