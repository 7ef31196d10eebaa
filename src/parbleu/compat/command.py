"""The command `sacrebleu`: `parbleu score` under that name."""

from __future__ import annotations

import sys

from parbleu.cli.main import command, run_verb
from parbleu.cli.shell.console import Program
from parbleu.metrics.signature import VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

PROGRAM = Program("sacrebleu", "sacreBLEU: ", f"sacrebleu {VERSION}")


def run(words: list[str]) -> int:
    """Runs a command line.

    Args:
        words: the command line without the program's name.

    Returns:
        the exit status; messages have been printed.
    """
    return run_verb("score", words, PROGRAM)


def main() -> NoReturn:
    """Runs the process's own command line and leaves through SystemExit, as the original's `main` does."""
    sys.exit(run(sys.argv[1:]))


def sacrebleu() -> NoReturn:
    """The console command."""
    command(run)
