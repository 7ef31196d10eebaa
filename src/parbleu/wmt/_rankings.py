"""Ranks systems by human scores as WMT published it in each year, and as it should be, side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from statistics import NormalDist
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parbleu import _core
from parbleu._base.known_names import by_name
from parbleu._base.wording import counted
from parbleu.errors import RatingError
from parbleu.human._judgement import Judgement, Unit
from parbleu.human._system_ranking import rank_range
from parbleu.stats.correlation import correlate
from parbleu.stats.joint_bootstrap import percentile_bounds
from parbleu.stats.rank_clusters import holm, rank_ranges
from parbleu.stats.resampling import Resampling
from parbleu.stats.signed_rank import paired_rank_tails
from parbleu.tables import Result, column, p_field, record, rows
from parbleu.wmt._mixed_model import ALPHA, MixedModelPlace, MixedModelRanking, cluster_lines
from parbleu.wmt._rating_table import RatingTable, known_means
from parbleu.wmt._resampled_items import Floats, bootstrap_of, draw_note, known, sampled_means

Truths = NDArray[np.bool_]

CLOSENESS = 0.75
"""Raters whose mean closeness is below this are left out by the filter of WMT26."""


@dataclass(frozen=True)
class RankingRule:
    """A rule by which a ranking was published.

    Attributes:
        version: which script, and when.
        test: how it decides whether a system beats another.
        line: where it draws a line below a system.
        defects: what is wrong with it.
    """

    version: str
    test: str
    line: str
    defects: str


_NEIGHBOUR = "between neighbours of which the upper beats the lower"
_RANKS = "where all rank ranges above end before all below begin"
_CROSS = "where every system above beats every system below; a local one where it beats its neighbour"

RANKING_RULES: Mapping[str, RankingRule] = MappingProxyType(
    {
        "wmt24-micro": RankingRule(
            "WMT24, bfa937e",
            "two-sided Wilcoxon test of the averaged ratings of common segments, p < 0.05",
            "where no pair across has p > 0.05",
            "systems without common segments are set apart by a line",
        ),
        "wmt24-macro": RankingRule(
            "WMT24, bfa937e",
            "two-sided Wilcoxon tests of each domain, combined by Stouffer's method, p < 0.05",
            "where no pair across has p > 0.05",
            "two-sided p-values are combined, so that domains with opposite winners confirm each other; "
            "systems without common segments are set apart by a line",
        ),
        "wmt25-august": RankingRule(
            "WMT25, first script (August 2025), LaTeX table",
            "one-sided Wilcoxon test of the ratings of both waves, p < 0.05",
            _RANKS,
            "two ratings of a segment count as two segments",
        ),
        "wmt25-august-text": RankingRule(
            "WMT25, first script (August 2025), text file",
            "one-sided Wilcoxon test of the ratings of both waves, p < 0.05",
            _NEIGHBOUR,
            "two ratings of a segment count as two segments; only neighbours are compared",
        ),
        "wmt25-final": RankingRule(
            "WMT25, final script (07/08-compute_clusters)",
            "one-sided Wilcoxon test of all four pairs of two ratings, p < 0.025",
            _RANKS,
            "the four pairs of a segment count as four segments",
        ),
        "wmt25-mqm": RankingRule(
            "WMT25, final script (07/08-compute_clusters), MQM",
            "one-sided Wilcoxon test of the first rating, p < 0.025",
            _RANKS,
            "the level of two tests for one",
        ),
        "wmt26-first": RankingRule(
            "WMT26, first script",
            "two-sided paired or independent t-test, p < 0.05",
            _CROSS,
            "a difference in the other direction counts; either of two tests suffices, without correction",
        ),
        "wmt26-second": RankingRule(
            "WMT26, second script",
            "one-sided Wilcoxon or independent t-test, p < 0.05",
            _CROSS,
            "either of two tests suffices, without correction",
        ),
        "wmt26-final": RankingRule(
            "WMT26, final script",
            "one-sided BCa bound (95 %, 100 samples) of the paired difference or that of the means",
            _CROSS,
            "without a seed and of few samples, so that decisions vary; either of two tests suffices; a "
            "constant difference is none; the last rank of a system that beats nobody is one too high",
        ),
    }
)
"""Name -> rule of a published ranking."""


@record
class PublishedPlace:
    """The place of a system, as published and as it should be.

    Attributes:
        system: its name.
        score: the mean by the rule.
        low: the lower end of the 95 % interval of the mean of its segments, from bootstrap samples.
        high: its upper end.
        rank: the best and the worst rank by the rule.
        line: whether the rule draws a line below the system: "", "local" or "cluster".
        sound_rank: the best and the worst rank of the sound test.
        sound_line: the line that the sound test draws.
        moves: whether the line below it moves.
        p_next: the p-value of the rule's test against the next system, if it has one.
        sound_p_next: that of the sound test, corrected.
        segments: how many of its segments were rated.
        ratings: how many ratings they have.
    """

    system: str
    score: float = column(decimals=2, better="higher", low="low", high="high")
    low: float | None = column(decimals=2, people=False)
    high: float | None = column(decimals=2, people=False)
    rank: tuple[int, int] = column(kind=str, convert=rank_range, align="right", group="as published")
    line: str = column("line below", group="as published")
    sound_rank: tuple[int, int] = column(
        "rank", kind=str, convert=rank_range, align="right", group="as it should be"
    )
    sound_line: str = column("line below", group="as it should be")
    moves: bool = column("line moves")
    p_next: float | None = p_field("p to next", group="as published")
    sound_p_next: float | None = p_field("p to next (Holm)", group="as it should be")
    segments: int
    ratings: int


_SOUND = (
    "As it should be: the mean rating of each segment, two-sided Wilcoxon tests of the segments that two "
    "systems share, corrected for all pairs (Holm), p ≤ 0.05."
)


@record
class PublishedRanking(Result):
    """Systems as a rule of the WMT ranks them, the best first, and as they should be ranked.

    Attributes:
        places: a row for each system.
        rule: the name of the rule.
        version: which script it is of.
        test: how the rule decides.
        beats: whether each system beats each other by the rule, in the order of `places`.
        p_values: of the rule's tests, NaN where it has none.
        sound_p_values: of the sound tests, corrected.
        seed: of the bootstrap; None if nothing was drawn.
        notes: what is to be known.
        model_places: a row for each system by a mixed model, if there is one.
    """

    places: tuple[PublishedPlace, ...] = rows(
        "ranking", PublishedPlace, facts="rule version test seed", notes=lambda made: made.notes
    )
    rule: str
    version: str
    test: str
    beats: tuple[tuple[bool, ...], ...]
    p_values: tuple[tuple[float, ...], ...]
    sound_p_values: tuple[tuple[float, ...], ...]
    seed: int | None
    notes: tuple[str, ...]
    model_places: tuple[MixedModelPlace, ...] = rows("mixed_model", MixedModelPlace, if_any=True, default=())

    @property
    def moved_lines(self) -> int:
        """How many lines move."""
        return sum(place.moves for place in self.places)


@dataclass(frozen=True, eq=False)
class _Outcome:
    """What a rule says of systems in their order: ranks, lines, who beats whom, and p-values."""

    ranks: list[tuple[int, int]]
    lines: list[str]
    beats: Truths
    p_values: Floats


def published_ranking(
    ratings: RatingTable,
    rule: str = "wmt26-final",
    *,
    resampling: Resampling | None = None,
    mixed_model: MixedModelRanking | None = None,
) -> PublishedRanking:
    """Ranks systems as a year of the WMT did, and beside it as it should be.

    Args:
        ratings: human scores of a language pair.
        rule: one of `RANKING_RULES`.
        resampling: bootstrap samples of segments, or documents, for intervals of means, 1000 by default, and
            the seed of "wmt26-final". `Resampling("none")` for no intervals.
        mixed_model: what `rank_by_mixed_model` makes of the same ratings: it stands beside the ranking, and
            says which lines move by it.

    Raises:
        UnknownNameError: there is no such rule.
        RatingError: there are fewer than two systems with ratings.
    """
    described = by_name("rule of rankings", rule, RANKING_RULES)
    how = bootstrap_of("published_ranking", resampling)
    seed = (how or (resampling or Resampling()).resolved(draws=True)).seed
    overall = _overall(ratings, rule)
    if np.isnan(overall).any() or len(overall) < 2:
        raise RatingError("give ratings of two or more systems, each of one segment at least")
    order = np.argsort(-overall, kind="stable").tolist()
    table, means = ratings.ordered(order), overall[order]
    outcome = _outcome(table, means, rule, seed or 0)
    values = table.averaged()
    p_values = _sound_p_values(values, means)
    sound_ranks = rank_ranges(means.tolist(), p_values.tolist(), ALPHA)
    sound_lines = cluster_lines(means, p_values)
    bounds = _intervals(values, table, how)
    counts = (~np.isnan(table.scores)).sum(axis=2)
    places = []
    for number, name in enumerate(table.systems):
        is_last = number == len(order) - 1
        p_next, sound_p_next = (
            None if is_last else known(float(matrix[number, number + 1]))
            for matrix in (outcome.p_values, p_values)
        )
        low, high = bounds[number]
        places.append(
            PublishedPlace(
                system=name,
                score=float(means[number]),
                low=low,
                high=high,
                rank=outcome.ranks[number],
                line=outcome.lines[number],
                sound_rank=sound_ranks[number],
                sound_line=sound_lines[number],
                moves=bool(outcome.lines[number]) != bool(sound_lines[number]),
                p_next=p_next,
                sound_p_next=sound_p_next,
                segments=int((counts[number] > 0).sum()),
                ratings=int(counts[number].sum()),
            )
        )
    n_drawn = len(set(table.documents)) if how and how.unit == "document" else values.shape[1]
    notes = (
        f"As published: a line {described.line}. Known defect: {described.defects}.",
        _SOUND,
        *draw_note(how, n_drawn),
    )
    drawn = seed if how is not None or rule == "wmt26-final" else None
    return PublishedRanking(
        places=tuple(places),
        rule=rule,
        version=described.version,
        test=described.test,
        beats=tuple(map(tuple, outcome.beats.tolist())),
        p_values=tuple(map(tuple, outcome.p_values.tolist())),
        sound_p_values=tuple(map(tuple, p_values.tolist())),
        seed=drawn,
        notes=(*notes, *(mixed_model.notes if mixed_model else ())),
        model_places=_compared_places(mixed_model, places),
    )


def _compared_places(
    model: MixedModelRanking | None, places: Iterable[PublishedPlace]
) -> tuple[MixedModelPlace, ...]:
    """Returns the places by a mixed model, with whether the line below each system moves."""
    published = {place.system: bool(place.line) for place in places}
    of_model = model.places if model else ()
    return tuple(replace(place, moves=bool(place.line) != published[place.system]) for place in of_model)


def _overall(ratings: RatingTable, rule: str) -> Floats:
    """Returns the score of each system: the mean of its ratings, its segments, or its domains' means."""
    if rule == "wmt25-mqm":
        return known_means(ratings.scores[:, :, 0])
    if rule.startswith("wmt25"):
        return known_means(ratings.scores.reshape(len(ratings.systems), -1))
    if rule != "wmt24-macro":
        return known_means(ratings.averaged())
    values, domains = ratings.averaged(), np.array(ratings.domains)
    return known_means(
        np.stack([known_means(values[:, domains == name]) for name in dict.fromkeys(ratings.domains)], axis=1)
    )


def _intervals(
    values: Floats, table: RatingTable, how: Resampling | None
) -> list[tuple[float | None, float | None]]:
    """Returns the interval of the mean of each system."""
    if how is None:
        return [(None, None)] * len(values)
    means, _ = sampled_means(values, table.documents if how.unit == "document" else None, how)
    low, high = percentile_bounds(means)
    return [(known(one), known(other)) for one, other in zip(low.tolist(), high.tolist(), strict=True)]


def _two_sided(greater: Floats, less: Floats) -> Floats:
    """Returns two-sided p-values, of both one-sided ones."""
    return np.asarray(np.minimum(1.0, 2 * np.minimum(greater, less)))


def _one_sided(first: Floats, second: Floats) -> Floats:
    """Returns the p-values of "the first is higher", of rows by rows; NaN of a row by itself."""
    greater, less, _ = paired_rank_tails(first, second)
    return np.where(np.tri(len(first), k=-1, dtype=bool), less.T, greater)


def _sound_p_values(values: Floats, means: Floats) -> Floats:
    """Returns the p-values of all pairs, corrected; 1 where common segments point in another direction."""
    *tails, sums = paired_rank_tails(values, values)
    agrees = np.nan_to_num(sums) * (means[:, None] - means) >= 0
    matrix = np.where(agrees, np.nan_to_num(_two_sided(*tails), nan=1.0), 1.0)
    upper = np.triu_indices(len(values), 1)
    matrix[upper] = holm(matrix[upper].tolist())
    return np.asarray(np.triu(matrix, 1) + np.triu(matrix, 1).T + np.eye(len(values)))


def _wmt24(table: RatingTable, means: Floats, macro: bool) -> _Outcome:
    values, domains = table.averaged(), np.array(table.domains)
    groups = (
        [domains == name for name in dict.fromkeys(table.domains)] if macro else [np.ones(len(domains), bool)]
    )
    parts = [_two_sided(*paired_rank_tails(values[:, group], values[:, group])[:2]) for group in groups]
    p_values = parts[0]
    if macro:
        upper = np.triu_indices(len(values), 1)
        p_values[upper] = _stouffer(np.stack([part[upper] for part in parts]))
    p_values = np.where(np.isnan(p_values), p_values.T, p_values)
    beats = (p_values < ALPHA) & (means[:, None] > means)
    ranks = [
        (1 + losses, len(values) - wins)
        for wins, losses in zip(beats.sum(axis=1).tolist(), beats.sum(axis=0).tolist(), strict=True)
    ]
    joined = p_values > ALPHA
    lines = [
        "" if joined[: number + 1, number + 1 :].any() else "cluster" for number in range(len(values) - 1)
    ]
    return _Outcome(ranks, [*lines, ""], beats, p_values)


def _stouffer(p_values: Floats) -> Floats:
    """Returns the p-values of pairs, combined from (domains, pairs) as if one-sided; NaN is left out."""
    normal = NormalDist()
    combined = []
    for column_values in p_values.T.tolist():
        parts = [value for value in column_values if value == value]
        if not parts:
            combined.append(float("nan"))
        elif any(value <= 0 for value in parts) or any(value >= 1 for value in parts):
            has_zero, has_one = min(parts) <= 0, max(parts) >= 1
            combined.append(float("nan") if has_zero and has_one else 0.0 if has_zero else 1.0)
        else:
            z = sum(-normal.inv_cdf(value) for value in parts) / len(parts) ** 0.5
            combined.append(normal.cdf(-z))
    return np.array(combined)


def _wmt25(table: RatingTable, kind: str) -> _Outcome:
    scores = table.scores
    waves = [scores[:, :, wave] for wave in range(scores.shape[2])]
    pairs = [(wave, wave) for wave in (waves[:1] if kind == "mqm" else waves)]
    if kind == "final":
        pairs += [(one, other) for one in waves for other in waves if one is not other]
    level = ALPHA if kind.startswith("august") else ALPHA / 2
    first = np.concatenate([one for one, _ in pairs], axis=1)
    second = np.concatenate([other for _, other in pairs], axis=1)
    p_values = _one_sided(first, second)
    beats = p_values < level
    ranks = _walked_ranks(beats)
    if kind == "august-text":
        lines = ["cluster" if beats[number, number + 1] else "" for number in range(len(scores) - 1)]
    else:
        lines = [
            "cluster"
            if all(worst <= number + 1 for _, worst in ranks[: number + 1])
            and all(best > number + 1 for best, _ in ranks[number + 1 :])
            else ""
            for number in range(len(scores) - 1)
        ]
    return _Outcome(ranks, [*lines, ""], beats, p_values)


def _walked_ranks(beats: Truths, one_early: bool = False) -> list[tuple[int, int]]:
    """Returns rank ranges: up to the first system that beats one, down to the first that it beats.

    Args:
        beats: whether each system beats each other.
        one_early: whether the walk down stops before the last system, as the code of WMT26 does.
    """
    n_systems = len(beats)
    ranks = []
    for number in range(n_systems):
        above = np.flatnonzero(beats[:number, number])
        below = np.flatnonzero(beats[number, number + 1 :])
        best = int(above[-1]) + 2 if len(above) else 1
        last = n_systems - (one_early and number < n_systems - 1)
        ranks.append((best, number + 1 + int(below[0]) if len(below) else last))
    return ranks


def _wmt26(table: RatingTable, kind: str, seed: int) -> _Outcome:
    values = table.averaged()
    n_systems = len(values)
    if kind == "final":
        beats, p_values = _bootstrap_beats(values, seed), np.full((n_systems, n_systems), np.nan)
    else:
        paired, independent = _t_tests(values)
        if kind == "second":
            paired = _one_sided(values, values)
        else:
            paired, independent = (2 * np.minimum(upper, 1 - upper) for upper in (paired, independent))
        p_values = np.fmin(paired, independent)
        np.fill_diagonal(p_values, np.nan)
        beats = p_values < ALPHA
    lines = []
    for number in range(n_systems - 1):
        across = beats[: number + 1, number + 1 :].all()
        lines.append("cluster" if across else "local" if beats[number, number + 1] else "")
    return _Outcome(_walked_ranks(beats, one_early=True), [*lines, ""], beats, p_values)


def _t_tests(values: Floats) -> tuple[Floats, Floats]:
    """Returns one-sided p-values, of paired and of independent t-tests: rows are higher than columns."""
    n_systems = len(values)
    paired, independent = np.full((2, n_systems, n_systems), np.nan)
    present = ~np.isnan(values)
    sizes, means = present.sum(axis=1), known_means(values)
    squares = np.nansum((values - means[:, None]) ** 2, axis=1)
    for number in range(n_systems):
        differences = values[number] - values
        counts, centre = (~np.isnan(differences)).sum(axis=1), known_means(differences)
        spread = np.nansum((differences - centre[:, None]) ** 2, axis=1)
        freedom = sizes[number] + sizes - 2
        with np.errstate(invalid="ignore", divide="ignore"):
            t = centre / np.sqrt(spread / (counts - 1) / counts)
            pooled = (squares[number] + squares) / freedom * (1 / sizes[number] + 1 / sizes)
            u = (means[number] - means) / np.sqrt(pooled)
        for other in range(n_systems):
            paired[number, other] = _upper_tail(float(t[other]), int(counts[other]) - 1)
            independent[number, other] = _upper_tail(float(u[other]), int(freedom[other]))
    return paired, independent


def _upper_tail(t: float, freedom: int) -> float:
    if t != t or freedom < 1:
        return float("nan")
    if abs(t) == float("inf"):
        return 0.0 if t > 0 else 1.0
    half = _core.student_tails(abs(t), freedom) / 2
    return half if t > 0 else 1 - half


_N_BOUND_SAMPLES = 100
_NORMAL = NormalDist()


def _bootstrap_beats(values: Floats, seed: int) -> Truths:
    """Returns whether the lower BCa bound of each difference, paired or of independent means, is above 0."""
    n_systems = len(values)
    random = np.random.default_rng(seed)
    uniform = random.random((_N_BOUND_SAMPLES, values.shape[1]))
    rated = [row[~np.isnan(row)] for row in values]
    means = np.array([row.mean() if len(row) else np.nan for row in rated])
    sampled = np.stack(
        [
            row[(random.random((_N_BOUND_SAMPLES, len(row))) * len(row)).astype(np.int64)].mean(axis=1)
            for row in rated
        ]
    )
    centred = [row - row.mean() for row in rated]
    cubes = np.array([(row**3).sum() / len(row) ** 3 for row in centred])
    squares = np.array([(row**2).sum() / len(row) ** 2 for row in centred])
    sizes = np.array([len(row) for row in rated])
    shares: dict[int, Floats] = {}
    beats = np.zeros((n_systems, n_systems), dtype=bool)
    for number in range(n_systems - 1):
        for other in range(number + 1, n_systems):
            differences = values[number] - values[other]
            differences = differences[~np.isnan(differences)]
            size = len(differences)
            low = high = np.nan
            if size >= 2:
                if size not in shares:
                    places = (uniform[:, :size] * size).astype(np.int64)
                    places += size * np.arange(_N_BOUND_SAMPLES)[:, None]
                    times = np.bincount(places.ravel(), minlength=size * _N_BOUND_SAMPLES)
                    shares[size] = times.reshape(_N_BOUND_SAMPLES, size) / size
                centre = differences.mean()
                spread = differences - centre
                sums = float((spread**3).sum()) / size**3, float((spread**2).sum()) / size**2
                low, high = _bca_bounds(shares[size] @ differences, float(centre), *sums)
                low, high = (
                    (low if differences.max() > 0 else np.nan),
                    (high if differences.min() < 0 else np.nan),
                )
            bounds = (np.nan, np.nan)
            if min(sizes[number], sizes[other]) >= 2:
                sums = float(cubes[number] - cubes[other]), float(squares[number] + squares[other])
                gap = float(means[number] - means[other])
                bounds = _bca_bounds(sampled[number] - sampled[other], gap, *sums)
            beats[number, other] = low > 0 or bounds[0] > 0
            beats[other, number] = high < 0 or bounds[1] < 0
    return beats


def _interpolated(ordered: Floats, quantile: float) -> float:
    """Returns a quantile of sorted numbers, linear between two of them."""
    below, part = divmod(quantile * (len(ordered) - 1), 1)
    low, high = ordered[int(below)], ordered[min(int(below) + 1, len(ordered) - 1)]
    return float(low + part * (high - low))


def _bca_bounds(samples: Floats, observed: float, cubes: float, squares: float) -> tuple[float, float]:
    """Returns the one-sided 95 % bounds of the bootstrap, bias corrected and accelerated, below and above."""
    normal, ordered = _NORMAL, np.sort(samples)
    share = (ordered.searchsorted(observed) + ordered.searchsorted(observed, "right")) / (2 * len(samples))
    if squares <= 0 or not 0 < share < 1:
        return float("nan"), float("nan")
    bias, acceleration = normal.inv_cdf(float(share)), cubes / squares**1.5 / 6
    bounds = []
    for level in (ALPHA, 1 - ALPHA):
        shifted = bias + normal.inv_cdf(level)
        quantile = normal.cdf(bias + shifted / (1 - acceleration * shifted))
        bounds.append(_interpolated(ordered, quantile))
    return bounds[0], bounds[1]


def _outcome(table: RatingTable, means: Floats, rule: str, seed: int) -> _Outcome:
    """Returns what a rule says of systems that are ordered by their means."""
    year, _, kind = rule.partition("-")
    if year == "wmt24":
        return _wmt24(table, means, kind == "macro")
    return _wmt25(table, kind) if year == "wmt25" else _wmt26(table, kind, seed)


def average_places(rankings: Iterable[PublishedRanking]) -> dict[str, float]:
    """Returns the mean share of better systems over language pairs, by which the overview of WMT26 orders.

    Args:
        rankings: one of each language pair.

    Returns:
        system -> mean over its pairs of (systems with a higher score) / (systems of the pair), the best
        first.
    """
    shares: dict[str, list[float]] = {}
    for ranking in rankings:
        scores = [place.score for place in ranking.places]
        for place in ranking.places:
            better = sum(score > place.score for score in scores)
            shares.setdefault(place.system, []).append(better / len(scores))
    means = {system: sum(values) / len(values) for system, values in shares.items()}
    return dict(sorted(means.items(), key=lambda item: item[1]))


@record
class CeilingScore:
    """How well one rating predicts the other, as if it were a metric.

    Attributes:
        gold: which rating is the gold score, from 1.
        metric: which rating stands for a metric.
        level: "system" or "segment".
        correlation: "pce" or "KendallWithTiesOpt", those of the tasks of 2025.
        value: what a metric cannot be expected to exceed.
        systems: how many systems.
        scores: how many translations both rated.
    """

    gold: int
    metric: int
    level: str
    correlation: str
    value: float | None = column(decimals=4, better="higher")
    systems: int
    scores: int


@record
class RatingCeiling(Result):
    """The ceiling of meta-evaluation: the second human rating as a metric of the first, and the reverse.

    Attributes:
        values: a row for each direction and level.
        notes: what was compared.
    """

    values: tuple[CeilingScore, ...] = rows("ceiling", CeilingScore, notes=lambda made: made.notes)
    notes: tuple[str, ...]


def rating_ceiling(ratings: RatingTable) -> RatingCeiling:
    """Correlates the first with the second rating of each translation, as the tasks of 2025 do a metric.

    Args:
        ratings: with two ratings; only translations that have both are compared.

    Raises:
        RatingError: fewer than two systems have two ratings.
    """
    waves = ratings.scores[:, :, :2]
    both = ~np.isnan(waves.sum(axis=2)) if waves.shape[2] == 2 else np.zeros(waves.shape[:2], dtype=bool)
    chosen = np.flatnonzero(both.any(axis=1))
    if len(chosen) < 2:
        raise RatingError("give two ratings of translations of two or more systems")
    tables = [np.where(both, waves[:, :, wave], np.nan)[chosen] for wave in (0, 1)]
    values = []
    for gold, metric in ((0, 1), (1, 0)):
        for level, name, average_by in (("system", "pce", "none"), ("segment", "KendallWithTiesOpt", "item")):
            options: dict[str, Any] = {"sample_rate": 1.0} if level == "segment" else {}
            correlation = correlate(name, tables[gold], tables[metric], average_by, **options)
            numbers = len(chosen), int(both.sum())
            value = correlation.value if correlation.defined else None
            values.append(CeilingScore(gold + 1, metric + 1, level, name, value, *numbers))
    note = f"{counted(int(both.sum()), 'translation')} with two ratings."
    return RatingCeiling(tuple(values), (note,))


@record
class RaterCloseness:
    """How close a rater's differences of systems are to those of all raters.

    Attributes:
        rater: their name.
        lines: how many documents they rated.
        closeness: the mean over pairs of systems that they saw together, from 0 to 1; None if there are fewer
            than three lines, or no pair has enough ratings.
        is_removed: whether the filter of WMT26 leaves out the rater's lines.
    """

    rater: str
    lines: int
    closeness: float | None = column(decimals=3, better="higher")
    is_removed: bool = column("removed")


@record
class RaterFilter(Result):
    """The filter of raters of WMT26, as published.

    Attributes:
        raters: a row for each rater.
        version: of the rule.
    """

    raters: tuple[RaterCloseness, ...] = rows(
        "raters",
        RaterCloseness,
        facts="version",
        notes=["Raters are compared with all ratings, their own included: where all spread widely, all go."],
    )
    version: str = "WMT26, final script"

    @property
    def removed(self) -> tuple[str, ...]:
        """The raters whose lines are left out."""
        return tuple(rater.rater for rater in self.raters if rater.is_removed)


_FEWEST_LINES = 3
_FEWEST_RATINGS = 10

Lines = Iterable[tuple[str, Sequence[Mapping[str, float]]]]


def rated_lines(judgements: Iterable[Judgement]) -> list[tuple[str, list[dict[str, float]]]]:
    """Returns what each rater saw: rater, and system -> score of each segment, for each document."""
    lines: dict[tuple[str, str], dict[Unit, dict[str, float]]] = {}
    for judgement in judgements:
        if judgement.score is not None:
            unit = judgement.unit
            segments = lines.setdefault((judgement.rater or "", judgement.document or str(unit)), {})
            segments.setdefault(unit, {})[judgement.system or ""] = judgement.score
    return [(rater, list(segments.values())) for (rater, _), segments in lines.items()]


def filter_raters(lines: Lines) -> RaterFilter:
    """Finds raters whose scores differ too much from those of all, by the rule of WMT26.

    Of each pair of systems that a rater saw together, closeness is 2 ** -(d - m)² / (2 v), where d is the
    difference of the rater's scores, m that of the systems' means, and v the sum of their variances.

    Args:
        lines: rater, and system -> score of each segment, for each document; `rated_lines` makes them of
            judgements.
    """
    rated = [(rater, [dict(segment) for segment in segments]) for rater, segments in lines]
    scores: dict[str, list[float]] = {}
    for _, segments in rated:
        for segment in segments:
            for system, score in segment.items():
                scores.setdefault(system, []).append(score)
    enough = {system: values for system, values in scores.items() if len(values) > _FEWEST_RATINGS}
    means = {system: float(np.mean(values)) for system, values in enough.items()}
    variances = {system: float(np.var(values, ddof=1)) for system, values in enough.items()}
    by_rater: dict[str, list[float]] = {}
    for rater, segments in rated:
        closeness = by_rater.setdefault(rater, [])
        for segment in segments:
            for one, other in combinations([system for system in segment if system in enough], 2):
                gap = segment[one] - segment[other] - (means[one] - means[other])
                closeness.append(2.0 ** -(gap**2 / (2 * (variances[one] + variances[other]) + 1e-6)))
    n_lines = Counter(rater for rater, _ in rated)
    raters = []
    for rater, values in by_rater.items():
        mean = float(np.mean(values)) if values and n_lines[rater] >= _FEWEST_LINES else None
        raters.append(RaterCloseness(rater, n_lines[rater], mean, mean is not None and mean < CLOSENESS))
    return RaterFilter(tuple(raters))
