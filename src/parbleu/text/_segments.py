"""Defines `as_segments`, which checks text in any container and converts it to native `Segments`.

None, NaN, pandas' NA and NaT are a missing segment; "" is an empty one. `changed_texts` leaves them missing.
"""

from __future__ import annotations

from os import PathLike
from sys import modules

from parbleu._core import Segments, segments_from_arrow_array, segments_from_arrow_stream
from parbleu.errors import InputShapeError, InputTypeError, NotSegmentsError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from parbleu.typing import SegmentsLike


def as_segments(data: SegmentsLike, what: str = "the stream") -> Segments:
    """Returns one stream of text, ready for scoring.

    Args:
        data: a list, tuple or iterator of str and None; a NumPy array, pandas, polars or Arrow column of
            strings; the path of a UTF-8 file (`pathlib.Path`; `.gz` is decompressed; lines end at LF and lose
            their trailing white space); or "-" for the lines of standard input.
        what: what the stream is, for messages.

    Raises:
        InputTypeError: `data` is of another type, or something in it is not a string.
        UnreadableFileError: the file cannot be read.
        UndecodableLineError: the file is not UTF-8.
        FormatError: the file is no text with a segment on each line, but a table, XML, subtitles and so on.
    """
    if type(data) is Segments:
        return data
    if type(data) is list or type(data) is tuple:
        return _from_items(data, what)
    if isinstance(data, PathLike):
        from parbleu._io.lines import read_lines

        return read_lines(data, tables=True)
    if isinstance(data, (str, bytes, bytearray)):
        return _from_string(data, what)
    if hasattr(type(data), "columns"):
        raise InputTypeError(
            f"{what} is {_kind(data)}, a table; pass one of its columns, such as table['hyp']"
        )
    column = _from_column(data, what)
    if column is not None:
        return column
    if isinstance(data, (set, frozenset, dict)) or not (
        hasattr(data, "__iter__") or (hasattr(data, "__getitem__") and hasattr(data, "__len__"))
    ):
        raise NotSegmentsError(
            f"{what} is {_kind(data)}, which has no order of segments; "
            "pass a list of strings, a column or a path"
        )
    return _from_items(list(data), what)  # type: ignore[arg-type]


def _kind(data: Any) -> str:
    name = type(data).__name__
    return f"an {name}" if name[0] in "aeiouAEIOU" else f"a {name}"


def _from_string(data: Any, what: str) -> Segments:
    if data == "-":
        from parbleu._io.lines import StandardInput, read_stream

        return read_stream(StandardInput(), StandardInput.name, universal=True)
    raise InputTypeError(
        f"{what} is one string, {shown(data)}, where a list of strings, one per segment, belongs; "
        "put a single segment into a list, and a file's name into pathlib.Path(...)"
    )


def _from_items(items: Sequence[Any], what: str) -> Segments:
    try:
        return Segments(items)
    except TypeError:
        # Something that is not a string. Missing values come in many shapes; the rest is an error.
        cleaned = [None if item is None or _is_missing(item) else item for item in items]
        for index, item in enumerate(cleaned):
            if item is not None and not isinstance(item, str):
                problem = InputTypeError(
                    f"{what}, segment {index} (counted from 0) is {_kind(item)}, not a string: {shown(item)}"
                )
                problem.segment = index
                raise problem from None
        return Segments(cleaned)


def shown(item: Any) -> str:
    """Returns a user's value, shortened, for a message."""
    text = repr(item)
    return text if len(text) <= 60 else text[:57] + "..."


def _is_missing(item: Any) -> bool:
    if isinstance(item, (str, list, tuple)):
        return False
    if isinstance(item, float):  # also numpy.float64
        return item != item
    if type(item).__name__ in ("NAType", "NaTType"):
        return True
    return type(item).__name__ == "float32" and bool(item != item)


def _from_column(data: Any, what: str) -> Segments | None:
    """A column of a data library, or None. A library that is not imported cannot have made the column."""
    pandas = modules.get("pandas")
    if pandas is not None:
        kinds = (pandas.Series, pandas.Index, pandas.api.extensions.ExtensionArray)
        # Without pyarrow behind it, a column's way through Arrow would be the longer one, if there is one.
        if isinstance(data, kinds) and not (_is_arrow(data.dtype) and hasattr(data, "__arrow_c_stream__")):
            return _from_items(data.astype(object).tolist(), what)
    if hasattr(data, "__arrow_c_stream__") or hasattr(data, "__arrow_c_array__"):
        return _from_arrow(data, what)
    numpy = modules.get("numpy")
    if numpy is not None and isinstance(data, numpy.ndarray):
        if data.ndim != 1:
            raise InputShapeError(
                f"{what} is an array of shape {data.shape}; one stream has one dimension, its segments"
            )
        return _from_items(data.tolist(), what)
    return None


def _is_arrow(dtype: Any) -> bool:
    return getattr(dtype, "storage", None) == "pyarrow" or "[pyarrow]" in str(dtype)


def check_column(data: Any) -> None:
    """Refuses a column of pyarrow that is longer than its buffers; those of others are taken as they are.

    It takes as long for any column. What lies between its ends is checked where it is read.

    Raises:
        ValueError: the column is damaged.
    """
    if type(data).__module__.partition(".")[0] == "pyarrow" and hasattr(data, "validate"):
        data.validate()


def _from_arrow(data: Any, what: str) -> Segments:
    try:
        check_column(data)
        if hasattr(data, "__arrow_c_stream__"):
            return segments_from_arrow_stream(data.__arrow_c_stream__())
        schema, array = data.__arrow_c_array__()
        return segments_from_arrow_array(schema, array)
    except TypeError as problem:
        element = getattr(data, "dtype", getattr(data, "type", None))  # as its library calls it
        reason = problem if element is None else f"it is one of {element}"
        raise InputTypeError(f"{what} is not a column of strings, as it must be: {reason}") from None
    except ValueError as problem:
        raise InputTypeError(f"{what}: {problem}") from None


def changed_texts(
    texts: list[str | None], change: Callable[[list[str]], list[str]]
) -> list[str] | list[str | None]:
    """Returns texts that a function changes, all in one call; missing ones, None, stay missing."""
    if None not in texts:
        return change(texts)  # type: ignore[arg-type]
    changed = iter(change([text for text in texts if text is not None]))
    return [None if text is None else next(changed) for text in texts]
