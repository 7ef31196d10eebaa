"""`parbleu human convert standalone-to-evalset`: standalone ratings to the files of an evaluation set."""

from __future__ import annotations

from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import Console
from parbleu.cli.shell.evalset_options import SET_OPTIONS, evalset_of, require
from parbleu.cli.shell.options import Option
from parbleu.human.evalset_ratings import write_evalset_ratings
from parbleu.human.formats.standalone import read_standalone

COMMAND = Command(
    "FILE... -t SET -l PAIR -o DIR [--prefix PREFIX] [--anonymize] [--merge]",
    "Writes DIR/PREFIXrater.seg.rating for each rater, or DIR/PREFIXmerged.seg.rating.",
    "  parbleu human convert standalone-to-evalset mqm.jsonl -t wmt21.tedtalks -l en-de -o ratings \\\n"
    "      --prefix en-de.mqm.",
    Option("files", "standalone ratings: JSON lines", many="*", default=(), metavar="FILE"),
    *SET_OPTIONS,
    Option("--output -o", "the directory to write to", metavar="DIR"),
    Option("--prefix", "what names of files begin with, such as en-de.mqm.", default=""),
    Option("--anonymize", "call raters rater1, rater2, ...", bool),
    Option("--merge", "write one file; raters must not overlap", bool),
    Option("--other-texts", "texts may differ from those of the set", bool),
    Option("--rater-names", "gets old and new names of raters", metavar="FILE"),
)


def run(words: list[str], console: Console) -> int:
    """Runs the converter; returns the exit status."""
    values = COMMAND.read(words, console.program)
    require(values, console, files="FILE", output="-o DIR")
    strict = not values["other_texts"]
    write_evalset_ratings(
        values["output"],
        read_standalone(values["files"], checked=strict),
        evalset_of(values, console),
        prefix=values["prefix"],
        anonymize=values["anonymize"],
        merged=values["merge"],
        strict=strict,
        rater_names=values["rater_names"],
    )
    return 0
