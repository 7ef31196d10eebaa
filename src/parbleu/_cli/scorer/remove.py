"""`parbleu scorer remove`: deletes an installed scorer."""

from __future__ import annotations

from parbleu._cli.scorer.show import one_scorer
from parbleu._cli.shell.command import Arguments
from parbleu._cli.shell.options import Option
from parbleu._cli.shell.result_command import ResultCommand
from parbleu.scorers._scorer_environments import remove_scorer
from parbleu.tables import Result

COMMAND = ResultCommand(
    "NAME [-f FORMAT] [-o FILE]",
    "Deletes a scorer that parbleu scorer install has installed, with its environment.",
    "  parbleu scorer remove unbabel-comet",
    Option("scorer", "the scorer", many="*", metavar="NAME"),
)


def result(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    return remove_scorer(one_scorer(arguments.scorer, "parbleu scorer remove unbabel-comet"))
