"""Makes the compact table of a comparison for a paper, whose caption tells everything else."""

from __future__ import annotations

from parbleu.comparison.result_tables import best_systems, significant_systems
from parbleu.tables import Column, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from parbleu.comparison.comparison_result import Comparison, MetricComparison, SystemScore

TESTS = {"bootstrap": "paired bootstrap test", "randomization": "paired approximate randomization"}


def paper_table(comparison: Comparison, sort: str | None = None, texts: str = "") -> Table:
    """Returns a row for each system and a column for each metric, as `Comparison.paper_table` describes."""
    places = comparison.order(sort)
    columns = [Column("system", "System")]
    rows: list[list[Any]] = [[comparison.systems[place]] for place in places]
    marks: dict[tuple[int, str], set[str]] = {}
    for metric in comparison.metrics:
        columns += _columns(comparison, metric)
        best = best_systems(comparison, metric)
        starred = set() if comparison.all_pairs else significant_systems(comparison, metric)
        for number, place in enumerate(places):
            score = metric.scores[place]
            rows[number] += [score.score, *_beside(comparison, score)]
            kinds = {"best": best, "significant": starred}
            marks[number, metric.name] = {kind for kind, systems in kinds.items() if score.system in systems}
    return Table("paper", columns, rows, title=_caption(comparison, texts), marks=marks)


def _columns(comparison: Comparison, metric: MetricComparison) -> list[Column]:
    """Returns the column of a metric, and one of what stands behind its scores, if anything does."""
    name, better = metric.name, "higher" if metric.higher_is_better else "lower"
    number: dict[str, Any] = {"kind": float, "decimals": metric.decimals, "better": better}
    if comparison.all_pairs:
        cluster = Column(f"{name}_cluster", "cluster", int, people=False)
        return [Column(name, superscript=cluster.name, **number), cluster]
    if comparison.test or not comparison.n_interval_samples:
        return [Column(name, **number)]
    half_width = Column(f"{name}_ci", "ci", float, people=False)
    return [Column(name, plus_minus=half_width.name, **number), half_width]


def _beside(comparison: Comparison, score: SystemScore) -> list[Any]:
    if comparison.all_pairs:
        return [score.cluster]
    return [score.ci] if comparison.n_interval_samples and not comparison.test else []


def _caption(comparison: Comparison, texts: str) -> str:
    """Returns what a reader has to know, as sentences."""
    drawn = f"{comparison.n_samples} {'trials' if comparison.test == 'randomization' else 'samples'}"
    said = [f"Scores on {comparison.n_segments} segments{texts and ' of '}{texts}."]
    if comparison.all_pairs:
        said.append(
            f"Superscripts are clusters: every system of one is significantly better than all of the next "
            f"({TESTS[str(comparison.test)]}, {drawn}, p < {comparison.alpha} after Holm's correction). "
            "Bold: no system is significantly better."
        )
    else:
        said.append("The best are bold.")
        if comparison.test:
            said.append(
                f"* differs significantly from {comparison.baseline} ({TESTS[comparison.test]}, {drawn}, "
                f"p ≤ {comparison.alpha})."
            )
        elif comparison.n_interval_samples:
            said.append(
                f"± is half of the 95 % interval of {comparison.n_interval_samples} bootstrap samples."
            )
    if comparison.seed is not None:
        said.append(f"Seed {comparison.seed}.")
    signatures = [f"{metric.name} {metric.short_signature}" for metric in comparison.metrics]
    return f"{' '.join(said)} Signatures: {'; '.join(signatures)}."
