"""Waits for other threads and processes in tests, also on a busy machine.

A test waits for an event, such as a line, a file or the end of a process, and never for a while. Its only
limit is `PATIENCE`.
"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 300.0
"""Seconds after which a test gives up. An idle machine needs a small part of a second."""
FOREVER = 4 * PATIENCE
"""Seconds that something takes which is to be broken off: no test waits for its end."""


def wait_until(happened: Callable[[], object], process: subprocess.Popen | None = None) -> None:
    """Waits until a function says that something has happened.

    Args:
        happened: asked again and again.
        process: what makes it happen. The test fails if it ends before.
    """
    give_up = time.monotonic() + PATIENCE
    while not happened():
        if process is not None and process.poll() is not None:
            assert happened(), f"the process ended before, with status {process.returncode}"
            return
        assert time.monotonic() < give_up, "it did not happen"
        time.sleep(0.005)


def wait_for_end(process: int) -> None:
    """Waits until a process has ended, which need not be a child of this one."""
    wait_until(lambda: _state(process) in "ZX")


@contextmanager
def no_waiting() -> Iterator[None]:
    """A context for what must not wait until something ends that takes `FOREVER`."""
    begin = time.monotonic()
    yield
    assert time.monotonic() - begin < PATIENCE


def _state(process: int) -> str:
    return _asked(process, "state")[:1] or "X"


def processor_seconds(process: int) -> float:
    """Returns how long a process has computed, which does not depend on what others do; 0 once it is gone."""
    try:
        user, system = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
    except (FileNotFoundError, ProcessLookupError):
        seconds = 0.0
        for part in _asked(process, "time").split(":"):  # of macOS, such as 0:01.25; Linux has whole seconds
            seconds = 60 * seconds + float(part)
        return seconds
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _asked(process: int, what: str) -> str:
    """What `ps` says of a process, which POSIX has and `/proc` it has not; nothing once it is gone."""
    command = ["ps", "-o", f"{what}=", "-p", str(process)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
