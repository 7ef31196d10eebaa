"""Ranks systems by human scores: intervals, paired permutation tests, ranks and clusters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parbleu._base.known_names import by_name
from parbleu._base.significance import ONE_SEGMENT
from parbleu._base.wording import counted
from parbleu.human._average_scores import HumanScores
from parbleu.human._judgement import Unit
from parbleu.stats._sequential_looks import SequentialDesign, level_of_family, look_note
from parbleu.stats.paired_tests import all_pairs, paired_randomization
from parbleu.stats.rank_clusters import clusters, holm, p_value_matrix, rank_ranges, samples_needed
from parbleu.stats.resampling import (
    BOOTSTRAP_SAMPLES,
    RANDOMIZATION_TRIALS,
    Mean,
    Resampling,
    bootstrap_intervals,
)
from parbleu.tables import Result, Table, column, record, shown, table_of


def rank_range(ranks: tuple[int, int]) -> str:
    """Returns the best and the worst rank as text: "1", or "1–3"."""
    best, worst = ranks
    return f"{best}" if best == worst else f"{best}–{worst}"


@record
class RankedSystem:
    """A system with its score and place.

    Attributes:
        system: its name.
        score: the mean over its segments; higher is better.
        low: the lower end of the 95 % interval of the score, from bootstrap samples of its segments.
        high: the upper end.
        rank: the best and the worst rank that it can have, from 1: 1 + how many systems are significantly
            better, and how many are not significantly worse.
        cluster: 1 for the best: every system of a cluster is significantly better than all of those below.
        n_segments: how many of its segments were judged.
        n_ratings: how many ratings they have: a rater's scores of a segment are one.
    """

    column_order = "system score ci low high rank best_rank worst_rank cluster segments ratings"
    system: str
    score: float = column(decimals=4, better="higher", plus_minus="ci", low="low", high="high")
    low: float = column(people=False)
    high: float = column(people=False)
    rank: tuple[int, int] = column(kind=str, convert=rank_range, align="right")
    cluster: int
    n_segments: int = column(name="segments")
    n_ratings: int = column(name="ratings")

    @property
    @shown(people=False)
    def ci(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    @property
    @shown(people=False)
    def best_rank(self) -> int:
        """The best rank that it can have."""
        return self.rank[0]

    @property
    @shown(people=False)
    def worst_rank(self) -> int:
        """The worst rank that it can have."""
        return self.rank[1]


@dataclass(frozen=True)
class SystemRanking(Result):
    """The systems, the best first.

    Attributes:
        systems: one for each.
        p_values: (the better system, the other) -> the p-value of their difference, corrected for the
            number of pairs.
        scheme: how scores were computed.
        is_normalized: whether each rater's scores are normalized.
        n_samples: trials of each test.
        seed: of tests and intervals.
        alpha: the level of significance; with several looks, that of all.
        planned: how many segments are to be judged in the end, if systems are ranked while ratings come in;
            else None.
        looked: how many were judged at earlier looks.
        level: what p-values are compared with: alpha, or less if there are several looks.
        notes: what is to be known about the scores.
    """

    systems: tuple[RankedSystem, ...]
    p_values: Mapping[tuple[str, str], float]
    scheme: str
    is_normalized: bool
    n_samples: int
    seed: int | None
    alpha: float
    planned: int | None = None
    looked: tuple[int, ...] = ()
    level: float = 0.05
    notes: tuple[str, ...] = ()

    def __getitem__(self, name: str) -> RankedSystem:
        return by_name("system", name, {ranked.system: ranked for ranked in self.systems})

    def tables(self) -> tuple[Table, ...]:
        """Returns a row for each system: score, half the interval, rank, cluster, segments and ratings."""
        facts = {"scheme": self.scheme} | ({"normalized": "by rater"} if self.is_normalized else {})
        tested: dict[str, Any] = {"n_samples": self.n_samples, "seed": self.seed, "alpha": self.alpha}
        if self.planned is not None:
            tested |= {
                "planned": self.planned,
                "looked": " ".join(map(str, self.looked)),
                "level": self.level,
            }
        facts |= tested
        return (table_of("system_scores", RankedSystem, self.systems, notes=self._notes(), facts=facts),)

    def _notes(self) -> list[str]:
        tests = "paired permutation tests over the segments that two systems share"
        notes = [
            f"±: half the width of the 95 % interval of {BOOTSTRAP_SAMPLES} bootstrap samples of segments."
        ]
        if self.p_values:
            several = len(self.p_values) > 1
            corrected = f", corrected for {len(self.p_values)} pairs (Holm)" if several else ""
            notes.append(f"rank, cluster: from {tests}{corrected}, p ≤ {self.level:.3g}.")
        notes += self.notes
        if max(ranked.n_segments for ranked in self.systems) == 1:
            notes.append(ONE_SEGMENT)
        if self.planned is not None:
            judged = min(ranked.n_segments for ranked in self.systems)
            notes.append(look_note(len(self.looked), judged, self.planned, self.level, self.alpha))
        needed = samples_needed(len(self.p_values), self.level)
        if self.p_values and needed > self.n_samples:
            few = f"Too few trials for {counted(len(self.p_values), 'pair')}"
            notes.append(f"{few}: none can be significant with less than {needed}.")
        return notes


def rank_systems(
    scores: HumanScores, *, resampling: Resampling | None = None, design: SequentialDesign | None = None
) -> SystemRanking:
    """Ranks systems by their human scores.

    Two systems are compared on the segments that both have scores of, by approximate randomization: in each
    trial their scores of each segment are exchanged or not. Where the difference on these segments and that
    of the scores point in different directions, the p-value is 1.

    Args:
        scores: what `human_scores` returned.
        resampling: the trials of each test, 10000 by default; and the level: a difference is significant if
            its p-value, after Holm's correction, is at most that.
        design: the looks, if systems are ranked again while ratings come in. The level is then that of all
            looks together, by the segments of the system that has the fewest.

    Raises:
        OptionError: the resampling has another test or unit, or a look is wrong.
    """
    resolved = (resampling or Resampling()).resolved_for("rank_systems", "randomization")
    assert resolved.seed is not None
    n_samples, alpha, drawn = resolved.n_samples or RANDOMIZATION_TRIALS, resolved.alpha, resolved.seed
    segments, means = scores.segment_scores(), scores.system_scores()
    names = sorted(means, key=lambda name: -means[name])
    options: dict[str, Any] = {"seed": drawn, "threads": resolved.threads}
    pairs = all_pairs(len(names))
    draws = n_samples + 1
    ordered = [means[name] for name in names]
    values = _p_values([segments[name] for name in names], pairs, ordered, n_samples, **options)
    adjusted = [count / draws for count in holm([round(value * draws) for value in values], draws)]
    judged = min(map(len, segments.values()))
    level = level_of_family(design, judged, alpha, max(1, len(pairs)))
    matrix = p_value_matrix(len(names), pairs, adjusted)
    ranks, groups = rank_ranges(ordered, matrix, level), clusters(ordered, matrix, level)
    ratings = Counter(system for (system, _), raters in scores.by_rater.items() for _ in raters)
    systems = []
    for name, rank, cluster in zip(names, ranks, groups, strict=True):
        bounds = _interval(segments[name].values(), **options)
        counts = len(segments[name]), ratings[name]
        systems.append(RankedSystem(name, means[name], *bounds, rank, cluster, *counts))
    p_values = {
        (names[first], names[second]): value for (first, second), value in zip(pairs, adjusted, strict=True)
    }
    design_looks: tuple[Any, Any] = (None, ()) if design is None else (design.planned, design.looked)
    tested = n_samples, drawn, alpha, *design_looks, level
    return SystemRanking(
        tuple(systems), p_values, scores.scheme, scores.is_normalized, *tested, notes=scores.notes
    )


def _table(scores: Iterable[float]) -> NDArray[np.float64]:
    """Returns rows of [score, 1], whose sums have the mean."""
    column = np.array(list(scores), dtype=np.float64)
    return np.stack([column, np.ones(len(column))], axis=1)


def _interval(scores: Iterable[float], **options: Any) -> tuple[float, float]:
    [[interval]] = bootstrap_intervals([(Mean(), [_table(scores)])], BOOTSTRAP_SAMPLES, **options)
    return interval.low, interval.high


def _p_values(
    systems: Sequence[Mapping[Unit, float]],
    pairs: Sequence[tuple[int, int]],
    means: Sequence[float],
    n_samples: int,
    **options: Any,
) -> list[float]:
    """Returns the p-value of each pair; pairs with the same common segments are tested at once."""
    groups: dict[tuple[Unit, ...], list[tuple[int, int]]] = {}
    for first, second in pairs:
        common = tuple(sorted(systems[first].keys() & systems[second].keys()))
        groups.setdefault(common, []).append((first, second))
    p_values: dict[tuple[int, int], float] = {}
    for common, of_group in groups.items():
        if not common:
            p_values |= dict.fromkeys(of_group, 1.0)
            continue
        members = sorted({system for pair in of_group for system in pair})
        tables = [_table(systems[system][unit] for unit in common) for system in members]
        local = [(members.index(first), members.index(second)) for first, second in of_group]
        [result] = paired_randomization([(Mean(), tables)], local, n_samples, **options)
        for pair, test in zip(of_group, result.pairs, strict=True):
            agrees = test.difference * (means[pair[1]] - means[pair[0]]) >= 0
            p_values[pair] = test.p_value if agrees else 1.0
    return [p_values[pair] for pair in pairs]
