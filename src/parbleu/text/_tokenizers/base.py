"""Defines `Tokenizer`, the base class of tokenizers, and `NativeTokenizer`, those of the core."""

from __future__ import annotations

from parbleu import _core
from parbleu.errors import InputTypeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar


class Tokenizer:
    """Turns a segment into tokens, written with white space between them.

    Usable from several threads at once, and picklable.

    Attributes:
        name: in the registry.
        is_native: whether the core has it under the same name and needs no help from Python.
        native: what the core's functions take as this tokenizer; None if only Python has it.
        substitute: the tokenizer for the same language that needs nothing to be installed, if there is one.
    """

    is_native: ClassVar[bool] = False
    substitute: ClassVar[str] = ""
    native: str | _core.Tokenizer | None = None

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def notice(self) -> str:
        """The warning of metrics that use the tokenizer; empty if there is none."""
        return ""

    @property
    def spells_text(self) -> bool:
        """Whether tokens always contain exactly the characters of the text, white space aside."""
        return False

    def signature(self) -> str:
        """Returns the tokenizer's value in signatures."""
        return self.name

    def __call__(self, text: str) -> str:
        """Returns one segment tokenized."""
        raise NotImplementedError

    def tokenize_all(self, texts: list[str]) -> list[str]:
        """Returns many segments tokenized."""
        return [self(text) for text in texts]

    def restore(self, lines: list[str]) -> list[str]:
        """Returns the text of tokenized segments as far as it can be recovered; white space may differ."""
        return lines

    def __reduce__(self) -> tuple[type[Tokenizer], tuple[str]]:
        return type(self), (self.name,)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"


class NativeTokenizer(Tokenizer):
    """One of the core's tokenizers, alone. Metrics use the core's directly."""

    is_native = True

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.native: str = name

    @property
    def spells_text(self) -> bool:
        """13a alone drops or replaces anything but white space: entities, for example."""
        return self.name != "13a"

    def __call__(self, text: str) -> str:
        """Returns one segment tokenized.

        Raises:
            InputTypeError: `text` is not a string.
        """
        check_string(text)
        return _core.tokenize(text, self.name)


def check_string(text: Any) -> None:
    """Raises InputTypeError for anything but a string."""
    if not isinstance(text, str):
        raise InputTypeError(f"a tokenizer takes a string, not {text!r}")


def lone_surrogate(name: str, text: str) -> InputTypeError:
    """Returns the error for a segment that an engine cannot take because it has no UTF-8."""
    where = next((index for index, char in enumerate(text) if "\ud800" <= char <= "\udfff"), 0)
    return InputTypeError(
        f"{name} cannot take the lone surrogate U+{ord(text[where]):04X} in {text[:40]!r}; "
        "decode the text properly or drop the segment"
    )
