"""Defines mappings with known keys whose values are read on first access."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Generic, TypeVar

from parbleu.errors import UnknownNameError

Value = TypeVar("Value")


class LazyMapping(Mapping[str, Value], Generic[Value]):
    """A mapping that calls a function for each value once.

    Args:
        what: what kind of things the names belong to, for messages.
        names: the keys, in the order of iteration.
        read: returns the value of a key.
    """

    def __init__(self, what: str, names: Iterable[str], read: Callable[[str], Value]) -> None:
        self._what = what
        self._names = dict.fromkeys(names)
        self._read = read
        self._values: dict[str, Value] = {}

    def __getitem__(self, name: str) -> Value:
        if name not in self._values:
            if name not in self._names:
                raise UnknownNameError(self._what, name, list(self._names))
            self._values[name] = self._read(name)
        return self._values[name]

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return f"<{self._what}: {', '.join(self._names)}>"
