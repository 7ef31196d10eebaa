"""Defines `Console` (output and messages), `Program` (its name), and the errors that end a command."""

from __future__ import annotations

import os
import sys
from io import RawIOBase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO, TypeVar

    Made = TypeVar("Made")


class CommandError(Exception):
    """Ends a command.

    Args:
        lines: what to say on standard error.
        status: the exit status.
        bare: whether the lines stand without the program's prefix, since they begin with its name anyway.
    """

    def __init__(self, *lines: str, status: int = 1, bare: bool = False) -> None:
        super().__init__(*lines)
        self.lines = lines
        self.status = status
        self.bare = bare


class UsageError(CommandError):
    """Ends a command whose command line makes no sense, with exit status 2."""

    def __init__(self, line: str) -> None:
        super().__init__(line, status=2)


class Program:
    """The name under which a command runs; the faces run the same commands under other names.

    Args:
        name: what usage and errors in the command line call it.
        prefix: what stands before each line on standard error.
        version: the line that `--version` prints.
        sacrebleu: the version of sacreBLEU whose test sets it has; empty for all.
    """

    def __init__(self, name: str, prefix: str, version: str, sacrebleu: str = "") -> None:
        self.name = name
        self.prefix = prefix
        self.version = version
        self.sacrebleu = sacrebleu


class Console:
    """The standard output and error of one run of a program.

    Attributes:
        program: which one.
        prefix: what stands before each line on standard error; `--quiet` takes it away.
        debug: whether errors show where they come from.
        text_warnings: the warnings so far that texts make numbers doubtful, which results in JSON and tables
            for papers hold.
    """

    def __init__(self, program: Program) -> None:
        self.program: Program = program
        self.prefix: str = program.prefix
        self.debug: bool = False
        self.text_warnings: list[str] = []
        for stream in (sys.stdout, sys.stderr):
            _use_utf8(stream)

    def enter(self, command: str) -> None:
        """Goes on under the name of a command of the program's, such as "parbleu score" for "parbleu"."""
        self.program = Program(f"{self.program.name} {command}", self.program.prefix, self.program.version)

    def be_quiet(self) -> None:
        """Shows no progress and no information; warnings are printed without the prefix."""
        from parbleu._base import log

        self.prefix = ""
        log.quiet = True

    def say(self, line: str, bare: bool = False) -> None:
        """Writes a line to standard error, if that is open."""
        if sys.stderr is None:
            return
        try:
            sys.stderr.write(f"{'' if bare else self.prefix}{inert(without_secrets(line))}\n")
            sys.stderr.flush()
        except OSError:  # the terminal was closed, for example: the exit status still tells how it ended
            pass

    def warn(self, line: str, remark: str = "") -> None:
        """Writes a warning to standard error, and keeps it if it is of texts, which have a remark: once."""
        from parbleu._base.log import remarked

        if remark:
            warning = without_secrets(line)
            if warning in self.text_warnings:
                return
            self.text_warnings.append(warning)
        self.say(remarked(line, remark))

    def kept_warnings(self) -> dict[str, list[str]]:
        """Returns the warnings of texts so far as JSON has them; nothing if there are none."""
        return {"warnings": self.text_warnings} if self.text_warnings else {}

    def record(self, warnings: list[str], work: Callable[[], Made]) -> Made:
        """Returns what `work` returns; its warnings are printed, and without remarks added to a list."""
        from parbleu._base import log

        def warn(line: str, remark: str = "") -> None:
            warnings.append(line)
            self.warn(line, remark)

        return log.diverted(work, warn)

    def inform(self, line: str) -> None:
        """Writes a line about the progress of the work to standard error, unless `--quiet`."""
        if self.prefix:
            self.say(line)

    def show(self, text: str, after: str = "") -> None:
        """Writes a result and a line end to standard output, and then `after`.

        Raises:
            BrokenPipeError: the reader has closed standard output.
            CommandError: it cannot be written.
        """
        self.write(f"{text}\n{after}")

    def write_text(self, text: str) -> None:
        """Writes foreign text to standard output; on a terminal, control characters are escaped.

        Raises:
            BrokenPipeError: the reader has closed standard output.
            CommandError: it cannot be written.
        """
        self.write(inert(text) if is_terminal() else text)

    def write(self, text: str) -> None:
        """Writes text to standard output.

        Raises:
            BrokenPipeError: the reader has closed standard output.
            CommandError: it cannot be written.
        """
        write_output(text)


def write_output(text: str) -> None:
    """Writes text to standard output.

    Raises:
        BrokenPipeError: the reader has closed standard output.
        CommandError: it cannot be written.
    """
    if sys.stdout is None:
        raise CommandError("standard output is closed")
    try:
        _write(sys.stdout, text)
    except BrokenPipeError:
        raise
    except OSError as problem:
        raise CommandError(f"standard output: {problem.strerror}") from None


def without_secrets(text: str) -> str:
    """Returns a text in which names of scorers (`:url=`) hold no keys."""
    if ":url=" not in text:
        return text
    from parbleu.scorers._scorer_names import names_without_secrets

    return names_without_secrets(text)


def inert(text: str) -> str:
    """Returns a message in which nothing acts on a terminal but TABs, line ends and bytes of file names."""
    if text.isprintable():
        return text
    from parbleu.tables._visible import is_active, is_byte, written_out

    return "".join(
        written_out(character)
        if is_active(character) and character not in "\t\n" and not is_byte(character)
        else character
        for character in text
    )


def _write(stream: TextIO, text: str) -> None:
    """Writes all of a text, also with unbuffered output, where a write may take only a part."""
    raw = getattr(stream, "buffer", None)
    if not isinstance(raw, RawIOBase):
        try:
            stream.write(text)
        except UnicodeEncodeError:
            encoded(text)  # which says what is wrong
            raise
        stream.flush()
        return
    stream.flush()
    left = memoryview(encoded(text))
    while left:
        left = left[raw.write(left) or 0 :]


def encoded(text: str) -> bytes:
    """Returns text as it is written, with names of files as the bytes they are.

    Raises:
        CommandError: it has half of a surrogate pair, as JSON of a model that was cut may have.
    """
    try:
        return text.encode(errors="surrogateescape")
    except UnicodeEncodeError as problem:
        code, before = ord(text[problem.start]), text[max(0, problem.start - 20) : problem.start]
        raise CommandError(
            f"the result has half of a surrogate pair, \\u{code:04x} after {before!r}, which is no character "
            "and cannot be written: mend the input"
        ) from None


def _use_utf8(stream: TextIO | None) -> None:
    """Makes a standard stream write UTF-8, whatever the locale says; names of files as the bytes they are."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8", errors="surrogateescape")


def is_terminal() -> bool:
    """Returns whether somebody looks at standard output."""
    return sys.stdout is not None and sys.stdout.isatty()


def shows_colors(no_color: bool) -> bool:
    """Returns whether standard output shows colours: a capable terminal, and nothing forbids them.

    Args:
        no_color: whether the command line forbids them, as the variables `NO_COLOR` and `TERM=dumb` do.
    """
    return (
        is_terminal() and not no_color and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    )
