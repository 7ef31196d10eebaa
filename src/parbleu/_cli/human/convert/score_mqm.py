"""`parbleu human convert score-mqm`: converts a table of MQM to segment scores."""

from __future__ import annotations

from parbleu._cli.shell.command import Arguments
from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.options import Option
from parbleu._cli.shell.result_command import ResultCommand
from parbleu.human._rating_files import STANDARD_INPUT
from parbleu.human._score_mqm import WEIGHTS, score_mqm
from parbleu.tables import Result

COMMAND = ResultCommand(
    "FILE [--weights WEIGHTS] [--allow-gaps] [--unbabel [--recompute]] [-f FORMAT] [-o FILE]",
    "Scores the segments of a table of MQM as MT Metrics Eval does: the negated mean of the raters' sums.\n"
    "`parbleu human evalset` makes an evaluation set of the same table.",
    "  parbleu human convert score-mqm mqm.tsv --allow-gaps -f tsv",
    Option("files", "the table, or - for standard input", many="*", reads="FILE"),
    Option(
        "--weights",
        "weights of errors, SEVERITY[/CATEGORY[/SUBCATEGORY]]:WEIGHT; the longest match counts "
        f"(default: {WEIGHTS!r})",
        default=WEIGHTS,
    ),
    Option("--unbabel", "the table is Unbabel's, and stores scores in `misc`", bool),
    Option("--recompute", "compute them from weights all the same", bool),
    Option("--allow-gaps", "accept documents of which a system lacks segments", bool),
    Option(
        "--segment-column",
        "the column that counts a document's segments (default: doc_id)",
        default="doc_id",
        metavar="COLUMN",
    ),
)


def result(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    if len(arguments.files) != 1:
        raise UsageError(f"give one table of MQM ({arguments.program} --help explains)")
    (file,) = arguments.files
    return score_mqm(
        STANDARD_INPUT if file == "-" else file,
        arguments.weights,
        **arguments.chosen("unbabel", "recompute", "allow_gaps", "segment_column"),
    )
