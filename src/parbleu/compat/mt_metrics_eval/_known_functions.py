"""Maps functions, such as SciPy's, to the correlations of parbleu that compute the same."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any

import numpy
import numpy as np
from numpy.typing import NDArray

from parbleu import _core
from parbleu.compat.mt_metrics_eval import _functions
from parbleu.stats.correlations import get_correlation
from parbleu.stats.correlations.base import Correlation
from parbleu.stats.score_rows import Rows

_OURS: dict[Any, tuple[str, tuple[str, ...]]] = {
    _functions.pearsonr: ("pearson", ("pdp",)),
    _functions.spearmanr: ("spearman", ()),
    _functions.kendalltau: ("kendall", ("variant",)),
    _functions.KendallLike: ("KendallLike", ("thresh",)),
    _functions.KendallVariants: ("KendallVariants", ("variant", "epsilon")),
    _functions.KendallWithTiesOpt: ("KendallWithTiesOpt", ("variant", "sample_rate")),
    _functions.PairwiseConfidenceError: ("pce", ("num_permutations",)),
    _functions.Agreement: ("accuracy", ()),
}
"""Function -> name of the correlation, and the options that both have."""

_SCIPY = {"pearsonr": "pearsonr", "spearmanr": "spearmanr", "kendalltau": "kendalltau"}
"""Functions of SciPy's -> ours."""

SAMPLE_RATE = 0.1
"""Of the original's `KendallWithTiesOpt`, if nobody says otherwise."""


class UserFunction(Correlation):
    """A correlation that some function computes, row by row.

    Args:
        function: takes gold and metric scores, and these options; returns the value, or value and p-value, or
            value, p-value and weight, and so on.
        options: the options.
    """

    def __init__(self, function: Callable[..., Any], options: Mapping[str, Any]) -> None:
        self.function = function
        self.given = dict(options)
        self.name = getattr(function, "__name__", type(function).__name__)

    def _figures(self, rows: Rows, metric: memoryview) -> NDArray[np.float64]:
        """Value, p-value and weight of every row."""
        scores = numpy.asarray(metric)
        found = numpy.zeros((len(rows.starts) - 1, 3))
        for place, (start, end) in enumerate(zip(rows.starts[:-1], rows.starts[1:], strict=True)):
            result = self.function(rows.gold[start:end], scores[start:end], **self.given)
            parts: Any = (result,) if numpy.ndim(result) == 0 else result
            found[place, 0] = parts[0]
            found[place, 1] = parts[1] if len(parts) > 1 else 0.0
            found[place, 2] = parts[2] if len(parts) > 2 else end - start
        return found


def native(
    function: Callable[..., Any] | str | Correlation,
    options: Mapping[str, Any],
    random: _core.Mersenne | None = None,
) -> Correlation:
    """Returns the correlation that a function stands for.

    Args:
        function: one of ours or of SciPy's; or a user's, which is then called for every row.
        options: what it is called with besides scores.
        random: draws samples of pairs for `KendallWithTiesOpt`.

    Raises:
        OptionError: an option has a value that it does not take.
    """
    if isinstance(function, Correlation):
        return function
    if isinstance(function, str):
        return get_correlation(function, **options)
    name, known = _known(function)
    if not name or not set(options) <= set(known):
        return UserFunction(function, options)
    given = dict(options)
    if name == "KendallWithTiesOpt" and given.setdefault("sample_rate", SAMPLE_RATE) < 1:
        given["seed"] = random
    if name == "pce" and "num_permutations" in given:
        given["n_samples"] = given.pop("num_permutations")
    return get_correlation(name, **given)


def _known(function: Any) -> tuple[str, tuple[str, ...]]:
    """The correlation of a function of ours or SciPy's, and its options; nothing of others."""
    scipy_stats = sys.modules.get("scipy.stats")  # who has a function of it has imported it
    for theirs, ours in _SCIPY.items():
        if scipy_stats is not None and function is getattr(scipy_stats, theirs, None):
            return _OURS[getattr(_functions, ours)]
    try:
        return _OURS.get(function, ("", ()))
    except TypeError:  # a callable that cannot be hashed
        return "", ()


def is_pearson(function: Any) -> bool:
    """Returns whether a function is Pearson's correlation."""
    return _known(function)[0] == "pearson"
