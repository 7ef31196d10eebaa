"""Defines `Record`, which replaces `dataclasses` in modules that `parbleu score` loads, to start faster."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar

    from typing_extensions import Self, dataclass_transform
else:

    def dataclass_transform(**_: bool) -> object:
        """Does nothing: type checkers know the decorator, and read subclasses as dataclasses."""
        return lambda decorated: decorated


@dataclass_transform(frozen_default=True)
class Record:
    """An immutable object that compares, prints and pickles by its attributes.

    The annotations of a subclass name the attributes, after those of the record that it extends; what the
    class itself assigns to one is its default.
    `beside_value` of a subclass names attributes that do not compare and are not printed.

    Args:
        values: of the first attributes, in the order of the annotations.
        named: the others.

    Raises:
        TypeError: an attribute has no value, or two, or there is none of that name.
    """

    beside_value: ClassVar[frozenset[str]] = frozenset()

    def __init_subclass__(cls) -> None:
        own = cls.__annotations__
        own.pop("beside_value", None)
        for base in cls.__bases__:
            if issubclass(base, Record) and base is not Record:
                own = {**base.__annotations__, **own}
        type.__setattr__(cls, "__annotations__", own)  # an assignment would declare it to type checkers

    def __init__(self, *values: Any, **named: Any) -> None:
        names = type(self).__annotations__
        if len(values) != len(names) or named:
            values = _all_values(type(self), names, values, named)
        vars(self).update(zip(names, values, strict=True))

    def changed(self, **values: Any) -> Self:
        """Returns the record with other values of the attributes that are named."""
        return type(self)(**{**vars(self), **values})

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} is immutable; {name!r} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a {type(self).__name__} is immutable; {name!r} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        return _value(self) == _value(other) if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash((type(self), *_value(self).values()))

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in _value(self).items())
        return f"{type(self).__name__}({values})"


def _value(record: Record) -> dict[str, Any]:
    """Returns the attributes that compare."""
    beside = record.beside_value
    if not beside:
        return vars(record)
    return {name: value for name, value in vars(record).items() if name not in beside}


def _all_values(
    record: type, names: dict[str, Any], values: tuple[Any, ...], named: dict[str, Any]
) -> tuple[Any, ...]:
    """Returns a value for each name: as given by position or name, or the default."""
    if len(values) > len(names):
        raise TypeError(f"{record.__name__} takes {len(names)} values, not {len(values)}")
    given = dict(zip(names, values, strict=False))
    for name, value in named.items():
        if name in given or name not in names:
            problem = "two values of" if name in given else "no attribute"
            raise TypeError(f"{record.__name__} has {problem} {name!r}")
        given[name] = value
    try:
        return tuple([given[name] if name in given else getattr(record, name) for name in names])
    except AttributeError as problem:
        raise TypeError(f"{record.__name__} needs a value of {problem.name!r}") from None
