"""Tests each format's exact output for one comparison, and the rules of each."""

import csv
import io
import os
import re
import sys
from pathlib import Path

import pytest

from parbleu.tables import FORMATS, Column, Result, Table, render
from parbleu.tables._display import Options
from parbleu.tables._display_width import display_width, wrapped
from parbleu.tables._table import MARKS

SCORES = Table(
    "scores",
    [
        Column("system", "System"),
        Column("bleu", "", float, "BLEU", decimals=1, better="higher", plus_minus="bleu_ci"),
        Column("bleu_ci", kind=float, group="BLEU", people=False),
        Column("bleu_p", "p", float, "BLEU", decimals=4, fixed_decimals=True),
        Column("ter", "", float, "TER", decimals=1, better="lower"),
        Column("difference", kind=float, unit="%", signed=True),
        Column("n", kind=int),
        Column("complete", kind=bool),
    ],
    [
        ("base", 25.34, 0.44, None, 60.0, -0.25, 100, True),
        ("日本 & co", 27.26, 10.61, 0.0123, 58.5, 1.5, 2, False),
        ("third", None, None, 0.5, None, 0.00001, None, None),
    ],
    title="Scores of 3 systems",
    notes=["p: against base; * p ≤ 0.05."],
    facts={"seed": 12345, "BLEU": "nrefs:1|tok:13a", "alpha": 0.05, "test": None, "paired": True},
    marks={
        (0, "system"): ["baseline"],
        (1, "bleu"): ["best"],
        (1, "bleu_p"): ["significant"],
        (0, "ter"): ["weak"],
    },
)
PAIRS = Table(
    "pairs", [Column("first"), Column("n", kind=int)], [("a", 1), ("", None)], facts={"seed": 12345}
)

EXPECTED = Path(__file__).parent / "expected"
ENDINGS = {
    "text": "txt",
    "markdown": "md",
    "latex": "tex",
    "typst": "typ",
    "html": "html",
    "csv": "csv",
    "tsv": "tsv",
    "json": "json",
}


@pytest.mark.parametrize("name", FORMATS)
def test_to_the_letter(name):
    tables = [SCORES, PAIRS] if name == "csv" else SCORES
    expected = (EXPECTED / f"scores.{ENDINGS[name]}").read_text(encoding="utf-8")
    assert render(tables, name, width=0) == expected


def test_a_note_of_several_tables_stands_once():
    for name in ("text", "markdown", "latex", "typst", "html"):
        text = render([SCORES, PAIRS], name, width=0)
        assert text.count("12345") == 1
        assert text.rindex("12345") > text.index("first")


def test_text_wraps_headings_before_it_becomes_blocks():
    head = render(SCORES, "text", width=71).split("\n")[1:5]
    assert head == [
        "                 ─────── BLEU ───────",
        "                                              difference",
        "System                     ↑        p  TER ↓         (%)    n  complete",
        "─" * 71,
    ]
    assert render(SCORES, "text", width=34).split("\n")[:9] == [
        "Scores of 3 systems",
        "System: base (baseline)",
        "BLEU ↑: 25.3 ± 0.4",
        "BLEU p: –",
        "TER ↓: 60.0†",
        "difference (%): -0.250",
        "n: 100",
        "complete: yes",
        "",
    ]


def test_groups_of_columns_that_do_not_fit_stand_below_each_other():
    number = {"kind": float, "decimals": 1}
    names = ("BLEU", "chrF")
    columns = [Column(f"{name}_{key}", key, group=name, **number) for name in names for key in ("x", "p")]
    rows = [("one", 21.5, 0.5, 52.5, 0.2), ("two", 1.0, None, 2.0, 0.5)]
    table = Table("t", [Column("system", ""), *columns], rows)
    assert render(table, "text", width=20) == (
        "     ─ BLEU ──\n"
        "        x    p\n"
        "──────────────\n"
        "one  21.5  0.5\n"
        "two   1.0    –\n"
        "\n"
        "     ─ chrF ──\n"
        "        x    p\n"
        "──────────────\n"
        "one  52.5  0.2\n"
        "two   2.0  0.5\n"
    )
    assert ":" in render(table, "text", width=8)
    plain = Table("t", [Column("system"), *(Column(f"n{n}", kind=int) for n in range(9))], [("a", *range(9))])
    assert [line.split() for line in render(plain, "text", width=26).splitlines() if line[:2] == "a "] == [
        ["a", "0", "1", "2", "3", "4"],
        ["a", "5", "6", "7", "8"],
    ]


def test_later_parts_of_a_wide_table_begin_with_what_tells_rows_apart():
    columns = [Column("check"), Column("finds"), *(Column(f"system{n}", kind=int) for n in range(3))]
    rows = [("empty", "nothing but space", 0, 1, 2), ("copied", "the source", 3, 4, 5)]
    headings = [
        line.split()
        for line in render(Table("t", columns, rows), "text", width=36).splitlines()
        if line.startswith("check")
    ]
    assert headings == [["check", "finds", "system0"], ["check", "system1", "system2"]]
    same = [("empty", name, 0, 1, 2) for name in ("a", "b")]
    assert render(Table("t", columns, same), "text", width=26).count("finds") == 3


def test_a_group_of_scores_that_does_not_fit_is_cut_between_them():
    number = {"kind": float, "decimals": 1, "group": "chrF", "better": "higher"}
    columns = [Column(name, name, **number) for name in ("careful", "careless", "hasty")]
    table = Table("t", [Column("segment", kind=int), *columns], [(7, 1.5, 2.5, 3.5), (8, 10.0, 20.0, 30.0)])
    assert render(table, "text", width=32) == (
        "         ─────── chrF ────────\n"
        "segment  careful ↑  careless ↑\n"
        "──────────────────────────────\n"
        "      7        1.5         2.5\n"
        "      8       10.0        20.0\n"
        "\n"
        "          chrF\n"
        "segment  hasty ↑\n"
        "────────────────\n"
        "      7      3.5\n"
        "      8     30.0\n"
    )


def test_long_values_of_blocks_are_wrapped():
    table = Table("t", [Column("segment"), Column("n", kind=int)], [("one two three four five", 1)])
    assert render(table, "text", width=16) == "segment: one two\n  three four\n  five\nn: 1\n"


def test_a_table_without_rows():
    table = Table("t", [Column("system"), Column("bleu", kind=float)], [])
    assert render(table, "text", width=0) == "system  bleu\n────────────\n(no rows)\n"
    assert render(table, "text", width=8) == "system:\nbleu:\n(no rows)\n"
    assert render(table, "csv") == "system,bleu\n"
    assert render(table, "json").partition('"t": ')[2] == (
        '{\n   "facts": {},\n   "notes": [],\n   "rows": []\n  }\n }\n}\n'
    )


class Terminal(io.StringIO):
    def isatty(self):
        return True

    def fileno(self):
        return 1


def test_text_of_the_last_column_is_wrapped():
    columns = [Column("set"), Column("size", kind=int), Column("about")]
    about = "News from the harbour, translated by three ships and a lighthouse."
    table = Table("t", columns, [("a", 1, about), ("b", 22, "Short.")], marks={(0, "about"): ["best"]})
    assert render(table, "text", width=50) == (
        "set  size  about\n"
        f"{'─' * 50}\n"
        "a       1  News from the harbour, translated by\n"
        "           three ships and a lighthouse.\n"
        "b      22  Short.\n"
    )
    assert "\x1b[1mthree ships and a lighthouse.\x1b[0m\n" in render(table, "text", width=50, color=True)
    assert render(table, "text", width=20).startswith("set: a\nsize: 1\nabout: News")
    three = Table("t", (*columns, Column("n", kind=int)), [("a", 1, about, 3)])
    assert render(three, "text", width=40).splitlines()[2:4] == [
        "a       1  News from the harbour,      3",
        "           translated by three ships",
    ]
    assert render(Table("t", columns, [("a", 1, "x" * 60)]), "text", width=50).startswith("set: a\n")
    long = Table("t", columns, [("a", 1, "x" * 60), *[("b", 22, about)] * 20])
    assert f"a       1  {'x' * 39}\n           {'x' * 21}\n" in render(long, "text", width=50)


def test_no_rule_in_a_pipe_is_as_long_as_texts():
    columns = [Column("name", "name", str), Column("text", "text", str)]
    lines = render(Table("t", columns, [("a", "x" * 500), ("long", "y")]), "text", width=0).splitlines()
    assert lines == ["name  text", "─" * 10, f"a     {'x' * 500}", "long  y"]


def test_text_takes_the_width_of_the_terminal(monkeypatch):
    wide = render(SCORES, "text", width=0)
    monkeypatch.setattr(os, "get_terminal_size", lambda descriptor: os.terminal_size((30, 24)))
    assert render(SCORES, "text") == wide
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert render(SCORES, "text") == render(SCORES, "text", width=30) != wide


def test_colors_mark_the_best_and_the_weak():
    colored = render(SCORES, "text", width=0, color=True)
    assert "  \x1b[1m27.3 ± 10.6\x1b[0m  " in colored
    assert " \x1b[2m60.0†\x1b[0m " in colored


def test_headings_and_values_of_floats():
    def shown(values, **column):
        table = Table("t", [Column("x", kind=float, **column)], [(value,) for value in values])
        return [line.strip() for line in render(table, "text", width=0).split("\n")[2:-1]]

    assert shown([0.12345, -0.5]) == ["0.1235", "-0.5000"]
    assert shown([5.12345, 2]) == ["5.123", "2.000"]
    assert shown([25.12345]) == ["25.12"]
    assert shown([12345.678, 0.01]) == ["12345.7", "1.0e-02"]
    assert shown([-0.001, 0.0], decimals=2) == ["0.00", "0.00"]
    assert shown([-0.001, 1.0], decimals=2, signed=True) == ["-0.00", "+1.00"]
    assert shown([float("inf"), None, 1.0]) == ["inf", "–", "1.000"]


def test_infinities_are_null_in_json():
    table = Table("t", [Column("x", kind=float)], [(float("-inf"),), (1e308,)])
    assert '{"x": null},\n    {"x": 1e+308}' in render(table, "json")


@pytest.mark.parametrize(
    ("cell", "field"),
    [
        ("=cmd()", "'=cmd()"),
        ("-1", "'-1"),
        ("@A1", "'@A1"),
        ("'=1", "''=1"),
        ("'a", "'a"),
        ("a=b", "a=b"),
        ("＝1", "'＝1"),
        ("a;=1", '"a;=1"'),
        ('say "a"', '"say ""a"""'),
        ("\n=1", '"\'\n=1"'),
        ("C:\\new", "C:\\new"),
        ("\x1b[31m\udcff", r"\x1b[31m\udcff"),
        ("", '""'),
        (None, '""'),
    ],
)
def test_fields_of_csv(cell, field):
    assert render(Table("t", [Column("x")], [(cell,)]), "csv") == f"x\n{field}\n"


@pytest.mark.parametrize(
    ("cell", "field"),
    [
        ("=cmd()", "'=cmd()"),
        ("C:\\new", r"C:\\new"),
        ("a\tb\nc\r", r"a\tb\nc\r"),
        ("\x1b", r"\x1b"),
        (None, ""),
    ],
)
def test_fields_of_tsv(cell, field):
    assert render(Table("t", [Column("x")], [(cell,)]), "tsv") == f"x\n{field}\n"


def test_facts_as_columns():
    table = Table(
        "t", [Column("x"), Column("seed")], [("a", "b")], facts={"seed": 1, "n": None, "table": "=1"}
    )
    assert render(table, "csv", fact_columns=True) == "x,seed,seed_,n,table\na,b,1,,'=1\n"
    other = Table("u", [Column("table")], [("c",)])
    header, *rows = csv.reader(io.StringIO(render([table, other], "csv", fact_columns=True)))
    assert header == ["table_", "x", "seed", "table", "seed_", "n", "table__"]
    assert rows == [["t", "a", "b", "", "1", "", "'=1"], ["u", "", "", "c", "", "", ""]]


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("abc", 3),
        ("日本", 4),
        ("e\u0301", 1),
        ("é", 1),
        ("한국", 4),
        ("\u1100\u1161", 2),
        ("a\u200db", 2),
        ("ｶ", 1),
        ("\xad–", 2),
    ],
)
def test_display_width(text, width):
    assert display_width(text) == width


def test_wrapping():
    assert wrapped("one two three", 7) == ["one two", "three"]
    assert wrapped("BLEU: a:1|b:2|c:3", 10, "  ") == ["BLEU:", "  a:1|b:2|c:3"]
    assert wrapped("BLEU: a:1|b:2|c:3", 10, "  ", bars=True) == ["BLEU: a:1|", "  b:2|c:3"]
    assert wrapped("日本 語", 4) == ["日本", "語"]
    assert wrapped("unbreakable", 3, "  ") == ["unbreakable"]
    assert wrapped("a b c", 3, "  ") == ["a b", "  c"]
    assert wrapped("", 3) == [""]


def test_signatures_fit_the_width():
    """In files they are one line each, as everything is where no width is given."""
    signature = "|".join(f"key{number}:value{number}" for number in range(9))
    table = Table("t", [Column("x")], [["a"]], facts={"BLEU signature": signature})
    lines = render(table, "text", width=40).splitlines()
    assert max(map(len, lines)) <= 40
    assert signature in "".join(line.strip() for line in lines)
    assert f"BLEU signature: {signature}" in render(table, "text", width=0).splitlines()


def test_notebooks_show_the_first_rows():
    class Long(Result):
        def tables(self):
            return (Table("t", [Column("n", kind=int)], [(number,) for number in range(201)]),)

    assert "<p>The first 200 of 201 rows.</p>" in Long()._repr_html_()
    assert ">200</td>" not in Long()._repr_html_()
    assert ">200</td>" in Long().to_html()


@pytest.mark.needs("pandas", "polars", "pyarrow")
def test_the_page_about_tables(capsys, monkeypatch, tmp_path):
    """Its examples run, print what stands below them, and write the picture that they name."""
    monkeypatch.chdir(tmp_path)
    page = (Path(__file__).parents[3] / "docs" / "tables.md").read_text(encoding="utf-8")
    space = {}
    for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        exec(compile(block, "tables.md", "exec"), space)
    assert capsys.readouterr().out == "".join(re.findall(r"```text\n(.*?)```", page, re.DOTALL))
    assert [path.name for path in tmp_path.iterdir()] == ["scores.svg"]
    described = set(re.findall(r"`(\w+)`", page))
    assert set(FORMATS) | MARKS <= described
    assert "".join(space["write"]([space["scores"]], Options())).startswith("Online-A\n:   System: Online-A")


def test_a_whole_page_has_its_encoding_and_style():
    page = render(SCORES, "html", whole_page=True)
    assert page.startswith('<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n')
    assert "<title>Scores of 3 systems</title>" in page
    assert "prefers-color-scheme: dark" in page
    assert render(SCORES, "html") in page
    hostile = Table("t", [Column("a")], [], title="<b>")
    assert "<title>&lt;b&gt;</title>" in render(hostile, "html", whole_page=True)
