"""`parbleu human convert ratings`: converts one format of ratings to another."""

from __future__ import annotations

from parbleu._cli.human.rating_options import (
    OVERWRITE,
    RATER,
    RATINGS_PAIR,
    READING,
    check_free,
    ratings_of,
)
from parbleu._cli.shell.command import Arguments
from parbleu._cli.shell.evalset_options import require
from parbleu._cli.shell.options import Option
from parbleu._cli.shell.result_command import ResultCommand
from parbleu.human._judgement import select_judgements
from parbleu.human._rating_files import write_judgements
from parbleu.human.formats import FORMATS
from parbleu.human.formats._mt_metrics_eval import SegRating
from parbleu.tables import Result

COMMAND = ResultCommand(
    "FILE... [--rater RATER] --to FORMAT --into FILE [--overwrite] [-f FORMAT] [-o FILE]",
    "Writes ratings in another format, and prints how many. What the format has no room for is left out.",
    """\
  parbleu human convert ratings mqm.tsv --to standalone --into mqm.jsonl
  parbleu human convert ratings mqm.tsv --rater anna --to seg-rating \\
      --into en-de.mqm.anna.seg.rating
  parbleu human convert ratings rater1.seg.rating rater2.seg.rating --to seg-rating --segments 998 \\
      --into en-de.mqm.merged.seg.rating""",
    *READING,
    RATINGS_PAIR,
    RATER,
    Option("--to", "the format", choices=FORMATS, metavar="FORMAT"),
    Option(
        "--segments",
        "how many segments the test set has, for seg-rating (default: up to the last one that was judged)",
        int,
    ),
    Option("--into", "the file to write", writes="FILE"),
    OVERWRITE,
    common="--from --columns -l --to --into --rater --segments --overwrite -f -o",
)


def result(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    require(arguments, to="--to FORMAT", into="--into FILE")
    check_free(arguments, arguments.into)
    target = SegRating(arguments.segments) if arguments.to == "seg-rating" else arguments.to
    judgements = select_judgements(ratings_of(arguments), rater=arguments.rater)
    return write_judgements(arguments.into, judgements, target)
