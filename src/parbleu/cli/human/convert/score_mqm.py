"""`parbleu human convert score-mqm`: converts a table of MQM to segment scores."""

from __future__ import annotations

from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import CommandError, Console
from parbleu.cli.shell.options import Option
from parbleu.cli.shell.result_output import RESULT_OPTIONS, show_result
from parbleu.human.rating_files import STANDARD_INPUT
from parbleu.human.score_mqm import WEIGHTS, score_mqm

COMMAND = Command(
    "FILE [--weights WEIGHTS] [--allow-gaps] [--unbabel [--recompute]] [-f FORMAT] [-o FILE]",
    "Scores the segments of a table of MQM as MT Metrics Eval does: the negated mean of the raters' sums.\n"
    "`parbleu human evalset` makes an evaluation set of the same table.",
    "  parbleu human convert score-mqm mqm.tsv --allow-gaps -f tsv",
    Option("files", "the table, or - for standard input", many="*", default=(), metavar="FILE"),
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
    *RESULT_OPTIONS,
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    arguments = COMMAND.read(words, console)
    if len(arguments.files) != 1:
        raise CommandError(f"give one table of MQM ({console.program.name} --help explains)", status=2)
    (file,) = arguments.files
    found = score_mqm(
        STANDARD_INPUT if file == "-" else file,
        arguments.weights,
        **arguments.chosen("unbabel", "recompute", "allow_gaps", "segment_column"),
    )
    show_result(found, arguments, console)
    return 0
