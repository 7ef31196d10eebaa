"""Sends messages to the running command or, in a library call, to the logger `parbleu`."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from logging import Logger

listener: Callable[[str], None] | None = None
"""The command line, which prints warnings itself: loading `logging` takes longer than scoring a test set."""

informed: Callable[[str], None] | None = None
"""Who listens for what is merely good to know."""

quiet = False
"""Whether a command was told to be quiet: nobody listens then, and no progress is shown."""


def warn(message: str) -> None:
    """Passes a warning on. Importing `logging` waits for the first one that nobody listens for."""
    (listener or _logger().warning)(message)


def inform(message: str) -> None:
    """Passes on what is good to know but asks for nothing, such as the start of a download."""
    (informed or _logger().info)(message)


def _logger() -> Logger:
    import logging

    return logging.getLogger("parbleu")


def shows_progress() -> bool:
    """Whether anybody sees progress: on a terminal's standard error, unless a command is to be quiet."""
    return not quiet and sys.stderr is not None and sys.stderr.isatty()
