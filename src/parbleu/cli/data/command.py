"""`parbleu data`: which test sets there are, what is in the cache, and how it gets there."""

from __future__ import annotations

from parbleu import __version__
from parbleu.cli.shell.command_group import run_family
from parbleu.cli.shell.console import Console, Program

PROGRAM = Program("parbleu data", "parbleu: ", f"parbleu {__version__}")

# Command -> what it does. The module of the same name has `run(words, console)`.
COMMANDS = {
    "list": "the test sets, or the language pairs of one",
    "show": "what is known about a test set",
    "cite": "the BibTeX entries of test sets",
    "plan": "what would be downloaded: URL, size, checksum, place",
    "get": "download and convert test sets",
    "import": "take downloads that were carried in by hand",
    "path": "where the text of a test set lies",
    "verify": "check what is in the cache",
}


def run(words: list[str], console: Console) -> int:
    """Runs a command of `parbleu data`.

    Args:
        words: the command line after `data`.
        console: where to speak, and under which name.

    Returns:
        the exit status.
    """
    return run_family("data", words, console, COMMANDS, __doc__)
