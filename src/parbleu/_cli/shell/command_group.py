"""Explains a group of commands: lists them, answers `--help` and `--version`, and suggests what was meant."""

from __future__ import annotations

import os
from textwrap import fill

from parbleu._base.wording import nearest
from parbleu._cli import ABOUT, COMMANDS, HEADINGS
from parbleu._cli.shell.console import Console, Program
from parbleu._cli.shell.help_layout import WIDTH


def explain(group: str, words: list[str], console: Console) -> int:
    """Answers a command line that names no command of a group.

    Returns:
        The exit status: 0 if help or the version was asked for, else 2.
    """
    program = console.program
    is_whole = bool(group) or words[:1] == ["--help-all"] or words[1:2] == ["--all"]
    text = _help(group, program, is_whole=is_whole)
    if not words:
        console.say(text, bare=True)
        return 2
    if words[0] in ("--help", "-h", "--help-all", "help"):
        console.show(text)
        return 0
    if words[0] in ("--version", "-V"):
        console.show(program.version)
        return 0
    near = nearest(words[0], COMMANDS[group])
    before = "; name one before the files" if os.access(words[0], os.F_OK) else ""
    hint = f"; did you mean {near!r}?" if near else before
    console.say(f"there is no command {words[0]!r}{hint} ({program.name} --help lists them)")
    return 2


def _help(group: str, program: Program, *, is_whole: bool) -> str:
    """Returns the help text of a group; the whole one of `parbleu` has the commands of its groups."""
    commands = COMMANDS[group]
    width = max(map(len, commands))
    sections = {} if group else {title: names.split() for title, names in HEADINGS.items()}
    others = [name for name in commands if not any(name in names for names in sections.values())]
    if is_whole:
        sections["commands:" if group else "More"] = others
    lines = [f"usage: {program.name} COMMAND ...", "", f"{program.name}: {ABOUT[group]}", ""]
    for title, names in sections.items():
        lines.append(title)
        for name in names:
            lines.append(f"  {name:<{width}}  {commands[name]}")
            below = COMMANDS.get(name, {}) if is_whole and not group else {}
            widest = max(map(len, below), default=0)
            for word, text in below.items():
                indent = " " * (widest + 6)
                lines.append(fill(f"    {word:<{widest}}  {text}", WIDTH - 1, subsequent_indent=indent))
    if not is_whole:
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
