"""Colours in text on terminals."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.cli.score.score_options import Arguments

_RESET = "\x1b[0m"
_CODES = {"red": "\x1b[31m", "green": "\x1b[32m", "yellow": "\x1b[33m", "cyan": "\x1b[36m"}


def visible_length(text: str) -> int:
    """Returns how many characters of a text show: all but a Painter's codes."""
    if "\x1b" in text:
        for code in (_RESET, *_CODES.values()):
            text = text.replace(code, "")
    return len(text)


def shows_colors(no_color: bool) -> bool:
    """Returns whether standard output shows colours: a terminal that knows them, and nobody forbids them.

    Args:
        no_color: whether the command line forbids them, as the variables `NO_COLOR` and `TERM=dumb` do.
    """
    return (
        sys.stdout is not None
        and sys.stdout.isatty()
        and not no_color
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM") != "dumb"
    )


class Painter:
    """Colours text, if somebody looks at it.

    Args:
        arguments: the command line.

    Attributes:
        enabled: whether standard output is a terminal that knows colours (`TERM` is not "dumb"), and neither
            `--no-color` nor `NO_COLOR` forbids them.
    """

    def __init__(self, arguments: Arguments) -> None:
        self.enabled = shows_colors(arguments.no_color)

    def __call__(self, text: str, color: str) -> str:
        """Returns text in a colour: red, green, yellow or cyan."""
        return f"{_CODES[color]}{text}{_RESET}" if self.enabled and text else text

    @property
    def end(self) -> str:
        """What the output ends in, so that the terminal keeps no colour."""
        return _RESET if self.enabled else ""
