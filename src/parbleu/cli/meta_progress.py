"""How far a long run is: a bar on a terminal's standard error."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from time import monotonic

from parbleu.progress import DELAY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[], None]]:
    """Shows a bar once the work has lasted a second: a context around the work.

    Args:
        what: the work.
        total: how many steps it takes.

    Yields:
        what is called after each step.
    """
    enabled = sys.stderr is not None and sys.stderr.isatty()
    start = monotonic()
    bar: Any = None
    done = 0

    def advance() -> None:
        nonlocal bar, done
        done += 1
        if bar is not None:
            bar.update()
        elif enabled and monotonic() - start > DELAY:
            from tqdm import tqdm

            bar = tqdm(total=total, initial=done, desc=what, leave=False, file=sys.stderr)

    try:
        yield advance
    finally:
        if bar is not None:
            bar.close()
