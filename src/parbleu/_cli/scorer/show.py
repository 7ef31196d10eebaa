"""`parbleu scorer show`: describes a scorer."""

from __future__ import annotations

from parbleu._cli.shell.command import Arguments
from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.options import Option
from parbleu._cli.shell.result_command import ResultCommand
from parbleu.scorers._scorer_listing import describe_scorer
from parbleu.tables import Result

COMMAND = ResultCommand(
    "SCORER [-f FORMAT]",
    "Describes a scorer: what it needs and gives, its licence, its options, and whether it can be used\n"
    "here. No model is loaded.",
    """\
  parbleu scorer show semsim
  parbleu scorer show command:./score.py:columns=source+hypothesis""",
    Option("scorer", "a scorer, perhaps with its model and options", many="*", metavar="SCORER"),
)


def result(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    return describe_scorer(one_scorer(arguments.scorer, "parbleu scorer show semsim"))


def one_scorer(words: tuple[str, ...], example: str) -> str:
    """Returns the only word; the message shows the example.

    Raises:
        UsageError: there is another number of words.
    """
    if len(words) != 1:
        raise UsageError(f"name one scorer ({example}; parbleu scorer list shows all of them)")
    return words[0]
