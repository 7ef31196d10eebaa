"""`parbleu power difference`: how often people agree with a difference of scores."""

from __future__ import annotations

from parbleu._base.numbers import read_float, with_point
from parbleu._cli.shell.command import ResultCommand
from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.options import Arguments, Option
from parbleu.metrics._human_agreement import agreement_overview, delta_agreement
from parbleu.tables import Result


@ResultCommand(
    "[METRIC [DIFFERENCE | --agreement PERCENT]] [-f FORMAT] [-o FILE]",
    "Estimates, for a difference of two systems' scores, in how many percent of such pairs of systems\n"
    "people prefer the system with the better score, by the curves of Kocmi et al. (2024). With --agreement\n"
    "it prints the difference for a percentage. Without both it prints a table of differences and\n"
    "percentages, and without a metric the table of all metrics.",
    """\
  parbleu power difference bleu 0.8
  parbleu power difference bleu --agreement 80
  parbleu power difference comet22
  parbleu power difference""",
    Option(
        "words", "the metric, such as bleu or comet22, and a difference of scores", many="*", metavar="METRIC"
    ),
    Option(
        "--agreement",
        "the difference of scores for this percentage, from 50 to 100",
        float,
        metavar="PERCENT",
    ),
)
def difference(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    words, agreement = arguments.words, arguments.agreement
    if not words and agreement is None:
        return agreement_overview()
    if not 1 <= len(words) <= 2:
        raise UsageError("name a metric, and a difference or --agreement: parbleu power difference bleu 0.8")
    metric, *numbers = words
    try:
        difference = read_float(numbers[0]) if numbers else None
    except ValueError:
        advice = with_point(numbers[0])
        raise UsageError(f"a difference is a number such as 0.8, not {numbers[0]!r}{advice}") from None
    return delta_agreement(metric, difference, agreement=agreement)
