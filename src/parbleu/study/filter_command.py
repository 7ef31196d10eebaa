"""One's own tokenizer as a command: lines in, as many lines of tokens out."""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress

from parbleu.errors import TokenizerError
from parbleu.metrics.signature import quote
from parbleu.text.tokenizers.base import Tokenizer, check_string, lone_surrogate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from subprocess import Popen

TIMEOUT = 600.0

_SHOWN = 200


class FilterCommand(Tokenizer):
    """A command that reads segments from standard input, one a line, and writes the tokens of each in a line.

    Args:
        command: as one would type it in a shell, pipes and all.
        timeout: seconds that it may take for all segments.
    """

    def __init__(self, command: str, timeout: float = TIMEOUT) -> None:
        super().__init__(command)
        self._timeout = timeout

    def signature(self) -> str:
        """Returns the command, as signatures write such things."""
        return f"command({quote(self.name)})"

    def __call__(self, text: str) -> str:
        """Returns one segment tokenized; raises as `tokenize_all` does."""
        return self.tokenize_all([text])[0]

    def tokenize_all(self, texts: list[str]) -> list[str]:
        """Returns many segments tokenized, by one run of the command. Line ends within a segment are blanks.

        Raises:
            InputTypeError: a text is not a string, or has a lone surrogate.
            TokenizerError: the command fails, takes too long, or writes another number of lines.
        """
        for text in texts:
            check_string(text)
        if not texts:
            return []
        lines = self._run("".join(f"{self._one_line(text)}\n" for text in texts).encode()).split(b"\n")
        if lines[-1] == b"":
            lines.pop()
        if len(lines) != len(texts):
            raise TokenizerError(
                f"the tokenizer {self.name!r} was given {len(texts)} lines and wrote {len(lines)}: it must "
                "write the tokens of each line in a line"
            )
        return [self._decoded(line, number) for number, line in enumerate(lines, 1)]

    def _one_line(self, text: str) -> str:
        try:
            text.encode()
        except UnicodeEncodeError:
            raise lone_surrogate(self.name, text) from None
        return text.replace("\r\n", " ").replace("\n", " ").replace("\r", " ")

    def _decoded(self, line: bytes, number: int) -> str:
        try:
            return line.decode().removesuffix("\r")
        except UnicodeDecodeError as problem:
            raise TokenizerError(
                f"the tokenizer {self.name!r}: byte 0x{line[problem.start]:02x} in line {number} of what it "
                "wrote is not valid UTF-8"
            ) from None

    def _run(self, text: bytes) -> bytes:
        """Returns what the command makes of a text."""
        pipe = subprocess.PIPE
        with subprocess.Popen(
            self.name, shell=True, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
        ) as process:
            try:
                output, told = process.communicate(text, self._timeout)
            except subprocess.TimeoutExpired:
                _kill(process)
                raise TokenizerError(
                    f"the tokenizer {self.name!r} took more than {self._timeout:g} seconds and was ended"
                ) from None
            except BaseException:
                _kill(process)
                raise
        if process.returncode:
            raise TokenizerError(
                f"the tokenizer {self.name!r} failed ({_how(process.returncode)}){_last_line(told)}"
            )
        return output

    def __reduce__(self) -> tuple[type[Tokenizer], tuple[str, float]]:  # type: ignore[override]
        return type(self), (self.name, self._timeout)


def _kill(process: Popen[bytes]) -> None:
    """Ends the shell and what it started, which has a process group of its own."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def _how(status: int) -> str:
    if status > 0:
        return f"exit status {status}"
    try:
        return f"ended by {signal.Signals(-status).name}"
    except ValueError:
        return f"ended by signal {-status}"


def _last_line(told: bytes) -> str:
    lines = told.decode(errors="replace").strip().splitlines()
    return f": {lines[-1][:_SHOWN]}" if lines else ""
