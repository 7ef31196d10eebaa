"""A conversation with a process through its pipes, within limits of time and memory."""

from __future__ import annotations

import os
from select import PIPE_BUF
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from subprocess import TimeoutExpired
from time import monotonic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from subprocess import Popen

_PIECE = 2**16
_LONGEST = 3600.0
"""Seconds that a selector waits at once: it takes no more than some days, and users infinity."""


def talk(process: Popen[bytes], text: bytes, timeout: float | None, most: int) -> tuple[bytes, bytes]:
    """Returns what a process writes while it is given a text and the end of input, and its last messages.

    It has ended then, unless it wrote more than it may: that is returned as soon as it is too much.

    Args:
        process: with pipes for its streams, which are closed as they come to their end.
        text: what it reads.
        timeout: seconds that it may take; None for any number.
        most: bytes that it may write to standard output. Of standard error some are kept, the last.

    Raises:
        TimeoutExpired: it takes longer.
    """
    deadline = None if timeout is None else monotonic() + timeout
    rest, output, messages = memoryview(text), bytearray(), bytearray()
    with DefaultSelector() as selector:
        roles = ((process.stdin, EVENT_WRITE, None), (process.stdout, EVENT_READ, output))
        for pipe, event, collected in (*roles, (process.stderr, EVENT_READ, messages)):
            if pipe is not None:
                selector.register(pipe, event, collected)
        while selector.get_map() and len(output) <= most:
            left = _left(process, deadline)
            for key, _ in selector.select(left if left is None else min(left, _LONGEST)):
                if key.data is None:
                    rest = rest[_given(key.fd, rest) :]
                    ended = not rest
                else:
                    piece = os.read(key.fd, _PIECE)
                    key.data.extend(piece)
                    ended = not piece
                if ended:
                    selector.unregister(key.fileobj)
                    key.fileobj.close()  # type: ignore[union-attr]  # it is no number
            del messages[:-_PIECE]
    if len(output) <= most:
        process.wait(_left(process, deadline))
    return bytes(output), bytes(messages)


def _given(pipe: int, rest: memoryview) -> int:
    """Returns how much of the rest was written: all of it, if nobody reads it."""
    try:
        return os.write(pipe, rest[:PIPE_BUF])  # which does not block, since there is room
    except BrokenPipeError:
        return len(rest)


def _left(process: Popen[bytes], deadline: float | None) -> float | None:
    """Returns the seconds that are left until a deadline; raises TimeoutExpired if there are none."""
    if deadline is None:
        return None
    left = deadline - monotonic()
    if left <= 0:
        raise TimeoutExpired(process.args, 0)
    return left
