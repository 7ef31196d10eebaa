"""Words for messages and reports."""

from __future__ import annotations


def counted(number: int, what: str = "segment", form: str = "") -> str:
    """Returns "1 segment" or "2 segments"; `form` says how the number is written, such as "," for 2,000."""
    return f"{number:{form}} {what}" if number == 1 else f"{number:{form}} {what}s"
