r"""Writes tables in LaTeX for `\usepackage{booktabs}`; most scripts need XeLaTeX or LuaLaTeX."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from parbleu.tables._display import Display, Options, ShownCell, displays, hanging_signs, heat_level
from parbleu.tables._table import Column, Table
from parbleu.tables._visible import visible

ESCAPES = str.maketrans(
    {
        **{character: f"\\{character}" for character in "&%$#_{}"},
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        "`": r"\textasciigrave{}",
        '"': r"\symbol{34}",  # some languages of babel give it a meaning
        "–": r"\textendash{}",
        "—": r"\textemdash{}",
        "−": "$-$",
        "±": r"$\pm$",
        "†": r"\dag{}",
        "×": r"$\times$",
        "≤": r"$\le$",
        "≥": r"$\ge$",
        "≈": r"$\approx$",
        "∞": r"$\infty$",
        **{character: f"$^{{{number}}}$" for number, character in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")},
        "⁻": "$^{-}$",
        "α": r"$\alpha$",
        "β": r"$\beta$",
        "κ": r"$\kappa$",
        "μ": r"$\mu$",
        "ρ": r"$\rho$",
        "σ": r"$\sigma$",
        "τ": r"$\tau$",
        "χ": r"$\chi$",
        "Δ": r"$\Delta$",
        "→": r"$\rightarrow$",
        "↑": r"$\uparrow$",
        "↓": r"$\downarrow$",
    }
)
# Characters that join the next one: "--" is a dash, "''" a quotation mark, ",," another.
LIGATURES = re.compile(r"(?<=-)(?=-)|(?<=')(?=')|(?<=,)(?=,)")
SIDES = {"left": "l", "right": "r", "center": "c"}


def write(tables: Sequence[Table], options: Options) -> Iterator[str]:
    """Yields a `tabular` for each table, within a `table` with a caption if the table has a title.

    What has a caption is scaled down where it is wider than its column of the page.
    """
    titled = any(table.title for table in tables)
    heated = any(heat_level(marks) for table in tables for marks in table.marks.values())
    yield f"% \\usepackage{{booktabs{',graphicx' if titled else ''}}}\n"
    if heated:
        yield "% \\usepackage[table]{xcolor}\n"
    # Only what has a caption floats, and only what floats can span both columns of a page.
    yield from (f"% Warning: {visible(line)}\n" for line in options.warnings)
    float_, position = ("table*", "t") if options.full_width else ("table", "htbp")
    for number, display in enumerate(displays(tables, options)):
        if number:
            yield "\n"
        if display.title:
            yield f"\\begin{{{float_}}}[{position}]\n\\centering\n"
            label = f"\\label{{{options.label}}}" if options.label and not number else ""
            yield f"\\caption{{{_caption(display)}}}{label}\n\\smallskip\n"
            yield "" if options.full_width else "\\setlength{\\tabcolsep}{4pt}%\n"
            yield "\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%\n"
        yield from _tabular(display)
        yield "}\n" if display.title else "\n"
        yield from _below(display)
        if display.title:
            yield f"\\end{{{float_}}}\n"


def escape(text: str) -> str:
    """Returns text that LaTeX shows as it is; it may also begin a row."""
    escaped = "{}".join(part.translate(ESCAPES) for part in LIGATURES.split(text))
    # At the beginning of a row, these would belong to the line end before it.
    return f"{{}}{escaped}" if escaped.lstrip()[:1] in ("[", "*") else escaped


def _caption(display: Display) -> str:
    *cited, last = display.cited_title
    pairs = zip(cited[::2], cited[1::2], strict=True)
    return "".join(f"{_breakable(text)}~\\cite{{{keys}}}" for text, keys in pairs) + _breakable(last)


def _breakable(text: str) -> str:
    """Returns text as `escape` does; lines may end behind the bars of a signature."""
    return escape(text).replace(r"\textbar{}", r"\textbar\allowbreak{}")


def _tabular(display: Display) -> Iterator[str]:
    sides = "".join(SIDES[column.align] for column in display.columns)
    yield f"\\begin{{tabular}}{{@{{}}{sides}@{{}}}}\n\\toprule\n"
    if any(title for title, _ in display.groups):
        yield from _group_lines(display)
    yield _row([escape(heading) for heading in display.headings])
    yield "\\midrule\n"
    for row in display.rows(minus="−"):
        yield _row([_cell(cell, column) for cell, column in zip(row, display.columns, strict=True)])
    yield "\\bottomrule\n\\end{tabular}"


def _group_lines(display: Display) -> Iterator[str]:
    cells, rules, start = [], "", 1
    for title, span in display.groups:
        cells.append(f"\\multicolumn{{{span}}}{{c}}{{{escape(title)}}}" if span > 1 else "")
        if title and span > 1:
            rules += f"\\cmidrule(lr){{{start}-{start + span - 1}}}"
        start += span
    yield _row(cells)
    yield f"{rules}\n"


def _row(cells: Sequence[str]) -> str:
    return f"{' & '.join(cells)} \\\\\n"


def _cell(cell: ShownCell, column: Column) -> str:
    """Returns a cell; the signs of a number take no room, so that digits stand below digits."""
    value, tail, marks = cell
    inside, signs = hanging_signs(tail, column)
    text = escape(value + inside) + (f"\\rlap{{{escape(signs).removeprefix('{}')}}}" if signs else "")
    text = f"\\textit{{{text}}}" if "weak" in marks else text
    text = f"\\textbf{{{text}}}" if "best" in marks else text
    level = heat_level(marks)
    return f"\\cellcolor{{blue!{5 * level}}}{text}" if level else text


def _below(display: Display) -> Iterator[str]:
    notes = display.notes_with_bold()
    if not (notes or display.facts):
        return
    yield "\n{\\footnotesize\\raggedright\\setlength{\\parindent}{0pt}\n"
    for note in notes:
        yield f"{escape(note)}\\par\n"
    for name, value in display.facts:
        yield f"{escape(name)}: {_breakable(value)}\\par\n"
    yield "}\n"
