"""Logs through the original's logger, which has no handler of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from logging import Logger


def logger() -> Logger:
    """Returns the logger `sacrebleu`."""
    import logging

    return logging.getLogger("sacrebleu")


def warn(message: str) -> None:
    """Logs a warning."""
    logger().warning(message)
