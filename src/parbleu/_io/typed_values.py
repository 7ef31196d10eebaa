"""Builds objects of JSON by their annotations: the one way in which files of parbleu are read again."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints, is_typeddict

from parbleu._base.numbers import is_plain_number
from parbleu._base.record import Record
from parbleu._io.json_text import parse_json

_WORDS = {
    dict: "an object",
    list: "a list",
    str: "text",
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    NoneType: "null",
}
_BITS = 64
"""Of a whole number, with its sign."""
_LARGEST = 2 ** (_BITS - 1) - 1
"""The largest one."""
_KNOWN = {"Any": Any, "Mapping": Mapping, "Sequence": Sequence}
"""Names in annotations that modules import for type checkers only."""


def typed_json(kind: Any, text: str | bytes, **names: Any) -> Any:
    """Parses JSON text and returns its value as a type; raises ValueError if it is no such value."""
    return typed(kind, parse_json(text), **names)


def typed(kind: Any, value: Any, **names: Any) -> Any:
    """Returns a value of JSON as a value of a type.

    Args:
        kind: the type. A `Record`, a dataclass or a `TypedDict` is made of an object with its attributes, of
            which those with a default may be missing; a `TypedDict` keeps other keys. Further types are
            `str`, `int` of 64 bits, `float` (also NaN), `bool`, `None`, `Any`, unions, `dict[str, T]`,
            `Mapping[str, T]`, `list[T]`, `Sequence[T]` (a tuple), `tuple[T, ...]` and `tuple[T, U]`.
        value: what `parse_json` returned.
        names: what annotations name and their module imports for type checkers only.

    Raises:
        ValueError: the value is something else; the message begins with the place, such as "metrics[0].name".
    """
    return _Builder({**_KNOWN, **names}).build(kind, value, "")


class _Builder:
    """Builds values of one file.

    Args:
        names: what annotations may name beside what their modules have.
    """

    def __init__(self, names: Mapping[str, Any]) -> None:
        self._names = names
        self._classes: dict[Any, tuple[dict[str, Any], list[str]]] = {}

    def build(self, kind: Any, value: Any, where: str) -> Any:
        """Returns a value as a type; `where` is its place, for messages."""
        origin, arguments = get_origin(kind), get_args(kind)
        if kind is Any:
            return value
        if origin in (Union, UnionType):
            return self._one_of(arguments, value, where)
        if origin in (dict, Mapping):
            items = _checked(dict, value, where).items()
            return {key: self.build(arguments[1], item, _below(where, key)) for key, item in items}
        if origin in (list, tuple, Sequence):
            items = self._items(arguments, _checked(list, value, where), where)
            return items if origin is list else tuple(items)
        if kind in _WORDS:
            return _checked(kind, value, where)
        return self._object(kind, _checked(dict, value, where), where)

    def _one_of(self, kinds: Sequence[Any], value: Any, where: str) -> Any:
        """Returns a value as the type of a union that fits; the last but None says what is wrong."""
        if value is None and NoneType in kinds:
            return None
        *others, last = [kind for kind in kinds if kind is not NoneType]
        for kind in others:
            try:
                return self.build(kind, value, where)
            except ValueError:
                continue
        return self.build(last, value, where)

    def _items(self, kinds: Sequence[Any], values: list[Any], where: str) -> list[Any]:
        """Returns the items of a list, of one type, or of as many types as there are."""
        if len(kinds) == 1 or kinds[1:] == (...,):
            if _all_fit(kinds[0], values):
                return values
            kinds = [kinds[0]] * len(values)
        if len(kinds) != len(values):
            raise _wrong(where, f"{len(kinds)} items are expected, not {len(values)}")
        pairs = enumerate(zip(kinds, values, strict=True))
        return [self.build(kind, item, f"{where}[{index}]") for index, (kind, item) in pairs]

    def _object(self, kind: Any, values: dict[str, Any], where: str) -> Any:
        """Returns a record, a dataclass or a TypedDict."""
        if kind not in self._classes:
            self._classes[kind] = self._attributes(kind)
        types, needed = self._classes[kind]
        for name in needed:
            if name not in values:
                raise _wrong(where, f"there is no {name!r}")
        made = {
            name: self.build(types[name], value, _below(where, name)) if name in types else value
            for name, value in values.items()
        }
        if not is_typeddict(kind) and (others := made.keys() - types.keys()):
            raise _wrong(where, f"there is {min(others)!r}, which this version of parbleu does not know")
        return kind(**made)

    def _attributes(self, kind: Any) -> tuple[dict[str, Any], list[str]]:
        """Returns name -> type of the attributes of a class, and those without a default."""
        if is_typeddict(kind):
            annotations, needed = kind.__annotations__, sorted(kind.__required_keys__)
        elif issubclass(kind, Record):
            annotations = kind.__annotations__
            needed = [name for name in annotations if not hasattr(kind, name)]
        else:
            annotations = {field.name: field.type for field in fields(kind)}
            needed = [
                field.name
                for field in fields(kind)
                if field.default is MISSING and field.default_factory is MISSING
            ]
        holder: Any = type("", (), {"__annotations__": dict(annotations)})
        return get_type_hints(holder, {**self._names, **vars(sys.modules[kind.__module__])}), needed


def _all_fit(kind: Any, values: list[Any]) -> bool:
    """Returns whether all values fit a type without objects: at once, since there may be millions."""
    fitting = set(get_args(kind)) if get_origin(kind) in (Union, UnionType) else {kind}
    if not fitting <= {str, bool, int, float, NoneType}:
        return False
    types = {*map(type, values)}
    if int in types and not (types <= {int, float} and -_LARGEST <= min(values) <= max(values) <= _LARGEST):
        return False
    return types <= fitting | ({int} if float in fitting else set())


def _checked(kind: Any, value: Any, where: str) -> Any:
    """Returns a value that has one of JSON's types."""
    if kind is float and (isinstance(value, float) or is_plain_number(value)):
        return value
    if type(value) is not kind or kind is float:
        raise _wrong(where, f"{_WORDS[kind]} is expected, not {_WORDS.get(type(value), value)}")
    if kind is int and value.bit_length() >= _BITS:
        raise _wrong(where, f"this whole number has more than {_BITS} bits")
    return value


def _below(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


def _wrong(where: str, problem: str) -> ValueError:
    return ValueError(f"{where}: {problem}" if where else problem)
