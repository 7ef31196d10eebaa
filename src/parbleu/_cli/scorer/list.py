"""`parbleu scorer list`: lists the scorers."""

from __future__ import annotations

from parbleu._cli.shell.command import Arguments
from parbleu._cli.shell.result_command import ResultCommand
from parbleu.scorers._scorer_listing import list_scorers
from parbleu.tables import Result

COMMAND = ResultCommand(
    "[-f FORMAT]",
    "Lists the scorers: built-in ones, those that packages announce, and those that files in the folders of\n"
    "PARBLEU_SCORERS describe. Nothing is loaded.",
    "  parbleu scorer list",
)


def result(arguments: Arguments) -> Result:  # noqa: ARG001 - it has no options of its own
    """Returns what the command prints."""
    return list_scorers()
