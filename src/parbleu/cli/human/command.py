"""`parbleu human`: what people said about translations: scores, agreement of raters, conversions."""

from __future__ import annotations

from parbleu import __version__
from parbleu.cli.shell.command_group import run_family
from parbleu.cli.shell.console import Console, Program

PROGRAM = Program("parbleu human", "parbleu: ", f"parbleu {__version__}")

# Command -> what it does. Its module in this folder has its name.
COMMANDS = {
    "scores": "scores of systems, documents or segments from a file of ratings",
    "agreement": "how far raters agree",
    "show": "the errors that were marked, with the text they mark",
    "evalset": "make an evaluation set of a file of ratings",
    "convert": "convert between formats of ratings and evaluation sets",
    "codalab": "score a metric submission to WMT23",
}


def run(words: list[str], console: Console) -> int:
    """Runs a command of `parbleu human`.

    Args:
        words: the command line after `human`.
        console: where to speak, and under which name.

    Returns:
        the exit status.
    """
    return run_family("human", words, console, COMMANDS, __doc__)
