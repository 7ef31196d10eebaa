"""Tests intervals that are drawn in lines of text."""

import pytest

from parbleu.errors import TableError
from parbleu.tables import Column, Table, render
from parbleu.tables._dot_plot import text_chart

COLUMNS = (
    Column("system"),
    Column("score", kind=float, better="higher", decimals=1, low="low", high="high"),
    Column("low", kind=float, people=False),
    Column("high", kind=float, people=False),
)


def test_dots_stand_on_one_axis():
    table = Table(
        "scores", COLUMNS, [("a", 30.0, 20.0, 40.0), ("bb", 50.0, 45.0, 60.0), ("c", None, None, None)]
    )
    assert text_chart([table], 45) == [
        "    20.0             score ↑             60.0",
        "a   ├─────────●─────────┤",
        "bb                           ├────●─────────┤",
        "c",
    ]
    ascii_lines = text_chart([table], 45, is_ascii=True)
    assert "".join(ascii_lines).isascii()
    assert all(len(line) <= 45 for line in ascii_lines)
    first, second = (line[4:] for line in ascii_lines[1:3])
    assert (first[0], second.rstrip()[-1]) == ("|", "|")
    assert first.index("o") < second.index("o")


def test_no_chart_without_intervals_rows_or_room():
    one = Table("scores", COLUMNS, [("a", 30.0, 20.0, 40.0)])
    none = Table("scores", COLUMNS, [("a", 30.0, None, None), ("b", 31.0, None, None)])
    same = Table("scores", COLUMNS, [("a", 30.0, 30.0, 30.0), ("b", 30.0, 30.0, 30.0)])
    assert text_chart([one, none], 80) == []
    assert text_chart([same], 80)[1] == "a  ●"
    assert text_chart([same], 10) == []
    assert text_chart([], 80) == []


def test_groups_of_rows_stand_below_headings():
    columns = (Column("n", kind=int), Column("system"), Column("text", shows_edits=True))
    rows = [(1, "a", "x {+y z+} [- w"), (1, "bb", "[-x-]"), (2, "a", "x " * 60)]
    table = Table("texts", columns, rows, grouped_by=["n"])
    lines = render(table, "text", width=50).splitlines()
    assert lines[2:6] == ["n 1", "  a     x {+y z+} [- w", "  bb    [-x-]", "n 2"]
    assert max(map(len, lines)) <= 50
    colored = render(table, "text", width=50, color=True).splitlines()
    assert colored[3] == "  a     x \x1b[32my z\x1b[0m \x1b[31;9m w\x1b[0m"
    assert max(map(len, render(table, "text", width=0).splitlines()[:2])) < 80
    assert Table.from_dict(table.to_dict()) == table
    with pytest.raises(TableError, match="grouped by its first columns"):
        Table("texts", columns, rows, grouped_by=["system"])
