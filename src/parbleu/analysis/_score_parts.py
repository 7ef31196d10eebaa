"""Defines `error_shares`, which splits scores of marked errors into parts: what does each part decide?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from parbleu._base.known_names import check_name
from parbleu._base.numbers import plain_sum
from parbleu._comparison.compare_systems import compare
from parbleu._comparison.corrected_tables import with_discovery_rates
from parbleu.analysis._counted_spans import OF_ERRORS, with_marked_errors
from parbleu.errors import OptionError
from parbleu.human._judgement import Error, Judgement, Unit
from parbleu.human._scoring_scheme import Scheme, get_scheme
from parbleu.stats.joint_bootstrap import holm_known
from parbleu.stats.resampling import Resampling
from parbleu.tables import Column, Result, Table, column, p_field, record, table_of
from parbleu.tables._records import percent

SLICES = (
    ("Accuracy", ("accuracy", "terminology", "non-translation", "non translation")),
    ("Fluency", ("fluency", "style", "locale")),
)
"""Marot's groups of categories: the first of which a word is in `severity:category`; "Other" without."""
PARTS = ("severity", "category", "top_category", "slice", "rule")


@record
class Gap:
    """What one part contributes to the difference of two systems.

    Attributes:
        first: the better system; `second`: the other.
        part: the part.
        difference: the second's contribution less the first's, on the segments that both were rated on.
        share: the difference as a share of that of the scores; None if these are equal. Shares sum to 1.
        p_value: of the paired bootstrap of the contributions, calibrated as in `parbleu.compare`; None where
            no test was made.
        p_holm: the same, adjusted for the number of rows.
    """

    first: str
    second: str
    part: str
    difference: float = column(decimals=4, signed=True)
    share: float | None = column("% of the gap", decimals=1, signed=True, convert=percent)
    p_value: float | None = p_field()
    p_holm: float | None = p_field("p (Holm)")


@dataclass(frozen=True, eq=False)
class ErrorShares(Result):
    """Scores of systems as sums of parts, the best system first.

    A segment's part is the mean over its raters of what they take off for it; a system's is the mean over its
    rated segments. So the parts of a system sum to its score, which is that of `parbleu.human.human_scores`.

    Attributes:
        by: what the parts are: of `PARTS`.
        scheme: the name of the scheme.
        systems: their names.
        parts: their names, the most expensive first.
        contributions: float64, (S, P): at most 0.
        segments: how many rated segments each system has.
        judgements: how many judgements each system has.
        gaps: what the parts contribute to the difference of each system and the next better one.
        raters: rater -> system -> [mean score, judged segments].
        p_columns: the columns of p-values that tables have on request: those of `parbleu.Resampling`.
    """

    by: str
    scheme: str
    systems: tuple[str, ...]
    parts: tuple[str, ...]
    contributions: NDArray[np.float64]
    segments: tuple[int, ...]
    judgements: tuple[int, ...]
    gaps: tuple[Gap, ...]
    raters: Mapping[str, Mapping[str, tuple[float, int]]]
    p_columns: tuple[str, ...] = ()

    @property
    def scores(self) -> NDArray[np.float64]:
        """The scores of the systems, shape (S,)."""
        return np.asarray(self.contributions.sum(axis=1))

    def without(self, *parts: str) -> NDArray[np.float64]:
        """Returns the scores that the systems would have without some parts, shape (S,).

        Raises:
            UnknownNameError: there is no such part.
        """
        return self.reweighted(dict.fromkeys(parts, 0.0))

    def reweighted(self, factors: Mapping[str, float]) -> NDArray[np.float64]:
        """Returns the scores that the systems would have if parts weighed otherwise, shape (S,).

        Args:
            factors: part -> what its weight is multiplied with; 1 for all others.

        Raises:
            UnknownNameError: there is no such part.
        """
        for part in factors:
            check_name("part of the scores", part, self.parts)
        weights = np.array([factors.get(part, 1.0) for part in self.parts])
        return np.asarray(self.contributions @ weights)

    def tables(self) -> tuple[Table, ...]:
        """Returns the parts of the scores, the scores without each part, the gaps, and the raters' scores."""
        return _part_table(self), _hypothetical_table(self), _gap_table(self), _rater_table(self)


def error_shares(
    judgements: Iterable[Judgement],
    by: str = "category",
    scheme: str | Scheme = "mqm",
    *,
    resampling: Resampling | None = None,
) -> ErrorShares:
    """Splits the scores that marked errors make into parts.

    Args:
        judgements: of raters, as `parbleu.human.read_ratings` returns them; those without marked errors are
            left out.
        by: the part of an error: its "severity", "category", "top_category" (before the first slash), "slice"
            (Marot's Accuracy, Fluency, Other), or the "rule" of a scheme with patterns, such as marot.
        scheme: a `parbleu.human.Scheme` with weights or stored scores, or the name or JSON file of one.
        resampling: the bootstrap that tests differences; `Resampling("none")` for no tests.

    Raises:
        UnknownNameError: there is no such part or scheme.
        OptionError: the scheme has no weights of errors, or no rules.
        RatingError: no judgement has marked errors.
    """
    asked = (resampling or Resampling()).bootstrap_for("error_shares")
    chosen = get_scheme(scheme)
    if chosen.kind == "score":
        raise OptionError(f"the scheme {chosen.name} takes scores as they are; choose one that weighs errors")
    part_of = _part_of(by, chosen)
    sums: dict[tuple[str, Unit], list[dict[str, float]]] = {}
    raters: dict[str, dict[str, list[float]]] = {}
    totals: dict[str, float] = {}
    for judgement, errors in with_marked_errors(judgements):
        costs: dict[str, float] = {}
        for error in errors:
            cost = chosen.cost(error)
            if cost:
                part = part_of(error)
                costs[part] = costs.get(part, 0) + cost
                totals[part] = totals.get(part, 0) + cost
        system = judgement.system or ""
        sums.setdefault((system, judgement.unit), []).append(costs)
        raters.setdefault(judgement.rater or "", {}).setdefault(system, []).append(plain_sum(costs.values()))
    parts = sorted(totals, key=lambda part: (-totals[part], part))
    rows: dict[str, dict[Unit, NDArray[np.float64]]] = {}
    for (system, unit), costs_of_judgements in sums.items():
        table = np.array([[-costs.get(part, 0.0) for part in parts] for costs in costs_of_judgements])
        rows.setdefault(system, {})[unit] = table.reshape(len(costs_of_judgements), len(parts)).mean(axis=0)
    means = {system: np.stack(list(units.values())).mean(axis=0) for system, units in rows.items()}
    order = sorted(means, key=lambda system: -means[system].sum())
    return ErrorShares(
        by=by,
        scheme=chosen.name,
        systems=tuple(order),
        parts=tuple(parts),
        contributions=np.stack([means[system] for system in order]),
        segments=tuple(len(rows[system]) for system in order),
        judgements=tuple(
            sum(len(costs_of_judgements) for (name, _), costs_of_judgements in sums.items() if name == system)
            for system in order
        ),
        gaps=tuple(_gaps(rows, order, parts, asked)),
        raters={
            rater: {name: (-plain_sum(costs) / len(costs), len(costs)) for name, costs in systems.items()}
            for rater, systems in sorted(raters.items())
        },
        p_columns=asked.p_columns,
    )


def _part_of(by: str, scheme: Scheme) -> Callable[[Error], str]:
    check_name("part of errors", by, PARTS)
    if by == "rule":
        if not scheme.rules:
            raise OptionError(f"the scheme {scheme.name} has no rules; choose marot, or one with patterns")
        # An error that costs something has a rule.
        return lambda error: getattr(scheme.rule(error.severity, error.category), "name", "")
    return slice_of if by == "slice" else OF_ERRORS[by]


def slice_of(error: Error) -> str:
    """Returns Marot's group of an error: "Accuracy", "Fluency" or "Other"."""
    text = f"{error.severity or ''}:{error.category or ''}".lower()
    return next((name for name, words in SLICES if any(word in text for word in words)), "Other")


def _gaps(
    rows: Mapping[str, Mapping[Unit, NDArray[np.float64]]],
    order: Sequence[str],
    parts: Sequence[str],
    asked: Resampling,
) -> list[Gap]:
    gaps: list[Gap] = []
    for first, second in pairwise(order):
        units = sorted(rows[first].keys() & rows[second].keys())
        if not units or not parts:
            continue
        one, other = (np.stack([rows[system][unit] for unit in units]) for system in (first, second))
        differences = other.mean(axis=0) - one.mean(axis=0)
        gap = differences.sum()
        tests: dict[str, float] = {}
        if asked.test:
            scores = {part: {first: one[:, k], second: other[:, k]} for k, part in enumerate(parts)}
            compared = compare(metrics=scores, resampling=asked.changed(all_pairs=False))
            tests = {metric.name: metric.pairs[0].p_value for metric in compared.metrics}
        gaps += [
            Gap(first, second, part, float(value), float(value / gap) if gap else None, tests.get(part), None)
            for part, value in zip(parts, differences, strict=True)
        ]
    adjusted = holm_known(np.array([np.nan if gap.p_value is None else gap.p_value for gap in gaps]))
    return [
        gap if gap.p_value is None else replace(gap, p_holm=float(value))
        for gap, value in zip(gaps, adjusted, strict=True)
    ]


def _part_table(shares: ErrorShares) -> Table:
    columns = [
        *(Column("system"), Column("rank", kind=int), Column("segments", kind=int)),
        Column("judgements", kind=int),
        Column("score", kind=float, decimals=4, better="higher"),
        *(Column(f"part_{name}", name or "none", float, shares.by, decimals=4) for name in shares.parts),
    ]
    numbers = (_ranks(shares.scores), shares.segments, shares.judgements, shares.scores, shares.contributions)
    rows = [[*own, *parts] for *own, parts in zip(shares.systems, *numbers, strict=True)]
    notes = ["The parts of a system sum to its score."]
    return Table("score_parts", columns, rows, notes=notes, facts={"by": shares.by, "scheme": shares.scheme})


def _hypothetical_table(shares: ErrorShares) -> Table:
    columns = (
        *(Column("part", f"without {shares.by}"), Column("system")),
        Column("score", kind=float, decimals=4, better="higher"),
        *(Column("rank", kind=int), Column("rank_change", "change of rank", int, signed=True)),
    )
    before = _ranks(shares.scores)
    rows = []
    for part in shares.parts:
        scores = shares.without(part)
        for system, score, old, new in zip(shares.systems, scores, before, _ranks(scores), strict=True):
            rows.append((part, system, score, new, new - old))
    return Table("hypothetical_scores", columns, rows)


def _gap_table(shares: ErrorShares) -> Table:
    notes = [
        "Neighbours in the ranking, on segments that both were rated on; the shares of a pair sum to 100 %.",
        "p: paired bootstrap, two-sided.",
    ]
    table = table_of("gaps", Gap, shares.gaps, changed={"part": {"title": shares.by}}, notes=notes)
    return with_discovery_rates(table, shares.p_columns, (), "of all rows")


def _rater_table(shares: ErrorShares) -> Table:
    columns = (
        *(Column("rater"), Column("system"), Column("score", kind=float, decimals=4, better="higher")),
        Column("judgements", kind=int),
    )
    rows = [
        (rater, system, *numbers)
        for rater, systems in shares.raters.items()
        for system, numbers in sorted(systems.items(), key=lambda item: -item[1][0])
    ]
    return Table("rater_scores", columns, rows)


def _ranks(scores: NDArray[np.float64]) -> list[int]:
    """Returns the rank of each score, 1 for the highest; equal ones share the best rank."""
    return [1 + int((scores > score).sum()) for score in scores]
