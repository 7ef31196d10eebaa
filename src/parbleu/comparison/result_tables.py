"""Makes the tables of a comparison: its systems, and the pairs of systems that were tested."""

from __future__ import annotations

from parbleu.base.wording import counted
from parbleu.comparison.sample_warnings import why_few_samples, why_meaningless
from parbleu.stats.rank_clusters import samples_needed
from parbleu.tables import Column, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from parbleu.comparison.comparison_result import Comparison, MetricComparison, SystemScore

TESTS = {"bootstrap": "Paired bootstrap test", "randomization": "Paired approximate randomization test"}


def system_table(comparison: Comparison, sort: str | None = None, short: bool = False) -> Table:
    """Returns a row for each system, the best scores marked; options are those of `Comparison.tables`."""
    places = comparison.order(sort)
    columns = [Column("system")]
    rows: list[list[Any]] = [[comparison.systems[place]] for place in places]
    marks: dict[tuple[int, str], set[str]] = {}
    if comparison.test:
        marks[places.index(0), "system"] = {"baseline"}
    for metric in comparison.metrics:
        columns += _metric_columns(comparison, metric)
        best, significant = best_systems(comparison, metric), significant_systems(comparison, metric)
        for number, place in enumerate(places):
            score = metric.scores[place]
            rows[number] += _cells(comparison, score)
            if score.system in best:
                marks[number, metric.name] = {"best"}
            if score.system in significant:
                marks[number, f"{metric.name}_p_value"] = {"significant"}
    return Table(
        "scores", columns, rows, notes=_notes(comparison), facts=_facts(comparison, short), marks=marks
    )


def best_systems(comparison: Comparison, metric: MetricComparison) -> frozenset[str]:
    """Returns the systems with the best score; after a test of all pairs, those that none is better than."""
    if not comparison.all_pairs:
        return metric.best
    return frozenset(score.system for score in metric.scores if score.rank and score.rank[0] == 1)


def significant_systems(comparison: Comparison, metric: MetricComparison) -> set[str]:
    """Returns the systems whose difference from the baseline is significant."""
    against = [pair for pair in metric.pairs if pair.first == comparison.baseline]
    if comparison.all_pairs:  # by what ranks and clusters come from
        return {pair.second for pair in against if pair.p_holm < comparison.alpha}
    # Equal scores and a single segment show nothing, though sacreBLEU's p-value is the smallest there is.
    return {pair.second for pair in against if pair.p_value <= comparison.alpha and pair.p_calibrated < 1}


def why_weak(comparison: Comparison) -> str:
    """Returns why p-values or intervals say little, in a sentence; "" if they say what they should."""
    n_drawn = comparison.n_units or comparison.n_segments
    if not comparison.test and not comparison.n_interval_samples:
        return ""
    return _why_meaningless(comparison) or why_few_samples(n_drawn, comparison.n_interval_samples)


def _why_meaningless(comparison: Comparison) -> str:
    if comparison.test is None:
        return ""
    ends = ((score.low, score.high) for metric in comparison.metrics for score in metric.scores)
    return why_meaningless(comparison.test, comparison.n_units or comparison.n_segments, ends)


def _equal_systems(comparison: Comparison) -> list[str]:
    """Returns the systems that no sample tells from the baseline by any metric."""
    equal = []
    for system in comparison.systems[1:]:
        pairs = [
            pair
            for metric in comparison.metrics
            for pair in metric.pairs
            if (pair.first, pair.second) == (comparison.baseline, system)
        ]
        if pairs and all(pair.difference == 0 and pair.n_equal == comparison.n_samples for pair in pairs):
            equal.append(system)
    return equal


def _metric_columns(comparison: Comparison, metric: MetricComparison) -> list[Column]:
    """Returns the columns of a metric: under one heading, if people see several of them."""
    name, better = metric.name, "higher" if metric.higher_is_better else "lower"
    group = name if comparison.test else ""
    number: dict[str, Any] = {"kind": float, "decimals": metric.decimals, "group": group}
    title = "score" if group else name
    interval: dict[str, Any] = {}
    if comparison.n_interval_samples:
        interval = {"plus_minus": f"{name}_ci", "low": f"{name}_low", "high": f"{name}_high"}
    columns = [Column(name, title, better=better, **interval, **number)]
    if interval:
        columns += [
            Column(f"{name}_{key}", key, people=False, **number) for key in ("ci", "mean", "low", "high")
        ]
    if comparison.test:
        columns.append(p_column(f"{name}_p_value", group=group))
    if comparison.all_pairs:
        columns += [
            Column(f"{name}_rank", "rank", str, group, align="right"),
            Column(f"{name}_best_rank", "best rank", int, group, people=False),
            Column(f"{name}_worst_rank", "worst rank", int, group, people=False),
            Column(f"{name}_cluster", "cluster", int, group),
        ]
    return columns


def p_column(name: str, title: str = "p", group: str = "") -> Column:
    """Returns a column of p-values."""
    return Column(name, title, float, group, decimals=4, fixed_decimals=True)


def _cells(comparison: Comparison, score: SystemScore) -> list[Any]:
    cells: list[Any] = [score.score]
    if comparison.n_interval_samples:
        cells += [score.ci, score.mean, score.low, score.high]
    if comparison.test:
        cells.append(score.p_value)
    if comparison.all_pairs:
        best, worst = score.rank or (None, None)
        cells += [f"{best}" if best == worst else f"{best}–{worst}", best, worst, score.cluster]
    return cells


def pair_table(comparison: Comparison) -> Table:
    """Returns a row for each metric and each pair of systems that was tested."""
    from parbleu.comparison.corrected_tables import with_discovery_rates

    decimals = max(metric.decimals for metric in comparison.metrics)
    table = Table(
        "pairs",
        (
            Column("metric"),
            Column("first"),
            Column("second"),
            Column("difference", kind=float, decimals=decimals, signed=True),
            p_column("p_value"),
            p_column("p_calibrated", "p (calibrated)"),
            p_column("p_holm", "p (Holm)"),
            Column("n_equal", "ties", int),
        ),
        [
            (metric.name, *vars(pair).values())  # which the columns have in their order
            for metric in comparison.metrics
            for pair in metric.pairs
        ],
        notes=["p (Holm) decides on ranks, clusters and *; p is sacreBLEU's, and not corrected."],
    )
    return with_discovery_rates(table, ["metric"], "of each metric", "p_calibrated")


def _facts(comparison: Comparison, short: bool) -> dict[str, Any]:
    facts: dict[str, Any] = {"n_segments": comparison.n_segments}
    if comparison.n_units is not None:
        facts["n_units"] = comparison.n_units
    if comparison.test:
        facts |= {
            "baseline": comparison.baseline,
            "test": comparison.test,
            "n_samples": comparison.n_samples,
            "alpha": comparison.alpha,
        }
    if comparison.seed is not None:
        facts["seed"] = comparison.seed
    for metric in comparison.metrics:
        facts[f"{metric.name} signature"] = metric.short_signature if short else metric.signature
    return facts


def _notes(comparison: Comparison) -> list[str]:
    """Returns what a reader has to know to read the table."""
    found = []
    drawn = "trials" if comparison.test == "randomization" else "samples"
    if comparison.test:
        against = (
            "of all pairs of systems"
            if comparison.all_pairs
            else f"of each system with {comparison.baseline}"
        )
        found.append(f"{TESTS[comparison.test]} {against}, {comparison.n_samples} {drawn}.")
        if comparison.all_pairs:
            found.append(f"p: against {comparison.baseline}, not corrected; * p (Holm) < {comparison.alpha}.")
        else:
            found.append(f"p: against {comparison.baseline}; * p ≤ {comparison.alpha}.")
        if (equal := _equal_systems(comparison)) and not _why_meaningless(comparison):
            found.append(
                f"Identical output to {comparison.baseline}: {', '.join(equal)}. Its p has no meaning."
            )
    if comparison.n_interval_samples:
        drawn_for_it = comparison.n_interval_samples
        found.append(f"±: half the width of the 95 % interval of {drawn_for_it} bootstrap samples' scores.")
    if weak := why_weak(comparison):
        found.append(weak)
    if comparison.n_units is not None:
        wide = comparison.widening
        wider = "" if wide is None else f" Intervals are {wide:.2f} times as wide as those of segments."
        found.append(f"Resampled are {comparison.n_units} units of several segments, as documents.{wider}")
    if comparison.all_pairs:
        pairs = len(comparison.metrics[0].pairs)
        found.append(
            f"rank, cluster: from differences with p < {comparison.alpha}, calibrated and corrected for "
            f"{counted(pairs, 'pair')} of each metric (Holm). Bold: no system is significantly better."
        )
        if (needed := samples_needed(pairs, comparison.alpha)) > comparison.n_samples:
            found.append(
                f"Too few {drawn} for {counted(pairs, 'pair')}: none can be significant "
                f"with less than {needed}."
            )
    return found
