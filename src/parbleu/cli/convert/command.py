"""`parbleu convert`: other people's files to text."""

from __future__ import annotations

from parbleu import __version__
from parbleu.cli.shell.command_group import run_family
from parbleu.cli.shell.console import Console, Program

PROGRAM = Program("parbleu convert", "parbleu: ", f"parbleu {__version__}")

# Command -> what it does. Its module here is convert_<command>, with `run(words, console)`.
COMMANDS = {
    "sgm": "test files in SGML or XML to text, a segment per line",
}


def run(words: list[str], console: Console) -> int:
    """Runs a command of `parbleu convert`.

    Args:
        words: the command line after `convert`.
        console: where to speak, and under which name.

    Returns:
        the exit status.
    """
    return run_family("convert", words, console, COMMANDS, __doc__)
