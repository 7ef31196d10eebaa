"""Warnings to the logger `parbleu`, which has no handler of its own."""

from __future__ import annotations


def warn(message: str) -> None:
    """Logs a warning. Importing `logging` waits for the first one."""
    import logging

    logging.getLogger("parbleu").warning(message)
