"""A picture of scores and ranks from setting to setting."""

from __future__ import annotations

from parbleu.study.permutation_plot import picture

TYPE_CHECKING = False
if TYPE_CHECKING:
    from os import PathLike
    from typing import Any

    from parbleu.study.sensitivity_result import Section, Sensitivity

# In inches: of a section, of all, of a line of the legend; and how many letters fit into such a line, and
# what the sample of a colour takes of them.
_HEIGHT = 4.5
_WIDTH = 12
_LINE = 0.25
_LETTERS = 110
_MARGIN = 6
# Matplotlib has so many colours; then they come again, and points look otherwise.
_COLOURS = 10
_MARKS = "osD^v"


def draw_settings(study: Sensitivity, path: str | PathLike[str]) -> None:
    """Draws, for everything that varied, lines through the scores and the ranks of each system.

    Args:
        study: what was found.
        path: where to; the name ends in .svg, .png or .pdf. It appears whole or not at all.

    Raises:
        OptionError: the name ends in something else.
        MissingDependencyError: Matplotlib is not installed.
        UnwritableFileError: the file cannot be written.
    """
    columns = max(1, _LETTERS // (max(map(len, study.systems)) + _MARGIN))
    legend = _LINE * -(-len(study.systems) // columns)
    with picture(path, _WIDTH, _HEIGHT * len(study.sections) + legend) as figure:
        rows = figure.subplots(len(study.sections), 2, squeeze=False)
        for axes, section in zip(rows, study.sections, strict=True):
            _plot(axes, section)
        figure.legend(*rows[0][0].get_legend_handles_labels(), loc="outside lower center", ncols=columns)


def _plot(axes: Any, section: Section) -> None:
    scores, ranks = axes
    places = range(len(section.rows))
    for place, system in enumerate(section.systems):
        style = f"{_MARKS[place // _COLOURS % len(_MARKS)]}-"
        scores.plot(places, [row.scores[place] for row in section.rows], style, label=system)
        ranks.plot(places, [row.ranks[place] for row in section.rows], style, label=system)
    for side in axes:
        side.set_xticks(places, [row.name for row in section.rows], rotation=30, ha="right")
    scores.set(title=f"{section.metric or 'Score'} by {section.varies}", ylabel="score")
    ranks.set(title=f"Rank by {section.varies}", ylabel="rank")
    ranks.set_yticks(range(1, len(section.systems) + 1))
    ranks.invert_yaxis()
