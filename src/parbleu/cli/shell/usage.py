"""What a command with sub-commands says when none of them runs: help, the version, a near miss."""

from __future__ import annotations

import sys

from parbleu import __version__
from parbleu.cli.shell.console import Console, Program

PROGRAM = Program("parbleu", "parbleu: ", f"parbleu {__version__}")


def explain(words: list[str], verbs: dict[str, str], program: Program = PROGRAM, about: str = "") -> int:
    """Answers a command line that names no verb.

    Args:
        words: the command line without the program's name.
        verbs: the verbs and what they do.
        program: which program they belong to.
        about: what it does; by default what the package says of itself.

    Returns:
        the exit status: 2 unless help or the version was asked for.
    """
    console = Console(program)
    text = _help(verbs, program, about or sys.modules["parbleu"].__doc__ or "")
    if not words:
        console.say(text, bare=True)
        return 2
    if words[0] in ("--help", "-h", "help"):
        console.show(text)
        return 0
    if words[0] in ("--version", "-V"):
        console.show(program.version)
        return 0
    hint = _hint(words[0], verbs, program)
    console.say(f"there is no command {words[0]!r}{hint} ({program.name} --help lists them)")
    return 2


def _help(verbs: dict[str, str], program: Program, about: str) -> str:
    width = max(10, *(len(verb) for verb in verbs))
    lines = [
        f"usage: {program.name} COMMAND ...",
        "",
        about.strip(),
        "",
        "commands:",
        *(f"  {verb:<{width}} {what}" for verb, what in verbs.items()),
        "",
        f"{program.name} COMMAND --help explains a command. {program.name} --version prints the version.",
    ]
    return "\n".join(lines)


def _hint(word: str, verbs: dict[str, str], program: Program) -> str:
    from pathlib import Path

    from parbleu.base.nearest import nearest

    near = nearest(word, verbs)
    if near:
        return f"; did you mean {near!r}?"
    if program is PROGRAM and (word[:1] == "-" or Path(word).exists()):
        return "; did you mean 'parbleu score ...'?"
    return ""
