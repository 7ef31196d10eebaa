"""What a printed comparison shows, whatever the format: cells, and the notes under them."""

from __future__ import annotations

from dataclasses import dataclass

from parbleu.stats.rank_clusters import samples_needed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.comparison.result import Comparison, MetricComparison, PairTest, SystemScore

TESTS = {"bootstrap": "Paired bootstrap test", "randomization": "Paired approximate randomization test"}
P_DECIMALS = 4


@dataclass(frozen=True)
class Group:
    """Adjoining columns: those of one metric, or a single one.

    Attributes:
        title: over all of them.
        columns: their own titles; the first may be empty.
        numeric: whether they hold numbers, which are aligned right.
    """

    title: str
    columns: tuple[str, ...] = ("",)
    numeric: bool = True


@dataclass(frozen=True)
class Cell:
    """A cell's text, not escaped, and whether it is the best of its column."""

    text: str
    best: bool = False


@dataclass(frozen=True)
class Table:
    """A table: groups of columns, and rows with a cell for every column."""

    groups: tuple[Group, ...]
    rows: tuple[tuple[Cell, ...], ...]


def score_table(comparison: Comparison, width: int | None, sort: str | None = None) -> Table:
    """Returns one row per system, the best scores marked; sorted by a metric if asked for, the best first."""
    groups = [Group("System", numeric=False)]
    columns = ["", *(["p"] if comparison.test else [])]
    columns += ["rank", "cluster"] if comparison.all_pairs else []
    groups += [Group(_title(metric), tuple(columns)) for metric in comparison.metrics]
    rows = []
    places = list(range(len(comparison.systems)))
    if sort is not None:
        by = comparison[sort]
        places.sort(key=lambda place: by.scores[place].score, reverse=by.higher_is_better)
    for place in places:
        name = comparison.systems[place]
        row = [Cell(f"{name} (baseline)" if comparison.test and place == 0 else name)]
        for metric in comparison.metrics:
            row += _cells(comparison, metric, metric.scores[place], width)
        rows.append(tuple(row))
    return Table(tuple(groups), tuple(rows))


def pair_table(comparison: Comparison, width: int | None) -> Table:
    """Returns one row per metric and tested pair."""
    titles = ("Difference", "p", "p (calibrated)", "p (Holm)", "Ties")
    groups = [Group(title, numeric=False) for title in ("Metric", "First", "Second")]
    groups += [Group(title) for title in titles]
    rows = [
        tuple(map(Cell, (metric.name, pair.first, pair.second, *_numbers(metric, pair, width))))
        for metric in comparison.metrics
        for pair in metric.pairs
    ]
    return Table(tuple(groups), tuple(rows))


def notes(comparison: Comparison) -> list[str]:
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
        found.append(f"p: against {comparison.baseline}; * p ≤ {comparison.alpha}.")
    if comparison.n_confidence:
        found.append(
            f"±: half the width of the 95 % interval of {comparison.n_confidence} bootstrap samples' scores."
        )
    if comparison.all_pairs:
        found.append(
            f"rank, cluster: from differences with p < {comparison.alpha}, calibrated and corrected for the "
            "number of pairs (Holm)."
        )
        pairs = len(comparison.metrics[0].pairs)
        if (needed := samples_needed(pairs, comparison.alpha)) > comparison.n_samples:
            found.append(
                f"Too few {drawn} for {pairs} pairs: none can be significant with less than {needed}."
            )
    return found


def signatures(comparison: Comparison, short: bool = False) -> list[tuple[str, str]]:
    """Returns each metric's name and signature, abbreviated or not."""
    return [
        (metric.name, metric.short_signature if short else metric.signature) for metric in comparison.metrics
    ]


def _title(metric: MetricComparison) -> str:
    return f"{metric.name} {'↑' if metric.higher_is_better else '↓'}"


def _decimals(metric: MetricComparison, width: int | None) -> int:
    return metric.decimals if width is None else width


def _cells(
    comparison: Comparison, metric: MetricComparison, system: SystemScore, width: int | None
) -> list[Cell]:
    decimals = _decimals(metric, width)
    text = f"{system.score:.{decimals}f}"
    if system.ci is not None:
        text += f" ± {system.ci:.{decimals}f}"
    cells = [Cell(text, system.system in metric.best)]
    if comparison.test:
        cells.append(Cell(_marked(comparison, metric, system)))
    if comparison.all_pairs and system.rank is not None:
        best, worst = system.rank
        cells += [Cell(str(best) if best == worst else f"{best}–{worst}"), Cell(str(system.cluster))]
    return cells


def _marked(comparison: Comparison, metric: MetricComparison, system: SystemScore) -> str:
    if system.p_value is None:
        return ""
    # Equal scores do not differ, though sacreBLEU's p-value may be the smallest there is.
    differs = system.score != metric.scores[0].score
    mark = "*" if differs and system.p_value <= comparison.alpha else ""
    return f"{system.p_value:.{P_DECIMALS}f}{mark}"


def _numbers(metric: MetricComparison, pair: PairTest, width: int | None) -> list[str]:
    p_values = (pair.p_value, pair.p_calibrated, pair.p_holm)
    difference = f"{pair.difference:+.{_decimals(metric, width)}f}"
    return [difference, *(f"{value:.{P_DECIMALS}f}" for value in p_values), str(pair.n_equal)]
