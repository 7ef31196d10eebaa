"""Sends messages to the running command or, in a library call, to the logger `parbleu`."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

listener: Callable[[str], None] | None = None
"""The command line, which prints warnings itself: loading `logging` takes longer than scoring a test set."""

informed: Callable[[str], None] | None = None
"""Who listens for what is merely good to know."""

quiet = False
"""Whether a command was told to be quiet: nobody listens then, and no progress is shown."""


def warn(message: str) -> None:
    """Passes a warning on. Importing `logging` waits for the first one that nobody listens for."""
    (listener or _log("warning"))(message)


def inform(message: str) -> None:
    """Passes on what is good to know but asks for nothing, such as the start of a download."""
    (informed or _log("info"))(message)


def _log(level: str) -> Callable[[str], None]:
    """Returns what logs a message, in which nothing acts on the terminal that may show it."""
    import logging

    from parbleu.tables.visible import visible

    method = getattr(logging.getLogger("parbleu"), level)
    return lambda message: method("\n".join(map(visible, message.split("\n"))))


def shows_progress() -> bool:
    """Whether anybody sees progress: on a terminal's standard error, unless a command is to be quiet."""
    return not quiet and sys.stderr is not None and sys.stderr.isatty()
