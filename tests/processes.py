"""What tests ask about other processes."""

import time
from pathlib import Path


def alive(process):
    """Whether a process still runs after a while; nobody may have waited for one that has ended."""
    for _ in range(100):
        if state(process) in "ZX":
            return False
        time.sleep(0.02)
    return True


def state(process):
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return "X"
