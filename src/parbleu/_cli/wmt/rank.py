"""`parbleu wmt rank`: ranks systems by human scores as published, and as it should be."""

from __future__ import annotations

from parbleu._base.log import inform
from parbleu._cli.shell.command import ResultCommand
from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.corpus_options import SEED, THREADS, read_bootstrap, samples_option
from parbleu._cli.shell.options import Arguments, Option
from parbleu._cli.shell.rating_options import RATINGS_PAIR, READING, ratings_of
from parbleu.errors import RatingError
from parbleu.stats.resampling import BOOTSTRAP_SAMPLES, UNITS
from parbleu.tables import Result
from parbleu.wmt._mixed_model import rank_by_mixed_model
from parbleu.wmt._rankings import RANKING_RULES, filter_raters, published_ranking, rated_lines, rating_ceiling
from parbleu.wmt._rating_table import RatingTable

UNIT = Option("--unit", "what samples draw (default: segment)", default="segment", choices=UNITS)
DRAWING = (UNIT, SEED, THREADS)
"""How samples are drawn."""
ITEM_SAMPLES = samples_option("bootstrap samples of intervals and tests; 0 for none", BOOTSTRAP_SAMPLES)
"""How many samples of items are drawn, in commands that test outputs or predictions."""


OF_RANKING = ("rule", "n_samples", "unit")
"""The options of rankings, which other results do not have."""


@ResultCommand(
    "FILE... [--rule RULE] [--filter-raters] [--mixed-model] [-l PAIR] [-f FORMAT] [-o FILE]",
    "Ranks the systems of a language pair by a published rule of the WMT, with the defects of the rule, and\n"
    "beside it as it should be: one rating a segment, a two-sided test of common segments, corrected for\n"
    "all pairs of systems. The table says which lines between systems move.",
    """\
  parbleu wmt rank wmt25-genmt-humeval.jsonl --rule wmt25-final -l cs-de_DE
  parbleu wmt rank annotations.json --rule wmt26-final --filter-raters -f latex
  parbleu wmt rank esa.csv --ceiling""",
    *READING,
    RATINGS_PAIR,
    Option(
        "--rule",
        "the published rule (default: wmt26-final)",
        choices=RANKING_RULES,
        default="wmt26-final",
        metavar="RULE",
    ),
    Option("--filter-raters", "leave out the lines of raters whom the filter of WMT26 removes", bool),
    Option(
        "--mixed-model",
        "add a ranking by a mixed model of systems, raters, documents and segments, which needs statsmodels",
        bool,
        rivals="result",
    ),
    Option(
        "--show-raters", "print how close each rater is to all, instead of a ranking", bool, rivals="result"
    ),
    Option(
        "--ceiling",
        "print how well one of two ratings predicts the other, instead of a ranking",
        bool,
        rivals="result",
    ),
    samples_option("bootstrap samples of the intervals of means; 0 for none", BOOTSTRAP_SAMPLES),
    *DRAWING,
    tables="ranking mixed_model ceiling raters",
    common="--from -l --rule --filter-raters --mixed-model --ceiling --unit -n -f -o",
)
def rank(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    if arguments.show_raters:
        rank.refuse_beside("beside --show-raters", arguments, *OF_RANKING, "filter_raters")
    if arguments.ceiling:
        rank.refuse_beside("beside --ceiling", arguments, *OF_RANKING)
    judgements = ratings_of(arguments)
    pairs = sorted({judgement.language_pair for judgement in judgements})
    if len(pairs) > 1:
        raise UsageError(f"there are ratings of {', '.join(pairs)}: choose one by -l")
    if arguments.show_raters:
        return filter_raters(rated_lines(judgements))
    if arguments.filter_raters:
        removed = filter_raters(rated_lines(judgements)).removed
        judgements = [judgement for judgement in judgements if judgement.rater not in removed]
        if not judgements:
            raise RatingError("the rater filter removes every rater: leave out --filter-raters")
        if removed:
            inform(f"left out the ratings of {', '.join(sorted(removed))}")
    table = RatingTable.of_judgements(judgements)
    if arguments.ceiling:
        return rating_ceiling(table)
    model = rank_by_mixed_model(table) if arguments.mixed_model else None
    return published_ranking(table, arguments.rule, resampling=read_bootstrap(arguments), mixed_model=model)
