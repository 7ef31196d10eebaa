"""`parbleu meta scores`: prints all human and metric scores, a row for each system and item."""

from __future__ import annotations

from parbleu._cli.meta.meta_options import ADD_METRICS, DERIVE, LEVEL, chosen_evalset
from parbleu._cli.shell.command import Arguments
from parbleu._cli.shell.evalset_options import DATA, LANGUAGE_PAIR, TEST_SET
from parbleu._cli.shell.result_command import ResultCommand
from parbleu.tables import Result

COMMAND = ResultCommand(
    "-t SET -l PAIR [--level LEVEL]",
    "Prints all scores of people and metrics at one level: of systems, domains, documents or segments.",
    """\
  parbleu meta scores -t wmt24 -l en-de
  parbleu meta scores -t wmt24 -l en-de --level segment -f csv -o scores.csv""",
    TEST_SET,
    LANGUAGE_PAIR,
    LEVEL,
    ADD_METRICS,
    DERIVE,
    DATA,
)


def result(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    return chosen_evalset(arguments).score_table(arguments.level)
