"""Draws a table as dots with intervals, a panel for each column of scores: a figure, or lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parbleu.errors import TableError
from parbleu.tables._display import ARROWS, Display, Options
from parbleu.tables._display_width import aligned, display_width
from parbleu.tables._figures import new_figure
from parbleu.tables._rendering import tables_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from matplotlib.figure import Figure

    from parbleu.tables._rendering import HasTables
    from parbleu.tables._table import Column, Table

MOST_ROWS = 300
PANELS_IN_A_LINE = 4
LONGEST_LABEL = 32
"""In letters; more are cut out of the middle."""

# Inches: a panel's width, a row's height, what stands above and below the rows, and a letter of a label.
_PANEL, _ROW, _AROUND, _LETTER, _LEGEND = 2.3, 0.21, 0.75, 0.075, 0.3
# Colour-blind people tell blue from vermilion (M. Okabe and K. Ito, "Color Universal Design", 2008); the
# shapes differ, too.
_USUAL, _BEST, _BASELINE = "#0072B2", "#D55E00", "#999999"
_DIRECTIONS = {"higher": "higher is better →", "lower": "← lower is better", "": ""}

MOST_LINES = 60
LEAST_WIDTH = 20
"""Columns of characters that intervals need."""
UNICODE, ASCII = ("├", "─", "●", "┤"), ("|", "-", "o", "|")
WORDS = {"higher": "higher is better", "lower": "lower is better"}


def figure_of(result: HasTables | Table | Sequence[Table]) -> Figure:
    """Returns the figure of a result, or of the first table with scores.

    Raises:
        TableError: there is nothing to draw.
        MissingDependencyError: Matplotlib is not installed.
    """
    if hasattr(result, "plot"):
        figure: Figure = result.plot()
        return figure
    return dot_plot(tables_of(result))


def dot_plot(tables: Sequence[Table]) -> Figure:
    """Returns a figure of the first table with scores: numbers of which higher or lower is better.

    Each of these columns has a panel, and so a scale, of its own. Bars are intervals; diamonds are the best,
    where the table marks them; a dashed line is at the score of the baseline.

    Raises:
        TableError: no table has scores, or it has more than `MOST_ROWS` rows.
        MissingDependencyError: Matplotlib is not installed.
    """
    for table in tables:
        columns = [column for column in table.columns if column.people and column.better]
        columns = [
            column for column in columns if any(cell is not None for cell in table.column(column.name))
        ]
        if columns:
            break
    else:
        names = ", ".join(table.name for table in tables)
        raise TableError(
            f"there are no scores to draw in {names or 'no table'}: pictures compare the rows of a column of "
            "scores, such as those of several systems"
        )
    if len(table.rows) > MOST_ROWS:
        raise TableError(f"{len(table.rows)} rows are too many to draw; at most {MOST_ROWS} can be read")
    labels = row_labels(table)
    lines = -(-len(columns) // PANELS_IN_A_LINE)
    in_a_line = -(-len(columns) // lines)
    width = _LETTER * max(map(display_width, labels)) + _PANEL * in_a_line + 0.3
    has_legend = any(interval_ends(table, column) or _best_rows(table, column) for column in columns)
    height = lines * (_ROW * len(labels) + _AROUND) + (_LEGEND if has_legend else 0)
    with new_figure((width, height)) as figure:
        panels = figure.subplots(lines, in_a_line, sharey=True, squeeze=False).flatten()
        for axes, column in zip(panels, columns, strict=False):
            _draw(axes, table, column)
        for axes in panels[len(columns) :]:
            axes.set_axis_off()
        panels[0].set_yticks(range(len(labels)), labels)
        panels[0].set_ylim(len(labels) - 0.5, -0.5)
        if has_legend:
            _add_legend(figure, panels[: len(columns)])
    return figure


def _draw(axes: Any, table: Table, column: Column) -> None:
    scores = table.column(column.name)
    best, bounds = _best_rows(table, column), interval_ends(table, column)
    for row, (low, high) in bounds.items():
        color = _BEST if row in best else _USUAL
        axes.hlines(
            row, low, high, color=color, linewidth=1.6, label="95 % interval" if color == _USUAL else None
        )
    for label, rows, color, shape in (
        (None, [row for row in range(len(scores)) if row not in best], _USUAL, "o"),
        ("best", sorted(best), _BEST, "D"),
    ):
        shown = [row for row in rows if scores[row] is not None]
        if shown:
            axes.plot([scores[row] for row in shown], shown, shape, color=color, markersize=4.5, label=label)
    baselines = {row for (row, _), marks in table.marks.items() if "baseline" in marks}
    if len(baselines) == 1 and (score := scores[baselines.pop()]) is not None:
        axes.axvline(score, color=_BASELINE, linewidth=0.9, linestyle="--", zorder=0, label="baseline")
    title = panel_title(column)
    axes.set_title(f"{title} ({column.unit})" if column.unit else title, fontsize=10)
    axes.set_xlabel(_DIRECTIONS[column.better], fontsize=8, color="#444444")
    axes.tick_params(axis="x", labelsize=8)
    axes.tick_params(axis="y", labelsize=8, length=0)
    axes.locator_params(axis="x", nbins=5)
    axes.grid(axis="y", color="#E5E5E5", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)


def panel_title(column: Column) -> str:
    """Returns what the scores of a column are: its group where its own heading says no more than "score"."""
    return column.group if column.group and column.title in ("", "score", "corr.") else column.title


def row_labels(table: Table) -> list[str]:
    """Returns what the rows are called: their texts before the first number, shortened, with marks."""
    display = Display(table, Options())
    texts = 0
    while texts < len(display.columns) and display.columns[texts].kind is str:
        texts += 1
    return [
        " · ".join(f"{_short(value)}{tail}" for value, tail, _ in row[: max(texts, 1)])
        for row in display.rows()
    ]


def _short(name: str) -> str:
    """Returns a name without its middle if it is too long, since both ends tell systems apart."""
    if display_width(name) <= LONGEST_LABEL:
        return name
    head, tail = name, name
    while display_width(head) > LONGEST_LABEL // 2:
        head = head[:-1]
    while display_width(tail) >= LONGEST_LABEL // 2:
        tail = tail[1:]
    return f"{head}…{tail}"


def _best_rows(table: Table, column: Column) -> set[int]:
    """Returns the rows with the best scores; none if there is but one row."""
    if len(table.rows) < 2:
        return set()
    return {row for (row, name), marks in table.marks.items() if name == column.name and "best" in marks}


def interval_ends(table: Table, column: Column) -> dict[int, tuple[Any, Any]]:
    """Returns the ends of the interval of each row that has one."""
    if not (column.low and column.high):
        return {}
    ends = zip(table.column(column.low), table.column(column.high), strict=True)
    return {row: pair for row, pair in enumerate(ends) if None not in pair}


def _add_legend(figure: Figure, panels: Iterable[Any]) -> None:
    handles: dict[str, Any] = {}
    for axes in panels:
        for handle, label in zip(*axes.get_legend_handles_labels(), strict=True):
            handles.setdefault(label, handle)
    figure.legend(
        list(handles.values()),
        list(handles),
        loc="outside lower center",
        ncols=len(handles),
        frameon=False,
        fontsize=8,
    )


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
