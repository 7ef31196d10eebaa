"""Defines the errors that the modules of `parbleu score` import. Import them from `parbleu.errors`."""

from __future__ import annotations


class ParbleuError(Exception):
    """Base class of every error that parbleu raises on purpose."""

    def __reduce__(self) -> tuple[object, ...]:
        """Says how to pickle and copy it: constructors take other arguments than `args` holds."""
        state = {**self.__dict__}
        if isinstance(self, OSError) and self.errno is not None:
            state["errno"] = self.errno
        return _restored, (type(self), self.args, state)


def _restored(
    kind: type[ParbleuError], arguments: tuple[object, ...], state: dict[str, object]
) -> ParbleuError:
    error = kind.__new__(kind, *arguments)
    error.args = arguments
    for name, value in state.items():
        setattr(error, name, value)
    return error


class InputTypeError(ParbleuError, TypeError):
    """An argument has the wrong type, such as an int among segments.

    Attributes:
        segment: the index of the segment that is wrong, if it is one of several.
    """

    segment: int | None = None


class NotSegmentsError(InputTypeError):
    """A number, a set or another object was passed that has no ordered segments."""


class InputShapeError(ParbleuError, ValueError):
    """Streams of different length, references the wrong way round, an empty corpus."""


class OptionError(ParbleuError, ValueError):
    """An option has a value that it does not take."""


class UnknownNameError(OptionError, KeyError):
    """No metric, tokenizer or other registered object has that name; the message lists the choices."""

    def __init__(
        self, what: str, name: object, choices: list[str], advice: str = "", *, of_year: bool = False
    ) -> None:
        self.what = what
        self.name = name
        self.choices = choices
        self.advice = advice
        self.of_year = of_year
        super().__init__(what, name, choices)

    def __str__(self) -> str:
        choices = f"choose from {', '.join(self.choices)}" if self.choices else "there is none"
        advice = f"; {self.advice}" if self.advice else ""
        return f"unknown {self.what} {self.name!r}: {self._hint()}{choices}{advice}"

    def _hint(self) -> str:
        near = self._near()
        return f"did you mean {near!r}? " if near else ""

    def _near(self) -> str | None:
        """Returns the choice that may be meant, of the same year if `of_year`; None if there is none."""
        from parbleu._base.wording import nearest, nearest_of_year

        return (nearest_of_year if self.of_year else nearest)(str(self.name), self.choices)


class UnreadableFileError(ParbleuError, OSError):
    """A file cannot be opened or read: also while so many are open that no module can be loaded."""


# Tracebacks and pickles name the errors by the module from which users import them.
for _kind in (
    ParbleuError,
    InputTypeError,
    NotSegmentsError,
    InputShapeError,
    OptionError,
    UnknownNameError,
    UnreadableFileError,
):
    _kind.__module__ = "parbleu.errors"
