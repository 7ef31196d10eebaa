"""`parbleu data show`: describes test sets."""

from __future__ import annotations

from parbleu._cli.data.data_options import LANGUAGE_PAIR, check_sets, sets_option
from parbleu._cli.shell.command import Arguments
from parbleu._cli.shell.result_command import ResultCommand
from parbleu.tables import Result
from parbleu.testsets._listings import describe

COMMAND = ResultCommand(
    "SET... [-l PAIR] [-f FORMAT]",
    "Describes test sets: language pairs, fields, references, where they come from, terms of use.",
    """\
  parbleu data show wmt24
  parbleu data show wmt24/en-de -f json""",
    sets_option("test sets, or pairs: wmt24/en-de"),
    LANGUAGE_PAIR,
)


def result(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    check_sets(arguments.sets, "parbleu data show wmt24")
    return describe(arguments.sets, arguments.language_pair)
