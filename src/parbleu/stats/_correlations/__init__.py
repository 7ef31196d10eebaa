"""Registers the correlations. To add one: a file with a `Correlation` subclass and a line in `CORRELATIONS`.

Names are those of MT Metrics Eval. Other distributions add theirs through the entry-point group
`parbleu.correlations`: name -> the subclass. `CORRELATIONS.register` adds one for this process.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parbleu._base.registry import Registry
from parbleu.errors import InputTypeError, OptionError

if TYPE_CHECKING:
    from parbleu.stats._correlations.base import Correlation

CORRELATIONS = Registry(
    "correlation",
    {
        "pearson": "parbleu.stats._correlations.pearson:Pearson",
        "spearman": "parbleu.stats._correlations.pearson:Spearman",
        "kendall": "parbleu.stats._correlations.kendall:Kendall",
        "accuracy": "parbleu.stats._correlations.accuracy:Accuracy",
        "pce": "parbleu.stats._correlations.pce:SoftPairwiseAccuracy",
        "KendallLike": "parbleu.stats._correlations.kendall:KendallLike",
        "KendallVariants": "parbleu.stats._correlations.kendall:KendallVariants",
        "KendallWithTiesOpt": "parbleu.stats._correlations.kendall_with_ties:KendallWithTiesOpt",
    },
    group="parbleu.correlations",
)

USUAL_CORRELATIONS = ("pearson", "spearman", "kendall", "KendallLike")
"""What is computed by default where several are."""


def get_correlation(name: str | Correlation, **options: Any) -> Correlation:
    """Returns the correlation of that name with these options; a `Correlation` is returned as it is.

    Args:
        name: one of `CORRELATIONS`, or a `Correlation`.
        options: options of the correlation, such as `variant`; none for a `Correlation`.

    Raises:
        InputTypeError: `name` is neither a string nor a `Correlation`.
        UnknownNameError: there is no correlation of that name.
        OptionError: the correlation does not take an option, or not this value of it.
    """
    from parbleu.stats._correlations.base import Correlation

    if isinstance(name, Correlation):
        if options:
            raise OptionError(f"{name!r} has its options already; give a name to choose others")
        return name
    if not isinstance(name, str):
        raise InputTypeError(
            f"a correlation is a name or a Correlation, not {type(name).__name__}; it comes first"
        )
    try:
        chosen: Correlation = CORRELATIONS[name](**options)
    except TypeError as error:
        raise OptionError(f"{name} does not take these options: {error}") from None
    return chosen


def title_of(name: str) -> str:
    """Returns what tables call the correlation of that name."""
    return CORRELATIONS[name].title or name
