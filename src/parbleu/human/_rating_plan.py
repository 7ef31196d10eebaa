"""Plans a human evaluation: how many items and raters show a difference, from a pilot's ratings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import inf

from parbleu._base.known_names import check_name
from parbleu._base.numbers import plain_mean
from parbleu._base.wording import some_names
from parbleu.errors import OptionError, RatingError
from parbleu.human._average_scores import HumanScores
from parbleu.human._judgement import Unit
from parbleu.stats.rating_components import RatingComponents, rating_components
from parbleu.tables import Column, Result, Table, column, record, shown, table_of

RATERS = (1, 2, 3)


def _finite(number: float) -> float | None:
    return None if number == inf else number


@record
class PlannedRatings:
    """One way to show a difference of two systems.

    Attributes:
        first: a system.
        second: the other.
        raters: how many rate each item.
        items: how many items are needed; infinity if no number is enough.
        cost: of all items and ratings.
        detectable: the smallest difference that as many items as in the pilot show.
    """

    column_order = "first second raters items ratings cost detectable"
    first: str
    second: str
    raters: int = column("raters an item")
    items: float = column(kind=int, convert=_finite)
    cost: float = column(convert=_finite)
    detectable: float = column("detectable with the pilot's items", decimals=3)

    @property
    @shown(kind=int, convert=_finite)
    def ratings(self) -> float:
        """How many ratings are needed."""
        return self.items * self.raters


@dataclass(frozen=True)
class RatingPlan(Result):
    """How many items and raters show a difference, for each pair of systems of a pilot.

    Attributes:
        difference: that is to be shown, in points of the ratings.
        power: how likely.
        alpha: the level of the two-sided test.
        components: (first, second) -> the variance of their differences in the pilot.
        ways: the ways to do so, by pair and number of raters.
    """

    difference: float
    power: float
    alpha: float
    components: dict[tuple[str, str], RatingComponents]
    ways: tuple[PlannedRatings, ...]

    def tables(self) -> tuple[Table, ...]:
        """Returns the plan, and what the pilot says of each pair."""
        return self._plan(), self._pilot()

    def _plan(self) -> Table:
        cheapest = dict.fromkeys(self.components, inf)
        for way in self.ways:
            cheapest[way.first, way.second] = min(way.cost, cheapest[way.first, way.second])
        marks = {
            (row, "cost"): {"best"}
            for row, way in enumerate(self.ways)
            if way.cost == cheapest[way.first, way.second]
        }
        shown = f"a difference of {self.difference:g} {self.power:.0%} of the time"
        notes = [
            f"items: how many a paired t test needs to show {shown}, at the level {self.alpha:g}.",
            "Each item is rated for both systems by the same raters, and the next one by others.",
            "Where a few raters rate everything, more items do not help against what these have in common.",
        ]
        facts = {"difference": self.difference, "power": self.power, "alpha": self.alpha}
        return table_of("plan", PlannedRatings, self.ways, notes=notes, facts=facts, marks=marks)

    def _pilot(self) -> Table:
        columns = (
            Column("first"),
            Column("second"),
            Column("items", kind=int),
            Column("ratings", kind=int),
            Column("difference", kind=float, decimals=3, signed=True),
            Column("item_deviation", kind=float, decimals=3),
            Column("rating_deviation", kind=float, decimals=3),
        )
        rows = [
            (
                *pair,
                component.n_items,
                component.n_ratings,
                component.difference,
                component.item_variance**0.5,
                None if component.rating_variance is None else component.rating_variance**0.5,
            )
            for pair, component in self.components.items()
        ]
        notes = []
        if any(component.rating_variance is None for component in self.components.values()):
            notes = [
                "Without items that several raters rated, the deviation of items includes that of ratings."
            ]
        equal = [
            " and ".join(pair)
            for pair, component in self.components.items()
            if not component.item_variance and not component.rating_variance
        ]
        if equal:
            notes.append(f"Of {some_names(equal)} all differences are equal: their plan means nothing.")
        return Table("pilot", columns, rows, notes=notes)


def plan_ratings(
    scores: HumanScores,
    difference: float,
    *,
    systems: Sequence[str] | None = None,
    raters: Sequence[int] = RATERS,
    power: float = 0.8,
    alpha: float = 0.05,
    item_cost: float = 0.0,
    rating_cost: float = 1.0,
) -> RatingPlan:
    """Plans a human evaluation of two systems from a pilot's ratings.

    Args:
        scores: those of the pilot. Where no rater rated an item for both systems, the means of their raters
            are compared, as one rating.
        difference: what is to be shown, in points of the ratings and above 0.
        systems: which; all pairs of them are planned for. By default all of the pilot.
        raters: numbers of raters for each item. Numbers above 1 are left out for pairs without an item that
            several raters rated for both.
        power: how likely the difference is to be found.
        alpha: the level of the two-sided test.
        item_cost: what an item costs besides its ratings, such as its preparation.
        rating_cost: what the rating of an item for both systems costs.

    Raises:
        OptionError: an option is out of its range.
        UnknownNameError: there is no such system.
        RatingError: there are fewer than two systems, or two of them have fewer than two items in common.
    """
    if not difference > 0 or item_cost < 0 or not rating_cost > 0 or not raters:
        raise OptionError(
            "difference and rating_cost are above 0, item_cost is from 0, and raters has at least one number"
        )
    rated: dict[str, dict[Unit, Mapping[str, float]]] = {}
    for (system, unit), by_rater in scores.by_rater.items():
        rated.setdefault(system, {})[unit] = by_rater
    rated_systems = sorted(rated)
    for system in systems or ():
        check_name("system", system, rated_systems)
    chosen = list(systems or rated_systems)
    if len(chosen) < 2:
        raise RatingError(f"a comparison needs ratings of at least two systems; there is {', '.join(chosen)}")
    components = {}
    ways = []
    for pair in combinations(chosen, 2):
        differences = _differences(*(rated[system] for system in pair))
        if len(differences) < 2:
            raise RatingError(f"{' and '.join(pair)} have fewer than two rated segments in common")
        component = components[pair] = rating_components(differences)
        for count in raters if component.rating_variance is not None else (1,):
            items = component.items_for(difference, count, power, alpha)
            cost = items * (item_cost + count * rating_cost)
            detectable = component.detectable(component.n_items, count, power, alpha)
            ways.append(PlannedRatings(*pair, count, items, cost, detectable))
    return RatingPlan(difference, power, alpha, components, tuple(ways))


def _differences(
    first: Mapping[Unit, Mapping[str, float]], second: Mapping[Unit, Mapping[str, float]]
) -> list[list[float]]:
    """Returns the differences of two systems on each item rated for both: of each rater, or of the means."""
    items = []
    for unit, ours in first.items():
        if theirs := second.get(unit):
            shared = [theirs[rater] - score for rater, score in ours.items() if rater in theirs]
            items.append(shared or [plain_mean(theirs.values()) - plain_mean(ours.values())])
    return items
