"""Draws a comparison as a matrix of differences, or as the distributions of segment scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from parbleu._base.significance import is_significant
from parbleu._core import Segments
from parbleu._inputs.segment_scores import SegmentScores
from parbleu.analysis._analysis_input import compared_texts
from parbleu.analysis._metric_values import segment_values
from parbleu.errors import OptionError, TableError
from parbleu.tables._figures import new_figure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure

    from parbleu._comparison.comparison_result import Comparison, MetricComparison

MOST_SYSTEMS = 40
"""More rows and columns of a matrix cannot be read."""

_CELL, _AROUND, _ROW, _PANEL, _LETTER = 0.62, 1.0, 0.32, 3.2, 0.075  # inches
_BINS = 30
_BOX, _MEAN = "#0072B2", "#D55E00"  # which colour-blind people tell apart


def difference_matrix(comparison: Comparison, sort: str | None = None) -> Figure:
    """Returns a panel for each metric with a cell for each two systems: the row's score less the column's.

    A star marks a significant difference of a tested pair. Purple: the row is better; orange: the column is.

    Args:
        comparison: of at least two systems.
        sort: the metric by which the systems are sorted, the best first; None for the first.

    Raises:
        UnknownNameError: there is no metric of that name.
        TableError: there is one system, or there are more than `MOST_SYSTEMS`.
        MissingDependencyError: Matplotlib is not installed.
    """
    count = len(comparison.systems)
    if not 2 <= count <= MOST_SYSTEMS:
        raise TableError(f"a matrix of differences has 2 to {MOST_SYSTEMS} systems, and here are {count}")
    order = comparison.order(sort or comparison.metrics[0].name)
    names = [comparison.systems[index] for index in order]
    longest = _LETTER * max(map(len, names))
    side = _CELL * count
    size = (len(comparison.metrics) * (side + 0.4) + longest + _AROUND, side + longest + _AROUND)
    with new_figure(size) as figure:
        panels = figure.subplots(1, len(comparison.metrics), sharey=True, squeeze=False)[0]
        for axes, metric in zip(panels, comparison.metrics, strict=True):
            _draw_matrix(axes, metric, names, comparison.alpha)
        panels[0].set_yticks(range(count), names)
    return figure


def _draw_matrix(axes: Any, metric: MetricComparison, names: Sequence[str], alpha: float) -> None:
    scores = np.array([metric[name].score for name in names])
    differences = scores[:, None] - scores[None, :]
    limit = float(np.abs(differences).max()) or 1.0
    gains = differences if metric.higher_is_better else -differences
    axes.imshow(gains, cmap="PuOr", vmin=-limit, vmax=limit)
    significant = {
        frozenset((pair.first, pair.second)) for pair in metric.pairs if is_significant(pair.p_holm, alpha)
    }
    for row, one in enumerate(names):
        for column, other in enumerate(names):
            if one == other:
                continue
            star = "*" if frozenset((one, other)) in significant else ""
            text = f"{differences[row, column]:+.{metric.decimals}f}{star}"
            dark = abs(gains[row, column]) > 0.6 * limit
            axes.text(
                column, row, text, ha="center", va="center", fontsize=7, color="white" if dark else "black"
            )
    axes.set_xticks(range(len(names)), names, rotation=90)
    axes.set_title(metric.name, fontsize=10)
    axes.tick_params(length=0, labelsize=8)


def score_distributions(comparison: Comparison, sort: str | None = None) -> Figure:
    """Returns a panel for each metric with the distribution of each system's segment scores.

    A shape is a histogram, drawn to both sides; its line shows the median and the quartiles, a diamond the
    mean.

    Args:
        comparison: with its texts.
        sort: the metric by which the systems are sorted, the best first; None for the first.

    Raises:
        UnknownNameError: there is no metric of that name.
        OptionError: the comparison has no texts: it was saved without them; or its metrics were
            made with the references.
        MissingDependencyError: Matplotlib is not installed.
    """
    compared = comparison.known_input()
    order = comparison.order(sort or comparison.metrics[0].name)
    names = [comparison.systems[index] for index in order]
    metrics = [{name: metric} if name is not None else metric for name, metric in compared.metrics]
    blank = Segments([""] * comparison.n_segments)  # of segment scores alone, no text is read
    corpus = compared.corpus
    are_given = all(isinstance(metric, SegmentScores) for _, metric in compared.metrics)
    if (corpus is None or not corpus.references) and not are_given:
        raise OptionError("its metrics hold the references: pass references to compare to draw distributions")
    systems = dict.fromkeys(comparison.systems, blank) if corpus is None else corpus.systems
    texts = compared_texts(systems, [blank] if corpus is None else corpus.references or [blank])
    metric_values = segment_values(texts, metrics)
    places = [list(texts.systems).index(name) for name in names]
    width = _LETTER * max(map(len, names)) + _PANEL * len(metric_values)
    with new_figure((width, _ROW * len(names) + _AROUND)) as figure:
        panels = figure.subplots(1, len(metric_values), sharey=True, squeeze=False)[0]
        for axes, metric in zip(panels, metric_values, strict=True):
            rows = [values[~np.isnan(values)] for values in metric.values[places]]
            _draw_distributions(axes, rows)
            axes.set_title(metric.name, fontsize=10)
            better = "higher is better →" if metric.higher_is_better else "← lower is better"
            axes.set_xlabel(f"segment scores, {better}", fontsize=8)
        panels[0].set_yticks(range(len(names)), names)
        panels[0].set_ylim(len(names) - 0.5, -0.5)
    return figure


def _draw_distributions(axes: Any, rows: Sequence[Any]) -> None:
    for position, values in enumerate(rows):
        if not values.size:
            continue
        counts, edges = np.histogram(values, bins=_BINS)
        half = 0.4 * counts / counts.max()
        middles = (edges[:-1] + edges[1:]) / 2
        axes.fill_between(middles, position - half, position + half, color=_BOX, alpha=0.35, linewidth=0)
        low, median, high = np.quantile(values, [0.25, 0.5, 0.75])
        axes.hlines(position, low, high, color=_BOX, linewidth=2.4)
        axes.plot([median], [position], "|", color=_BOX, markersize=10)
        axes.plot([values.mean()], [position], "D", color=_MEAN, markersize=4)
    axes.grid(axis="x", color="#E5E5E5", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(labelsize=8)
    axes.spines[["top", "right", "left"]].set_visible(False)
