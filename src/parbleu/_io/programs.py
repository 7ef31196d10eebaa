"""Runs a user's program that reads lines and writes as many lines."""

from __future__ import annotations

import os
import select
import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from subprocess import PIPE, Popen, TimeoutExpired
from threading import current_thread, main_thread
from time import monotonic
from types import FrameType
from typing import Any

from parbleu._base.wording import counted, last_line
from parbleu.errors import ParbleuError

_SHOWN = 200
_ENDING = {signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)}

_EXPANSION, _LEAST = 32, 2**20
"""A program may write so many bytes for each that it reads, and a few more: memory has an end."""
_PIECE = 2**16
_LONGEST = 3600.0
"""Seconds that a selector waits at once: it takes no more than some days, and users infinity."""


@dataclass(frozen=True)
class UserProgram:
    """A user's program that reads lines and writes one line for each.

    Attributes:
        command: a command line for the shell, which may have pipes.
        label: the name of the program in messages.
        error: the class of its errors.
        timeout: seconds that it may take for a run; None for any number.
        environment: variables for it besides those of this process.
        more_time: what gives it more time, for messages.
    """

    command: str
    label: str
    error: type[ParbleuError]
    timeout: float | None = None
    environment: Mapping[str, str] | None = None
    more_time: str = "--timeout"

    def run(self, lines: Sequence[str]) -> list[str]:
        """Runs the program on lines, which it gets as its whole input, and returns the lines that it writes.

        So it does not matter whether it answers line by line or when it has read everything. Whatever ends
        this call before its time ends the program, with all that it has started.

        Raises:
            ParbleuError: of the class that was named: it fails, takes too long, writes another number of
                lines, or what is not UTF-8.
        """
        output = self._output("".join(f"{line}\n" for line in lines).encode(), len(lines))
        written = output.split(b"\n")
        if not written[-1]:
            written.pop()
        if len(written) != len(lines):
            raise self.error(
                f"{self.label} was given {counted(len(lines), 'line')} and wrote {len(written)}: it must "
                "write a line for each, if need be an empty one"
            )
        return [self._decoded(line, number) for number, line in enumerate(written, 1)]

    def _output(self, text: bytes, lines: int) -> bytes:
        most = _EXPANSION * len(text) + _LEAST
        process = None
        try:
            with _undisturbed():
                # A session of its own: what the shell starts can be ended with it.
                process = Popen(
                    self.command,
                    shell=True,
                    stdin=PIPE,
                    stdout=PIPE,
                    stderr=PIPE,
                    start_new_session=True,
                    env={**os.environ, **(self.environment or {})},
                )
            output, messages = _exchange(process, text, self.timeout, most)
            if len(output) > most:
                raise self.error(
                    f"{self.label} was given {counted(lines, 'line')} and wrote more than {most:,} bytes "
                    "for them: it must write a line for each, and end"
                )
        except BaseException as problem:
            if process is not None:
                _end(process)
            if isinstance(problem, TimeoutExpired):
                raise self.error(
                    f"{self.label} took more than {counted(self.timeout or 0, 'second', 'g')} for "
                    f"{counted(lines, 'line')} and was ended; {self.more_time} gives it more"
                ) from None
            raise
        if process.returncode:
            raise self.error(f"{self.label} failed ({_how(process.returncode)}){_reason(messages)}")
        return output

    def _decoded(self, line: bytes, number: int) -> str:
        try:
            return line.decode().removesuffix("\r")
        except UnicodeDecodeError as problem:
            raise self.error(
                f"{self.label}: byte 0x{line[problem.start]:02x} in line {number} of what it wrote is not "
                "valid UTF-8"
            ) from None


def _exchange(process: Popen[bytes], text: bytes, timeout: float | None, most: int) -> tuple[bytes, bytes]:
    """Returns what a process writes while it is given a text and the end of input, and its last messages.

    It has ended then, unless it wrote more than `most` bytes: they are returned as soon as it is too much.
    Its pipes are closed as they come to their end. Raises TimeoutExpired if it takes longer than `timeout`.
    """
    if os.name == "nt":  # where no pipe can be selected
        return process.communicate(text, timeout)
    deadline = None if timeout is None else monotonic() + timeout
    rest, output, messages = memoryview(text), bytearray(), bytearray()
    with DefaultSelector() as selector:
        roles = ((process.stdin, EVENT_WRITE, None), (process.stdout, EVENT_READ, output))
        for pipe, event, collected in (*roles, (process.stderr, EVENT_READ, messages)):
            if pipe is not None:
                selector.register(pipe, event, collected)
        while selector.get_map() and len(output) <= most:
            left = _seconds_left(process, deadline)
            for key, _ in selector.select(left if left is None else min(left, _LONGEST)):
                if key.data is None:
                    rest = rest[_write_some(key.fd, rest) :]
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
        process.wait(_seconds_left(process, deadline))
    return bytes(output), bytes(messages)


def _write_some(pipe: int, rest: memoryview) -> int:
    """Returns how much of the rest was written; all of it, if the program has closed its input."""
    try:
        return os.write(pipe, rest[: select.PIPE_BUF])  # which does not block, since there is room
    except BrokenPipeError:
        return len(rest)


def _seconds_left(process: Popen[bytes], deadline: float | None) -> float | None:
    """Returns the seconds that are left until a deadline; raises TimeoutExpired if there are none."""
    if deadline is None:
        return None
    left = deadline - monotonic()
    if left <= 0:
        raise TimeoutExpired(process.args, 0)
    return left


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Delays signals in a context: Ctrl-C could otherwise lose a process that has just started."""
    came: list[tuple[int, FrameType | None]] = []
    handlers: dict[int, Any] = {}
    if current_thread() is main_thread():  # no other handles them
        handlers = {number: handle for number in _ENDING if callable(handle := signal.getsignal(number))}
    for number in handlers:
        signal.signal(number, lambda *arguments: came.append(arguments))
    try:
        yield
    finally:
        for number, handle in handlers.items():
            signal.signal(number, handle)
        for arguments in came:
            handlers[arguments[0]](*arguments)


def _end(process: Popen[bytes]) -> None:
    """Ends the shell and the processes that it has started."""
    with process, suppress(ProcessLookupError):  # `Popen` closes its pipes, and waits for it
        if os.name == "nt":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)


def _how(status: int) -> str:
    if status > 0:
        return f"exit status {status}"
    try:
        return f"ended by {signal.Signals(-status).name}"
    except ValueError:
        return f"ended by signal {-status}"


def _reason(messages: bytes) -> str:
    """Returns ": " and the last line that it wrote to standard error, or advice."""
    line = last_line(messages)
    return f": {line[:_SHOWN]}" if line else "; run it by hand on a few lines to see why"
