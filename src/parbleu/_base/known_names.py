"""Checks the names that users give; error messages show what may be given."""

from __future__ import annotations

from parbleu.errors import UnknownNameError

TYPE_CHECKING = False  # the start of the shell command imports this module, and does without `typing`
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import TypeVar

    Named = TypeVar("Named")


def check_name(what: str, name: object, choices: Iterable[str]) -> None:
    """Raises UnknownNameError if a name is none of the choices; `what` it names begins the message."""
    known = list(choices)
    if name not in known:
        raise UnknownNameError(what, name, known)


def by_name(what: str, name: object, things: Mapping[str, Named]) -> Named:
    """Returns the thing of that name; raises UnknownNameError if there is none. `what` begins its message."""
    check_name(what, name, things)
    return things[name]  # type: ignore[index]
