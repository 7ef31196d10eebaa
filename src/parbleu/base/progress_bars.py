"""Progress bars that a function shows if its caller passes `progress_bar`."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from parbleu.base.log import shows_progress
from parbleu.base.progress import Progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    ProgressBar = Callable[[str, int], AbstractContextManager[Callable[[], None]]]


@contextmanager
def progress_bar(what: str, total: int) -> Iterator[Callable[[], None]]:
    """Shows a bar on a terminal once the work has lasted a second: a context around the work.

    Args:
        what: the work.
        total: how many steps it takes.

    Yields:
        what is called after each step.
    """
    if not shows_progress():
        yield _nothing
        return
    bar = Progress(total, what)
    try:
        yield bar.advance
    finally:
        bar.close()


@contextmanager
def no_progress(what: str, total: int) -> Iterator[Callable[[], None]]:  # noqa: ARG001
    """As `progress_bar`, but shows nothing."""
    yield _nothing


def _nothing() -> None:
    pass
