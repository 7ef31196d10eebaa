"""What `parbleu` says when no verb runs: help, the version, a near miss."""

from __future__ import annotations

import sys

from parbleu import __version__
from parbleu.cli.console import Console, Program

PROGRAM = Program("parbleu", "parbleu: ", f"parbleu {__version__}")


def explain(words: list[str], verbs: dict[str, str]) -> int:
    """Answers a command line that names no verb.

    Args:
        words: the command line without the program's name.
        verbs: the verbs and what they do.

    Returns:
        the exit status: 2 unless help or the version was asked for.
    """
    console = Console(PROGRAM)
    if not words:
        console.say(_help(verbs), bare=True)
        return 2
    if words[0] in ("--help", "-h", "help"):
        console.show(_help(verbs))
        return 0
    if words[0] in ("--version", "-V"):
        console.show(PROGRAM.version)
        return 0
    console.say(f"there is no command {words[0]!r}{_hint(words[0], verbs)} (parbleu --help lists them)")
    return 2


def _help(verbs: dict[str, str]) -> str:
    lines = [
        "usage: parbleu COMMAND ...",
        "",
        (sys.modules["parbleu"].__doc__ or "").strip(),
        "",
        "commands:",
        *(f"  {verb:<10} {what}" for verb, what in verbs.items()),
        "",
        "parbleu COMMAND --help explains a command. parbleu --version prints the version.",
    ]
    return "\n".join(lines)


def _hint(word: str, verbs: dict[str, str]) -> str:
    from difflib import get_close_matches
    from pathlib import Path

    near = get_close_matches(word, verbs, 1, 0.5)
    if near:
        return f"; did you mean {near[0]!r}?"
    if word[:1] == "-" or Path(word).exists():
        return "; did you mean 'parbleu score ...'?"
    return ""
