"""Chooses the systems, gold scores and metrics to compare, by the rules of the WMT metrics tasks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy

from parbleu.base.known_names import check_name
from parbleu.errors import EvalSetError, InputShapeError
from parbleu.evalset.metric_names import split_name
from parbleu.evalset.score_checks import check_compared, check_finite
from parbleu.evalset.score_matrix import Scores
from parbleu.stats.chance_levels import chance_metrics
from parbleu.stats.score_rows import table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from parbleu.evalset.evaluation_set import EvalSet
    from parbleu.typing import ScoresLike


class Contest:
    """Metrics that compete, and the gold scores that they are measured by.

    Args:
        systems: names of the systems, one for each row of the tables.
        gold: table of scores, systems by items; NaN or None where there is none.
        metrics: display name -> table of the same shape.

    Attributes:
        systems: a tuple.
        gold: float64 (systems, items).
        metrics: name -> float64 (systems, items).

    Raises:
        InputShapeError: the tables differ in shape.
    """

    def __init__(self, systems: Iterable[str], gold: ArrayLike, metrics: Mapping[str, ArrayLike]) -> None:
        self.systems: tuple[str, ...] = tuple(systems)
        self.gold: NDArray[np.float64] = table(gold, "gold")
        self.metrics: dict[str, NDArray[np.float64]] = {}
        for name, scores in metrics.items():
            self.metrics[name] = table(scores, name)
        for name, found in [("gold", self.gold), *self.metrics.items()]:
            if len(found) != len(self.systems) or found.shape != self.gold.shape:
                raise InputShapeError(
                    f"the scores {name} have shape {found.shape}; there are {len(self.systems)} systems, "
                    f"and the gold scores have shape {self.gold.shape}"
                )

    def with_chance(self, seed: int | str | None = None) -> Contest:
        """Returns the same with two metrics that show what chance achieves: `(constant)`, `(random)`."""
        return Contest(self.systems, self.gold, {**self.metrics, **chance_metrics(self.gold, seed)})

    def check_complete(self) -> None:
        """Checks that the metrics have scores wherever there are gold scores.

        Raises:
            EvalSetError: one has not.
        """
        for name, scores in self.metrics.items():
            check_compared(self.systems, self.gold, scores, f"the scores of {name}")

    def only(self, names: Iterable[str]) -> Contest:
        """Returns the same with these metrics, in this order."""
        return Contest(self.systems, self.gold, {name: self.metrics[name] for name in names})

    def __repr__(self) -> str:
        systems, items = self.gold.shape
        return f"<contest of {len(self.metrics)} metrics: {systems} systems, {items} items>"


def contest(
    evalset: EvalSet,
    level: str = "system",
    *,
    references: Iterable[str] | None = None,
    close_references: Iterable[str] = (),
    human: bool = False,
    outliers: bool = False,
    gold: str = "std",
    primary: bool = True,
    domain: str | None = None,
    added: Mapping[str, ScoresLike] | None = None,
    fmt: str = "spreadsheet",
) -> Contest:
    """Collects the systems, gold scores and metrics to compare.

    Systems are those that have any gold score, less the references that metrics use, and less those that are
    close to them; sorted.

    Args:
        evalset: the evaluation set.
        level: what scores are of.
        references: those that metrics may use; by default the standard one. Metrics without reference always
            compete.
        close_references: references that are too close to these to be scored.
        human: whether other references are scored as systems.
        outliers: whether outliers are.
        gold: the name of human scores; by default those that are standard at the level.
        primary: whether only primary metrics compete, if the set has any.
        domain: only what belongs to this domain; with level "system", its scores at level "domain".
        added: name -> system -> scores at the level: further metrics, which always compete.
        fmt: how metrics are called; see `EvalSet.display_name`. Where two would be called the same, as by
            different references, the full names follow.

    Raises:
        EvalSetError: there is nothing to compare; or a metric lacks a system.
        UnknownNameError: there is no such domain, gold, or level.
    """
    if domain is not None:
        check_name("domain", domain, evalset.domains)
        level = "domain" if level == "system" else level
    used = frozenset([evalset.std_ref] if references is None else references)
    of_gold = evalset.gold(level, gold)
    systems = _systems(evalset, of_gold, used.union(close_references), human, outliers)
    places = slice(None) if domain is None else evalset.documents.places(level, domain)
    table = of_gold.rows(systems)[:, places]
    systems, table = _rated(systems, table)
    metrics = {
        name: evalset.scores(level, full).rows(systems, full)[:, places]
        for full, name in _metrics(evalset, level, used, primary, fmt).items()
    }
    for name, scores in (added or {}).items():
        metrics[name] = Scores.of(scores, f"the scores of {name}").rows(systems, name)[:, places]
    where = f"{evalset.name}/{evalset.language_pair} at the level {level}"
    if not systems:
        raise EvalSetError(f"{where}: no system that is compared has gold scores; choose others: --gold")
    if not metrics:
        raise EvalSetError(
            f"{where}: there is no metric to compare{' among the primary ones' if primary else ''} that uses "
            f"{', '.join(sorted(used))} or no reference"
        )
    for name, found in metrics.items():
        check_finite(systems, found, f"the scores of {name}")
    return Contest(systems, table, metrics)


def _systems(
    evalset: EvalSet, gold: Scores, references: frozenset[str], human: bool, outliers: bool
) -> list[str]:
    left_out = set(references)
    if not human:
        left_out |= evalset.human_sys_names
    if not outliers:
        left_out |= evalset.outlier_sys_names
    return [system for system in evalset.sys_names if system in gold and system not in left_out]


def _rated(systems: Sequence[str], table: NDArray[np.float64]) -> tuple[list[str], NDArray[np.float64]]:
    """Leaves out systems without any gold score."""
    rated = numpy.flatnonzero(~numpy.isnan(table).all(axis=1))
    return [systems[int(place)] for place in rated], table[rated]


def _metrics(
    evalset: EvalSet, level: str, references: frozenset[str], primary: bool, fmt: str
) -> dict[str, str]:
    """The metrics that compete: full name -> display name."""
    chosen = evalset.primary_metrics if primary else frozenset()
    found: dict[str, str] = {}
    for name in evalset.scorers(level)[1]:
        if chosen and split_name(name)[0] not in chosen:
            continue
        if evalset.references_used(name) <= references:
            found[name] = evalset.display_name(name, fmt)
    shown = list(found.values())
    return {full: name if shown.count(name) == 1 else f"{name} ({full})" for full, name in found.items()}
