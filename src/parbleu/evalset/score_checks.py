"""Checks that a table of scores fits its evaluation set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu.base.wording import counted
from parbleu.errors import EvalSetError
from parbleu.evalset.score_matrix import Scores

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    import numpy as np
    from numpy.typing import NDArray


def check_size(scores: Scores, what: str, systems: Collection[str], level: str, items: int) -> None:
    """Raises EvalSetError if a system is none of the set's, or lacks a score for one of so many items.

    Messages begin with `what`.
    """
    if unknown := [system for system in scores.systems if system not in systems]:
        raise EvalSetError(
            f"{what}: there are no outputs of {', '.join(unknown)}; "
            f"the systems are {', '.join(sorted(systems))}"
        )
    if scores.systems and scores.n_items != items:
        raise EvalSetError(
            f"{what}: {scores.systems[0]} has {counted(scores.n_items, 'score')}, "
            f"but there must be {items} at the level {level}"
        )


def check_present(scores: Scores, what: str) -> None:
    """Raises EvalSetError if a score is missing, as metrics must score everything."""
    import numpy

    problem = "has no score at position {}; a metric must score everything"
    _refuse(numpy.isnan(scores.table), scores.systems, what, problem)


def check_compared(
    systems: Sequence[str], gold: NDArray[np.float64], metric: NDArray[np.float64], what: str
) -> None:
    """Raises EvalSetError if a metric lacks a score where there is a gold score, or a score is infinite.

    The scores are float64 (systems, items), NaN where there is none; messages begin with `what`.
    """
    import numpy

    check_finite(systems, metric, what)
    problem = (
        "has no score at position {}, where there is a gold score; "
        "a metric must score everything that is compared"
    )
    _refuse(numpy.isnan(metric) & ~numpy.isnan(gold), systems, what, problem)


def check_finite(systems: Sequence[str], scores: NDArray[np.float64], what: str) -> None:
    """Raises EvalSetError if a score is infinite; the scores are as for `check_compared`."""
    import numpy

    problem = "has an infinite score at position {}, which nothing can be computed with"
    _refuse(numpy.isinf(scores), systems, what, problem)


def _refuse(wrong: NDArray[np.bool_], systems: Sequence[str], what: str, problem: str) -> None:
    """Raises an error that names the first wrong score, if there is one."""
    if wrong.any():
        row, item = divmod(int(wrong.argmax()), wrong.shape[1])
        raise EvalSetError(f"{what}: {systems[row]} {problem.format(item + 1)}")


def with_all_systems(
    scores: Scores, what: str, systems: Collection[str], references: Collection[str], items: int, repair: bool
) -> Scores:
    """Returns scores of all systems but those that are the metric's own references.

    With `repair`, systems without scores get zeros, as in MT Metrics Eval. For a metric that counts errors, 0
    is the best score.

    Raises:
        EvalSetError: a system has no scores, and `repair` is False.
    """
    missing = sorted(set(systems).difference(scores.systems, references))
    if not missing:
        return scores
    if not repair:
        raise EvalSetError(f"{what}: there are no scores of {', '.join(missing)}")
    import numpy

    from parbleu.base.log import warn

    warn(f"{what}: there are no scores of {', '.join(missing)}; each gets zeros")
    zeros = numpy.zeros((len(missing), items))
    values = numpy.concatenate([scores.table.reshape(-1, items), zeros])
    return Scores([*scores.systems, *missing], values, missing)
