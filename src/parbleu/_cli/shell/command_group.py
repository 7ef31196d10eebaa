"""Explains a group of commands: lists them, answers `--help` and `--version`, and suggests what was meant."""

from __future__ import annotations

from parbleu._cli.shell.console import Console, Program


def explain(words: list[str], commands: dict[str, str], about: str, console: Console, is_root: bool) -> int:
    """Answers a command line that names no command of a group.

    Returns the exit status: 0 if help or the version was asked for, else 2. In the group of all verbs
    (`is_root`), flags and files suggest `parbleu score`.
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
    hint = _hint(words[0], commands, is_root)
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


def _hint(word: str, commands: dict[str, str], is_root: bool) -> str:
    from pathlib import Path

    from parbleu._base.wording import nearest

    near = nearest(word, commands)
    if near:
        return f"; did you mean {near!r}?"
    if is_root and (word[:1] == "-" or Path(word).exists()):
        return "; did you mean 'parbleu score ...'?"
    return ""
