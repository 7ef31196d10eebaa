"""`parbleu human raters`: describes each rater: counts, severity and time."""

from __future__ import annotations

from parbleu._cli.human.rating_options import NORMALIZE, RATINGS_PAIR, READING, SCHEME, ratings_of
from parbleu._cli.shell.command import Arguments
from parbleu._cli.shell.result_command import ResultCommand
from parbleu.human._average_scores import human_scores
from parbleu.human._raters import rater_profiles
from parbleu.tables import Result

COMMAND = ResultCommand(
    "FILE... [--scheme SCHEME] [-z] [-f FORMAT] [-o FILE]",
    "Prints for each rater the number of judgements, their mean score, and how much higher it is than that\n"
    "of other raters; and the time of judgements, if the file says when they ended.",
    """\
  parbleu human raters mqm.tsv
  parbleu human raters esa.csv -l en-ja -f csv -o raters.csv""",
    *READING,
    RATINGS_PAIR,
    SCHEME,
    NORMALIZE,
)


def result(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    judgements = ratings_of(arguments)
    scores = human_scores(judgements, arguments.scheme, normalize=arguments.normalize)
    return rater_profiles(judgements, scores)
