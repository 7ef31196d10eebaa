"""A progress bar for work that lasts, on a terminal's standard error."""

from __future__ import annotations

import sys
from time import monotonic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DELAY = 1.0
"""Seconds of work before a bar appears."""


class Progress:
    """Counts bytes; shows a bar once the work has lasted a second. Only for terminals.

    Args:
        total: how many bytes there will be; None if nobody knows.
    """

    def __init__(self, total: int | None) -> None:
        self.total = total
        self._done = 0
        self._bar: Any = None
        self._start = monotonic()

    def advance(self, count: int) -> None:
        """Says that `count` more bytes are done."""
        self._done += count
        if self._bar is not None:
            self._bar.update(count)
        elif monotonic() - self._start > DELAY:
            from tqdm import tqdm

            self._bar = tqdm(
                total=self.total, initial=self._done, unit="B", unit_scale=True, leave=False, file=sys.stderr
            )

    def close(self) -> None:
        """Removes the bar."""
        if self._bar is not None:
            self._bar.close()
