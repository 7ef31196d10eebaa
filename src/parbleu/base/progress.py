"""What work that lasts shows on a terminal's standard error: a bar, or a clock."""

from __future__ import annotations

import sys
from time import monotonic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DELAY = 1.0
"""Seconds of work before a bar appears."""


class Progress:
    """Counts bytes, or steps; shows a bar once the work has lasted a second. Only for terminals.

    Args:
        total: how many there will be; None if nobody knows.
        what: the work, if it has steps; None for bytes.
        unit: what a step is called.
    """

    def __init__(self, total: int | None, what: str | None = None, unit: str = "it") -> None:
        self.total = total
        self._what = what
        self._unit = unit
        self._done = 0
        self._bar: Any = None
        self._start = monotonic()

    def advance(self, count: int = 1) -> None:
        """Says that `count` more are done."""
        self._done += count
        if self._bar is not None:
            self._bar.update(count)
        elif monotonic() - self._start > DELAY:
            from tqdm import tqdm

            in_bytes = self._what is None
            self._bar = tqdm(
                total=self.total,
                initial=self._done,
                desc=self._what,
                leave=False,
                file=sys.stderr,
                unit="B" if in_bytes else self._unit,
                unit_scale=in_bytes,
            )

    def clear(self) -> None:
        """Removes the bar until the next advance, so that something else can be said."""
        if self._bar is not None:
            self._bar.clear()

    def close(self) -> None:
        """Removes the bar."""
        if self._bar is not None:
            self._bar.close()


class Clock:
    """Shows how long a piece of work has lasted once that is a second: a context around the work.

    For terminals, and work that cannot tell how much of it is done.

    Args:
        what: the work.
        enabled: False to show nothing at all.
    """

    def __init__(self, what: str, enabled: bool = True) -> None:
        self._what = what
        self._enabled = enabled
        self._shown = 0

    def __enter__(self) -> None:
        if self._enabled:
            from threading import Event, Thread

            self._done = Event()
            self._thread = Thread(target=self._tell, daemon=True)
            self._thread.start()

    def _tell(self) -> None:
        start = monotonic()
        while not self._done.wait(DELAY):
            text = f"{self._what}: {monotonic() - start:.0f} s"
            self._shown = len(text)
            sys.stderr.write(f"\r{text}")
            sys.stderr.flush()

    def __exit__(self, *problem: object) -> None:
        if self._enabled:
            self._done.set()
            self._thread.join()
            sys.stderr.write(f"\r{' ' * self._shown}\r" if self._shown else "")
            sys.stderr.flush()
