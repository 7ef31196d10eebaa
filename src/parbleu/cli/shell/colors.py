"""Decides whether standard output shows colours."""

from __future__ import annotations

import os
import sys


def shows_colors(no_color: bool) -> bool:
    """Returns whether standard output shows colours: a capable terminal, and nothing forbids them.

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
