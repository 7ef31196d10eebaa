"""`parbleu human convert evalset-to-standalone`: converts an evaluation set's ratings to standalone ones."""

from __future__ import annotations

from parbleu._cli.human.rating_options import OVERWRITE, check_free
from parbleu._cli.shell.command import Arguments
from parbleu._cli.shell.evalset_options import SET_OPTIONS, evalset_of, require
from parbleu._cli.shell.options import Option
from parbleu._cli.shell.result_command import ResultCommand
from parbleu.human._evalset_ratings import read_evalset_ratings
from parbleu.human._rating_files import write_judgements
from parbleu.tables import Result

COMMAND = ResultCommand(
    "FILE... -t SET -l PAIR --into FILE [--rater-names FILE] [--overwrite] [-f FORMAT] [-o FILE]",
    "Writes the ratings of an evaluation set as JSON lines with their texts, and prints how many.",
    "  parbleu human convert evalset-to-standalone en-de.mqm.rater1.seg.rating --into mqm.jsonl \\\n"
    "      -t wmt21.tedtalks -l en-de",
    Option("files", "files PAIR.NAME.RATER.seg.rating", many="*", reads="FILE"),
    *SET_OPTIONS,
    Option(
        "--rater-names",
        "file of raters' names that standalone-to-evalset wrote; the output has the original names",
        reads="FILE",
    ),
    Option("--into", "the file to write", writes="FILE"),
    OVERWRITE,
)


def result(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    require(arguments, files="FILE", into="--into FILE")
    check_free(arguments, arguments.into)
    judgements = read_evalset_ratings(arguments.files, evalset_of(arguments), arguments.rater_names)
    return write_judgements(arguments.into, judgements, "standalone")
