"""Defines `Arguments`, the values of a command line."""

from __future__ import annotations

from parbleu.base.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, TypeVar

    Self = TypeVar("Self", bound="Arguments")


class Arguments(Record):
    """The values of a command line's options, as attributes; immutable.

    Args:
        values: name of the value -> the value, of all options.
    """

    def __init__(self, values: Mapping[str, Any]) -> None:
        vars(self).update(values)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def replace(self: Self, **values: Any) -> Self:  # noqa: PYI019 - Self is not in Python 3.10
        """Returns the same with other values for some of the options."""
        return type(self)({**vars(self), **values})

    def chosen(self, *names: str) -> dict[str, Any]:
        """Returns some of the values by their names, for a function that takes arguments of these names."""
        return {name: getattr(self, name) for name in names}
