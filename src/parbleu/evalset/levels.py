"""What a score can be of."""

from __future__ import annotations

from parbleu.errors import OptionError

LEVELS = ("sys", "domain", "doc", "seg")
"""From the coarsest to the finest."""


def check_level(level: str) -> str:
    """Returns a level that there is.

    Raises:
        OptionError: there is no such level.
    """
    if level not in LEVELS:
        raise OptionError(f"a level is one of {', '.join(LEVELS)}, not {level!r}")
    return level
