"""`parbleu human agreement`: how far raters agree."""

from __future__ import annotations

from parbleu.cli.human.shared import FORMAT, NORMALISE, READING, SCHEME, read_scores, show_table
from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import Console
from parbleu.cli.shell.options import Option
from parbleu.errors import MissingDependencyError
from parbleu.human.rater_agreement import agreement, krippendorff_alpha

COMMAND = Command(
    "FILE... [--across-segments] [--scheme SCHEME] [-z] [-f text|tsv|json]",
    "Pairwise accuracy: of two translations of the same segment, do two raters prefer the same one, or both\n"
    "none? And Krippendorff's alpha of all raters: 1 for perfect agreement, 0 for what chance reaches.",
    """\
  parbleu human agreement mqm.tsv
  parbleu human agreement rater1.seg.rating rater2.seg.rating
  parbleu human agreement esa.csv --across-segments""",
    *READING,
    Option(
        ("--across-segments",),
        "across_segments",
        "compare translations of different segments, too",
        bool,
        default=False,
    ),
    Option(
        ("--alpha",),
        "alpha",
        "what differences of scores mean in Krippendorff's alpha (default: interval)",
        default="interval",
        choices=("nominal", "ordinal", "interval", "ratio"),
        metavar="LEVEL",
    ),
    SCHEME,
    NORMALISE,
    FORMAT,
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    values = COMMAND.read(words, console.program)
    scores = read_scores(values, console)
    found = agreement(scores, across_segments=values["across_segments"])
    alpha = None
    try:
        alpha = krippendorff_alpha(scores, values["alpha"])
    except MissingDependencyError as problem:
        console.say(f"without alpha: {problem}")
    records = [
        {
            "raters": " ".join(each.raters) or "all",
            "items": each.items,
            "pairs": each.pairs,
            "accuracy": each.accuracy,
            "alpha": None if each.raters else alpha,
        }
        for each in found
    ]
    if alpha is None:
        for record in records:
            del record["alpha"]
    show_table(records, values["format"], console)
    return 0
