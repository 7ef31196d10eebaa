"""Finds the command that a command line names and runs it, or lists the commands there are.

The tree of commands is the tree of packages below `parbleu.cli`. A package with a dictionary `COMMANDS`
(name -> what the command does) is a group, such as `parbleu data`; each command in it is a module, or a
package with a module `command`, of that name. Its function `run(words, console)` returns the exit status.
"""

from __future__ import annotations

from sys import modules

from parbleu import __version__
from parbleu.cli.shell.console import Console, Program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PROGRAM = Program("parbleu", "parbleu: ", f"parbleu {__version__}")


def run_command(path: str, words: list[str], console: Console) -> int:
    """Runs a command, or the command of a group that the first word names.

    Args:
        path: where its module is below `parbleu.cli`; empty for the group of all verbs.
        words: the command line after its name.
        console: where to print, and under which name the command runs.

    Returns:
        the exit status: that of the command; without one, 2 unless help or the version was asked for.
    """
    module = _module(f".{path}" if path else "")
    commands = module.COMMANDS if hasattr(module, "__path__") else None
    if commands is None:
        status: int = module.run(words, console)
        return status
    if len(words) > 1 and words[0] == "help" and words[1] in commands:
        words = [*words[1:], "--help"]
    if words and words[0] in commands:
        program = console.program
        console.program = Program(f"{program.name} {words[0]}", program.prefix, program.version)
        return run_command(f"{path}.{words[0]}".lstrip("."), words[1:], console)
    return _explain(words, commands, module.__doc__, console)


def _module(path: str) -> Any:
    path = f"parbleu.cli{path.replace('-', '_')}"
    if path.endswith(".import"):
        path += "_"  # `import` is a keyword of Python
    __import__(path)
    module = modules[path]
    if hasattr(module, "__path__") and not hasattr(module, "COMMANDS"):
        __import__(f"{path}.command")
        module = modules[f"{path}.command"]
    return module


def _explain(words: list[str], commands: dict[str, str], about: str, console: Console) -> int:
    """Answers a command line that names no command of a group; returns the exit status."""
    program = console.program
    text = _help(commands, about, program)
    if not words:
        console.say(text, bare=True)
        return 2
    if words[0] in ("--help", "-h", "help"):
        console.show(text)
        return 0
    if words[0] in ("--version", "-V"):
        console.show(program.version)
        return 0
    hint = _hint(words[0], commands, is_root=program.name == PROGRAM.name)
    console.say(f"there is no command {words[0]!r}{hint} ({program.name} --help lists them)")
    return 2


def _help(commands: dict[str, str], about: str, program: Program) -> str:
    width = max(map(len, commands))
    return "\n".join(
        [
            f"usage: {program.name} COMMAND ...",
            "",
            about.strip().replace("`", ""),
            "",
            "commands:",
            *(f"  {name:<{width}}  {what}" for name, what in commands.items()),
            "",
            f"{program.name} help COMMAND explains a command.",
            f"{program.name} --version prints the version.",
        ]
    )


def _hint(word: str, commands: dict[str, str], is_root: bool) -> str:
    from pathlib import Path

    from parbleu.base.nearest import nearest

    near = nearest(word, commands)
    if near:
        return f"; did you mean {near!r}?"
    if is_root and (word[:1] == "-" or Path(word).exists()):
        return "; did you mean 'parbleu score ...'?"
    return ""
