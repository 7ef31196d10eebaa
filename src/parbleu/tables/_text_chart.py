"""Draws the scores of a table as dots with intervals in lines of text: a part for each column of scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu.tables._display import ARROWS, Options
from parbleu.tables._display_width import aligned, display_width
from parbleu.tables._dot_plot import interval_ends, panel_title, row_labels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parbleu.tables._table import Column, Table

MOST_LINES = 60
LEAST_WIDTH = 20
"""Columns of characters that intervals need."""
UNICODE, ASCII = ("├", "─", "●", "┤"), ("|", "-", "o", "|")
WORDS = {"higher": "higher is better", "lower": "lower is better"}


def text_chart(tables: Sequence[Table], line_length: int, *, is_ascii: bool = False) -> list[str]:
    """Returns lines with a part for each column of the first table whose scores have intervals.

    Args:
        tables: the tables of a result.
        line_length: how many columns of characters there are.
        is_ascii: whether lines have no other characters, as terminals without UTF-8 need.

    Returns:
        No lines if there are no intervals of at least two rows, too many rows, or too little room.
    """
    for table in tables:
        columns = [column for column in table.columns if column.better and interval_ends(table, column)]
        if columns and len(table.rows) > 1:
            break
    else:
        return []
    labels = row_labels(table)
    if is_ascii:
        labels = [label.encode("ascii", "replace").decode() for label in labels]
    room = min(line_length, 100) - max(map(display_width, labels)) - 2
    lines: list[str] = []
    if room < LEAST_WIDTH:
        return lines
    for column in columns:
        part = _part(table, column, labels, room, ASCII if is_ascii else UNICODE)
        if len(lines) + len(part) > MOST_LINES:
            break
        lines += ["", *part] if lines else part
    return lines


def _part(table: Table, column: Column, labels: Sequence[str], room: int, signs: Sequence[str]) -> list[str]:
    """Returns a line with the scale of a column, and one for each row: its label, interval and dot."""
    start, bar, dot, end = signs
    ends = interval_ends(table, column)
    scores = table.column(column.name)
    numbers = [float(score) for score in scores if isinstance(score, (int, float))]
    low = min([*numbers, *(low for low, _ in ends.values())])
    high = max([*numbers, *(high for _, high in ends.values())])
    step = (room - 1) / ((high - low) or 1.0)
    decimals = Options().decimals_of(column)
    left, right = (f"{limit:.{2 if decimals is None else decimals}f}" for limit in (low, high))
    arrow = f"({WORDS[column.better]})" if signs == ASCII else ARROWS[column.better]
    middle = f"{panel_title(column)} {arrow}"
    between = room - display_width(left) - display_width(right)
    name_width = max(map(display_width, labels))
    lines = [f"{' ' * (name_width + 2)}{left}{aligned(middle, between, 'center')}{right}"]
    if between < display_width(middle):
        lines = [middle, f"{' ' * (name_width + 2)}{left}{' ' * between}{right}"]
    for row, (label, score) in enumerate(zip(labels, scores, strict=True)):
        cells = [" "] * room
        if row in ends:
            first, last = (round((limit - low) * step) for limit in ends[row])
            cells[first : last + 1] = bar * (last + 1 - first)
            cells[first], cells[last] = start, end
        if isinstance(score, (int, float)):
            cells[round((score - low) * step)] = dot
        lines.append(f"{aligned(label, name_width, 'left')}  {''.join(cells).rstrip()}".rstrip())
    return lines
