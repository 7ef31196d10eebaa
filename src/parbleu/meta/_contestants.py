"""Chooses the systems, gold scores and metrics to compare, by the rules of the WMT metrics tasks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy
from numpy.typing import ArrayLike, NDArray

from parbleu._base.known_names import check_name
from parbleu._base.log import warn_once
from parbleu.errors import EvalSetError, InputShapeError
from parbleu.evalset._evaluation_set import EvalSet
from parbleu.evalset._metric_names import split_name
from parbleu.evalset._score_matrix import Scores, check_compared, check_finite
from parbleu.stats._score_rows import table
from parbleu.stats.chance_levels import chance_metrics
from parbleu.typing import ScoresLike


class Contest:
    """Metrics that compete, and the gold scores that they are measured by.

    Args:
        systems: names of the systems, one for each row of the tables.
        gold: table of scores, systems by items; NaN or None where there is none.
        metrics: display name -> table of the same shape.
        full_names: display name -> full name, of metrics of an evaluation set.

    Attributes:
        systems: a tuple.
        gold: float64 (systems, items).
        metrics: name -> float64 (systems, items).
        full_names: as given.

    Raises:
        InputShapeError: the tables differ in shape.
    """

    def __init__(
        self,
        systems: Iterable[str],
        gold: ArrayLike,
        metrics: Mapping[str, ArrayLike],
        full_names: Mapping[str, str] | None = None,
    ) -> None:
        self.full_names: dict[str, str] = dict(full_names or {})
        self.systems: tuple[str, ...] = tuple(systems)
        self.gold: NDArray[numpy.float64] = table(gold, "gold")
        self.metrics: dict[str, NDArray[numpy.float64]] = {}
        for name, scores in metrics.items():
            self.metrics[name] = table(scores, name)
        for name, rows in [("gold", self.gold), *self.metrics.items()]:
            if len(rows) != len(self.systems) or rows.shape != self.gold.shape:
                raise InputShapeError(
                    f"the scores {name} have shape {rows.shape}; there are {len(self.systems)} systems, "
                    f"and the gold scores have shape {self.gold.shape}"
                )

    def with_chance(self, seed: int | str | None = None) -> Contest:
        """Returns the same with two metrics that show what chance achieves: `(constant)`, `(random)`."""
        metrics = {**self.metrics, **chance_metrics(self.gold, seed)}
        return Contest(self.systems, self.gold, metrics, self.full_names)

    def named(self, shown: Callable[[str], str]) -> Contest:
        """Returns the same with names made of the full ones, which follow where two would be the same."""
        shown_names = {name: shown(full) for name, full in self.full_names.items()}
        all_shown = list(shown_names.values())
        full_names: dict[str, str] = {}
        metrics: dict[str, ArrayLike] = {}
        for name, scores in self.metrics.items():
            full = self.full_names.get(name)
            if full is not None:
                name = (
                    shown_names[name]
                    if all_shown.count(shown_names[name]) == 1
                    else f"{shown_names[name]} ({full})"
                )
                full_names[name] = full
            metrics[name] = scores
        return Contest(self.systems, self.gold, metrics, full_names)

    def check_complete(self) -> None:
        """Checks that the metrics have scores wherever there are gold scores.

        Raises:
            EvalSetError: one has not.
        """
        for name, scores in self.metrics.items():
            check_compared(self.systems, self.gold, scores, f"the scores of {name}")

    def only(self, names: Iterable[str]) -> Contest:
        """Returns the same with these metrics, in this order."""
        return Contest(self.systems, self.gold, {name: self.metrics[name] for name in names}, self.full_names)

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

    Metrics are called by their display names. Where two would be called the same, as by different references,
    the full names follow.

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
    competing = _metrics(evalset, level, used, primary)
    for name in sorted(evalset.added_metrics.difference(competing)):
        _tell_left_out(evalset, name, level, used)
    metrics = {name: evalset.scores(level, name).rows(systems, name)[:, places] for name in competing}
    where = f"{evalset.name}/{evalset.language_pair} at the level {level}"
    if not systems:
        raise EvalSetError(f"{where}: no system that is compared has gold scores; choose others: --gold")
    if not metrics and not added:
        raise EvalSetError(
            f"{where}: there is no metric to compare{' among the primary ones' if primary else ''} that uses "
            f"{', '.join(sorted(used))} or no reference"
        )
    names = {name: name for name in competing}
    compared = Contest(systems, table, metrics, names).named(evalset.display_name)
    for name, scores in (added or {}).items():
        compared.metrics[name] = Scores.of(scores, f"the scores of {name}").rows(systems, name)[:, places]
    for name, rows in compared.metrics.items():
        check_finite(systems, rows, f"the scores of {name}")
    return compared


def _tell_left_out(evalset: EvalSet, name: str, level: str, references: frozenset[str]) -> None:
    """Warns that a metric that was added is not compared, and why."""
    used = evalset.references_used(name)
    if not used <= references:
        why = (
            f"it used {', '.join(sorted(used))}, and this compares metrics that use "
            f"{', '.join(sorted(references))} or no reference: score with that one, or choose others by "
            "--references of parbleu meta matrix (references=)"
        )
    elif evalset.has_scores(level, name):
        return  # its name is no primary one, by the caller's choice
    else:
        why = f"it has no scores at the level {level}: add a file of them, or --derive (derive=)"
    warn_once(f"{name} is left out: {why}")


def _systems(
    evalset: EvalSet, gold: Scores, references: frozenset[str], human: bool, outliers: bool
) -> list[str]:
    left_out = set(references)
    if not human:
        left_out |= evalset.human_sys_names
    if not outliers:
        left_out |= evalset.outlier_sys_names
    return [system for system in evalset.sys_names if system in gold and system not in left_out]


def _rated(systems: Sequence[str], table: NDArray[numpy.float64]) -> tuple[list[str], NDArray[numpy.float64]]:
    """Leaves out systems without any gold score."""
    rated = numpy.flatnonzero(~numpy.isnan(table).all(axis=1))
    return [systems[int(index)] for index in rated], table[rated]


def _metrics(evalset: EvalSet, level: str, references: frozenset[str], primary: bool) -> list[str]:
    """Returns the full names of the metrics that compete."""
    chosen = evalset.primary_metrics if primary else frozenset()
    return [
        name
        for name in evalset.scorers(level)[1]
        if not (chosen and split_name(name)[0] not in chosen) and evalset.references_used(name) <= references
    ]
