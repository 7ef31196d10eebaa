"""Makes tables of frozen records, whose fields declare how they are shown.

A field of text, numbers, truth values or a tuple of texts is a column of its name; `column` changes how it
is shown, and `shown` makes a property a column. `column_order` of the class names all columns where their
order is not that of the fields, with the properties last.
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, overload

from parbleu._base.record import Record
from parbleu._base.significance import is_significant
from parbleu.errors import TableError
from parbleu.tables._table import KINDS, Column, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from typing_extensions import dataclass_transform

    FromResult = Callable[[Any], Any]
    """A function of the result that a table is of."""
else:

    def dataclass_transform(**_: object) -> object:
        """Does nothing: type checkers know the decorator."""
        return lambda decorated: decorated


T = TypeVar("T")
Cell = tuple[Column, "Callable[[Any], Any]"]


@dataclass(frozen=True)
class _Shown:
    """How a field or property is shown: the arguments of `column`."""

    kind: type | None
    name: str
    convert: Callable[[Any], Any] | None
    missing: Any
    is_column: bool
    appearance: dict[str, Any]


_AS_IT_IS = _Shown(None, "", None, None, True, {})


@dataclass(frozen=True)
class _RowTable:
    """The table whose rows are the records in a field: the arguments of `rows`."""

    name: str
    kind: type
    title: str | FromResult
    notes: Sequence[str] | FromResult
    facts: str | FromResult
    significant: Mapping[str, str]
    if_any: bool


def column(
    title: str | None = None,
    *,
    default: Any = MISSING,
    kind: type | None = None,
    name: str = "",
    convert: Callable[[Any], Any] | None = None,
    missing: Any = None,
    is_column: bool = True,
    like: Mapping[str, Any] | None = None,
    **appearance: Any,
) -> Any:
    """Declares a field of a record, and how a table shows it.

    Args:
        title: the heading; None for the name of the column with blanks for underscores.
        default: of the field.
        kind: of the cells: str, int, float or bool; None for what the annotation says.
        name: of the column; "" for that of the field.
        convert: function that makes a cell of a value; not called for None.
        missing: the cell of None.
        is_column: False for a field that tables do not show.
        like: other arguments of `Column` that several fields share.
        appearance: other arguments of `Column`.
    """
    how = _Shown(kind, name, convert, missing, is_column, {"title": title, **(like or {}), **appearance})
    return field(default=default, metadata={"column": how})


def p_field(title: str = "p", *, default: Any = MISSING, name: str = "", group: str = "") -> Any:
    """Declares a field that is a p-value, which always has four decimals.

    Args:
        title: the heading of its column.
        default: the value where none is given.
        name: of the column, if it is not that of the field.
        group: the heading above those of several columns.
    """
    return column(title, default=default, name=name, group=group, decimals=4, fixed_decimals=True)


def shown(title: str | None = None, **how: Any) -> Callable[[T], T]:
    """Declares a property to be a column; stands below `@property`.

    Args:
        title: the heading; None for the name of the column with blanks for underscores.
        how: other arguments of `column`, but `default`.
    """

    def declare(function: T) -> T:
        setattr(function, "column", column(title, **how).metadata["column"])  # noqa: B010 - for type checkers
        return function

    return declare


def rows(
    name: str,
    kind: type,
    *,
    title: str | FromResult = "",
    notes: Sequence[str] | FromResult = (),
    facts: str | FromResult = "",
    significant: Mapping[str, str] | None = None,
    if_any: bool = False,
    default: Any = MISSING,
) -> Any:
    """Declares a field of a result that holds records: the rows of one of its tables.

    Args:
        name: of the table.
        kind: the class of the records.
        title: the caption, or a function of the result that returns it.
        notes: sentences, or a function of the result that returns them.
        facts: the names of those attributes of the result that are facts, with blanks between them; or a
            function of the result that returns facts.
        significant: name of a column of p-values -> attribute of the result: the level of its marks.
        if_any: whether there is a table only if there are rows.
        default: of the field.
    """
    how = _RowTable(name, kind, title, notes, facts, significant or {}, if_any)
    return field(default=default, metadata={"rows": how})


@overload
def record(kind: type[T], /) -> type[T]: ...
@overload
def record(*, eq: bool = True, kw_only: bool = False) -> Callable[[type[T]], type[T]]: ...
@dataclass_transform(frozen_default=True, field_specifiers=(column, p_field, rows, field))
def record(kind: Any = None, /, *, eq: bool = True, kw_only: bool = False) -> Any:
    """Makes a class a frozen dataclass; type checkers know the fields that `column` and `rows` declare."""
    decorate = dataclass(frozen=True, eq=eq, kw_only=kw_only)
    return decorate if kind is None else decorate(kind)


def columns_of(
    kind: type, only: Sequence[str] = (), changed: Mapping[str, Mapping[str, Any]] | None = None
) -> list[Column]:
    """Returns the columns of the records of a class.

    Args:
        kind: the class.
        only: the names of columns, in their order; () for all, in the order of the fields.
        changed: name of a column -> arguments of `Column` in place of those that its field declares.
    """
    other = changed or {}
    return [
        made.changed(**other[made.name]) if made.name in other else made for made, _ in _chosen(kind, only)
    ]


def cells_of(record: Any, only: Sequence[str] = ()) -> list[Any]:
    """Returns the cells of a record; `only` names their columns in their order, () for all."""
    return [cell(record) for _, cell in _chosen(type(record), only)]


def table_of(
    name: str,
    kind: type,
    records: Iterable[Any],
    only: Sequence[str] = (),
    *,
    keys: Sequence[Column] = (),
    changed: Mapping[str, Mapping[str, Any]] | None = None,
    significant: Mapping[str, float] | None = None,
    **table: Any,
) -> Table:
    """Returns a table with a row for each record.

    Args:
        name: of the table.
        kind: the class of the records.
        records: the records.
        only: the names of columns, in their order; () for all, in the order of the fields.
        keys: columns before those of the records, which are then pairs of the cells of these and a record.
        changed: name of a column -> arguments of `Column` in place of those that its field declares.
        significant: name of a column of p-values -> level: cells of at most it are marked as significant.
        table: other arguments of `Table`.
    """
    functions = [cell for _, cell in _chosen(kind, only)]
    keyed = records if keys else (((), one) for one in records)
    cells = [[*key, *(cell(one) for cell in functions)] for key, one in keyed]
    shown_table = Table(name, [*keys, *columns_of(kind, only, changed)], cells, **table)
    if not significant:
        return shown_table
    marks = dict(shown_table.marks)
    for key, level in significant.items():
        for row, value in enumerate(shown_table.column(key)):
            if isinstance(value, float) and is_significant(value, level):
                marks[row, key] = marks.get((row, key), frozenset()) | {"significant"}
    return shown_table.changed(marks=marks)


def with_decimals(names: str, decimals: int) -> dict[str, dict[str, int]]:
    """Returns the decimals of columns, whose names blanks separate, for the argument `changed`."""
    return {name: {"decimals": decimals} for name in names.split()}


def declares_tables(kind: type) -> bool:
    """Returns whether a class of results declares its tables, so that it needs no method for them."""
    return bool(getattr(kind, "table_name", "")) or (
        is_dataclass(kind) and any("rows" in declared.metadata for declared in fields(kind))
    )


def declared_tables(result: Any) -> tuple[Table, ...]:
    """Returns a table for each field of rows; or, of a class with a `table_name`, the result as one row."""
    kind = type(result)
    if not declares_tables(kind):
        raise NotImplementedError(f"{kind.__name__} defines no tables()")
    if kind.table_name:
        return (table_of(kind.table_name, kind, [result]),)
    tables = []
    for declared in fields(kind):
        how, records = declared.metadata.get("rows"), getattr(result, declared.name)
        if how is not None and (records or not how.if_any):
            facts = how.facts
            tables.append(
                table_of(
                    how.name,
                    how.kind,
                    records,
                    title=how.title(result) if callable(how.title) else how.title,
                    notes=how.notes(result) if callable(how.notes) else how.notes,
                    facts=facts(result)
                    if callable(facts)
                    else {name: getattr(result, name) for name in facts.split()},
                    significant={key: getattr(result, level) for key, level in how.significant.items()},
                )
            )
    return tuple(tables)


def _chosen(kind: type, only: Sequence[str]) -> Sequence[Cell]:
    every = _columns(kind)
    if not only:
        return tuple(every.values())
    return [every[name] for name in only]


@cache
def _columns(kind: type) -> dict[str, Cell]:
    """Returns name -> column, and the function that returns a record's cell."""
    order = getattr(kind, "column_order", "").split()
    columns: dict[str, Cell] = {}
    for attribute, annotation, how in _attributes(kind, order):
        plain = annotation.removesuffix("| None").strip()
        joined = plain == "tuple[str, ...]"
        cells = how.kind or (str if joined else KINDS.get(plain))
        if cells is None and how is not _AS_IT_IS and how.is_column:
            raise TableError(f"{kind.__name__}.{attribute} is no text, number or truth value: say its kind")
        if cells is not None and how.is_column:
            name, convert = how.name or attribute, how.convert or (", ".join if joined else None)
            columns[name] = Column(name, kind=cells, **how.appearance), _cell(attribute, convert, how.missing)
    if not columns:
        raise TableError(f"{kind.__name__} has no field that a table can show")
    return {name: columns[name] for name in order} if order else columns


def _attributes(kind: type, order: Sequence[str]) -> list[tuple[str, str, _Shown]]:
    """Returns each field, and property that is a column: its name, annotation, and how it is shown."""
    declared: list[tuple[str, Any, _Shown]]
    if issubclass(kind, Record):
        declared = [(name, annotation, _AS_IT_IS) for name, annotation in kind.__annotations__.items()]
    else:
        every: Any = fields(kind)  # type: ignore[arg-type]
        declared = [(own.name, own.type, own.metadata.get("column", _AS_IT_IS)) for own in every]
    properties = [
        (name, value.fget.__annotations__["return"], getattr(value.fget, "column", _AS_IT_IS))
        for parent in reversed(kind.__mro__)
        for name, value in vars(parent).items()
        if isinstance(value, property) and (name in order or hasattr(value.fget, "column"))
    ]
    return [
        (name, annotation.__name__ if isinstance(annotation, type) else str(annotation), how)
        for name, annotation, how in (*declared, *properties)
    ]


def _cell(attribute: str, convert: Callable[[Any], Any] | None, missing: Any) -> Callable[[Any], Any]:
    def cell(record: Any) -> Any:
        value = getattr(record, attribute)
        if value is None:
            return missing
        return value if convert is None else convert(value)

    return cell


def percent(share: float) -> float:
    """Returns a share in percent, for `convert`."""
    return 100 * share
