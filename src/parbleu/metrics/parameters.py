"""`Parameter`: a metric's constructor argument as data, for validation, flags and signatures."""

from __future__ import annotations

from parbleu.errors import OptionError, UnknownNameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any


class Parameter:
    """One constructor argument of a metric, and the attribute of that name on its instances.

    Setting the attribute checks the value and makes the metric forget what it had built from the old one, so
    an attribute can never say one thing and the score another.

    Args:
        name: of the argument and the attribute.
        default: its default.
        help: one line for `--help` and the documentation.
        kind: bool, int, float or str.
        choices: the values a str takes, if they are few.
        flags: how the command line spells it.
        key: its key in a long signature, if it shows there.
        short: its key in a short signature.
        words: for a bool in a signature, the words for False and True.
        optional: whether None is a value.
        least: the least value of a number.
        most: the greatest value of a number.
        real: whether an int takes fractions too, as chrF's beta does.
    """

    def __init__(
        self,
        name: str,
        default: Any,
        help: str,  # noqa: A002 - the word of argparse
        kind: type,
        choices: Collection[str] | None = None,
        flags: tuple[str, ...] = (),
        key: str = "",
        short: str = "",
        *,
        words: tuple[str, str] = ("no", "yes"),
        optional: bool = False,
        least: float | None = None,
        most: float | None = None,
        real: bool = False,
    ) -> None:
        self.name = name
        self._attribute = f"_{name}"
        self.default = default
        self.help = help
        self.kind = kind
        self.choices = choices
        self.flags = flags
        self.key = key
        self.short = short
        self.words = words
        self.optional = optional
        self.least = least
        self.most = most
        self.real = real

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        if instance is None:
            return self
        return getattr(instance, self._attribute)

    def __set__(self, instance: Any, value: Any) -> None:
        # Not through __dict__: an instance whose dict was never asked for has faster attributes.
        setattr(instance, self._attribute, self.check(value, type(instance).__name__))
        instance._forget()

    def check(self, value: Any, owner: str) -> Any:
        """Returns `value` as this parameter's kind.

        Raises:
            OptionError: it is not a value that the parameter takes. `owner` begins the message.
        """
        if value is None and self.optional:
            return None
        if self.kind is str:
            if not isinstance(value, str):
                raise OptionError(f"{owner}: {self.name} is a string, not {value!r}")
            if self.choices is not None and value not in self.choices:
                raise UnknownNameError(f"{self.name} of {owner}", value, list(self.choices))
            return value
        if self.kind is bool:
            if isinstance(value, str):
                raise OptionError(f"{owner}: {self.name} is True or False, not {value!r}")
            return bool(value)
        return self._number(value, owner)

    def _number(self, value: Any, owner: str) -> Any:
        whole = self.kind is int
        try:
            # One that has __index__ is a whole number of any library.
            number = value.__index__() if hasattr(value, "__index__") else float(value)
            if whole and not self.real and number == int(number):
                number = int(number)
            bad = isinstance(value, str) or number != number or number in (float("inf"), float("-inf"))
        except (TypeError, ValueError, OverflowError):
            bad = True
        if bad or (whole and not self.real and not isinstance(number, int)):
            kind = "a whole number" if whole and not self.real else "a number"
            raise OptionError(f"{owner}: {self.name} is {kind}, not {value!r}")
        if (self.least is not None and number < self.least) or (self.most is not None and number > self.most):
            limits = f"at least {self.least}" + (f" and at most {self.most}" if self.most is not None else "")
            raise OptionError(f"{owner}: {self.name} is {limits}, not {value!r}")
        return number

    def render(self, value: Any) -> str:
        """Returns a value as signatures write it."""
        if self.kind is bool:
            return self.words[bool(value)]
        return str(value)

    def parse(self, text: str) -> Any:
        """Returns the value that `render` wrote as `text`.

        Raises:
            ValueError: nothing is written so.
        """
        if self.kind is bool:
            return bool(self.words.index(text))
        if self.kind is int:
            return int(text)
        return text

    def __repr__(self) -> str:
        return f"Parameter({self.name!r}, default={self.default!r})"
