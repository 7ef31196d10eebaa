"""`parbleu meta correlate`: correlates a score file with human scores."""

from __future__ import annotations

import sys
from typing import Any

from parbleu._cli.meta.meta_options import CHANCE, CORRELATION_OPTIONS, INTERVALS, chosen_evalset
from parbleu._cli.shell.command import Arguments
from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.evalset_options import DATA, LANGUAGE_PAIR, TEST_SET
from parbleu._cli.shell.options import Option
from parbleu._cli.shell.result_command import ResultCommand
from parbleu._cli.shell.result_output import PLOT
from parbleu.meta._score_correlations import USUAL, correlate_scores
from parbleu.stats._correlations import CORRELATIONS
from parbleu.tables import Result

FILES = Option("files", "lines SYSTEM SCORE; - for standard input", many="*", reads="FILE")
FILE_OPTIONS = (
    TEST_SET,
    LANGUAGE_PAIR,
    Option(
        "--correlation",
        "correlations to compute (default: pearson spearman kendall KendallLike)",
        many="+",
        default=USUAL,
        choices=CORRELATIONS,
        dest="correlations",
    ),
    *CORRELATION_OPTIONS,
    Option(
        "--threshold",
        "least difference of human scores that counts in the Kendall-like correlation (default: 25 for "
        "wmt-raw, otherwise 0)",
        float,
    ),
    Option("--add-systems", "use these human translations and outliers, too", many="+", default=()),
    CHANCE,
    INTERVALS,
    DATA,
)
"""What commands take that read files of scores."""

COMMAND = ResultCommand(
    "FILE -t SET -l PAIR",
    "Correlates the scores of a metric with human scores. The name of the file may tell what scores are of,\n"
    "as in mine.seg.score; otherwise their number does.",
    """\
  parbleu meta correlate mine.seg.score -t wmt24 -l en-de
  parbleu meta correlate mine.seg.score -t wmt24 -l en-de --average-by item --intervals""",
    FILES,
    *FILE_OPTIONS,
    PLOT,
    fact_columns=True,
    common="-t -l --correlation --gold --average-by --outliers --intervals --plot -f -o",
)


def result(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    (path,) = score_files(arguments, 1)
    correlations = correlate_scores(chosen_evalset(arguments), path, **correlation_options(arguments))
    return correlations.with_chance() if arguments.chance else correlations


def score_files(arguments: Arguments, count: int) -> list[str]:
    """Returns the files of scores that a command line names; standard input must be no terminal."""
    files = ["/dev/stdin" if path == "-" else path for path in arguments.files]
    if len(files) != count:
        raise UsageError(f"name {'one file' if count == 1 else 'two files'} of scores")
    if "/dev/stdin" in files and sys.stdin is not None and sys.stdin.isatty():
        raise UsageError("name a file of scores: standard input is a terminal")
    return files


def correlation_options(arguments: Arguments) -> dict[str, Any]:
    """Returns the options of `correlate_scores`."""
    names = ("average_by", "threshold", "outliers", "add_systems", "intervals", "correlations")
    chosen = arguments.chosen(*names)
    undefined = "zero" if arguments.undefined_as_zero else "drop"
    return {**chosen, "gold": arguments.gold or "std", "undefined": undefined}
