"""A comparison as a table in Markdown, as GitHub reads it."""

from __future__ import annotations

from parbleu.comparison.layout import notes, pair_table, score_table, signatures

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.comparison.layout import Cell, Table
    from parbleu.comparison.result import Comparison

# What has a meaning in Markdown, or in the HTML that it may hold. A line end would end the row.
ESCAPES = {ord(character): f"\\{character}" for character in "\\`*_[]<>|#&~$"} | {10: " ", 13: " "}


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
    blocks = [_table(score_table(comparison, width, sort))]
    if pairs and comparison.test:
        blocks.append(_table(pair_table(comparison, width)))
    lines = [f"- {escape(note)}" for note in notes(comparison)]
    lines += [f"- {escape(name)}: `{signature}`" for name, signature in signatures(comparison)]
    blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def escape(text: str) -> str:
    """Returns text that Markdown shows as it is, within one line."""
    return text.translate(ESCAPES)


def _table(table: Table) -> str:
    titles, rules = [], []
    for group in table.groups:
        titles += [escape(title or group.title) for title in group.columns]
        rules += ["---:" if group.numeric else "---"] * len(group.columns)
    lines = [titles, rules, *([_cell(cell) for cell in row] for row in table.rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(cell: Cell) -> str:
    text = escape(cell.text)
    return f"**{text}**" if cell.best else text
