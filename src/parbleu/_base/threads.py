"""Chooses the number of threads: an argument, `PARBLEU_THREADS`, or all processors."""

from __future__ import annotations

from parbleu.errors import OptionError


def thread_count(threads: int | None = None) -> int:
    """Returns the number of threads for a job.

    Args:
        threads: what the caller asked for. None asks the environment variable `PARBLEU_THREADS`; without that
            it is every processor that this process may use.

    Raises:
        OptionError: it is not a whole number, at least 1.
    """
    import os

    source, given = "threads", str(threads)
    if threads is None:
        text = os.environ.get("PARBLEU_THREADS")
        if not text:
            if hasattr(os, "sched_getaffinity"):
                return len(os.sched_getaffinity(0))
            return os.cpu_count() or 1
        source, given = "PARBLEU_THREADS", repr(text)
        word = text.strip()
        threads = int(word[:18]) if word.isascii() and word.isdecimal() else -1
    if not hasattr(threads, "__index__") or threads < 1:
        raise OptionError(f"{source} must be a whole number from 1, not {given}")
    return min(int(threads), 1024)
