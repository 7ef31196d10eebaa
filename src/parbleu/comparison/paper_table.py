"""Makes the compact table of a comparison for a paper, whose caption tells everything else."""

from __future__ import annotations

from parbleu.tables import Column, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from parbleu.comparison.comparison_result import Comparison, MetricComparison, SystemScore

TESTS = {"bootstrap": "paired bootstrap test", "randomization": "paired approximate randomization"}


def paper_table(comparison: Comparison, sort: str | None = None) -> Table:
    """Returns a row for each system and a column for each metric, as `Comparison.paper_table` describes."""
    places = comparison.order(sort)
    columns = [Column("system", "System")]
    rows: list[list[Any]] = [[comparison.systems[place]] for place in places]
    marks: dict[tuple[int, str], set[str]] = {}
    for metric in comparison.metrics:
        columns += _columns(comparison, metric)
        for number, place in enumerate(places):
            score = metric.scores[place]
            rows[number] += [score.score, *_beside(comparison, score)]
            if found := _marks(comparison, metric, score):
                marks[number, metric.name] = found
    return Table("paper", columns, rows, title=_caption(comparison), marks=marks)


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


def _marks(comparison: Comparison, metric: MetricComparison, score: SystemScore) -> set[str]:
    if comparison.all_pairs:
        return {"best"} if score.cluster == 1 else set()
    found = {"best"} if score.system in metric.best else set()
    differs = score.score != metric.scores[0].score
    if score.p_value is not None and differs and score.p_value <= comparison.alpha:
        found.add("significant")
    return found


def _caption(comparison: Comparison) -> str:
    """Returns what a reader has to know, as sentences."""
    drawn = f"{comparison.n_samples} {'trials' if comparison.test == 'randomization' else 'samples'}"
    said = [f"Scores on {comparison.n_segments} segments."]
    if comparison.all_pairs:
        said.append(
            f"Superscripts are clusters: every system of one is significantly better than all of the next "
            f"({TESTS[str(comparison.test)]}, {drawn}, p < {comparison.alpha} after Holm's correction); the "
            "first one is bold."
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
