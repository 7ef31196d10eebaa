"""The command `sacrebleu`: runs `parbleu score` under that name, with a printer of its own."""

from __future__ import annotations

import sys

from parbleu.cli.main import command, exit_status
from parbleu.cli.shell.console import CommandError, Console, Program
from parbleu.errors import ParbleuError
from parbleu.metrics.signature import VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

PROGRAM = Program("sacrebleu", "sacreBLEU: ", f"sacrebleu {VERSION}", VERSION.partition("+")[0])


def run(words: list[str], program: Program = PROGRAM) -> int:
    """Runs a command line.

    Args:
        words: the command line without the program's name.
        program: under which name.

    Returns:
        the exit status; messages have been printed.
    """
    console = Console(program)
    return exit_status(console, lambda: _score(words, console))


def _score(words: list[str], console: Console) -> int:
    from parbleu.cli.score.command import run
    from parbleu.compat.sacrebleu_command.text_printer import TextPrinter

    if any(word == "-h" or word.startswith("--h") for word in words):
        from parbleu.compat.sacrebleu_command.help_order import help_command

        help_command().read(words, console.program)  # leaves, if these words ask for help
    try:
        return run(words, console, TextPrinter(console))
    except ParbleuError as problem:
        from parbleu.compat.sacrebleu_command.messages import lines_of

        lines = lines_of(problem)
        if not lines:
            raise
        raise CommandError(*lines) from None


def main() -> NoReturn:
    """Runs the process's own command line and leaves through SystemExit, as the original's `main` does."""
    sys.exit(run(sys.argv[1:]))


def sacrebleu() -> NoReturn:
    """The console command."""
    command(run)
