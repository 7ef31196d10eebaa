"""The systems of a comparison as users pass them: named, ordered, of equal length."""

from __future__ import annotations

from parbleu.errors import InputShapeError, InputTypeError, OptionError, UnknownNameError
from parbleu.metrics.input_checks import hypothesis_stream
from parbleu.text.segments import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from parbleu._core import Segments


def named_systems(systems: Any, baseline: str | None) -> dict[str, Segments]:
    """Returns the systems by name, the baseline first.

    Args:
        systems: a mapping from names to streams of hypotheses, (name, stream) pairs, or a table of pandas or
            polars with one column per system.
        baseline: a system's name; None for the first one's.

    Raises:
        InputTypeError: it is no such thing, or a stream holds something else than strings.
        InputShapeError: the systems differ in length, or have no segment.
        OptionError: there is no system, or two have the same name.
        UnknownNameError: there is no system called `baseline`.
    """
    streams: dict[str, Segments] = {}
    for name, hypotheses in _pairs(systems):
        add_name(streams, name, "system")
        streams[name] = hypothesis_stream(f"system {name!r}", hypotheses)
    if not streams:
        raise OptionError("there is no system to score")
    check_equal_lengths({name: len(stream) for name, stream in streams.items()})
    return dict.fromkeys(baseline_first(streams, baseline)) | streams  # type: ignore[return-value]


def baseline_first(names: Iterable[str], baseline: str | None) -> list[str]:
    """Returns the names, the baseline's first.

    Raises:
        UnknownNameError: it is not among them.
    """
    ordered = list(names)
    if baseline is not None:
        if baseline not in ordered:
            raise UnknownNameError("system", baseline, ordered)
        ordered.remove(baseline)
        ordered.insert(0, baseline)
    return ordered


def add_name(known: Iterable[str], name: Any, what: str) -> None:
    """Checks a name before it joins those that are known.

    Raises:
        InputTypeError: it is not a string.
        OptionError: it is empty, or known.
    """
    if not isinstance(name, str):
        raise InputTypeError(f"the name of a {what} is a string, not {shown(name)}")
    if not name:
        raise OptionError(f"the name of a {what} is empty")
    if name in known:
        raise OptionError(f"two {what}s are called {name!r}; give each a name of its own")


def check_equal_lengths(lengths: dict[str, int]) -> None:
    """Checks that all systems have equally many segments.

    Raises:
        InputShapeError: they have not; says which.
    """
    (first, wanted), *others = lengths.items()
    for name, length in others:
        if length != wanted:
            raise InputShapeError(f"system {name!r} has {length} segments but system {first!r} has {wanted}")


def texts_of(stream: Segments) -> list[str | None]:
    """Returns all texts of a stream as Python's strings; None for those that are missing."""
    return [stream[index] for index in range(len(stream))]


def named_columns(table: Any) -> Iterable[tuple[Any, Any]] | None:
    """Returns the items of a mapping, or the columns of a table of pandas or polars; None for others."""
    if hasattr(table, "items"):  # pandas' table, too
        return table.items()  # type: ignore[no-any-return]
    if hasattr(table, "get_columns"):  # polars' table
        return [(column.name, column) for column in table.get_columns()]
    return None


def _pairs(systems: Any) -> Iterable[tuple[Any, Any]]:
    columns = named_columns(systems)
    if columns is not None:
        return columns
    explained = "systems is a mapping from names to hypotheses, {'system': ['a segment', ...]}, or such pairs"
    if isinstance(systems, (str, bytes)) or not hasattr(systems, "__iter__"):
        raise InputTypeError(f"{explained}, not {shown(systems)}")
    pairs = list(systems)
    for pair in pairs:
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            raise InputTypeError(f"{explained}; {shown(pair)} is no such pair")
    return [(name, hypotheses) for name, hypotheses in pairs]
