"""Checks data of pyarrow before anything reads it: pyarrow takes offsets and indices of files as they are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from parbleu import errors


def check_buffers(path: str, data: Any, number: int = 1, names: Iterable[str] | None = None) -> None:
    """Refuses a record batch or table with columns whose places are outside of their buffers.

    All sizes, offsets, indices of dictionaries and ends of runs are looked at, which takes a hundredth of the
    time of scoring. Text that is not UTF-8 is no reason: who reads a cell tells its row.

    Args:
        path: what the message calls the table.
        data: the record batch or table.
        number: of the batch, counted from 1.
        names: the columns that will be read, each of which is there once; None for all.

    Raises:
        FormatError: the message tells the batch and the column.
    """
    try:
        known = data.schema.names
    except UnicodeDecodeError:
        raise _damaged(path, f"record batch {number}", "the name of a column is not valid UTF-8") from None
    for column in range(data.num_columns) if names is None else names:
        try:
            array = data.column(column)
        except KeyError:
            where = f"record batch {number}, column {column!r}"
            raise errors.FormatError(path, 0, f"{where}: pyarrow has no values of its type") from None
        problem = next(filter(None, map(_problem, getattr(array, "chunks", [array]))), "")
        if problem:
            name = known[column] if isinstance(column, int) else column
            raise _damaged(path, f"record batch {number}, column {name!r}", problem)
    problem = _problem(data, full=False)
    if problem:
        raise _damaged(path, f"record batch {number}", problem)


def _damaged(path: str, where: str, problem: str) -> errors.FormatError:
    return errors.FormatError(path, 0, f"{where}: this is damaged; write it again ({problem})")


def _problem(data: Any, full: bool = True) -> str:
    """Returns what pyarrow says of damaged data, in one line; "" if it is whole."""
    from pyarrow import ArrowException

    try:
        data.validate(full=full)
    except ArrowException as problem:
        text = " ".join(str(problem).split())
        if "UTF8" not in text:
            return text
    else:
        return ""
    try:
        _bytes_of(data).validate(full=True)
    except ArrowException as problem:
        return " ".join(str(problem).split())
    return ""


def _bytes_of(array: Any) -> Any:
    """Returns the same buffers with binary data in place of text, in which all bytes are right."""
    from pyarrow import DictionaryArray

    if hasattr(array, "dictionary"):
        return DictionaryArray.from_arrays(array.indices, _bytes_of(array.dictionary), safe=False)
    return array.view(_of_bytes(array.type))


def _of_bytes(kind: Any) -> Any:
    """Returns a type of Arrow with binary data in place of text, also in lists and structs."""
    import pyarrow
    from pyarrow import types

    if types.is_struct(kind):
        fields = [kind.field(index) for index in range(kind.num_fields)]
        return pyarrow.struct([field.with_type(_of_bytes(field.type)) for field in fields])
    if types.is_list(kind):
        return pyarrow.list_(kind.value_field.with_type(_of_bytes(kind.value_type)))
    if types.is_large_list(kind):
        return pyarrow.large_list(kind.value_field.with_type(_of_bytes(kind.value_type)))
    if types.is_fixed_size_list(kind):
        return pyarrow.list_(kind.value_field.with_type(_of_bytes(kind.value_type)), kind.list_size)
    others = {"string": "binary", "large_string": "large_binary", "string_view": "binary_view"}
    return getattr(pyarrow, others[str(kind)])() if str(kind) in others else kind
