"""`parbleu human convert standalone-to-evalset`: converts standalone ratings to an evaluation set's files."""

from __future__ import annotations

from parbleu._base.log import warn
from parbleu._base.wording import counted
from parbleu._cli.human.rating_options import OVERWRITE, check_free
from parbleu._cli.shell.command import Arguments
from parbleu._cli.shell.evalset_options import SET_OPTIONS, evalset_of, require
from parbleu._cli.shell.options import Option
from parbleu._cli.shell.result_command import ResultCommand
from parbleu.human._evalset_ratings import other_texts, write_evalset_ratings
from parbleu.human.formats._mt_metrics_eval import read_standalone
from parbleu.tables import Result

MOST = 10
"""How many translations a warning names."""

COMMAND = ResultCommand(
    "FILE... -t SET -l PAIR --into DIR [--prefix PREFIX] [--anonymize] [--merge] [--overwrite] [-f FORMAT] "
    "[-o FILE]",
    "Writes DIR/PREFIXrater.seg.rating for each rater, or DIR/PREFIXmerged.seg.rating, and prints what it\n"
    "wrote.",
    "  parbleu human convert standalone-to-evalset mqm.jsonl -t wmt21.tedtalks -l en-de --into ratings \\\n"
    "      --prefix en-de.mqm.",
    Option("files", "standalone ratings: JSON lines", many="*", reads="FILE"),
    *SET_OPTIONS,
    Option("--into", "the directory to write to", metavar="DIR", writes="RATER FILES"),
    Option("--prefix", "prefix of the names of the files, such as en-de.mqm. (default: none)", default=""),
    Option("--anonymize", "call raters rater1, rater2, ...", bool),
    Option("--merge", "write one file; raters must not overlap", bool),
    Option("--lenient", "texts may differ from those of the set", bool),
    Option("--rater-names", "also write the old and new names of the raters to this file", writes="FILE"),
    OVERWRITE,
    common="-t -l --into --prefix --rater-names --anonymize --merge --overwrite -f -o",
)


def result(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    require(arguments, files="FILE", into="--into DIR")
    if arguments.rater_names:
        check_free(arguments, arguments.rater_names)
    judgements = read_standalone(arguments.files, checked=not arguments.lenient)
    texts = evalset_of(arguments)
    if arguments.lenient and (others := other_texts(judgements, texts)):
        warn(
            f"{counted(len(others), 'translation')} judged with other texts than those of the set: "
            f"{', '.join(others[:MOST])}{' ...' if len(others) > MOST else ''}; none is left out, and errors "
            "cost the same, but their offsets are of the other texts"
        )
    return write_evalset_ratings(
        arguments.into,
        judgements,
        texts,
        prefix=arguments.prefix,
        anonymize=arguments.anonymize,
        merged=arguments.merge,
        **arguments.chosen("lenient", "rater_names", "overwrite"),
    )
