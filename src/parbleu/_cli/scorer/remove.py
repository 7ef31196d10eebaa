"""`parbleu scorer remove`: deletes an installed scorer."""

from __future__ import annotations

from parbleu._cli.scorer.show import one_scorer
from parbleu._cli.shell.console import Console
from parbleu._cli.shell.options import Option
from parbleu._cli.shell.result_command import ResultCommand
from parbleu.scorers._scorer_environments import remove_scorer

COMMAND = ResultCommand(
    "NAME",
    "Deletes a scorer that parbleu scorer install has installed, with its environment.",
    "  parbleu scorer remove unbabel-comet",
    Option("scorer", "the scorer", many="*", default=(), metavar="NAME"),
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    arguments = COMMAND.read(words, console)
    name = one_scorer(arguments.scorer, "parbleu scorer remove unbabel-comet")
    console.inform(f"deleted {remove_scorer(name)}")
    return 0
