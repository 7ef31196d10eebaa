"""Formats counts, and the first line of an exception, for messages and reports."""

from __future__ import annotations


def counted(number: int, what: str = "segment", form: str = "") -> str:
    """Returns "1 segment" or "2 segments"; `form` says how the number is written, such as "," for 2,000."""
    return f"{number:{form}} {what}" if number == 1 else f"{number:{form}} {what}s"


def first_line(problem: Exception) -> str:
    """Returns the first line of an exception's message, or the name of its class if the message is empty."""
    return (str(problem).strip() or type(problem).__name__).splitlines()[0]
