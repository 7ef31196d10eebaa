r"""A comparison as a table in LaTeX; needs `\usepackage{booktabs}`."""

from __future__ import annotations

from parbleu.comparison.layout import notes, pair_table, score_table, signatures

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.comparison.layout import Cell, Table
    from parbleu.comparison.result import Comparison

ESCAPES = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        '"': r"\textquotedbl{}",
        **{character: f"\\{character}" for character in "&%$#_{}"},
        "–": "--",
        "±": r"$\pm$",
        "≤": r"$\le$",
        "↑": r"$\uparrow$",
        "↓": r"$\downarrow$",
        "\n": " ",
        "\r": " ",
    }
)


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
    lines = _table(score_table(comparison, width, sort))
    if pairs and comparison.test:
        lines += ["", *_table(pair_table(comparison, width))]
    lines += ["", r"{\footnotesize\raggedright\noindent"]
    lines += [rf"{escape(note)}\\" for note in notes(comparison)]
    for name, signature in signatures(comparison):
        breakable = escape(signature).replace(r"\textbar{}", r"\textbar\allowbreak{}")
        lines.append(rf"{escape(name)}: {breakable}\\")
    return "\n".join([*lines, r"\par}"]) + "\n"


def escape(text: str) -> str:
    """Returns text that LaTeX shows as it is, within one line."""
    return text.translate(ESCAPES)


def _table(table: Table) -> list[str]:
    columns = "".join(("r" if group.numeric else "l") * len(group.columns) for group in table.groups)
    nested = any(len(group.columns) > 1 for group in table.groups)
    heads, rules, below, start = [], [], [], 1
    for group in table.groups:
        span = len(group.columns)
        title = escape(group.title)
        heads.append(rf"\multicolumn{{{span}}}{{c}}{{{title}}}" if span > 1 else title)
        if span > 1:
            rules.append(rf"\cmidrule(lr){{{start}-{start + span - 1}}}")
        below += [escape(column) for column in group.columns]
        start += span
    lines = [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", _row(heads)]
    if nested:
        lines += ["".join(rules), _row(below)]
    lines.append(r"\midrule")
    lines += [_row([_cell(cell) for cell in row]) for row in table.rows]
    return [*lines, r"\bottomrule", r"\end{tabular}"]


def _row(cells: list[str]) -> str:
    return " & ".join(cells) + r" \\"


def _cell(cell: Cell) -> str:
    text = escape(cell.text)
    return rf"\textbf{{{text}}}" if cell.best else text
