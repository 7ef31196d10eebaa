"""`Table` and `Column`: checked, immutable, and equal to their copies."""

import copy
import json
import pickle

import numpy as np
import pytest

from parbleu.errors import ParbleuError, TableError
from parbleu.tables import Column, Table

COLUMNS = [Column("system"), Column("bleu", kind=float), Column("n", kind=int), Column("ok", kind=bool)]


def table(**changed):
    arguments = {
        "name": "scores",
        "columns": COLUMNS,
        "rows": [("a", 1.5, 2, True), ("b", None, None, None)],
        "title": "Scores",
        "notes": ["A note."],
        "facts": {"seed": 12345},
        "marks": {(0, "bleu"): ["best"]},
    }
    return Table(**{**arguments, **changed})


def test_cells_become_plain():
    class Name(str):
        __slots__ = ()

    rows = [
        [Name("a"), np.float64(1.5), np.int64(2), np.True_],
        [None, np.float32(0.5), 3, False],
        ["c", float("nan"), None, None],
        ["d", 4, np.uint8(1), True],
    ]
    made = table(rows=iter(rows), marks={}, facts={"alpha": np.float64(0.05), "none": float("nan")})
    assert made.rows == (
        ("a", 1.5, 2, True),
        (None, 0.5, 3, False),
        ("c", None, None, None),
        ("d", 4.0, 1, True),
    )
    types = {type(cell) for row in made.rows for cell in row}
    assert types == {str, float, int, bool, type(None)}
    assert type(made.rows[3][1]) is float
    assert made.facts == {"alpha": 0.05, "none": None}
    assert made.column("bleu") == [1.5, 0.5, None, 4.0]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"columns": []}, "no column that is shown to people"),
        ({"columns": [Column("x", people=False)]}, "no column that is shown to people"),
        ({"columns": [*COLUMNS[:3], COLUMNS[0]]}, "two columns with the name 'system'"),
        ({"columns": [*COLUMNS[:3], Column("z", plus_minus="no")]}, "plus_minus of the column 'z'"),
        ({"columns": [*COLUMNS[:3], Column("z", plus_minus="system")]}, "plus_minus of the column 'z'"),
        ({"rows": [("a", 1.5, 2, True), ("b",)]}, r"row 1 \(counted from 0\) has 1 cells for 4 columns"),
        ({"rows": [("a", "1.5", 2, True)]}, "row 0 .*column 'bleu' holds float, not '1.5'"),
        ({"rows": [("a", True, 2, True)]}, "column 'bleu' holds float, not True"),
        ({"rows": [("a", 1.5, 2.0, True)]}, "column 'n' holds int, not 2.0"),
        ({"rows": [("a", 1.5, True, True)]}, "column 'n' holds int, not True"),
        ({"rows": [("a", 1.5, 2, 1)]}, "column 'ok' holds bool, not 1"),
        ({"rows": [(b"a", 1.5, 2, True)]}, "column 'system' holds str, not b'a'"),
        ({"facts": {"tests": ["a"]}}, "the fact 'tests' is a string, a number"),
        ({"notes": "A note."}, "notes are several sentences"),
        ({"marks": {(2, "bleu"): ["best"]}}, "marks at row 2, column 'bleu', where no cell is"),
        ({"marks": {(0, "chrf"): ["best"]}}, "marks at row 0, column 'chrf', where no cell is"),
        ({"marks": {(0, "bleu"): ["better"]}}, "unknown mark 'better': choose from baseline, best, heat1"),
    ],
)
def test_a_table_is_checked(changed, message):
    with pytest.raises(TableError, match=message) as caught:
        table(**changed)
    assert isinstance(caught.value, ParbleuError)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"name": ""}, "name of a column is a string that is not empty"),
        ({"name": 3}, "name of a column is a string that is not empty"),
        ({"name": "x", "kind": list}, "the kind is str, int, float or bool, not <class 'list'>"),
        ({"name": "x", "better": "up"}, "better is 'higher', 'lower' or '', not 'up'"),
        ({"name": "x", "align": "middle"}, "align is 'left', 'right', 'center' or None"),
        ({"name": "x", "decimals": -1}, "decimals are from 0 to 1074, not -1"),
    ],
)
def test_a_column_is_checked(arguments, message):
    with pytest.raises(TableError, match=message):
        Column(**arguments)


def test_a_column_fills_in_heading_and_alignment():
    assert Column("bleu_p_value").title == "bleu p value"
    assert Column("bleu", "").title == ""
    assert [column.align for column in COLUMNS] == ["left", "right", "right", "right"]
    assert Column("rank", align="right").align == "right"


def test_tables_do_not_change():
    made = table()
    with pytest.raises(AttributeError, match="a Table is immutable"):
        made.rows = ()
    with pytest.raises(AttributeError, match="a Column is immutable"):
        del COLUMNS[0].name
    with pytest.raises(TypeError):
        made.facts["seed"] = 1


def test_copies_are_equal():
    made = table()
    assert made == table() != table(title="")
    assert made == copy.deepcopy(made) == pickle.loads(pickle.dumps(made))
    assert made == Table.from_dict(json.loads(json.dumps(made.to_dict())))
    assert made != 1
    assert COLUMNS[0] == Column("system")
    assert repr(COLUMNS[0]).startswith("Column(name='system', title='system', kind=<class 'str'>")


def test_an_unknown_column():
    with pytest.raises(TableError, match="no column 'chrf'; it has system, bleu, n, ok"):
        table().column("chrf")


def test_the_first_rows():
    assert table().head(2) == table()
    short = table(marks={(0, "bleu"): ["best"], (1, "n"): ["weak"]}).head(1)
    assert short.rows == (("a", 1.5, 2, True),)
    assert short.notes == ("The first 1 of 2 rows.", "A note.")
    assert short.marks == {(0, "bleu"): {"best"}}
