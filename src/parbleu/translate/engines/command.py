"""Any program that reads a segment a line from standard input and writes a translation a line."""

from __future__ import annotations

import os
from contextlib import suppress
from signal import SIGKILL, Signals
from subprocess import PIPE, Popen, TimeoutExpired

from parbleu.errors import OptionError, TranslationError
from parbleu.text.segments import shown
from parbleu.translate.engine import Engine, Settings, Translation
from parbleu.translate.lines import on_one_line


class Command(Engine):
    """A command line, run by the shell once for every window, with the end of input after its last line.

    So it does not matter whether the program answers line by line or when it has read everything. It finds
    the languages in the environment variables `SOURCE_LANGUAGE` and `TARGET_LANGUAGE`, if they are given.

    Args:
        settings: `command`; `timeout` is for one run.

    Raises:
        OptionError: there is no command, or a setting is not for programs.
    """

    name = "command"
    uses = frozenset({"command", "timeout", "source_language", "target_language"})
    window = 4096  # a program may take long to start
    batched = False

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        if not settings.command or not settings.command.strip():
            raise OptionError("the engine command needs a command, such as --command 'tr a-z A-Z'")
        self._command = settings.command

    def translate(self, segments: list[str]) -> list[Translation]:
        """Returns a line of the program's output for each segment.

        Raises:
            TranslationError: the program fails, or does not answer a line for a line, or in time.
        """
        lines = "".join(f"{on_one_line(segment)}\n" for segment in segments)
        answered = self._run(lines.encode(errors="replace")).split(b"\n")
        if not answered[-1]:
            answered.pop()
        if len(answered) != len(segments):
            raise TranslationError(
                f"{self._told} wrote {_plural(len(answered), 'line')} for {len(segments)}; it must write "
                "exactly one for each that it reads, an empty one if it knows nothing"
            )
        return [Translation(self._decoded(line, number)) for number, line in enumerate(answered, 1)]

    @property
    def _told(self) -> str:
        return f"the command {shown(self._command)}"

    def _run(self, lines: bytes) -> bytes:
        # A session of its own: whatever the shell starts can be ended with it.
        process = Popen(
            self._command,
            shell=True,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            start_new_session=True,
            env=self._environment(),
        )
        try:
            output, messages = process.communicate(lines, self.settings.timeout)
        except BaseException as problem:
            _end(process)
            if isinstance(problem, TimeoutExpired):
                raise TranslationError(
                    f"{self._told} did not finish {_plural(lines.count(10), 'line')} in "
                    f"{self.settings.timeout:g} seconds: give it more (--timeout), or fewer lines at a time "
                    "(--window)"
                ) from None
            raise
        if process.returncode:
            raise TranslationError(f"{self._told} {_ending(process.returncode)}{_last_line(messages)}")
        return output

    def _environment(self) -> dict[str, str]:
        languages = {
            "SOURCE_LANGUAGE": self.settings.source_language,
            "TARGET_LANGUAGE": self.settings.target_language,
        }
        return os.environ | {name: value for name, value in languages.items() if value}

    def _decoded(self, line: bytes, number: int) -> str:
        try:
            return line.decode()
        except UnicodeDecodeError as problem:
            raise TranslationError(
                f"{self._told} wrote byte 0x{line[problem.start]:02x} in column {problem.start + 1} of its "
                f"line {number}, which is not valid UTF-8: let it write UTF-8, or add '| iconv -t utf-8'"
            ) from None


def _end(process: Popen[bytes]) -> None:
    """Ends a program and all that it has started."""
    with suppress(ProcessLookupError):  # it has ended by itself
        os.killpg(process.pid, SIGKILL)
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with suppress(BrokenPipeError):
                pipe.close()


def _ending(status: int) -> str:
    if status < 0:
        return f"was ended by {Signals(-status).name}"
    return f"failed with exit status {status}"


def _last_line(messages: bytes) -> str:
    """Returns ": " and the last line that the program wrote to standard error, or advice."""
    lines = [line for line in messages.decode(errors="replace").splitlines() if line.strip()]
    return f": {lines[-1].strip()}" if lines else "; run it by hand on a few lines to see why"


def _plural(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
