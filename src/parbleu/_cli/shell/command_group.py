"""Explains a group of commands: lists them, answers `--help` and `--version`, and suggests what was meant."""

from __future__ import annotations

from parbleu._base.wording import nearest
from parbleu._cli.shell.console import Console, Program


def explain(words: list[str], commands: dict[str, str], about: str, console: Console) -> int:
    """Answers a command line that names no command of a group.

    Returns the exit status: 0 if help or the version was asked for, else 2.
    """
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
    near = nearest(words[0], commands)
    hint = f"; did you mean {near!r}?" if near else ""
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
            *["--debug, anywhere, shows the traceback of an error."][: program.name == "parbleu"],
            f"{program.name} --version prints the version.",
        ]
    )
