"""`parbleu data show`: describes test sets."""

from __future__ import annotations

from parbleu.cli.data.data_options import LANGUAGE_PAIR, check_sets, sets_option
from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import Console
from parbleu.cli.shell.result_output import RESULT_OPTIONS, show_result
from parbleu.testsets.listings import describe

COMMAND = Command(
    "SET... [-l PAIR] [-f FORMAT]",
    "Describes test sets: language pairs, fields, references, where they come from, terms of use.",
    """\
  parbleu data show wmt24
  parbleu data show wmt24/en-de -f json""",
    sets_option("test sets, or pairs: wmt24/en-de"),
    LANGUAGE_PAIR,
    *RESULT_OPTIONS,
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    arguments = COMMAND.read(words, console)
    check_sets(arguments.sets, "parbleu data show wmt24")
    show_result(describe(arguments.sets, arguments.language_pair), arguments, console)
    return 0
