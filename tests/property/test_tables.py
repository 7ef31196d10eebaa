"""Tests that tables of hostile text are read back unchanged from every format."""

from __future__ import annotations

import csv
import io
import json
import math
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from extras import extra
from parbleu.tables import FORMATS, Column, Table, render
from parbleu.tables._display import Display, Options
from parbleu.tables._display_width import display_width
from parbleu.tables._formats.text import MOST
from parbleu.tables._formats.typst import FITTED
from parbleu.tables._visible import visible
from printed_json import check_result
from waiting import PATIENCE

SNIPPETS = [
    *"|*_`~^$%&#{}[]()<>\\\"'=+-@!:;,./?",
    *("<script>alert(1)</script>", "</td></table>", "<!--", "-->", "&amp;", "&#124;", "]]>", "<b>"),
    *("=cmd()", "+1", "-1", "@SUM(A1)", "'=1", "''=1", "＝1", "\t=1", ";=1", "--", "---", "''", "``", ",,"),
    *("https://a.example", "www.a.example", "![x](y)", "[x]: y", "1.", "1)", "***", "===", "~~~", "- [ ] x"),
    *("\\\\", "\\[", "\\end{tabular}", "\\input{x}", "\\n", "\\x1b", "%", "#eval(1)", "*x*", '"); panic("'),
    *("\x1b[31m", "\x1b]8;;x\x07", "\0", "\n", "\r", "\r\n", "\t", "\x7f", "\x85", "\x9b", "\u2028"),
    *("\u202e", "\u200f", "\u2067", "\ufeff", "\udcff", "\ud83d", "日本語", "e\u0301", "\u200d", "שלום"),
    *(" ", "  ", "\xa0", "a", "B", "0", "Größe", "±", "≤", "↑", "–", "τ"),
]
TEXTS = st.lists(st.sampled_from(SNIPPETS) | st.text(st.characters(exclude_categories=[])), max_size=5).map(
    "".join
)
KINDS: dict[type, st.SearchStrategy[Any]] = {
    str: TEXTS,
    int: st.integers(-(2**63), 2**63 - 1),
    float: st.floats(),
    bool: st.booleans(),
}
MARKS = st.sets(st.sampled_from(["best", "significant", "weak", "baseline"]))
COLUMNS = st.builds(
    Column,
    TEXTS.filter(bool),
    title=st.none() | TEXTS,
    kind=st.sampled_from(list(KINDS)),
    group=st.sampled_from(["", "", "BLEU", "a|*<b>\n$x_1\u202e"]),
    unit=st.sampled_from(["", "%", "|"]),
    decimals=st.none() | st.integers(0, 3),
    signed=st.booleans(),
    better=st.sampled_from(["", "higher", "lower"]),
    align=st.sampled_from([None, "left", "right", "center"]),
)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    columns = draw(st.lists(COLUMNS, min_size=1, max_size=4, unique_by=lambda column: column.name))
    cells = st.tuples(*(st.none() | KINDS[column.kind] for column in columns))
    rows = draw(st.lists(cells, max_size=4))
    places = st.tuples(
        st.integers(0, max(0, len(rows) - 1)), st.sampled_from([column.name for column in columns])
    )
    return Table(
        draw(TEXTS),
        columns,
        rows,
        title=draw(TEXTS),
        notes=draw(st.lists(TEXTS, max_size=2)),
        facts=draw(st.dictionaries(TEXTS, st.none() | st.one_of(*KINDS.values()), max_size=2)),
        marks=draw(st.dictionaries(places, MARKS, max_size=3)) if rows else {},
    )


LONG = Table(
    "long", [Column("a", kind=float, align="center"), Column("b", kind=str)], [(None, "x"), (1e58, "x")]
)
NASTY = Table(
    "nasty",
    [Column(snippet, kind=str) for snippet in SNIPPETS[:6]],
    [SNIPPETS[start : start + 6] for start in range(len(SNIPPETS) - 6)],
    title="".join(SNIPPETS),
    notes=SNIPPETS,
    facts={snippet: snippet for snippet in SNIPPETS},
    marks={(row, SNIPPETS[0]): ["best", "weak", "significant"] for row in range(0, len(SNIPPETS) - 6, 2)},
)


def any_table(test: Callable[[Table], None]) -> Callable[[], None]:
    return settings(max_examples=60)(given(tables())(test))


def shown(table: Table) -> tuple[Display, list[list[str]]]:
    """The display of a table, and the texts of its cells."""
    display = Display(table, Options())
    return display, [[value + tail for value, tail, _ in row] for row in display.rows()]


def flat(text: str) -> str:
    """Text without the blanks that a format may drop."""
    return " ".join(text.split())


@any_table
@example(NASTY)
def test_no_format_acts_on_a_terminal(table: Table) -> None:
    """No controls, overrides of direction or lone surrogates; and UTF-8 can encode it."""
    for name in FORMATS:
        text = render([table, Table("two", table.columns, table.rows)], name, width=40, fact_columns=True)
        text.encode()
        allowed = {"csv": "\n\r\t", "tsv": "\n\t"}.get(name, "\n")
        assert not re.search(
            "[\0-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff]", re.sub(f"[{allowed}]", "", text)
        )


def finite(cell: Any) -> Any:
    return None if isinstance(cell, float) and not math.isfinite(cell) else cell


@any_table
@example(NASTY)
def test_json(table: Table) -> None:
    def refused(constant: str) -> None:
        raise AssertionError(constant)

    printed = json.loads(render(table, "json"), parse_constant=refused)
    assert (printed["schema"], list(printed["tables"])) == (1, [table.name])
    one = printed["tables"][table.name]
    names = [column.name for column in table.columns]
    assert one == {
        "facts": {name: finite(value) for name, value in table.facts.items()},
        "notes": list(table.notes),
        "rows": [dict(zip(names, map(finite, row), strict=True)) for row in table.rows],
    }
    other = Table(f"{table.name}2", table.columns, table.rows)
    both = check_result(render([table, other], "json"))
    assert both == {table.name: one, other.name: {**one, "facts": {}, "notes": []}}


def plain(cell: Any) -> str:
    """A cell that is no string as a field of CSV and TSV."""
    return "" if cell is None else str(cell).lower() if isinstance(cell, bool) else repr(cell)


def unquoted(field: str) -> str:
    """A field as it was before the apostrophe that keeps spreadsheets from calculating."""
    assert field[:1] not in ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
    return field[1:] if re.match("'+[=+\\-@\t\r\n＝＋－＠]", field) else field


def with_kept_breaks(text: str) -> str:
    """Text as CSV has it: of the active characters, TABs, line ends and marks of direction stay."""
    parts = re.split("([\t\n\r\u061c\u200e\u200f\u2028\u2029])", text)
    return "".join(part if place % 2 else visible(part) for place, part in enumerate(parts))


@any_table
@example(NASTY)
def test_csv(table: Table) -> None:
    text = render(table, "csv")
    header, *rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    assert list(map(unquoted, header)) == [with_kept_breaks(column.name) for column in table.columns]
    assert len(rows) == len(table.rows)
    for fields, row in zip(rows, table.rows, strict=True):
        for field, cell in zip(fields, row, strict=True):
            assert (
                (unquoted(field) == with_kept_breaks(cell)) if isinstance(cell, str) else field == plain(cell)
            )


def unescaped(field: str) -> str:
    """A field of TSV as the string that it stands for."""
    codes = {"t": "\t", "n": "\n", "r": "\r", "\\": "\\"}
    return re.sub(
        r"\\(?:x(..)|u(....)|(.))",
        lambda found: codes[found[3]] if found[3] else chr(int(found[1] or found[2], 16)),
        unquoted(field),
    )


@any_table
@example(NASTY)
def test_tsv(table: Table) -> None:
    lines = render(table, "tsv").removesuffix("\n").split("\n")
    header, *rows = (line.split("\t") for line in lines)
    assert list(map(unescaped, header)) == [column.name for column in table.columns]
    assert len(rows) == len(table.rows)
    for fields, row in zip(rows, table.rows, strict=True):
        for field, cell in zip(fields, row, strict=True):
            assert (unescaped(field) == cell) if isinstance(cell, str) else field == plain(cell)


@any_table
def test_several_tables_in_one_csv(table: Table) -> None:
    other = Table("two", [Column("table"), Column("of the second", kind=int)], [("x", 1)], facts={"table": 3})
    text = render([table, other], "csv", fact_columns=True)
    header, *rows = csv.reader(io.StringIO(text, newline=""))
    assert len(set(header)) == len(header) or any(column.name.endswith("_") for column in table.columns)
    assert all(len(row) == len(header) for row in rows)
    assert [row[0] for row in rows][len(table.rows) :] == ["two"]


class Reader(HTMLParser):
    """Collects the texts of the elements of a fragment that hold text, and insists on those we know."""

    TAGS = frozenset("div table caption thead tbody tr th td p ul li code span strong small".split())  # noqa: SIM905
    ATTRIBUTES = frozenset({"class", "scope", "colspan", "rowspan", "style", "dir"})

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: dict[str, list[str]] = {"caption": [], "p": [], "li": [], "th": [], "td": [], "cell": []}
        self.rows: list[list[str]] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in self.TAGS
        assert {name for name, _ in attrs} <= self.ATTRIBUTES
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("th", "td"):
            assert tag == "td" or "scope" in dict(attrs)
            self.rows[-1].append("")
        elif tag in self.found:
            self.found[tag].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if {"th", "td"} & set(self.open):
            self.rows[-1][-1] += data
        elif tags := [tag for tag in self.open if tag in self.found]:
            self.found[tags[0]][-1] += data
        else:
            assert not data.strip()

    def handle_comment(self, data: str) -> None:
        raise AssertionError(data)

    handle_decl = handle_pi = unknown_decl = handle_comment


@any_table
@example(NASTY)
def test_html(table: Table) -> None:
    display, rows = shown(table)
    reader = Reader(render(table, "html"))
    assert reader.found["caption"] == ([display.title] if display.title else [])
    assert reader.found["p"] == display.notes_with_bold()
    assert reader.found["li"] == [f"{name}: {value}" for name, value in display.facts]
    assert reader.rows[-len(rows) :] == rows or not rows
    heads = [cell for row in reader.rows[: len(reader.rows) - len(rows)] for cell in row]
    assert sorted(heads) == sorted(
        [*display.headings, *(title for title, span in display.groups if title and span > 1)]
    )


def inline_text(token: Any) -> str:
    """The text of inline Markdown; only emphasis and code are expected."""
    text = ""
    for child in token.children:
        assert child.type in (
            "text",
            "text_special",
            "strong_open",
            "strong_close",
            "em_open",
            "em_close",
        ) or (child.type == "code_inline"), child
        text += child.content
    return text


def blocks(text: str) -> Iterator[tuple[str, str]]:
    """Pairs of a block's kind and its text: th, td, li, p."""
    kinds = {"th_open": "th", "td_open": "td", "list_item_open": "li", "paragraph_open": "p"}
    known = {
        "table",
        "thead",
        "tbody",
        "tr",
        "bullet_list",
        "inline",
        *kinds.values(),
        "list_item",
        "paragraph",
    }
    kind, depth = "", 0
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        assert token.type.removesuffix("_open").removesuffix("_close") in known, token
        depth += token.nesting if "list_item" in token.type else 0
        assert depth <= 1
        if token.type in kinds and not (depth and token.type == "paragraph_open"):
            kind = kinds[token.type]
        if token.type == "list_item_open":
            kind = "li"
        if token.type == "inline":
            yield kind, inline_text(token)


@any_table
@example(NASTY)
def test_markdown(table: Table) -> None:
    display, rows = shown(table)
    found: dict[str, list[str]] = {"p": [], "th": [], "td": [], "li": []}
    for kind, text in blocks(render(table, "markdown")):
        found[kind].append(flat(text))
    assert found["p"] == ([flat(display.title)] if display.title.strip() else [])
    assert found["th"] == list(map(flat, display.full_headings))
    assert found["td"] == [flat(cell) for row in rows for cell in row]
    notes = [flat(note) for note in display.notes_with_bold() if note.strip()]
    facts = [flat(f"{name.strip()}: {value}") for name, value in display.facts]
    assert found["li"] == [*notes, *facts]


LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
# Stars behind a number take no room.
HANGING = re.compile(r'\[#("(?:[^"\\]|\\.)*)"#box\(width: 0pt, align\(left, "([*†]+)"\)\)\]')


@any_table
@example(NASTY)
def test_typst(table: Table) -> None:
    """All text is in string literals; all else is the code that we know."""
    display, rows = shown(table)
    text = HANGING.sub(r'\1\2"', render(table, "typst"))
    code = (
        LITERAL.sub("", text).replace("layout(size => {\n  let body = table(", "").replace(f"{FITTED}}})", "")
    )
    assert re.fullmatch(r"[a-z0-9#().,:\s]*", code)
    literals = [re.sub(r"\\(.)", r"\1", literal) for literal in LITERAL.findall(text)]
    groups = [title for title, _ in display.groups]
    expected = [*(groups if any(groups) else []), *display.headings]
    numeric = [column.kind is not str for column in display.columns]
    for row in rows:
        expected += [
            f"−{cell[1:]}" if number and cell[0] == "-" else cell
            for cell, number in zip(row, numeric, strict=True)
        ]
    expected += [display.title] if display.title else []
    expected += [*display.notes_with_bold(), *(f"{name}: {value}" for name, value in display.facts)]
    assert literals == expected


# What stands for one character in LaTeX, and that character.
LATEX = {
    **{f"\\{character}": character for character in "&%$#_{}"},
    "\\textbackslash{}": "\\",
    "\\textasciitilde{}": "~",
    "\\textasciicircum{}": "^",
    "\\textasciigrave{}": "`",
    "\\textless{}": "<",
    "\\textgreater{}": ">",
    "\\textbar{}": "|",
    "\\textbar\\allowbreak{}": "|",
    "\\textendash{}": "–",
    "\\dag{}": "†",
    "\\textemdash{}": "—",
    "\\symbol{34}": '"',
    "{}": "",
    "$-$": "−",
    "$\\pm$": "±",
    "$\\times$": "×",
    "$\\le$": "≤",
    "$\\ge$": "≥",
    "$\\approx$": "≈",
    "$\\infty$": "∞",
    "$\\tau$": "τ",
    "$\\rho$": "ρ",
    "$\\kappa$": "κ",
    "$\\alpha$": "α",
    "$\\beta$": "β",
    "$\\mu$": "μ",
    "$\\sigma$": "σ",
    "$\\chi$": "χ",
    "$\\Delta$": "Δ",
    "$^{-}$": "⁻",
    **{f"$^{{{number}}}$": character for number, character in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")},
    "$\\rightarrow$": "→",
    "$\\uparrow$": "↑",
    "$\\downarrow$": "↓",
}
TOKEN = re.compile("|".join(map(re.escape, sorted(LATEX, key=len, reverse=True))) + r"|[^\\{}$&%#_^~`|<>\"]")


def from_latex(text: str) -> str:
    """The characters that LaTeX text stands for; it must have no other command or special character."""
    found, place = "", 0
    while place < len(text):
        token = TOKEN.match(text, place)
        assert token, text[place:]
        found += LATEX.get(token[0], token[0])
        place = token.end()
    return found


@any_table
@example(NASTY)
def test_latex(table: Table) -> None:
    display, rows = shown(table)
    text = render(table, "latex")
    body = text[text.index("\\midrule\n") + 9 : text.index("\\bottomrule\n")]
    lines = body.removesuffix(" \\\\\n").split(" \\\\\n") if body else []
    assert len(lines) == len(rows)
    for line, row in zip(lines, display.rows(), strict=True):
        assert line.lstrip()[:1] not in ("[", "*")
        for text_of_cell, (value, tail, marks) in zip(line.split(" & "), row, strict=True):
            cell = text_of_cell
            for mark, command in (("best", "\\textbf{"), ("weak", "\\textit{")):
                if mark in marks:
                    assert cell.startswith(command)
                    cell = cell.removeprefix(command).removesuffix("}")
            cell = re.sub(r"\\rlap\{((?:\*|\\dag\{\})+)\}$", r"\1", cell)
            assert from_latex(cell).replace("−", "-") == (value + tail).replace("−", "-")
    heads = text[: text.index("\\midrule\n")].split("\n")[-2].removesuffix(" \\\\")
    assert [from_latex(head) for head in heads.split(" & ")] == display.headings
    if display.title:
        assert from_latex(text.split("\\caption{", 1)[1].split("}\n\\smallskip\n", 1)[0]) == display.title
    notes = display.notes_with_bold()
    if notes or display.facts:
        below = text.split("{\\parindent}{0pt}\n", 1)[1].split("\\par\n")[:-1]
        expected = [*notes, *(f"{name}: {value}" for name, value in display.facts)]
        assert list(map(from_latex, below)) == expected


@any_table
@example(LONG)
def test_text_in_columns(table: Table) -> None:
    """Cells stand in order, each column at one place."""
    display, rows = shown(table)
    lines = render(table, "text", width=0).split("\n")
    lines = lines[next(n for n, line in enumerate(lines) if line and not line.strip("─")) + 1 :]
    aligns = [column.align for column in display.columns]
    edges: list[set[int]] = [set() for _ in aligns]
    for line, row in zip(lines, rows, strict=False):
        place = 0
        for column, cell in enumerate(map(str.strip, row)):
            start = line.index(cell, place)
            assert cell.strip() == "" or not line[place:start].strip()
            assert not cell or not column or start - place >= 2 or not place
            place = start + len(cell)
            if cell and aligns[column] == "left":
                edges[column].add(
                    display_width(line[:start]) - (len(row[column]) - len(row[column].lstrip()))
                )
            if aligns[column] != "right" and display_width(row[column]) > MOST:
                break  # columns are filled up to as much, and longer texts move what follows them
    assert all(len(edge) <= 1 for edge in edges)


@any_table
@example(NASTY)
def test_text_fits(table: Table) -> None:
    """A narrow terminal gets lines that fit, unless a word does not, and the same cells."""
    display, rows = shown(table)
    assume(not table.facts)
    text = render(table, "text", width=40)
    for line in text.split("\n"):
        words = max(display_width(word) for word in line.split(" "))
        heads = max(map(display_width, display.full_headings))
        assert display_width(line) <= 40 or words + 2 > 40 or words + heads + 3 > 40
    letters = re.sub(r"\s", "", text)
    for row in rows:
        for cell in row:
            assert re.sub(r"\s", "", cell) in letters


@any_table
def test_colors_change_no_text(table: Table) -> None:
    colored = render(table, "text", color=True, width=60)
    assert re.sub("\x1b\\[[012]m", "", colored) == render(table, "text", width=60)


COMPILED = Table(
    "compiled",
    [Column(name, group="both" if place else "") for place, name in enumerate(SNIPPETS[:6])],
    NASTY.rows,
    title=NASTY.title,
    notes=NASTY.notes,
    facts=NASTY.facts,
    marks=NASTY.marks,
)


def test_typst_compiles(tmp_path: Path) -> None:
    typst = extra("typst")
    source = tmp_path / "tables.typ"
    source.write_text(render([COMPILED, Table("no_rows", COMPILED.columns, [])], "typst"), encoding="utf-8")
    assert typst.compile(str(source)).startswith(b"%PDF")


@pytest.mark.skipif(not shutil.which("pdflatex"), reason="pdflatex is not installed")
def test_latex_compiles(tmp_path: Path) -> None:
    """With pdfLaTeX, which knows Latin letters and our symbols; others are for XeLaTeX and LuaLaTeX."""

    def known(text: str) -> str:
        return re.sub("[^\0-\xff\u2028-\u202e±≤↑–τ\ud800-\udfff]", "", text)

    rows = [[known(cell) for cell in row] for row in COMPILED.rows]  # type: ignore[arg-type]
    table = Table(
        "compiled",
        COMPILED.columns,
        rows,
        title=known(COMPILED.title),
        notes=[known(note) for note in COMPILED.notes],
        facts={known(name): known(str(value)) for name, value in COMPILED.facts.items()},
        marks=COMPILED.marks,
    )
    # A `table` must fit a page; these rows need several.
    tables = [
        Table(
            f"part{start}", table.columns, table.rows[start : start + 20], title="" if start else table.title
        )
        for start in range(0, len(rows), 20)
    ]
    tables.append(Table("notes", table.columns, [], notes=table.notes, facts=table.facts))
    text = render(tables, "latex")
    source = tmp_path / "tables.tex"
    source.write_text(
        f"\\documentclass{{article}}\n\\usepackage{{booktabs,graphicx}}\n\\begin{{document}}\n{text}\\end{{document}}\n",
        encoding="utf-8",
    )
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", source.name]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False, timeout=PATIENCE)
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]
