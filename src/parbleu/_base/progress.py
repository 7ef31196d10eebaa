"""Shows the progress of long work on standard error: a bar, or the time that has passed."""

from __future__ import annotations

import sys
from time import monotonic

from parbleu._base.log import detail, shows_progress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager
    from typing import Any

    ProgressBar = Callable[[str, int], AbstractContextManager[Callable[..., None]]]
    """What functions take whose callers choose between `progress_bar` and `no_progress`."""

DELAY = 1.0
"""Seconds of work before a bar appears."""


class Progress:
    """Counts bytes, or steps; shows a bar once the work has lasted a second. Only for terminals.

    Args:
        total: the number of steps or bytes; None if it is unknown.
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
        """Adds `count` finished bytes or steps."""
        self._done += count
        if self._bar is not None:
            self._bar.update(count)
        elif monotonic() - self._start > DELAY:
            from tqdm import tqdm

            from parbleu.tables._visible import visible

            in_bytes = self._what is None
            self._bar = tqdm(
                total=self.total,
                initial=self._done,
                desc=self._what and visible(self._what),
                leave=False,
                file=sys.stderr,
                unit="B" if in_bytes else self._unit,
                unit_scale=in_bytes,
            )

    def clear(self) -> None:
        """Removes the bar until the next advance, so that a message can be printed."""
        if self._bar is not None:
            self._bar.clear()

    def close(self) -> None:
        """Removes the bar."""
        if self._bar is not None:
            self._bar.close()


class Clock:
    """Shows the time that work has taken, once it exceeds a second; a context manager around the work.

    For work that cannot tell how much of it is done. Nothing is shown where `shows_progress` is False.
    """

    def __init__(self, what: str) -> None:
        self._what = what
        self._shows: bool = shows_progress()
        self._shown = 0

    def __enter__(self) -> None:
        detail(self._what)
        if self._shows:
            from threading import Event, Thread

            self._done = Event()
            self._thread = Thread(target=self._show_time, daemon=True)
            self._thread.start()

    def _show_time(self) -> None:
        from parbleu.tables._visible import visible

        start = monotonic()
        while not self._done.wait(DELAY):
            text = f"{visible(self._what)}: {monotonic() - start:.0f} s"
            self._shown = len(text)
            sys.stderr.write(f"\r{text}")
            sys.stderr.flush()

    def __exit__(self, *problem: object) -> None:
        if self._shows:
            self._done.set()
            self._thread.join()
            sys.stderr.write(f"\r{' ' * self._shown}\r" if self._shown else "")
            sys.stderr.flush()


class _CountedSteps:
    """A context around work of several steps, whose value is called after each, or with a number of them."""

    def __init__(self, bar: Progress | None) -> None:
        self._bar = bar

    def __enter__(self) -> Callable[..., None]:
        return self._bar.advance if self._bar else _ignore

    def __exit__(self, *problem: object) -> None:
        if self._bar:
            self._bar.close()


class ShownShare:
    """Shows the share of some work that is done, as steps of a bar.

    Args:
        advance: adds steps.
        count: how many steps all of the work is.
    """

    def __init__(self, advance: Callable[[int], None], count: int) -> None:
        self._advance, self._count, self._n_shown = advance, count, 0

    def __call__(self, share: float) -> None:
        n_done = max(self._n_shown, int(share * self._count))
        self._advance(n_done - self._n_shown)
        self._n_shown = n_done


class BarOfParts:
    """A `ProgressBar` of work that comes in parts: one bar for all of them, which is gone between two.

    Args:
        total: the number of steps of all parts; None if it is unknown.
    """

    def __init__(self, total: int | None) -> None:
        self._total = total
        self._bar: Progress | None = None

    def __call__(self, what: str, total: int) -> BarOfParts:
        detail(f"{what}: {total:,} steps")
        if self._bar is None and shows_progress():
            self._bar = Progress(self._total, what)
        return self

    def __enter__(self) -> Callable[..., None]:
        return self._bar.advance if self._bar else _ignore

    def __exit__(self, *problem: object) -> None:
        if self._bar:
            self._bar.clear()

    def close(self) -> None:
        """Removes the bar."""
        if self._bar:
            self._bar.close()


class Rescaled:
    """A `ProgressBar` that shows work as another number of steps than the work counts.

    Args:
        progress: what shows it.
        count: how many steps the work is shown as, also if there is nothing to do.
    """

    def __init__(self, progress: ProgressBar, count: int) -> None:
        self._progress, self._count = progress, count

    def __call__(self, what: str, total: int) -> Rescaled:
        self._context, self._n_left, self._total = self._progress(what, self._count), total, total
        return self

    def __enter__(self) -> Callable[..., None]:
        self._shown = ShownShare(self._context.__enter__(), self._count)
        return self._advance

    def _advance(self, count: int = 1) -> None:
        self._n_left -= count
        self._shown(1 - self._n_left / self._total)

    def __exit__(self, *problem: object) -> None:
        if problem[0] is None:
            self._shown(1)
        self._context.__exit__(None, None, None)


def _ignore(count: int = 1) -> None:
    """Does nothing."""


def progress_bar(what: str, total: int) -> AbstractContextManager[Callable[..., None]]:
    """Shows a bar on a terminal during work of `total` steps; a context manager around the work.

    Its value is called after each step, or with the number of steps since the last call.
    """
    detail(f"{what}: {total:,} steps")
    return _CountedSteps(Progress(total, what) if shows_progress() else None)


def no_progress(what: str, total: int) -> AbstractContextManager[Callable[..., None]]:  # noqa: ARG001
    """Shows nothing; a context manager in place of `progress_bar`."""
    return _CountedSteps(None)
