"""`parbleu wmt spans`: scores predicted error spans by those that people marked."""

from __future__ import annotations

from parbleu._cli.shell.command import ResultCommand
from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.corpus_options import named_files, named_files_argument, read_bootstrap
from parbleu._cli.shell.options import Arguments, Option
from parbleu._cli.shell.rating_options import FROM, RATINGS_PAIR, ratings_of_pair
from parbleu._cli.wmt.rank import DRAWING, ITEM_SAMPLES
from parbleu.tables import Result
from parbleu.wmt._span_scores import AVERAGES, SPAN_MEASURES, score_spans


@ResultCommand(
    "NAME=FILE... --gold FILE... [--measures MEASURE...] [-l PAIR] [-f FORMAT] [-o FILE]",
    "Scores error spans that systems predict, in each language pair and on average: f1 is the character F1\n"
    "of WMT25; em, mp, mc and mpp match spans one to one. Rows are matched by language pair, system and\n"
    "segment. Systems are tested by bootstrap samples of segments, with all their translations.",
    """\
  parbleu wmt spans mine=predictions.tsv other=other.tsv --gold task2_refs.tsv
  parbleu wmt spans mine=predictions.tsv --gold gold.tsv --measures f1 em mpp --average macro""",
    named_files_argument("predictions", "the predictions, each with a name"),
    Option("--gold", "files with the spans that people marked", many="+", reads="FILE"),
    FROM,
    RATINGS_PAIR,
    Option(
        "--measures",
        "what counts as right (default: f1)",
        many="+",
        default=("f1",),
        choices=tuple(SPAN_MEASURES),
        metavar="MEASURE",
    ),
    Option(
        "--average",
        "sums over translations, or means of them (default: micro)",
        default="micro",
        choices=AVERAGES,
    ),
    Option("--penalty", "what a matched pair of different severities loses (default: 0)", float, default=0.0),
    Option("--fix-edge", "precision is 0 where nothing is predicted although there are gold spans", bool),
    ITEM_SAMPLES,
    *DRAWING,
    tables="span_scores span_differences",
    common="--gold --from -l --measures --average --penalty --unit -n -f -o",
)
def spans(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    files = named_files(arguments.predictions)
    if not files or not arguments.gold:
        raise UsageError("give predictions as NAME=FILE, and the spans of people by --gold FILE")
    return score_spans(
        ratings_of_pair(arguments.gold, arguments),
        {name: ratings_of_pair([path], arguments) for name, path in files.items()},
        **arguments.chosen("measures", "average", "penalty", "fix_edge"),
        resampling=read_bootstrap(arguments),
    )
