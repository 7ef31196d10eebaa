"""Prints tables as MT Metrics Eval and the WMT metrics tasks do: text, tab-separated, LaTeX."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parbleu.errors import OptionError
from parbleu.evalset._metric_names import display_base
from parbleu.meta._task_names import OUR_WORDS

Cell = tuple[float, int] | None
Column = Mapping[str, tuple[float, int]]

FORMATS = ("text", "tsv", "latex")
CHOICES = ("listed", "intersection", "union")


def ranking_text(
    corr_ranks: Mapping[str, Sequence[Any]],
    matrix: NDArray[np.float64] | Sequence[Sequence[float]],
    alpha: float = 0.05,
    probs: bool = False,
) -> str:
    """Returns a line for each metric, as MT Metrics Eval prints them.

    After name, rank and correlation comes a row of the matrix: `>` for a metric that is significantly worse
    (p < `alpha`), `=` for another one, dots before.

    Args:
        corr_ranks: metric -> correlation and rank, the best first.
        matrix: p-values; above the diagonal they count.
        alpha: which are significant.
        probs: whether to print the p-values instead.
    """
    width = max(map(len, corr_ranks), default=0)
    lines = []
    for metric, (name, (corr, rank)) in enumerate(corr_ranks.items()):
        beaten = list(matrix[metric][metric + 1 :])
        if probs:
            cells = ["  .  "] * (metric + 1)
            cells.append(" ".join(f"{value:5.3f}" for value in beaten))
        else:
            cells = ["."] * (metric + 1)
            cells.append(" ".join(">" if value < alpha else "=" for value in beaten))
        lines.append(f"{name:<{width}} {rank:>2} {corr:10.7f}  {' '.join(cells)}\n")
    return "".join(lines)


def metrics_table(
    metrics: Sequence[str],
    columns: Iterable[Mapping[str, Sequence[Any]]],
    headers: Sequence[Sequence[str]] | None = (),
    *,
    fmt: str = "text",
    which: str = "listed",
    rerank: Sequence[bool] | None = None,
    baselines: Collection[str] = (),
) -> str:
    """Renders a table with a line for each metric.

    Args:
        metrics: display names, in the order of the lines.
        columns: for each one metric -> (correlation, rank).
        headers: lines above, each with a cell for the metrics and one for every column.
        fmt: one of `FORMATS`.
        which: metrics that are "listed", those of them that are in every column ("intersection"), or those
            and all others of the columns ("union").
        rerank: for each column whether its metrics get the ranks 1, 2, 3, ... of their correlations.
        baselines: base names of baselines, which are marked by `_` or a line.

    Returns:
        The lines, each with its end.

    Raises:
        OptionError: there is no such format or choice; a header or `rerank` has another number of columns.
    """
    if fmt not in FORMATS or which not in CHOICES:
        raise OptionError(
            f"a table's fmt is one of {', '.join(FORMATS)}, and which one of {', '.join(CHOICES)}, "
            f"not {fmt!r} and {which!r}"
        )
    given: list[Column] = [{name: (cell[0], cell[1]) for name, cell in column.items()} for column in columns]
    again = [False] * len(given) if rerank is None else list(rerank)
    if len(again) != len(given) or any(len(header) != len(given) + 1 for header in headers or ()):
        raise OptionError(f"headers and rerank must suit the {len(given)} columns of the table")
    names = _chosen(metrics, given, which)
    ranked = [_ranked(column, names) if anew else column for column, anew in zip(given, again, strict=True)]
    cells = [[column.get(name) for column in ranked] for name in names]
    render = {"text": _text, "tsv": _tsv, "latex": _latex}[fmt]
    return render(_Grid(names, cells, headers or (), again, baselines))


def tasks_table(
    results: Iterable[Any],
    metrics: Sequence[str] | None = None,
    first: Mapping[str, Any] | None = None,
    first_header: str = "",
    *,
    task_indices: Sequence[int] | None = None,
    attr_list: Sequence[str] | None = (),
    nicknames: Mapping[str, str] | None = None,
    **options: Any,
) -> str:
    """Renders a table with a line for each metric and a column for each task; see `TaskSetResults.Table`.

    Args:
        results: the results of the tasks, as `tasks.TaskResults`.
        metrics: in the order of the lines; by default as the first column, or the first task, has them.
        first: a column before those of the tasks: metric -> a number, or (number, rank). Numbers without
            ranks are ranked, equal ones by name.
        first_header: what stands above it.
        task_indices: the tasks, counted from 1; by default all.
        attr_list: attributes whose values stand above the tasks.
        nicknames: value -> what stands for it.
        options: further keyword arguments of `metrics_table`.

    Raises:
        OptionError: there is no such attribute, format or choice; or a header or `rerank` has another number
            of columns.
    """
    every = list(results)
    indices = list(task_indices or range(1, len(every) + 1))
    shown = [every[index - 1] for index in indices]
    columns = [result.corr_ranks for result in shown]
    before = [] if first is None else [_with_ranks(first)]
    check_attributes(attr_list or ())
    names = nicknames or {}
    headers = [
        [
            f"{attr}:",
            *[""] * len(before),
            *(names.get(result.attr_vals[attr], result.attr_vals[attr]) for result in shown),
        ]
        for attr in attr_list or ()
    ]
    headers.append(["metric", *[first_header] * len(before), *(f"task{index}" for index in indices)])
    listed = metrics if metrics is not None else list([*before, *columns][0])
    return metrics_table(listed, [*before, *columns], headers, **options)


def check_attributes(words: Iterable[str]) -> None:
    """Checks that tasks have these attributes."""
    if unknown := [word for word in words if word not in OUR_WORDS]:
        raise OptionError(f"tasks have the attributes {', '.join(OUR_WORDS)}, not {unknown[0]!r}")


def _with_ranks(column: Mapping[str, Any]) -> dict[str, tuple[float, int]]:
    if all(isinstance(value, (tuple, list)) for value in column.values()):
        return {name: (value, rank) for name, (value, rank) in column.items()}
    numbers = {name: float(value) for name, value in column.items()}
    ordered = sorted(numbers, key=lambda name: (-numbers[name], name))
    ranks = {name: rank for rank, name in enumerate(ordered, 1)}
    return {name: (value, ranks[name]) for name, value in numbers.items()}


def _chosen(metrics: Sequence[str], columns: Sequence[Column], which: str) -> list[str]:
    if which == "intersection":
        return [name for name in metrics if all(name in column for column in columns)]
    if which == "union":
        others = {name for column in columns for name in column}.difference(metrics)
        return [*metrics, *sorted(others)]
    return list(metrics)


def _ranked(column: Column, names: Sequence[str]) -> Column:
    shown = sorted((name for name in column if name in names), key=lambda name: -column[name][0])
    return {name: (column[name][0], rank) for rank, name in enumerate(shown, 1)}


@dataclass(frozen=True)
class _Grid:
    """What all formats print: the name of each line, its cells, headers, and which columns have new ranks."""

    names: Sequence[str]
    cells: Sequence[Sequence[Cell]]
    headers: Sequence[Sequence[str]]
    again: Sequence[bool]
    baselines: Collection[str]


def _marked(name: str, baselines: Collection[str]) -> str:
    """Returns how text calls a metric."""
    return f"_{name.removeprefix('*')}" if display_base(name) in baselines else name


def _text(grid: _Grid) -> str:
    def shown(cell: Cell, anew: bool) -> str:
        if cell is None:
            return "--"
        return f"{cell[0]:6.3f} ({cell[1]})" if anew else f"{cell[1]}{cell[0]:6.3f}"

    rows = [
        [
            _marked(name, grid.baselines),
            *(shown(cell, anew) for cell, anew in zip(row, grid.again, strict=True)),
        ]
        for name, row in zip(grid.names, grid.cells, strict=True)
    ]
    widths = [max(map(len, column)) for column in zip(*grid.headers, *rows, strict=True)]
    sides: list[Callable[[str, int], str]] = [
        str.ljust,
        *(str.ljust if anew else str.rjust for anew in grid.again),
    ]
    lines = [*grid.headers, ["-" * width for width in widths], *rows] if grid.headers else rows
    return "".join(
        "  ".join(side(cell, width) for cell, width, side in zip(line, widths, sides, strict=True)) + "\n"
        for line in lines
    )


def _tsv(grid: _Grid) -> str:
    lines = ["\t".join([header[0], "\t\t".join(header[1:])]) for header in grid.headers]
    for name, row in zip(grid.names, grid.cells, strict=True):
        shown = ["--\t--" if cell is None else f"{cell[1]}\t{cell[0]:f}" for cell in row]
        lines.append("\t".join([_marked(name, grid.baselines), *shown]))
    return "".join(f"{line}\n" for line in lines)


def _latex(grid: _Grid) -> str:
    lines = [f"\\begin{{tabular}}{{l{'|rr' * len(grid.again)}}}", "\\toprule"]
    for header in grid.headers:
        spans = [f"\\multicolumn{{2}}{{|l}}{{{_escaped(cell)}}}" for cell in header[1:]]
        lines.append(" & ".join([_escaped(header[0]), *spans]) + " \\\\")
    if grid.headers:
        lines.append("\\midrule")
    for name, row in zip(grid.names, grid.cells, strict=True):
        shown = [_latex_cell(cell, anew) for cell, anew in zip(row, grid.again, strict=True)]
        lines.append(" & ".join([_latex_name(name, grid.baselines), *shown]) + " \\\\")
    return "".join(f"{line}\n" for line in [*lines, "\\bottomrule", "\\end{tabular}"])


def _latex_cell(cell: Cell, anew: bool) -> str:
    if cell is None:
        return "-- & --"
    corr, rank = cell
    parts = [f"{corr:.3f}", f"({rank})"] if anew else [str(rank), f"{corr:.3f}"]
    return " & ".join(f"\\textbf{{{part}}}" if rank == 1 else part for part in parts)


def _latex_name(name: str, baselines: Collection[str]) -> str:
    base = display_base(name)
    shown = _escaped(base)
    if base in baselines:
        shown = f"\\underline{{{shown}}}"
    elif name.startswith("*"):
        shown = f"\\textit{{{shown}}}"
    return f"{shown}*" if name.endswith("[noref]") else shown


def _escaped(text: str) -> str:
    return text.replace("_", "\\_")
