"""The command `parbleu`: finds and runs the command of a command line, prints errors and ends the process.

`COMMANDS` of `parbleu._cli` is the tree of commands; the tree of modules there follows it. A command is a
function of its name that a `Command` decorates, in the module of its group or in a module of that name.
`score` is a package, whose `run_plain` answers frequent command lines at once; `command` has the rest.
"""

from __future__ import annotations

import gc
import os
import sys

from parbleu import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    from parbleu._cli.shell.console import Console

BY_SIGNAL = 128
INTERRUPTED = 130
BROKEN_PIPE = 141
_LONGEST = 3000
"""Characters that are shown of an error, which may quote a file."""


def main(words: list[str]) -> int:
    """Runs a command line.

    Args:
        words: the command line without the program's name; with `--debug` anywhere before a `--`, a traceback
            comes before the line that says what is wrong.

    Returns:
        the exit status: 0 for success, 2 for a command line that cannot be understood, 1 or 17 for input that
        cannot be scored, 130 after Ctrl-C, 141 if the reader of the output has closed it.
    """
    from parbleu._cli.shell.console import Console, Program

    console = Console(Program("parbleu", "parbleu: ", f"parbleu {__version__}"))
    if "--debug" in words[: words.index("--") if "--" in words else None]:
        words, console.debug = [*words], True
        words.remove("--debug")
    return exit_status(console, lambda: run_command("", words, console))


def run_command(name: str, words: list[str], console: Console) -> int:
    """Runs a command, or the command of a group that the first word names; returns the exit status.

    Args:
        name: the words that name the command or group, such as "data list"; empty for `parbleu` itself.
        words: the command line after its name.
        console: where to print, and under which name the command runs.
    """
    from parbleu._cli import COMMANDS

    if name == "score":
        from parbleu._cli.score import run_plain

        if (plain_status := run_plain(words, console)) is not None:
            return plain_status
    if name not in COMMANDS:
        return int(command_of(name).run(words, console))
    if not name:
        words = _in_new_spelling(words, console)
    if len(words) > 1 and words[0] == "help" and words[1][:1] != "-":
        words = [*words[1:], "--help"]
    if words and words[0] in COMMANDS[name]:
        console.enter(words[0])
        return run_command(f"{name} {words[0]}".lstrip(), words[1:], console)
    if not name and words and _begins_score(words[0]):
        console.enter("score")
        return run_command("score", words, console)
    from parbleu._cli.shell.command_group import explain

    return explain(name, words, console)


def _in_new_spelling(words: list[str], console: Console) -> list[str]:
    """Returns a command line whose command has its new name; a note says so."""
    from parbleu._cli import OLD_SPELLINGS

    at = 1 if words[:1] == ["help"] else 0
    for old, new in OLD_SPELLINGS.items():
        end = at + len(old)
        if tuple(words[at:end]) == old and not (len(old) > 1 and os.access(old[-1], os.F_OK)):
            if not {"-q", "--quiet"} & {*words}:
                console.say(f"`parbleu {' '.join(old)}` is now `parbleu {' '.join(new)}`")
            return [*words[:at], *new, *words[end:]]
    return words


def _begins_score(word: str) -> bool:
    """Returns whether a command line without a command is one of `score`: a file or an option begins it."""
    if word[:1] == "-":
        return word not in ("-h", "--help", "--help-all", "-V", "--version")
    return "/" in word or "." in word or os.access(word, os.F_OK)


def command_of(name: str) -> Any:
    """Returns the command that words such as "data list" name; of `score` the module that runs it."""
    if name == "score":
        from parbleu._cli.score import command as module

        return module
    group, _, last = name.rpartition(" ")
    command = getattr(_module_of(group), _spelled(last), None) if group else None
    if not hasattr(command, "table"):
        command = getattr(_module_of(name), _spelled(last))
    return command


def _module_of(name: str) -> Any:
    """Returns the module of a command or group."""
    path = ".".join(["parbleu._cli", *map(_spelled, name.split())])
    __import__(path)
    return sys.modules[path]


def _spelled(word: str) -> str:
    """Returns a word of a command line as Python spells it: `import` and `list` have other meanings."""
    return f"{word}_" if word in ("import", "list") else word.replace("-", "_")


def exit_status(console: Console, run: Callable[[], int]) -> int:
    """Runs a program, whose messages and errors the console prints; returns the exit status."""
    from parbleu._base import log
    from parbleu._cli.shell.console import CommandError
    from parbleu.errors import ParbleuError

    log.listener, log.informed, log.in_shell = console.warn, console.inform, True
    try:
        return run()
    except CommandError as problem:
        for line in problem.lines:
            console.say(line, problem.bare)
        return problem.status
    except ParbleuError as problem:
        if console.debug:
            from traceback import format_exc

            console.say(format_exc().rstrip(), bare=True)
        said = " ".join(line.strip() for line in str(problem).splitlines())
        console.say(said if len(said) <= _LONGEST else f"{said[: _LONGEST - 500]} ... {said[-500:]}")
        return 1
    except MemoryError:
        console.say("not enough memory")
        return 1
    except BrokenPipeError:
        return unread()
    except OSError as problem:
        if console.debug:
            raise
        if not _is_in_a_directory():
            console.say("the working directory is gone: change to another one")
        elif problem.filename is not None:
            console.say(f"{os.fsdecode(problem.filename)}: {problem.strerror}")
        else:
            raise
        return 1
    except Exception as problem:
        from parbleu._base.registry import package_at_fault

        fault = package_at_fault(problem)
        if not fault or console.debug:
            raise
        console.say(f"{fault} fails: {problem!r}; mend or remove it (--debug shows where)")
        return 1
    except SystemExit as done:  # argparse, after --help and --version
        return done.code if isinstance(done.code, int) else 0
    finally:
        log.listener = log.informed = log.detailed = None
        log.quiet = log.in_shell = False


def _is_in_a_directory() -> bool:
    """Returns whether the working directory still exists."""
    from pathlib import Path

    try:
        Path.cwd()
    except FileNotFoundError:
        return False
    return True


def unread() -> int:
    """Closes standard output after its reader has closed the pipe; returns the exit status."""
    # The interpreter would flush the stream once more at its end, and complain.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return BROKEN_PIPE


def _recorded_signals() -> list[int]:
    """Returns a list to which Ctrl-C, SIGTERM and SIGHUP add their number from now on, and end the command.

    So temporary files are removed, and programs that the command runs end with it. A second SIGTERM or SIGHUP
    ends it at once. A signal that is already ignored, as with `nohup`, stays ignored.
    """
    import _signal  # type: ignore[import-not-found]  # `signal` loads `enum`

    signals: list[int] = []

    def interrupt(number: int, _: object) -> NoReturn:
        signals.append(number)
        raise KeyboardInterrupt

    def end(number: int, _: object) -> NoReturn:
        for signal_number in ending:
            _signal.signal(signal_number, _signal.SIG_DFL)
        signals.append(number)
        raise SystemExit(BY_SIGNAL + number)

    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, interrupt)
    every = [getattr(_signal, name, _signal.SIGTERM) for name in ("SIGTERM", "SIGHUP")]  # Windows has but one
    ending = [number for number in every if _signal.getsignal(number) == _signal.SIG_DFL]
    for number in ending:
        _signal.signal(number, end)
    return signals


def command(run: Callable[[list[str]], int] = main) -> NoReturn:
    """Runs a console command: ends the process with the status that `run` returns for its command line.

    The process ends without tearing the interpreter down, which takes longer than scoring a small test set.
    """
    # Looking for garbage while modules are loaded takes a twentieth of the time of a small test set.
    gc.set_threshold(50_000)
    signals = _recorded_signals()
    try:
        status = run(sys.argv[1:])
    except (KeyboardInterrupt, SystemExit):
        if not signals:
            raise
        status = BY_SIGNAL + signals[-1]
    except Exception:
        # While NumPy is imported, it and nanobind turn a KeyboardInterrupt into errors of their own.
        if not signals:
            raise
        status = BY_SIGNAL + signals[-1]
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
    if "mpi4py" in sys.modules:  # which has to take leave of the other processes
        sys.exit(status)
    os._exit(status)
