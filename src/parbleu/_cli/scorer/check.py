"""`parbleu scorer check`: scores a few sentences with a scorer."""

from __future__ import annotations

from parbleu._cli.scorer.show import one_scorer
from parbleu._cli.shell.command import Arguments
from parbleu._cli.shell.options import Option
from parbleu._cli.shell.result_command import ResultCommand
from parbleu.scorers._scorer_listing import try_scorer
from parbleu.tables import Result

COMMAND = ResultCommand(
    "SCORER [-f FORMAT]",
    "Scores a few sentences with a scorer, together and one by one, to see that it works here: prints the\n"
    "scores, the largest difference, the seconds and the signature. Kept scores are not used.",
    "  parbleu scorer check semsim",
    Option("scorer", "a scorer, perhaps with its model and options", many="*", metavar="SCORER"),
)


def result(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    return try_scorer(one_scorer(arguments.scorer, "parbleu scorer check semsim"))
