"""Ends a long command cleanly when SIGTERM or SIGHUP arrives."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def orderly() -> Iterator[None]:
    """A context manager in which SIGTERM and SIGHUP end the command like Ctrl-C, with their own exit status.

    So temporary files are removed, and programs that the command runs end with it. A second signal ends it at
    once. A signal that is already ignored, as with `nohup`, stays ignored.
    """
    import signal
    from threading import current_thread, main_thread

    def end(number: int, _frame: object) -> None:
        restore()
        raise SystemExit(128 + number)

    def restore() -> None:
        for each in ours:
            signal.signal(each, signal.SIG_DFL)

    numbers = {signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)}  # Windows has but the first
    both = numbers if current_thread() is main_thread() else ()
    ours = [each for each in both if signal.getsignal(each) is signal.SIG_DFL]
    for each in ours:
        signal.signal(each, end)
    try:
        yield
    finally:
        restore()
