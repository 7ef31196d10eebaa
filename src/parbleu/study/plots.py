"""Draws the figures of studies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu.tables.figures import new_figure

if TYPE_CHECKING:
    from typing import Any

    from matplotlib.figure import Figure

    from parbleu.study.permutation_result import Permutations, SystemPermutations
    from parbleu.study.sensitivity_result import Section, Sensitivity

# Of permutations.
_KIND = "safe"  # of `parbleu.study.segment_blocks.KINDS`
_MOST_SEGMENTS = 15
_COUNT = "log10 of reorderings"

# Of settings, in inches: a section's height, the width, a line of the legend; and how many letters fit into
# such a line, and how many of them the sample of a colour takes.
_SECTION_HEIGHT, _SETTINGS_WIDTH, _LEGEND_LINE = 4.5, 12, 0.25
_LEGEND_LETTERS, _LEGEND_SAMPLE = 110, 6
# Matplotlib has so many colours; then they come again, with other points.
_COLORS = 10
_POINTS = "osD^v"


def permutation_figure(study: Permutations) -> Figure:
    """Returns a histogram of the segments' counts, counts against length, and the most permutable segments.

    Every system gets a row.

    Raises:
        MissingDependencyError: Matplotlib is not installed.
    """
    with new_figure((15, 4.5 * len(study.systems))) as figure:
        rows = figure.subplots(len(study.systems), 3, sharex="col", squeeze=False)  # to be compared
        most = max(count.log10 for system in study.systems for count in system.counts(_KIND)) or 1
        for axes, system in zip(rows, study.systems, strict=True):
            _plot_system(axes, system, most)
    return figure


def _plot_system(axes: Any, system: SystemPermutations, most: float) -> None:
    histogram, scatter, bars = axes
    counts = [count.log10 for count in system.counts(_KIND)]
    histogram.hist(counts, bins=30, range=(0, most))
    histogram.set(xlabel=f"{_COUNT} ({_KIND})", ylabel="segments", title=system.system)
    scatter.scatter([segment.tokens for segment in system.segments], counts, s=8)
    scatter.set_ylim(-0.03 * most, 1.03 * most)
    scatter.set(xlabel=f"tokens ({system.tokenize})", ylabel=_COUNT, title="Reorderings and length")
    top = system.most_permutable(_KIND)[:_MOST_SEGMENTS][::-1]
    bars.barh([f"segment {index + 1}" for index in top], [counts[index] for index in top])
    bars.set(xlabel=_COUNT, title="The most permutable segments")


def settings_figure(study: Sensitivity) -> Figure:
    """Returns, for each varied setting, lines through the scores and the ranks of each system.

    Raises:
        MissingDependencyError: Matplotlib is not installed.
    """
    columns = max(1, _LEGEND_LETTERS // (max(map(len, study.systems)) + _LEGEND_SAMPLE))
    legend = _LEGEND_LINE * -(-len(study.systems) // columns)
    with new_figure((_SETTINGS_WIDTH, _SECTION_HEIGHT * len(study.sections) + legend)) as figure:
        rows = figure.subplots(len(study.sections), 2, squeeze=False)
        for axes, section in zip(rows, study.sections, strict=True):
            _plot_section(axes, section)
        figure.legend(*rows[0][0].get_legend_handles_labels(), loc="outside lower center", ncols=columns)
    return figure


def _plot_section(axes: Any, section: Section) -> None:
    scores, ranks = axes
    places = range(len(section.rows))
    for place, system in enumerate(section.systems):
        style = f"{_POINTS[place // _COLORS % len(_POINTS)]}-"
        scores.plot(places, [row.scores[place] for row in section.rows], style, label=system)
        ranks.plot(places, [row.ranks[place] for row in section.rows], style, label=system)
    for side in axes:
        side.set_xticks(places, [row.name for row in section.rows], rotation=30, ha="right")
    scores.set(title=f"{section.metric or 'Score'} by {section.varies}", ylabel="score")
    ranks.set(title=f"Rank by {section.varies}", ylabel="rank")
    ranks.set_yticks(range(1, len(section.systems) + 1))
    ranks.invert_yaxis()
