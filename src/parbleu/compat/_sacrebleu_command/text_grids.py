"""Draws tables of text and LaTeX as the package `tabulate` does, which takes longer to load.

sacreBLEU prints with it, in its formats `fancy_grid` and `latex_booktabs`. Tests hold the two to the same
bytes.
"""

from __future__ import annotations

from parbleu.compat._sacrebleu_command.colors import visible_length

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MARGIN = 2
"""A column is at least so much wider than its title."""

ESCAPES = str.maketrans(
    {
        **{character: f"\\{character}" for character in "&%$#_{}"},
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\^{}",
        "<": r"\ensuremath{<}",
        ">": r"\ensuremath{>}",
    }
)


def text_grid(titles: Sequence[str], rows: Sequence[Sequence[str]], alignments: str) -> str:
    """Returns a table in box-drawing characters.

    Cells have one line or several; colours take no room. `alignments` is l, r or c for each column.
    """
    cells, widths = _measured(titles, rows)
    ruled = ["═" * (width + 2) for width in widths]
    between = "├" + "┼".join("─" * (width + 2) for width in widths) + "┤"
    head, *body = [_lines(row, widths, alignments) for row in cells]
    lines = [f"╒{'╤'.join(ruled)}╕", *head, f"╞{'╪'.join(ruled)}╡"]
    for number, row in enumerate(body):
        lines += [between, *row] if number else row
    return "\n".join([*lines, f"╘{'╧'.join(ruled)}╛"])


def latex_grid(titles: Sequence[str], rows: Sequence[Sequence[str]], alignments: str) -> str:
    """Returns a table in LaTeX, of titles, rows of cells of one line, and alignments of columns."""
    cells, widths = _measured(titles, rows)
    head, *body = [
        " & ".join(
            _aligned(cell, width, alignment).translate(ESCAPES)
            for cell, width, alignment in zip(row, widths, alignments, strict=True)
        )
        for row in cells
    ]
    lines = [rf"\begin{{tabular}}{{{alignments}}}", r"\toprule", rf" {head} \\", r"\midrule"]
    return "\n".join([*lines, *(rf" {row} \\" for row in body), r"\bottomrule", r"\end{tabular}"])


def _measured(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[list[Sequence[str]], list[int]]:
    """Returns all rows, that of the titles first, and the width of each column."""
    cells = [titles, *([cell.strip() for cell in row] for row in rows)]
    widths = [visible_length(title) + MARGIN for title in titles]
    for row in cells[1:]:
        for column, cell in enumerate(row):
            widths[column] = max(widths[column], *map(visible_length, cell.split("\n")))
    return cells, widths


def _lines(row: Sequence[str], widths: Sequence[int], alignments: str) -> list[str]:
    parts = [cell.split("\n") for cell in row]
    height = max(map(len, parts))
    lines = []
    for number in range(height):
        texts = [part[number] if number < len(part) else "" for part in parts]
        aligned = map(_aligned, texts, widths, alignments)
        lines.append(f"│ {' │ '.join(aligned)} │")
    return lines


def _aligned(text: str, width: int, alignment: str) -> str:
    room = width - visible_length(text)
    left = {"l": 0, "c": room // 2, "r": room}[alignment]
    return " " * left + text + " " * (room - left)
