"""Tests of tables whose columns the fields of records declare."""

import copy
import dataclasses
import pickle
from typing import Any

import pytest

from parbleu._base.record import Record
from parbleu.errors import TableError
from parbleu.tables import (
    Column,
    Result,
    Table,
    cells_of,
    column,
    columns_of,
    p_field,
    record,
    rows,
    shown,
    table_of,
)
from parbleu.tables._records import percent


@record
class Test:
    """All that a row can have."""

    __test__ = False

    segment: "int" = column(convert=lambda place: place + 1)
    path: "str" = column(name="file")
    share: "float | None" = column("share of all", convert=percent, unit="%", decimals=1)
    p: "float" = p_field("p (Holm)")
    system: "str | None" = column(missing="all")
    metrics: "tuple[str, ...]" = ()
    hidden: "int" = column(is_column=False, default=3)
    table: "dict[str, int]" = dataclasses.field(default_factory=dict)

    @property
    @shown(kind=int, people=False)
    def length(self) -> "Any":
        """How long the path is."""
        return len(self.path)

    @property
    def other(self) -> "bool":
        """Which is no column."""
        return True


@record
class Tests(Result):
    """Rows with what belongs to their table."""

    __test__ = False

    tests: "tuple[Test, ...]" = rows(
        "tests",
        Test,
        title=lambda tests: f"{len(tests.tests)} tests",
        notes=["A note."],
        facts="alpha",
        significant={"p": "alpha"},
    )
    alpha: "float" = 0.05


FIRST = Test(0, "a.txt", 0.5, 0.01, None, ("BLEU", "TER"))
SECOND = Test(1, "b", None, 0.05, "B")


def test_fields_declare_columns() -> None:
    assert columns_of(Test) == [
        Column("segment", kind=int),
        Column("file"),
        Column("share", "share of all", float, unit="%", decimals=1),
        Column("p", "p (Holm)", float, decimals=4, fixed_decimals=True),
        Column("system"),
        Column("metrics"),
        Column("length", kind=int, people=False),
    ]
    assert cells_of(FIRST) == [1, "a.txt", 50.0, 0.01, "all", "BLEU, TER", 5]
    assert cells_of(SECOND) == [2, "b", None, 0.05, "B", "", 1]


def test_some_columns_in_another_order_and_changed() -> None:
    assert columns_of(Test, ["file", "segment"], {"segment": {"title": "line"}}) == [
        Column("file"),
        Column("segment", "line", int),
    ]
    assert cells_of(FIRST, ["file", "segment"]) == ["a.txt", 1]
    made = table_of("t", Test, [FIRST], ["file"], changed={"file": {"align": "right"}}, notes=["x"])
    assert made == Table("t", [Column("file", align="right")], [("a.txt",)], notes=["x"])


def test_a_result_declares_its_tables() -> None:
    (table,) = Tests((FIRST, SECOND)).tables()
    assert (table.name, table.title, table.notes) == ("tests", "2 tests", ("A note.",))
    assert table.facts == {"alpha": 0.05}
    assert [row[1] for row in table.rows] == ["a.txt", "b"]
    assert table.marks == {(0, "p"): {"significant"}, (1, "p"): {"significant"}}  # p is at most 0.05
    (empty,) = Tests(()).tables()
    assert (empty.columns, empty.rows) == (table.columns, ())


def test_facts_and_notes_may_be_functions_of_the_result() -> None:
    @record
    class Other(Result):
        tests: "tuple[Test, ...]" = rows(
            "a", Test, notes=lambda own: [own.name], facts=lambda own: {"x": own.name}
        )
        more: "tuple[Test, ...]" = rows("b", Test)
        name: "str" = "A"

    first, second = Other((FIRST,), (SECOND, FIRST)).tables()
    assert (first.notes, dict(first.facts), len(first.rows)) == (("A",), {"x": "A"}, 1)
    assert (second.name, second.notes, len(second.rows)) == ("b", (), 2)


def test_a_result_of_one_row() -> None:
    @record
    class One(Result):
        table_name = "one"
        column_order = "total second first"
        first: "float"
        second: "float | None"

        @property
        def total(self) -> "int":
            """A property that the order names is a column."""
            return 3

    (table,) = One(1, None).tables()
    assert [each.name for each in table.columns] == ["total", "second", "first"]
    assert table.rows == ((3, None, 1.0),)
    assert {type(cell) for cell in table.rows[0]} == {int, float, type(None)}


def test_records_of_the_start_are_shown_by_their_annotations() -> None:
    class Start(Record, Result):
        table_name = "start"
        name: "str"
        score: "float | None"

    assert Start("a", 2).tables() == (
        Table("start", [Column("name"), Column("score", kind=float)], [("a", 2.0)]),
    )


def test_records_are_frozen_values() -> None:
    assert Test(0, "a.txt", 0.5, 0.01, None, ("BLEU", "TER")) == FIRST
    with pytest.raises(dataclasses.FrozenInstanceError):
        FIRST.path = "b"  # type: ignore[misc]
    assert dataclasses.replace(FIRST, path="b").path == "b"
    assert copy.copy(FIRST) == pickle.loads(pickle.dumps(FIRST)) == FIRST
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'system'"):
        Test(0, "", None, 0.0)  # type: ignore[call-arg]


def test_declarations_that_no_table_can_show() -> None:
    @record
    class Wrong:
        values: "dict[str, int]" = column("title")

    with pytest.raises(TableError, match=r"Wrong.values is no text, number or truth value: say its kind"):
        columns_of(Wrong)

    @record
    class Nothing:
        values: "dict[str, int]"

    with pytest.raises(TableError, match="Nothing has no field that a table can show"):
        columns_of(Nothing)

    class NoTables(Result):
        pass

    with pytest.raises(NotImplementedError, match=r"NoTables defines no tables\(\)"):
        NoTables().tables()
