"""Commands that consist of commands, such as `parbleu data`: they run the one that the next word names."""

from __future__ import annotations

from parbleu.cli.shell.console import Console, Program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def run_member(family: str, words: list[str], console: Console) -> int:
    """Runs the command that the first word names, under its own name.

    Args:
        family: the folder below `parbleu.cli` that holds a module, or a folder, for each command.
        words: the command line.
        console: where to speak, and under which name.

    Returns:
        the exit status.
    """
    module = command_module(f"{family}.{words[0]}")
    program = console.program
    console.program = Program(f"{program.name} {words[0]}", program.prefix, program.version)
    status: int = module.run(words[1:], console)
    return status


def command_module(words: str) -> Any:
    """Returns the module that runs a command.

    Args:
        words: the command's words, joined by points: "data.import" is `data/import_.py`, and "human.convert",
            which is a folder, `human/convert/command.py`.
    """
    path = f"parbleu.cli.{words.replace('-', '_')}"
    if path.endswith(".import"):
        path += "_"
    module = __import__(path, fromlist=["run"])
    if hasattr(module, "__path__"):
        module = __import__(f"{path}.command", fromlist=["run"])
    return module


def run_family(family: str, words: list[str], console: Console, commands: dict[str, str], about: str) -> int:
    """Runs the command that the first word names, or explains which there are.

    Args:
        family: as in `run_member`.
        words: the command line.
        console: where to speak, and under which name.
        commands: command -> what it does.
        about: what they are for.

    Returns:
        the exit status.
    """
    if words and words[0] in commands:
        return run_member(family, words, console)
    from parbleu.cli.shell.usage import explain

    return explain(words, commands, console.program, about)
