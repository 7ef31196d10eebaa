"""`parbleu human convert evalset-to-standalone`: ratings of an evaluation set to standalone ones."""

from __future__ import annotations

from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import Console
from parbleu.cli.shell.evalset_options import SET_OPTIONS, evalset_of, require
from parbleu.cli.shell.options import Option
from parbleu.human.evalset_ratings import read_evalset_ratings
from parbleu.human.rating_files import write_judgements

COMMAND = Command(
    "FILE... -t SET -l PAIR -o FILE [--rater-names FILE]",
    "Writes the ratings of an evaluation set as JSON lines with their texts.",
    "  parbleu human convert evalset-to-standalone en-de.mqm.rater1.seg.rating -o mqm.jsonl \\\n"
    "      -t wmt21.tedtalks -l en-de",
    Option("files", "files PAIR.NAME.RATER.seg.rating", many="*", default=(), metavar="FILE"),
    *SET_OPTIONS,
    Option(
        "--rater-names",
        "new and old names of raters, which standalone-to-evalset wrote; the old ones are written",
        metavar="FILE",
    ),
    Option("--output -o", "where to", metavar="FILE"),
)


def run(words: list[str], console: Console) -> int:
    """Runs the converter; returns the exit status."""
    values = COMMAND.read(words, console.program)
    require(values, console, files="FILE", output="-o FILE")
    judgements = read_evalset_ratings(values["files"], evalset_of(values, console), values["rater_names"])
    write_judgements(values["output"], judgements, "standalone")
    return 0
