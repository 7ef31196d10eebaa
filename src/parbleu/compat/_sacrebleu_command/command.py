"""The command `sacrebleu`: runs `parbleu score` under that name, with a printer of its own."""

from __future__ import annotations

import sys

from parbleu._cli.main import command, exit_status
from parbleu._cli.shell.console import CommandError, Console, Program
from parbleu.errors import ParbleuError
from parbleu.metrics._score import VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

GROUPS = {
    "": "--citation --list --test-set --language-pair --origlang --subset --download --echo --input "
    "--num-refs --encoding --metrics --sentence-level",
    "BLEU options": "--smooth-method --smooth-value --tokenize --lowercase --force",
    "chrF options": "--chrf-char-order --chrf-word-order --chrf-beta --chrf-whitespace --chrf-lowercase "
    "--chrf-eps-smoothing",
    "TER options": "--ter-case-sensitive --ter-asian-support --ter-no-punct --ter-normalized",
    "confidence intervals of one system": "--confidence --confidence-n",
    "paired tests of several systems": "--paired-ar --paired-bs --paired-ar-n --paired-bs-n --paired-jobs",
    "output": "--quiet --short --score-only --width --detail --no-color --format",
}
"""The options of the original, by their groups in its help text."""
FLAGS = ["--help", "--version", *" ".join(GROUPS.values()).split()]
"""What abbreviations mean, whatever options `parbleu score` has besides."""
PROGRAM = Program("sacrebleu", "sacreBLEU: ", f"sacrebleu {VERSION}", VERSION.partition("+")[0])


def run(words: list[str], program: Program = PROGRAM) -> int:
    """Runs a command line; returns the exit status. Messages have been printed."""
    console = Console(program)
    return exit_status(console, lambda: _score([_unabbreviated(word) for word in words], console))


def _unabbreviated(word: str) -> str:
    """Returns an option of the original in full, if one begins like this."""
    flag, equals, value = word.partition("=")
    if flag[:2] != "--" or flag in FLAGS:
        return word
    meant = [long for long in FLAGS if long.startswith(flag)] if len(flag) > 2 else []
    return meant[0] + equals + value if len(meant) == 1 else word


def _score(words: list[str], console: Console) -> int:
    from parbleu._cli.score.command import run
    from parbleu.compat._sacrebleu_command.text_printer import TextPrinter

    if "-h" in words or "--help" in words:
        from parbleu.compat._sacrebleu_command.help_order import help_command

        help_command(GROUPS).read(words, console)  # leaves, if these words ask for help
    try:
        return run(words, console, TextPrinter)
    except ParbleuError as problem:
        from parbleu.compat._sacrebleu_command.messages import lines_of

        lines = lines_of(problem)
        if not lines:
            raise
        raise CommandError(*lines) from None


def main() -> NoReturn:
    """Runs the process's own command line and leaves through SystemExit, as the original's `main` does."""
    sys.exit(run(sys.argv[1:]))


def sacrebleu() -> NoReturn:
    """Runs the console command."""
    command(run)
