"""Explains a group of commands: lists them, answers `--help` and `--version`, and suggests what was meant."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from textwrap import fill

from parbleu._base.wording import nearest
from parbleu._cli.shell.console import Console, Program
from parbleu._cli.shell.help_layout import WIDTH


def explain(
    words: list[str],
    commands: dict[str, str],
    about: str,
    console: Console,
    headings: Mapping[str, str],
    commands_of: Callable[[str], Mapping[str, str]],
) -> int:
    """Answers a command line that names no command of a group.

    Args:
        words: the command line after the group's name.
        commands: name of a command -> what it does.
        about: what the group is for.
        console: where to print.
        headings: heading -> the names of the commands below it; the others come last. None for one list.
        commands_of: returns the commands of a command that is a group, with what they do.

    Returns:
        The exit status: 0 if help or the version was asked for, else 2.
    """
    program = console.program
    lists_all = not headings or words[:1] == ["--help-all"] or words[1:2] == ["--all"]
    text = _help(commands, about, program, headings, commands_of if lists_all else None)
    if not words:
        console.say(text, bare=True)
        return 2
    if words[0] in ("--help", "-h", "--help-all", "help"):
        console.show(text)
        return 0
    if words[0] in ("--version", "-V"):
        console.show(program.version)
        return 0
    near = nearest(words[0], commands)
    before = "; name one before the files" if os.access(words[0], os.F_OK) else ""
    hint = f"; did you mean {near!r}?" if near else before
    console.say(f"there is no command {words[0]!r}{hint} ({program.name} --help lists them)")
    return 2


def _help(
    commands: dict[str, str],
    about: str,
    program: Program,
    headings: Mapping[str, str],
    commands_of: Callable[[str], Mapping[str, str]] | None,
) -> str:
    """Returns the help text of a group; `commands_of` is given where all commands are listed."""
    width = max(map(len, commands))
    groups = {
        title: [name for name in names.split() if name in commands] for title, names in headings.items()
    }
    others = [name for name in commands if not any(name in names for names in groups.values())]
    if commands_of is not None:
        groups["More" if headings else "commands:"] = others
    lines = [f"usage: {program.name} COMMAND ...", "", about.strip().replace("`", ""), ""]
    for title, names in groups.items():
        lines.append(title)
        for name in names:
            lines.append(f"  {name:<{width}}  {commands[name]}")
            below = {} if commands_of is None else commands_of(name)
            widest = max(map(len, below), default=0)
            for word, text in below.items():
                indent = " " * (widest + 6)
                lines.append(fill(f"    {word:<{widest}}  {text}", WIDTH - 1, subsequent_indent=indent))
    if commands_of is None:
        lines.append(fill(f"More (help --all): {', '.join(others)}", WIDTH - 1, subsequent_indent="  "))
    return "\n".join(
        [
            *lines,
            "",
            f"{program.name} help COMMAND explains a command.",
            *["--debug, anywhere, shows the traceback of an error."][: program.name == "parbleu"],
            f"{program.name} --version prints the version.",
        ]
    )
