"""`parbleu human convert score-mqm`: a table of MQM to scores of segments."""

from __future__ import annotations

from parbleu.cli.human.convert.shared import Converter
from parbleu.cli.shell.console import Console
from parbleu.cli.shell.options import Option
from parbleu.human.rating_files import write_lines
from parbleu.human.score_mqm import WEIGHTS, score_mqm

COMMAND = Converter(
    "Prints SYSTEM, DOCUMENT, SEGMENT, SCORE and RATER=SCORE of each rater, between TABs, for each segment\n"
    "of a table of MQM. `parbleu human evalset` makes an evaluation set of the same table.",
    (),
    Option(
        ("--input",), "input", "the table (default: standard input)", default="/dev/stdin", metavar="FILE"
    ),
    Option(("--output",), "output", "where to (default: standard output)", metavar="FILE"),
    Option(
        ("--weights",),
        "weights",
        f"SEVERITY[/CATEGORY[/SUBCATEGORY]]:WEIGHT; the longest that is there counts (default: {WEIGHTS!r})",
        default=WEIGHTS,
    ),
    Option(("--weights_sep",), "separator", "what separates weights (default: a space)", default=" "),
    Option(
        ("--unbabel",), "unbabel", "the table is Unbabel's, and stores scores in `misc`", bool, default=False
    ),
    Option(
        ("--recompute_unbabel",),
        "recompute_unbabel",
        "compute them from weights all the same",
        bool,
        default=False,
    ),
    Option(
        ("--force_contiguous",),
        "force_contiguous",
        "refuse documents of which a system lacks segments (default: true)",
        bool,
        default=True,
    ),
    Option(
        ("--doc_id",), "doc_id", "the column that counts a document's segments (doc_id)", default="doc_id"
    ),
)


def run(words: list[str], console: Console) -> int:
    """Runs the converter; returns the exit status."""
    values = COMMAND.read(words, console.program)
    path, output = values.pop("input"), values.pop("output")
    lines = list(score_mqm(path, values.pop("weights"), **values))
    if output is None:
        console.write("".join(f"{line}\n" for line in lines))
    else:
        write_lines(output, lines)
    return 0
