"""Checks the systems of a comparison as users pass them: names, order and equal length."""

from __future__ import annotations

from parbleu._base.known_names import check_name
from parbleu._base.wording import counted
from parbleu.errors import InputShapeError, InputTypeError, OptionError
from parbleu.metrics._input_checks import hypothesis_stream
from parbleu.text._segments import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from parbleu._core import Segments
    from parbleu.typing import SystemsLike


def named_systems(systems: SystemsLike, baseline: str | None) -> dict[str, Segments]:
    """Returns the systems, as `parbleu.compare` takes them, by name, the baseline first.

    Raises:
        InputTypeError: they are no such thing, or a stream holds something else than strings.
        InputShapeError: they differ in length, or have no segment.
        OptionError: there is none, or two have the same name, or none is called `baseline`.
    """
    streams: dict[str, Segments] = {}
    for name, hypotheses in _pairs(systems):
        add_name(streams, name, "system")
        streams[name] = hypothesis_stream(f"system {name!r}", hypotheses)
    if not streams:
        raise OptionError("there is no system to score: pass one or more")
    check_equal_lengths({name: len(stream) for name, stream in streams.items()})
    return dict.fromkeys(baseline_first(streams, baseline)) | streams  # type: ignore[return-value]


def baseline_first(names: Iterable[str], baseline: str | None) -> list[str]:
    """Returns the names, the baseline's first, which must be among them."""
    ordered = list(names)
    if baseline is None:
        return ordered
    check_name("system", baseline, ordered)
    return [baseline, *(name for name in ordered if name != baseline)]


def add_name(known: Iterable[str], name: Any, what: str) -> None:
    """Refuses names that are not strings, are empty, or occur twice."""
    if not isinstance(name, str):
        raise InputTypeError(f"the name of a {what} is a string, not {shown(name)}")
    if not name:
        raise OptionError(f"the name of a {what} is empty")
    if name in known:
        raise OptionError(f"two {what}s are called {name!r}; give each a name of its own")


def check_equal_lengths(lengths: dict[str, int]) -> None:
    """Refuses systems that differ in their numbers of segments."""
    (first, wanted), *others = lengths.items()
    for name, length in others:
        if length != wanted:
            raise InputShapeError(
                f"system {name!r} has {counted(length)} but system {first!r} has {wanted}: "
                "compare translations of the same segments"
            )


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
        are_texts = isinstance(pair, list) and all(isinstance(part, str) for part in pair)
        if not isinstance(pair, (tuple, list)) or len(pair) != 2 or are_texts:
            raise InputTypeError(f"{explained}; {shown(pair)} is not such a pair")
    return [(name, hypotheses) for name, hypotheses in pairs]
