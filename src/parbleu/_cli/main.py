"""The command `parbleu`: finds and runs the command of a command line, prints errors and ends the process.

The tree of commands is the tree of modules below `parbleu._cli`. A module with a dictionary `COMMANDS`
(name -> what the command does) is a group, such as `parbleu data`. Each command in it is a function of that
name, which a `ResultCommand` decorates, in the module of the group or in a module of that name. A command
that reads its command line itself has a function `run(words, console)` there, which returns the exit status,
and its options as `COMMAND`. All raise `CommandError` for a command line that makes no sense, and the
`ParbleuError` of what they call. A package that is a command has all this in its module `command`, and may
have a function `run_plain` of its own, which answers frequent command lines at once, or None.
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


def run_command(path: str, words: list[str], console: Console) -> int:
    """Runs a command, or the command of a group that the first word names; returns the exit status.

    Args:
        path: where its module is below `parbleu._cli`; empty for the group of all verbs.
        words: the command line after its name.
        console: where to print, and under which name the command runs.
    """
    if not path:
        words = _in_new_spelling(words, console)
    path_below = f".{path}" if path else ""
    if "." not in path:
        run_plain = getattr(imported(path_below), "run_plain", None)
        if run_plain is not None and (plain_status := run_plain(words, console)) is not None:
            return int(plain_status)
    found = command_of(path_below)
    if not hasattr(found, "COMMANDS"):
        return int(found.run(words, console))
    commands = found.COMMANDS
    if len(words) > 1 and words[0] == "help" and words[1][:1] != "-":
        words = [*words[1:], "--help"]
    if words and words[0] in commands:
        console.enter(words[0])
        return run_command(f"{path}.{words[0]}".lstrip("."), words[1:], console)
    if not path and words and _begins_score(words[0]):
        console.enter("score")
        return run_command("score", words, console)
    from parbleu._cli.shell.command_group import explain

    def commands_of(name: str) -> dict[str, str]:
        return getattr(imported(f"{path_below}.{name}"), "COMMANDS", {}) if not path else {}

    headings = getattr(found, "HEADINGS", {})
    return explain(words, commands, about(found), console, headings, commands_of)


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
    """Whether a command line without a command is one of `score`: a file or an option begins it."""
    if word[:1] == "-":
        return word not in ("-h", "--help", "--help-all", "-V", "--version")
    return "/" in word or "." in word or os.access(word, os.F_OK)


def about(module: Any) -> str:
    """Returns what the docstring of a group says, also where Python leaves docstrings out (`-OO`)."""
    if module.__doc__ is None:
        import ast
        from pathlib import Path

        return ast.get_docstring(ast.parse(Path(module.__file__).read_text(encoding="utf-8"))) or ""
    return str(module.__doc__)


def command_of(path: str) -> Any:
    """Returns a command, the module of one, or that of a group.

    Args:
        path: ".data.list" below `parbleu._cli`; empty for the group of all verbs.
    """
    group, _, name = path.rpartition(".")
    found: Any = getattr(imported(group), _spelled(name), None) if group else None
    if found is None:
        found = imported(path)
    if hasattr(found, "__path__") and not hasattr(found, "COMMANDS"):
        found = imported(f"{path}.command")
    own = getattr(found, _spelled(name), None)
    return own if hasattr(own, "table") else found


def imported(path: str) -> Any:
    """Returns a module or package below `parbleu._cli`, spelled as words of a command line are."""
    path = "parbleu._cli" + ".".join(map(_spelled, path.split(".")))
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
    """A console command: ends the process with the status that `run` returns for its command line.

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
