"""Reads Parquet files, Arrow (Feather) files and streams, and other record batches of Arrow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from os import fsencode
from typing import Any

from parbleu._base.extras import imported
from parbleu._io.lines import open_binary, read_block
from parbleu.errors import UnreadableFileError
from parbleu.text._arrow_buffers import check_buffers
from parbleu.text._table_files.batch import ROWS, Batch, empty_table, is_place

READ_AHEAD = 1 << 22
"""Bytes of a column of Parquet that are read at once."""


class ArrowTable:
    """A table of record batches.

    Args:
        path: the file, or what messages call the table.
        schema: of Arrow.
        read: yields record batches; its arguments are the columns to read, of which none is nested, and how
            many rows a batch had best have.
        n_rows: how many rows there are, if that is known before.
    """

    def __init__(
        self,
        path: str,
        schema: Any,
        read: Callable[[list[str], int], Iterable[Any]],
        n_rows: int | None = None,
    ) -> None:
        self.path = path
        self.n_rows = n_rows
        self._read = read
        with arrow_errors(path):  # the name of a column may be no UTF-8
            self._outer = list(schema.names)
            self.names: list[str] = [*self._outer, *_nested(schema)]

    def batches(self, names: Sequence[str], n_rows: int = ROWS) -> Iterator[Batch]:
        """Yields the rows with these columns; `translation.de` is a field of the struct `translation`."""
        wanted = outer_columns(self._outer, names)
        first = 1
        with arrow_errors(self.path):
            for number, batch in enumerate(self._read(wanted, n_rows), 1):
                check_buffers(self.path, batch, number, wanted)
                for start in range(0, batch.num_rows, n_rows):
                    part = batch.slice(start, n_rows)
                    columns = {name: arrow_column(part, name) for name in names}
                    yield Batch(self.path, columns, part.num_rows, first)
                    first += part.num_rows
        if first == 1:
            raise empty_table(self.path)


@contextmanager
def arrow_errors(path: str) -> Iterator[None]:
    """Makes errors of pyarrow an UnreadableFileError that names the file."""
    try:
        yield
    except UnreadableFileError:
        raise
    except (imported_pyarrow(path).ArrowException, OSError, UnicodeDecodeError) as problem:
        reason = " ".join(str(problem).split())
        raise UnreadableFileError(f"cannot read {path}: {reason}") from None


def outer_columns(stored: Sequence[str], names: Sequence[str]) -> list[str]:
    """Returns the columns that hold these columns and fields, each once: `a` for `a.b`."""
    return list(dict.fromkeys(name if name in stored else name.partition(".")[0] for name in names))


def arrow_column(part: Any, name: str) -> Any:
    """Returns a column of a table or of a record batch as one array; `a.b` is a field of the struct `a`."""
    (outer,) = outer_columns(part.schema.names, [name])
    column = part.column(outer)
    if hasattr(column, "combine_chunks"):  # of a table, not of a record batch
        column = column.combine_chunks()
    if outer != name:
        for field in name.removeprefix(f"{outer}.").split("."):
            column = _inner_column(plain_array(column), field)
    return plain_array(column)


def _inner_column(column: Any, name: str) -> Any:
    """Returns a field of structs, or an item of lists; null where there is none."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if column.type.num_fields and pa.types.is_struct(column.type) and column.type.get_field_index(name) >= 0:
        return pc.struct_field(column, name)
    items = None
    if is_place(name) and _is_of_lists(column.type):
        items = list_items(pc.list_slice(column, int(name), int(name) + 1, return_fixed_size_list=False))
    return items[0] if items else pa.nulls(len(column))


def plain_array(column: Any) -> Any:
    """Returns an array of Arrow with the same cells in a type that every function of pyarrow takes.

    Of extension types that is what they store; of dictionaries and runs the values; of views the values in
    one buffer; of lists and structs the same within.
    """
    import pyarrow as pa
    from pyarrow import types

    kind = column.type
    if isinstance(kind, pa.BaseExtensionType):
        return plain_array(column.storage)
    if types.is_dictionary(kind):
        values = plain_array(column.dictionary)
        return pa.DictionaryArray.from_arrays(column.indices, values).dictionary_decode()
    if types.is_run_end_encoded(kind):
        import numpy as np

        ends = column.run_ends.to_numpy(zero_copy_only=False)
        places = np.searchsorted(ends, np.arange(column.offset, column.offset + len(column)), side="right")
        return plain_array(column.values).take(pa.array(places, pa.int64()))
    if str(kind).startswith(("list_view<", "large_list_view<")):  # whose last list pyarrow 26's cast loses
        import pyarrow.compute as pc

        lengths = pc.fill_null(pc.list_value_length(column), 0).cast(pa.int64())
        offsets = pa.concat_arrays([pa.array([0], pa.int64()), pc.cumulative_sum(lengths)])
        flat = plain_array(pc.list_flatten(column))
        return pa.LargeListArray.from_arrays(offsets, flat, mask=column.is_null())
    plain = _plain_type(kind)
    return column if plain == kind else column.cast(plain)


def _plain_type(kind: Any) -> Any:
    """Returns the type that views of text, and lists of them, are cast to; others as they are."""
    import pyarrow as pa
    from pyarrow import types

    if str(kind) in ("string_view", "binary_view"):
        return pa.large_string() if str(kind) == "string_view" else pa.large_binary()
    if types.is_list(kind) or types.is_large_list(kind):
        inner = _plain_type(kind.value_type)
        return kind if inner == kind.value_type else pa.large_list(inner)
    return kind


def list_items(column: Any) -> list[Any] | None:
    """Returns the first items of a column's lists as an array, the second ones, and so on; None for no lists.

    Lists that have no such item have null there.
    """
    if not _is_of_lists(column.type):
        return None
    import pyarrow.compute as pc

    lengths = pc.fill_null(pc.list_value_length(column), 0)
    starts = pc.subtract(pc.cumulative_sum(lengths), lengths)
    flat = pc.list_flatten(column)
    count = pc.max(lengths).as_py() or 0
    return [
        flat.take(pc.if_else(pc.greater(lengths, index), pc.add(starts, index), None))
        for index in range(count)
    ]


def _is_of_lists(kind: Any) -> bool:
    """Returns whether a type of Arrow is one of lists."""
    from pyarrow import types

    return bool(types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind))


def _nested(schema: Any) -> list[str]:
    """Returns the names of fields of structs at any depth: `refs.refA.ref`."""
    names = []
    waiting = [(field.name, field.type) for field in schema]
    while waiting:
        name, kind = waiting.pop(0)
        if str(kind).startswith("struct<"):
            inner = [kind.field(index) for index in range(kind.num_fields)]
            names += [f"{name}.{field.name}" for field in inner]
            waiting += [(f"{name}.{field.name}", field.type) for field in inner]
    return names


def arrow_file(path: str, kind: str, file: Any = None) -> ArrowTable:
    """Opens a file of Arrow or Parquet.

    Args:
        path: the file; what gzip and the like have compressed is read whole.
        kind: "parquet", or "arrow" for files and streams of Arrow.
        file: what is read, whole, if it is open, as standard input is; `path` is then what messages call it.

    Raises:
        MissingDependencyError: pyarrow is not installed.
        UnreadableFileError: the file cannot be read.
    """
    imported_pyarrow(path)
    with arrow_errors(path):
        source = _source(path) if file is None else _bytes_of(file, path)
        if kind == "parquet":
            from pyarrow.parquet import ParquetFile

            parquet = ParquetFile(source, buffer_size=READ_AHEAD, pre_buffer=False)
            return ArrowTable(
                path,
                parquet.schema_arrow,
                lambda names, n_rows: _read_ahead(parquet.iter_batches(n_rows, columns=names)),
                parquet.metadata.num_rows,
            )
        return _ipc(path, source)


def _read_ahead(batches: Iterator[Any]) -> Iterator[Any]:
    """Yields the batches; the next one is decoded in another thread while its caller works on one."""
    from concurrent.futures import ThreadPoolExecutor  # which small tables need not wait for

    with ThreadPoolExecutor(1) as reader:
        coming = reader.submit(next, batches, None)
        while (batch := coming.result()) is not None:
            coming = reader.submit(next, batches, None)
            yield batch


def _source(path: str) -> Any:
    """Returns what pyarrow reads: the path, a file, or the bytes of a compressed file."""
    file = open_binary(path)
    if type(file).__module__ == "_io":
        file.close()
        return arrow_source(path)
    return _bytes_of(file, path)


def arrow_source(path: str) -> Any:
    """Returns a path for pyarrow, or the file of one that is not UTF-8, which it takes as bytes only."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return imported_pyarrow(path).OSFile(fsencode(path))
    return path


def _bytes_of(file: Any, path: str) -> BytesIO:
    """Returns all bytes of an open file, and closes it."""
    try:
        return BytesIO(read_block(file, path, -1))
    finally:
        file.close()


def _ipc(path: str, source: Any) -> ArrowTable:
    import pyarrow

    if isinstance(source, BytesIO):
        opened = pyarrow.py_buffer(source.getvalue())
    else:
        opened = pyarrow.memory_map(source) if isinstance(source, str) else source
    try:
        file = pyarrow.ipc.open_file(opened)
    except pyarrow.ArrowInvalid:
        if hasattr(opened, "seek"):
            opened.seek(0)
        stream = pyarrow.ipc.open_stream(opened)
        return ArrowTable(path, stream.schema, lambda *_: stream)
    return ArrowTable(
        path, file.schema, lambda *_: (file.get_batch(number) for number in range(file.num_record_batches))
    )


def imported_pyarrow(what: str) -> Any:
    """Returns pyarrow.

    Raises:
        MissingDependencyError: it is not installed; the message begins with `what`.
    """
    return imported("pyarrow", f"{what}: Parquet and Arrow need the package pyarrow", "tables")
