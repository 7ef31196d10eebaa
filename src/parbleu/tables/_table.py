"""Defines `Table` and `Column`, which are immutable and checked when they are made."""

from __future__ import annotations

from types import MappingProxyType

from parbleu import errors
from parbleu._base.record import Record
from parbleu.tables import MOST_DECIMALS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from typing import Any

Cell = str | int | float | bool | None
KINDS: dict[str, type] = {"str": str, "int": int, "float": float, "bool": bool}
HEATS = tuple(f"heat{level}" for level in range(1, 9))
"""Marks of cells whose background is the darker the higher the level."""
MARKS = frozenset({"best", "significant", "weak", "baseline", *HEATS})


def heat_marks(cells: Mapping[tuple[int, str], float | None]) -> dict[tuple[int, str], list[str]]:
    """Returns the marks of cells that are read as a whole: the greater a value, the darker.

    Args:
        cells: (number of a row, name of a column) -> its value. Cells without one have no mark, nor has any
            if all values are equal.
    """
    known = {cell: value for cell, value in cells.items() if value is not None}
    low, high = min(known.values(), default=0.0), max(known.values(), default=0.0)
    if low == high:
        return {}
    steps = len(HEATS) - 1
    return {cell: [HEATS[round(steps * (value - low) / (high - low))]] for cell, value in known.items()}


CITATION_KEY = "[A-Za-z0-9]+(?:[-:._]+[A-Za-z0-9]+)*"
"""A pattern of the keys of BibTeX entries that LaTeX and Typst can both cite."""


class Column(Record):
    """A column of a table.

    Args:
        name: its key in CSV, TSV, JSON and data frames, unique in the table: "bleu_p_value".
        title: its heading in formats for people; None for the name with blanks for underscores.
        kind: str, int, float or bool. Every cell may be None, too.
        group: the heading above it and the adjoining columns of the same group, such as a metric's name.
        unit: shown in the heading, such as "%".
        decimals: digits after the point of floats in formats for people; None for about four significant
            ones. Formats for data have all digits.
        signed: whether people see "+" before positive numbers.
        better: "higher" or "lower", for an arrow in the heading, or "".
        align: "left", "right" or "center"; None for the left of strings and the right of all others.
        plus_minus: the name of the column whose value people see after this one's, as in "25.3 ± 0.4".
        superscript: the name of a column of whole numbers that people see raised behind this one's.
        low: the name of the column with the lower end of this one's interval, for pictures.
        high: that of its upper end.
        shows_edits: whether texts have edits in them, `[-deleted-]` and `{+inserted+}`, which colours show.
        people: False for a column that only formats for data show.
        fixed_decimals: True if the `decimals` of `render` do not apply to the column, as to a p-value.
    """

    name: str
    title: str
    kind: type
    group: str
    unit: str
    decimals: int | None
    signed: bool
    better: str
    align: str
    plus_minus: str
    superscript: str
    people: bool
    fixed_decimals: bool
    low: str
    high: str
    shows_edits: bool

    def __init__(
        self,
        name: str,
        title: str | None = None,
        kind: type = str,
        group: str = "",
        unit: str = "",
        decimals: int | None = None,
        signed: bool = False,
        better: str = "",
        align: str | None = None,
        plus_minus: str = "",
        superscript: str = "",
        people: bool = True,
        fixed_decimals: bool = False,
        low: str = "",
        high: str = "",
        shows_edits: bool = False,
    ) -> None:
        if not isinstance(name, str) or not name:
            raise errors.TableError(f"the name of a column is a string that is not empty, not {name!r}")
        if kind not in KINDS.values():
            raise errors.TableError(f"column {name!r}: the kind is str, int, float or bool, not {kind!r}")
        if better not in ("", "higher", "lower"):
            raise errors.TableError(f"column {name!r}: better is 'higher', 'lower' or '', not {better!r}")
        if align not in (None, "left", "right", "center"):
            raise errors.TableError(
                f"column {name!r}: align is 'left', 'right', 'center' or None, not {align!r}"
            )
        if decimals is not None and not 0 <= decimals <= MOST_DECIMALS:
            raise errors.TableError(
                f"column {name!r}: decimals are from 0 to {MOST_DECIMALS}, not {decimals}"
            )
        super().__init__(
            name,
            name.replace("_", " ") if title is None else title,
            kind,
            group,
            unit,
            decimals,
            signed,
            better,
            align or ("left" if kind is str else "right"),
            plus_minus,
            superscript,
            people,
            fixed_decimals,
            low,
            high,
            shows_edits,
        )


class Table(Record):
    """Typed columns and rows of cells, with what a reader has to know about them.

    Args:
        name: a key: "scores".
        columns: the columns; at least one of them is for people.
        rows: the rows, each with a cell for every column: str, int, float, bool or None. Scalars of NumPy
            become Python's, ints in a column of floats become floats, and NaN becomes None.
        title: the caption.
        notes: sentences below the table.
        facts: what holds for all rows: seed, signature, test.
        marks: (number of a row, name of a column) -> some of "best", "significant", "weak", "baseline",
            and at most one of "heat1" to "heat8".
        citations: key -> BibTeX entry of the works that the title cites as `[@key]` or
            `[@key; @another]` behind a blank. LaTeX and Typst cite them; other formats leave citations out.
        grouped_by: names of the first columns for people: in text, rows with the same values there stand
            below these as a heading.

    Raises:
        TableError: these contradict one another.
    """

    name: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    title: str
    notes: tuple[str, ...]
    facts: Mapping[str, Cell]
    marks: Mapping[tuple[int, str], frozenset[str]]
    citations: Mapping[str, str]
    grouped_by: tuple[str, ...]

    def __init__(
        self,
        name: str,
        columns: Iterable[Column],
        rows: Iterable[Sequence[Any]],
        title: str = "",
        notes: Sequence[str] = (),
        facts: Mapping[str, Any] | None = None,
        marks: Mapping[tuple[int, str], Collection[str]] | None = None,
        citations: Mapping[str, str] | None = None,
        grouped_by: Sequence[str] = (),
    ) -> None:
        if isinstance(notes, str):
            raise errors.TableError(f"table {name!r}: notes are several sentences, not one string")
        columns = tuple(columns)
        _check_columns(name, columns)
        checked = _checked_rows(name, columns, tuple(rows))
        facts = {key: _checked_fact(name, key, value) for key, value in (facts or {}).items()}
        checked_marks = {cell: frozenset(kinds) for cell, kinds in (marks or {}).items()}
        _check_marks(name, columns, len(checked), checked_marks)
        if citations:
            import re
        for key in citations or ():
            if not re.fullmatch(CITATION_KEY, key):
                raise errors.TableError(
                    f"table {name!r}: a citation's key has letters, digits and -:._ between them, not {key!r}"
                )
        marked, cited = MappingProxyType(checked_marks), MappingProxyType(dict(citations or {}))
        first = tuple(column.name for column in columns if column.people)[: len(grouped_by)]
        if tuple(grouped_by) != first:
            raise errors.TableError(f"table {name!r} is grouped by its first columns, not by {grouped_by!r}")
        super().__init__(
            name, columns, checked, title, tuple(notes), MappingProxyType(facts), marked, cited, first
        )

    def column(self, name: str) -> list[Cell]:
        """Returns the cells of the column of that name, from the first row to the last."""
        names = [column.name for column in self.columns]
        if name not in names:
            raise errors.TableError(f"table {self.name!r} has no column {name!r}; it has {', '.join(names)}")
        index = names.index(name)
        return [row[index] for row in self.rows]

    def head(self, n_rows: int) -> Table:
        """Returns the table with its first rows only, and a note that says so if there are more."""
        if len(self.rows) <= n_rows:
            return self
        notes = [f"The first {n_rows} of {len(self.rows)} rows.", *self.notes]
        marks = {cell: kinds for cell, kinds in self.marks.items() if cell[0] < n_rows}
        return self.changed(rows=self.rows[:n_rows], notes=notes, marks=marks)

    def to_dict(self) -> dict[str, Any]:
        """Returns everything in lists, dicts, strings and numbers; `from_dict` reads it."""
        columns = [{**vars(column), "kind": column.kind.__name__} for column in self.columns]
        return {
            "name": self.name,
            "columns": columns,
            "rows": [list(row) for row in self.rows],
            "title": self.title,
            "notes": list(self.notes),
            "facts": dict(self.facts),
            "marks": [[row, column, sorted(kinds)] for (row, column), kinds in self.marks.items()],
            "citations": dict(self.citations),
            "grouped_by": list(self.grouped_by),
        }

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_dict, (self.to_dict(),)

    @classmethod
    def from_dict(cls, content: Mapping[str, Any]) -> Table:
        """Returns the table that `to_dict` returned `content` for."""
        columns = [Column(**{**column, "kind": KINDS[column["kind"]]}) for column in content["columns"]]
        marks = {(row, column): kinds for row, column, kinds in content["marks"]}
        return cls(**{**content, "columns": columns, "marks": marks})


def p_column(name: str, title: str = "p", group: str = "") -> Column:
    """Returns a column of p-values, which always have four decimals."""
    return Column(name, title, float, group, decimals=4, fixed_decimals=True)


def _check_columns(table: str, columns: tuple[Column, ...]) -> None:
    if not any(column.people for column in columns):
        raise errors.TableError(f"table {table!r} has no column that is shown to people: add one")
    kinds: dict[str, type] = {}
    for column in columns:
        if column.name in kinds:
            raise errors.TableError(f"table {table!r} has two columns with the name {column.name!r}")
        kinds[column.name] = column.kind
    for column in columns:
        for role in ("plus_minus", "low", "high"):
            other = getattr(column, role)
            if other and kinds.get(other) not in (int, float):
                raise errors.TableError(
                    f"table {table!r}: {role} of the column {column.name!r} names a column of numbers, "
                    f"which {other!r} is not"
                )
        if column.superscript and kinds.get(column.superscript) is not int:
            raise errors.TableError(
                f"table {table!r}: superscript of the column {column.name!r} names a column of whole "
                f"numbers, which {column.superscript!r} is not"
            )


def _checked_rows(
    table: str, columns: tuple[Column, ...], rows: tuple[Sequence[Any], ...]
) -> tuple[tuple[Cell, ...], ...]:
    if set(map(len, rows)) - {len(columns)}:
        number, row = next((n, row) for n, row in enumerate(rows) if len(row) != len(columns))
        raise errors.TableError(
            f"table {table!r}: row {number} (counted from 0) has {len(row)} cells for {len(columns)} columns"
        )
    if not rows:
        return ()
    cells = zip(*rows, strict=True)
    checked = (_checked_cells(table, *of_column) for of_column in zip(columns, cells, strict=True))
    return tuple(zip(*checked, strict=True))


def _checked_cells(table: str, column: Column, cells: tuple[Any, ...]) -> Sequence[Cell]:
    if set(map(type, cells)) <= {column.kind, type(None)} and (
        column.kind is not float or all(cell == cell for cell in cells)
    ):
        return cells
    checked: list[Any] = []
    for number, cell in enumerate(cells):
        plain = _plain(cell)
        if type(plain) is int and column.kind is float:
            plain = float(plain)
        if plain is not None and type(plain) is not column.kind:
            raise errors.TableError(
                f"table {table!r}, row {number} (counted from 0): the column {column.name!r} holds "
                f"{column.kind.__name__}, not {cell!r}"
            )
        checked.append(plain)
    return checked


def _plain(cell: Any) -> Any:
    """Returns a cell as Python's own str, int, float, bool or None if it is one of another name."""
    if not isinstance(cell, str) and hasattr(cell, "item"):
        cell = cell.item()
    if isinstance(cell, str):
        return str.__str__(cell)
    for kind in (bool, int, float):
        if isinstance(cell, kind):
            plain = kind(cell)
            return None if plain != plain else plain
    return cell


def _checked_fact(table: str, name: str, value: Any) -> Cell:
    plain: Cell = _plain(value)
    if not (plain is None or type(plain) in KINDS.values()) or not isinstance(name, str):
        raise errors.TableError(
            f"table {table!r}: the fact {name!r} is a string, a number, a truth value or None, not {value!r}"
        )
    return plain


def _check_marks(
    table: str, columns: tuple[Column, ...], n_rows: int, marks: Mapping[tuple[int, str], frozenset[str]]
) -> None:
    names = {column.name for column in columns}
    for (row, column), kinds in marks.items():
        if not 0 <= row < n_rows or column not in names:
            raise errors.TableError(
                f"table {table!r}: marks at row {row}, column {column!r}, where no cell is"
            )
        if not kinds <= MARKS:
            raise errors.TableError(
                f"table {table!r}: unknown mark {sorted(kinds - MARKS)[0]!r}: "
                f"choose from {', '.join(sorted(MARKS))}"
            )
