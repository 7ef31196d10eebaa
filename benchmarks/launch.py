"""Runs a command for `measure.run`, and writes what it took to a file.

A process of its own, since a child's peak memory counts from that of the process which started it: the
benchmark holds large texts, this one next to nothing. It imports nothing that Python does not load anyway.
"""

import os
import sys


def main() -> int:
    """Writes `CPU-seconds peak-kilobytes` to the file named first; returns the command's status."""
    report, *command = sys.argv[1:]
    child = os.posix_spawnp(command[0], command, os.environ)
    _, status, usage = os.wait4(child, 0)
    kilobytes = usage.ru_maxrss // (1024 if sys.platform == "darwin" else 1)  # it counts bytes there
    with open(report, "w", encoding="ascii") as file:  # noqa: PTH123 - pathlib is large
        file.write(f"{usage.ru_utime + usage.ru_stime} {kilobytes}")
    return os.waitstatus_to_exitcode(status) & 255


if __name__ == "__main__":
    sys.exit(main())
