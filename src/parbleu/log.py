"""Warnings: to whoever listens, or else to the logger `parbleu`, which has no handler of its own."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

listener: Callable[[str], None] | None = None
"""The command line, which prints warnings itself: loading `logging` takes longer than scoring a test set."""


def warn(message: str) -> None:
    """Passes a warning on. Importing `logging` waits for the first one that nobody listens for."""
    if listener is not None:
        listener(message)
        return
    import logging

    logging.getLogger("parbleu").warning(message)
