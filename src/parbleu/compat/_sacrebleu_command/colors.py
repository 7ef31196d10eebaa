"""Colours text on terminals as sacreBLEU does."""

from __future__ import annotations

from parbleu._cli.shell.console import shows_colors

_RESET = "\x1b[0m"
_CODES = {"red": "\x1b[31m", "green": "\x1b[32m", "yellow": "\x1b[33m", "cyan": "\x1b[36m"}


def visible_length(text: str) -> int:
    """Returns how many characters of a text show: all but a Painter's codes."""
    if "\x1b" in text:
        for code in (_RESET, *_CODES.values()):
            text = text.replace(code, "")
    return len(text)


class Painter:
    """Colours text on a terminal.

    Attributes:
        enabled: whether standard output is a terminal that knows colours (`TERM` is not "dumb"), and neither
            `--no-color` nor `NO_COLOR` forbids them.
    """

    def __init__(self, no_color: bool) -> None:
        self.enabled: bool = shows_colors(no_color)

    def __call__(self, text: str, color: str) -> str:
        """Returns text in a colour: red, green, yellow or cyan."""
        return f"{_CODES[color]}{text}{_RESET}" if self.enabled and text else text

    @property
    def end(self) -> str:
        """What the output ends in, so that the terminal keeps no colour."""
        return _RESET if self.enabled else ""
