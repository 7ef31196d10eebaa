"""`parbleu power human`: how many items and raters show a difference, from a pilot's ratings."""

from __future__ import annotations

from parbleu._cli.power.segments import POWER
from parbleu._cli.shell.command import ResultCommand
from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.corpus_options import ALPHA
from parbleu._cli.shell.options import Arguments, Option
from parbleu._cli.shell.rating_options import NORMALIZE, RATINGS_PAIR, READING, SCHEME, scores_of
from parbleu.human._rating_plan import RATERS, plan_ratings
from parbleu.tables import Result


@ResultCommand(
    "FILE... --difference N [--systems A B...] [--raters K...] [option...]",
    "Computes how many items a human evaluation needs to show a difference of two systems, for several\n"
    "numbers of raters per item, from the ratings of a pilot study.",
    """\
  parbleu power human pilot.tsv --difference 1
  parbleu power human esa.csv -l en-cs --difference 2 --systems A B --raters 1 2 3 --item-cost 0.5""",
    *READING,
    RATINGS_PAIR,
    Option("--difference", "the difference to show, in points of the ratings", float, metavar="N"),
    Option("--systems", "these systems (default: all); each pair is planned for", many="+", metavar="SYSTEM"),
    Option(
        "--raters",
        f"numbers of raters for each item (default: {' '.join(map(str, RATERS))})",
        int,
        many="+",
        default=RATERS,
        metavar="K",
    ),
    POWER,
    ALPHA,
    Option(
        "--item-cost", "what an item costs besides its ratings (default: 0)", float, default=0.0, metavar="N"
    ),
    Option(
        "--rating-cost",
        "what one rating of an item for both systems costs (default: 1)",
        float,
        default=1.0,
        metavar="N",
    ),
    SCHEME,
    NORMALIZE,
    common="--from --columns -l --difference --systems --raters --power --item-cost -f -o",
    tables="plan pilot",
)
def human(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    if arguments.difference is None:
        raise UsageError("name the difference to show, such as --difference 1")
    options = arguments.chosen("systems", "raters", "power", "alpha", "item_cost", "rating_cost")
    return plan_ratings(scores_of(arguments), arguments.difference, **options)
