"""Makes the compact table of a comparison for a paper, whose caption tells everything else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parbleu.base.wording import counted
from parbleu.comparison import citations
from parbleu.comparison.citations import (
    CORRECTION,
    INTERVALS,
    SIGNATURES,
    bibtex_entries,
    metric_citations,
    split_entries,
)
from parbleu.comparison.result_tables import best_systems, significant_systems, why_weak
from parbleu.tables import Column, Table

if TYPE_CHECKING:
    from parbleu.comparison.comparison_result import Comparison, MetricComparison, SystemScore

TESTS = {"bootstrap": "paired bootstrap test", "randomization": "paired approximate randomization"}


def paper_table(
    comparison: Comparison,
    sort: str | None = None,
    texts: str = "",
    full_width: bool = False,
    cite: bool = False,
    texts_bibtex: str = "",
) -> Table:
    """Returns a row for each system and a column for each metric, as `Comparison.paper_table` describes."""
    shows_intervals = bool(comparison.n_interval_samples) and (full_width or not comparison.test)
    places = comparison.order(sort)
    columns = [Column("system", "System")]
    rows: list[list[Any]] = [[comparison.systems[place]] for place in places]
    marks: dict[tuple[int, str], set[str]] = {}
    for metric in comparison.metrics:
        columns += _columns(comparison, metric, shows_intervals)
        best = best_systems(comparison, metric) if len(comparison.systems) > 1 else frozenset()
        starred = set() if comparison.all_pairs else significant_systems(comparison, metric)
        for number, place in enumerate(places):
            score = metric.scores[place]
            rows[number] += _cells(comparison, score, shows_intervals)
            kinds = {"best": best, "significant": starred}
            marks[number, metric.name] = {kind for kind, systems in kinds.items() if score.system in systems}
    caption = Caption(comparison, (texts, texts_bibtex), shows_intervals, cite)
    return Table(
        "paper", columns, rows, title=caption.text, marks=marks, citations=caption.citations if cite else None
    )


def _columns(comparison: Comparison, metric: MetricComparison, shows_intervals: bool) -> list[Column]:
    """Returns the column of a metric, and those of what stands behind its scores."""
    name, better = metric.name, "higher" if metric.higher_is_better else "lower"
    number: dict[str, Any] = {"kind": float, "decimals": metric.decimals, "better": better}
    behind = {}
    if comparison.all_pairs:
        behind["superscript"] = Column(f"{name}_cluster", "cluster", int, people=False)
    if shows_intervals:
        behind["plus_minus"] = Column(f"{name}_ci", "ci", float, people=False)
    number |= {role: column.name for role, column in behind.items()}
    return [Column(name, **number), *behind.values()]


def _cells(comparison: Comparison, score: SystemScore, shows_intervals: bool) -> list[Any]:
    cluster = [score.cluster] if comparison.all_pairs else []
    return [score.score, *cluster, *([score.ci] if shows_intervals else [])]


class Caption:
    """What a reader has to know, as sentences.

    Args:
        comparison: what the table shows.
        texts: what the test set is called, and the BibTeX entries to cite for it.
        shows_intervals: whether the table has intervals.
        cite: whether works are cited.

    Attributes:
        citations: key -> BibTeX entry of the works that are cited.
        text: the sentences.
    """

    def __init__(
        self, comparison: Comparison, texts: tuple[str, str], shows_intervals: bool, cite: bool
    ) -> None:
        self.citations: dict[str, str] = {}
        self._cites = cite
        self._comparison = comparison
        self._entries = {**bibtex_entries(), **split_entries(texts[1])}
        called = texts[0] and f" of {self._cited(texts[0], *split_entries(texts[1]))}"
        said = [f"Scores on {counted(comparison.n_segments)}{called}.", *self._marks()]
        if shows_intervals:
            drawn = self._cited(f"{comparison.n_interval_samples} bootstrap samples", INTERVALS)
            said.append(f"± is half of the 95 % interval of {drawn}.")
        if weak := why_weak(comparison):
            said.append(weak)
        if comparison.seed is not None:
            said.append(f"Seed {comparison.seed}.")
        signatures = [
            f"{self._cited(metric.name, *metric_citations(metric.signature))} {metric.short_signature}"
            for metric in comparison.metrics
        ]
        said.append(f"{self._cited('Signatures', SIGNATURES)}: {'; '.join(signatures)}.")
        self.text: str = " ".join(said)

    def _cited(self, text: str, *keys: str) -> str:
        """Returns text and the citations behind it."""
        if not self._cites:
            return text
        self.citations |= {key: self._entries[key] for key in keys}
        return f"{text} [{'; '.join(f'@{key}' for key in keys)}]" if keys else text

    def _marks(self) -> list[str]:
        """Returns what superscripts, stars and bold scores mean."""
        comparison, test = self._comparison, self._comparison.test
        if test is None:
            return ["The best are bold."] if len(comparison.systems) > 1 else []
        drawn = f"{comparison.n_samples} {'trials' if test == 'randomization' else 'samples'}"
        how = f"{self._cited(TESTS[test], citations.TESTS[test])}, {drawn}"
        if not comparison.all_pairs:
            differs = f"* differs significantly from {comparison.baseline} ({how}, p ≤ {comparison.alpha})."
            return ["The best are bold.", differs]
        corrected = self._cited("Holm's correction", CORRECTION)
        clusters = (
            "Superscripts are clusters: every system of one is significantly better than all of the next"
        )
        level = f"p < {comparison.alpha} after {corrected}"
        return [f"{clusters} ({how}, {level}).", "Bold: no system is significantly better."]
