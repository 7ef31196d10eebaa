"""How far a long run is: a bar on a terminal's standard error."""

from __future__ import annotations

from contextlib import contextmanager

from parbleu.base.log import shows_progress
from parbleu.base.progress import Progress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[], None]]:
    """Shows a bar once the work has lasted a second: a context around the work.

    Args:
        what: the work.
        total: how many steps it takes.

    Yields:
        what is called after each step.
    """
    if not shows_progress():
        yield lambda: None
        return
    bar = Progress(total, what)
    try:
        yield bar.advance
    finally:
        bar.close()
