"""`parbleu human convert ratings`: one format of ratings to another."""

from __future__ import annotations

from parbleu.cli.human.rating_options import RATER, RATINGS_PAIR, READING, ratings_of
from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import Console
from parbleu.cli.shell.evalset_options import require
from parbleu.cli.shell.options import Option
from parbleu.human.formats import FORMATS
from parbleu.human.formats.seg_rating import SegRating
from parbleu.human.judgement import select_judgements
from parbleu.human.rating_files import write_judgements

COMMAND = Command(
    "FILE... [--rater RATER] --to FORMAT -o FILE",
    "Writes ratings in another format. What the format has no room for is left out.",
    """\
  parbleu human convert ratings mqm.tsv --to standalone -o mqm.jsonl
  parbleu human convert ratings mqm.tsv --rater anna --to seg-rating -o en-de.mqm.anna.seg.rating
  parbleu human convert ratings rater1.seg.rating rater2.seg.rating --to seg-rating --segments 998 \\
      -o en-de.mqm.merged.seg.rating""",
    *READING,
    RATINGS_PAIR,
    RATER,
    Option("--to", "the format", choices=FORMATS, metavar="FORMAT"),
    Option(
        "--segments",
        "how many segments the test set has, for seg-rating (default: up to the last one that was judged)",
        int,
        metavar="N",
    ),
    Option("--output -o", "where to", metavar="FILE"),
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    values = COMMAND.read(words, console.program)
    require(values, console, to="--to FORMAT", output="-o FILE")
    target = SegRating(values["segments"]) if values["to"] == "seg-rating" else values["to"]
    judgements = select_judgements(ratings_of(values, console), rater=values["rater"])
    write_judgements(values["output"], judgements, target)
    return 0
