"""Defines the options that several commands of `parbleu meta` share, and reads their values."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from parbleu._base.known_names import check_name
from parbleu._cli.shell.corpus_options import samples_option
from parbleu._cli.shell.evalset_options import one_set
from parbleu._cli.shell.options import Option
from parbleu.evalset._levels import LEVELS
from parbleu.stats._random_generators import GENERATORS
from parbleu.stats.resampling import Resampling

if TYPE_CHECKING:
    from collections.abc import Iterable

    from parbleu._cli.shell.options import Arguments
    from parbleu.evalset._evaluation_set import EvalSet

ADD_METRICS = Option(
    "--add-metrics-from",
    "add metrics from files BASE-REFS.LEVEL.score, or a directory of them for each language pair",
    metavar="DIR",
    reads="SCORE FILES",
)
DERIVE = Option(
    "--derive", "average the segment scores of these metrics at levels of which there is no file", bool
)
PRIMARY = Option("--primary-metrics", "these metrics are the primary ones", many="+")
ALL = Option("--all", "all metrics, not only primary ones", bool)
LEVEL = Option("--level", "level of the scores (default: system)", default="system", choices=LEVELS)
GOLD = Option("--gold -g", "the human scores (default: the standard ones)")
REFERENCES = Option(
    "--references",
    "references of the metrics (default: standard)",
    many="+",
    metavar="REF",
    unlisted="--ref -r",
)
AVERAGE_BY = Option(
    "--average-by",
    "average correlations over items or systems (default: none)",
    default="none",
    choices=("none", "item", "system"),
    metavar="BY",
)
UNDEFINED_AS_ZERO = Option("--undefined-as-zero", "count undefined correlations as 0 in averages", bool)
OUTLIERS = Option("--outliers", "keep systems that are usually left out", bool)
CHANCE = Option("--chance", "add a constant and a random metric: the chance level", bool)
INTERVALS = Option(
    "--intervals", "add 95 % confidence intervals of correlations, of resampled items (or systems)", bool
)
N_SAMPLES = samples_option("draws of the permutation tests; 0 for no tests", 1000)
RECALIBRATE = Option(
    "--recalibrate",
    "where pairs are exchanged, exchange whole segments and calibrate ties anew for each draw: slower, but "
    "p-values have the right level",
    bool,
)
GENERATOR = Option(
    "--generator",
    "random numbers: mt19937, which draws what MT Metrics Eval draws after numpy.random.seed(N), or "
    "splitmix64, which is faster (default: mt19937)",
    default="mt19937",
    choices=GENERATORS,
)
CORRELATION_OPTIONS = (GOLD, AVERAGE_BY, UNDEFINED_AS_ZERO, OUTLIERS)
"""What correlations with human scores take."""


def resampling_of(arguments: Arguments) -> Resampling | None:
    """Returns how differences are tested; None for no tests."""
    if not arguments.n_samples:
        return None
    alpha = getattr(arguments, "alpha", 0.05)
    return Resampling(
        n_samples=arguments.n_samples, seed=arguments.seed, alpha=alpha, threads=arguments.threads
    )


def chosen_evalset(arguments: Arguments, language_pair: str | None = None) -> EvalSet:
    """Loads the evaluation set of a command line, or of one of its language pairs if it names several."""
    from parbleu.evalset._evaluation_set import load_evalset  # which `parbleu meta list` does not need

    test_set, pair = one_set(arguments)
    primary = getattr(arguments, "primary_metrics", None) or ()
    evalset = load_evalset(
        test_set,
        language_pair or pair,
        arguments.data,
        primary_metrics=primary,
        add_metrics_from=getattr(arguments, "add_metrics_from", None),
        derive=getattr(arguments, "derive", False),
    )
    for name in primary:
        check_name(f"metric of {test_set}/{evalset.language_pair}", name, evalset.metric_basenames)
    asked = (getattr(arguments, name, None) or () for name in ("references", "close_references"))
    check_reference_names(evalset, chain(*asked))
    return evalset


def check_reference_names(evalset: EvalSet, names: Iterable[str]) -> None:
    """Refuses names that no reference of an evaluation set has."""
    for name in names:
        check_name(f"reference of {evalset.name}/{evalset.language_pair}", name, evalset.ref_names)
