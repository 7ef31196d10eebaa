"""`parbleu delta`: tells how often people agree with a difference of scores, or the difference for that."""

from __future__ import annotations

from parbleu.base.numerals import read_float
from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import CommandError, Console
from parbleu.cli.shell.options import Option
from parbleu.cli.shell.result_output import RESULT_OPTIONS, show_result
from parbleu.metrics.human_agreement import agreement_overview, delta_agreement
from parbleu.tables import Result

COMMAND = Command(
    "[METRIC [DIFFERENCE | --agreement PERCENT]] [-f FORMAT] [-o FILE]",
    "Estimates, for a difference of two systems' scores, in how many percent of such pairs of systems\n"
    "people prefer the system with the better score, by the curves of Kocmi et al. (2024). With --agreement\n"
    "it prints the difference for a percentage. Without both it prints a table of differences and\n"
    "percentages, and without a metric the table of all metrics.",
    """\
  parbleu delta bleu 0.8
  parbleu delta bleu --agreement 80
  parbleu delta comet22
  parbleu delta""",
    Option("words", "the metric, such as bleu or comet22, and a difference of scores", many="*", default=()),
    Option(
        "--agreement",
        "the difference of scores for this percentage, from 50 to 100",
        float,
        metavar="PERCENT",
    ),
    *RESULT_OPTIONS,
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    arguments = COMMAND.read(words, console)
    show_result(_answer(arguments.words, arguments.agreement), arguments, console)
    return 0


def _answer(words: tuple[str, ...], agreement: float | None) -> Result:
    if not words and agreement is None:
        return agreement_overview()
    if not 1 <= len(words) <= 2:
        raise CommandError("name a metric, and a difference or --agreement: parbleu delta bleu 0.8", status=2)
    metric, *numbers = words
    try:
        difference = read_float(numbers[0]) if numbers else None
    except ValueError:
        raise CommandError(f"a difference is a number such as 0.8, not {numbers[0]!r}", status=2) from None
    return delta_agreement(metric, difference, agreement=agreement)
