"""`parbleu human convert ratings`: one format of ratings to another."""

from __future__ import annotations

from parbleu.cli.human.shared import RATER, READING, only, read
from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import CommandError, Console
from parbleu.cli.shell.options import Option
from parbleu.human.formats import FORMATS
from parbleu.human.formats.seg_rating import SegRating
from parbleu.human.rating_files import write_judgements

COMMAND = Command(
    "FILE... [--rater RATER] --to FORMAT -o FILE",
    "Writes ratings in another format, which gets of them what it has room for.",
    """\
  parbleu human convert ratings mqm.tsv --to standalone -o mqm.jsonl
  parbleu human convert ratings mqm.tsv --rater anna --to seg-rating -o en-de.mqm.anna.seg.rating
  parbleu human convert ratings rater1.seg.rating rater2.seg.rating --to seg-rating --segments 998 \\
      -o en-de.mqm.merged.seg.rating""",
    *READING,
    RATER,
    Option(("--to",), "to", "the format", choices=tuple(FORMATS), metavar="FORMAT"),
    Option(
        ("--segments",),
        "segments",
        "how many segments the test set has, for seg-rating (default: up to the last one that was judged)",
        int,
        metavar="N",
    ),
    Option(("--output", "-o"), "output", "where to", metavar="FILE"),
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status.

    Raises:
        CommandError: the format or the file is not given.
        ParbleuError: a file is wrong, or the format cannot hold a rating.
    """
    values = COMMAND.read(words, console.program)
    if values["to"] is None or values["output"] is None:
        raise CommandError("to which format, and where? (--to FORMAT -o FILE)", status=2)
    target = SegRating(values["segments"]) if values["to"] == "seg-rating" else values["to"]
    judgements = only(read(values, console), "rater", values["rater"])
    write_judgements(values["output"], judgements, target)
    return 0
