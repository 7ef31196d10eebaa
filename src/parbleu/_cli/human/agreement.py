"""`parbleu human agreement`: measures how far raters agree."""

from __future__ import annotations

from parbleu._cli.human.rating_options import NORMALIZE, RATINGS_PAIR, READING, SCHEME, scores_of
from parbleu._cli.shell.command import Arguments
from parbleu._cli.shell.options import Option
from parbleu._cli.shell.result_command import ResultCommand
from parbleu._cli.shell.result_output import PLOT
from parbleu.human._raters import agreement
from parbleu.tables import Result

COMMAND = ResultCommand(
    "FILE... [--across-segments] [--scheme SCHEME] [-z] [-f FORMAT] [-o FILE]",
    "Computes two measures of agreement. Pairwise accuracy is how often two raters prefer the same one of\n"
    "two translations of a segment, or both prefer none. Krippendorff's alpha of all raters is 1 for\n"
    "perfect agreement and 0 for agreement by chance.",
    """\
  parbleu human agreement mqm.tsv
  parbleu human agreement rater1.seg.rating rater2.seg.rating
  parbleu human agreement esa.csv --across-segments""",
    *READING,
    RATINGS_PAIR,
    Option("--across-segments", "compare translations of different segments, too", bool),
    Option(
        "--measurement",
        "the level of measurement for Krippendorff's alpha (default: interval)",
        default="interval",
        choices=("nominal", "ordinal", "interval", "ratio"),
        metavar="LEVEL",
    ),
    SCHEME,
    NORMALIZE,
    PLOT,
    common="--from --columns -l --across-segments --measurement --scheme --normalize --plot -f -o",
)


def result(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    return agreement(
        scores_of(arguments),
        across_segments=arguments.across_segments,
        measurement=arguments.measurement,
    )
