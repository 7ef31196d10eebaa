"""The command `parbleu`: runs a command line, prints its errors and ends the process."""

from __future__ import annotations

import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

    from parbleu.cli.shell.console import Console

INTERRUPTED = 130
BROKEN_PIPE = 141


def main(words: list[str]) -> int:
    """Runs a command line.

    Args:
        words: the command line without the program's name.

    Returns:
        the exit status: 0 for success, 2 for a command line that cannot be understood, 1 or 17 for input that
        cannot be scored, 130 after Ctrl-C, 141 if the reader of the output has closed it.
    """
    from parbleu.cli.shell.command_group import PROGRAM, run_command
    from parbleu.cli.shell.console import Console

    console = Console(PROGRAM)
    return exit_status(console, lambda: run_command("", words, console))


def exit_status(console: Console, run: Callable[[], int]) -> int:
    """Runs a program, whose messages and errors the console prints.

    Args:
        console: where to print.
        run: the program; it returns its exit status.

    Returns:
        the exit status.
    """
    from parbleu.base import log
    from parbleu.cli.shell.console import CommandError
    from parbleu.errors import ParbleuError

    log.listener, log.informed = console.say, console.inform
    try:
        return run()
    except CommandError as problem:
        for line in problem.lines:
            console.say(line, problem.bare)
        return problem.status
    except ParbleuError as problem:
        console.say(" ".join(line.strip() for line in str(problem).splitlines()))
        return 1
    except MemoryError:
        console.say("not enough memory")
        return 1
    except BrokenPipeError:
        return unread()
    except SystemExit as done:  # argparse, after --help and --version
        return done.code if isinstance(done.code, int) else 0
    finally:
        log.listener = log.informed = None
        log.quiet = False


def unread() -> int:
    """Closes standard output after its reader has closed the pipe; returns the exit status."""
    # The interpreter would flush the stream once more at its end, and complain.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return BROKEN_PIPE


def command(run: Callable[[list[str]], int] = main) -> NoReturn:
    """A console command: runs the process's own command line and ends the process.

    The process ends without tearing the interpreter down, which takes longer than scoring a small test set.

    Args:
        run: takes the command line without the program's name and returns the exit status.
    """
    # Looking for garbage while modules are loaded takes a twentieth of the time of a small test set.
    gc.set_threshold(50_000)
    try:
        status = run(sys.argv[1:])
    except KeyboardInterrupt:
        status = INTERRUPTED
    try:
        if "atexit" in sys.modules:  # somebody may have left something to do: to remove temporary files
            sys.modules["atexit"]._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except OSError:
        status = status or 1
    except KeyboardInterrupt:
        status = INTERRUPTED
    os._exit(status)
