"""Tests the tables and formats that `render` accepts."""

import importlib.metadata
import sys
import types

import pytest

from own_process import printed
from parbleu.errors import OptionError, TableError, UnknownNameError
from parbleu.tables import FORMATS, Column, Result, Table, pieces, render
from parbleu.tables._display import displays

SCORES = Table("scores", [Column("system"), Column("bleu", kind=float)], [("a", 30.25), ("b", 2.5)])
PAIRS = Table("pairs", [Column("first"), Column("second")], [("a", "b")])


class Both(Result):
    def tables(self):
        return SCORES, PAIRS


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize(
    "result",
    [SCORES, [SCORES, PAIRS], Both(), (), Table("empty", [Column("x")], [])],
    ids=["table", "list", "result", "nothing", "no rows"],
)
def test_every_format_ends_with_one_line_end(name, result):
    text = render(result, name)
    assert text.endswith("\n")
    assert not text.endswith("\n\n")


@pytest.mark.parametrize("name", FORMATS)
def test_the_methods_of_a_result(name):
    assert Both().render(name) == render(iter([SCORES, PAIRS]), name) == "".join(pieces(Both(), name))
    if name != "text":
        assert getattr(Both(), f"to_{name}")() == render(Both(), name)


def test_a_result_as_text_and_in_notebooks():
    assert str(Both()) == render(Both(), "text").rstrip("\n")
    assert Both()._repr_html_() == render(Both(), "html")


def test_decimals_by_metric():
    columns = [
        Column("BLEU", "score", float, "BLEU", decimals=2),
        Column("BLEU_p_value", "p", float, "BLEU", decimals=4, fixed_decimals=True),
        Column("COMET", kind=float, decimals=2),
    ]
    table = Table("scores", columns, [(31.23456, 0.054321, 0.87654)])
    for options in ({"decimals": {"COMET": 4, "BLEU": 1}}, {"width": {"COMET": 4, "BLEU": 1}}):
        assert r"31.2 & 0.0543 & 0.8765 \\" in render(table, "latex", **options)
    assert "31.23 & 0.05 & 0.88" in render(table, "latex", decimals={"BLEU_p_value": 2})
    with pytest.raises(UnknownNameError, match="'Comet': did you mean 'COMET'"):
        render(table, "markdown", decimals={"Comet": 4})
    with pytest.raises(OptionError, match="-1"):
        render(table, "markdown", decimals={"COMET": -1})


def test_decimals_of_the_metric_of_a_row():
    columns = [
        Column("metric"),
        Column("difference", kind=float, decimals=2, signed=True),
        Column("p", kind=float, decimals=4, fixed_decimals=True),
        Column("size", kind=float, decimals=1),
    ]
    rows = [("BLEU", 1.23456, 0.5, 2.34567), ("COMET", 1.23456, 0.5, 2.34567), (None, None, 0.5, 2.34567)]
    table = Table("pairs", columns, rows)
    text = render(table, "latex", decimals={"COMET": 4})
    assert r"BLEU & +1.23 & 0.5000 & 2.3 \\" in text
    assert r"COMET & +1.2346 & 0.5000 & 2.3457 \\" in text
    text = render(table, "latex", decimals={"COMET": 4, "difference": 0})
    assert r"COMET & +1 & 0.5000 & 2.3457 \\" in text
    with pytest.raises(UnknownNameError, match="'chrF': choose from difference, p, size, BLEU, COMET"):
        render(table, "text", decimals={"chrF": 1})


@pytest.mark.parametrize("name", FORMATS)
def test_decimals_of_a_column_that_is_not_there(name):
    """Formats with all digits refuse a wrong name, too, and none writes anything before."""
    assert render(SCORES, name, decimals={"bleu": 1})
    with pytest.raises(UnknownNameError, match="column for decimals 'chrf'"):
        next(pieces(SCORES, name, decimals={"chrf": 3}))


def test_decimals_spare_columns_that_fix_theirs():
    columns = [
        Column("score", kind=float, decimals=2),
        Column("p", kind=float, decimals=4, fixed_decimals=True),
    ]
    table = Table("t", columns, [(1.23456, 0.054321)])
    assert "1.23  0.0543" in render(table, "text")
    assert "1.2346  0.0543" in render(table, "text", decimals=4)
    assert "1.23456,0.054321" in render(table, "csv", decimals=1)


def test_what_is_refused():
    with pytest.raises(UnknownNameError, match="unknown format 'markdwon': did you mean 'markdown'"):
        render(SCORES, "markdwon")
    with pytest.raises(OptionError, match="width of a table is a number from 0"):
        render(SCORES, "text", width=-1)
    with pytest.raises(TableError, match="two tables of one result have the name 'pairs'"):
        render([PAIRS, PAIRS], "json")
    with pytest.raises(NotImplementedError, match="Result defines no tables"):
        Result().tables()


def rst(tables, options):
    """A list of reStructuredText, as docs/tables.md shows it."""
    for display in displays(tables, options):
        for row in display.rows():
            cells = zip(display.full_headings, row, strict=True)
            yield ", ".join(f":{heading}: {value}{tail}" for heading, (value, tail, _) in cells) + "\n"


def test_a_format_of_another_distribution(monkeypatch):
    module = types.ModuleType("theirs")
    module.rst = rst
    monkeypatch.setitem(sys.modules, "theirs", module)
    entry = importlib.metadata.EntryPoint("rst", "theirs:rst", "parbleu.formats")
    monkeypatch.setattr(
        importlib.metadata,
        "entry_points",
        lambda **wanted: [entry] if wanted == {"group": "parbleu.formats"} else [],
    )
    monkeypatch.setattr(FORMATS, "_loaded", dict(FORMATS._loaded))
    assert render(Both(), "rst", decimals=1) == (
        ":system: a, :bleu: 30.2\n:system: b, :bleu: 2.5\n:first: a, :second: b\n"
    )


def test_text_loads_little():
    """`parbleu score` prints a table on a terminal, and starts as fast as before."""
    program = """
import sys
import parbleu
before = set(sys.modules)
from parbleu.tables import Column, Table, render
columns = [Column("system"), Column("bleu", kind=float, better="higher")]
print(render(Table("scores", columns, [("a", 1.5)]), "text"))
loaded = {name.partition(".")[0] for name in set(sys.modules) - before}
assert loaded <= {"parbleu", "types", "_types", "unicodedata", "os", "sys", "__future__"}, loaded
"""
    printed(program)
