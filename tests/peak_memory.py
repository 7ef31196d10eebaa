"""Lets a program that a test runs in a process of its own measure its memory."""

from textwrap import dedent

_KILOBYTES = '''
def kilobytes(name):
    """Memory of this process on Linux: "VmRSS" is what it takes, "VmHWM" the most that it has taken.

    The peak that getrusage tells counts from that of the process which started this one.
    """
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith(name))
'''


def measuring(program: str) -> str:
    """Returns the program, which may be indented, with a function `kilobytes` in front."""
    return _KILOBYTES + dedent(program)
