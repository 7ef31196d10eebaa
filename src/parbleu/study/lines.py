"""A picture of scores and ranks from setting to setting."""

from __future__ import annotations

from parbleu.study.pictures import picture

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from parbleu.study.outcome import Section, Sensitivity

_HEIGHT = 4.5
_WIDTH = 12


def draw_settings(study: Sensitivity, path: str) -> None:
    """Draws, for everything that varied, lines through the scores and the ranks of each system.

    Args:
        study: what was found.
        path: where to; the name ends in .svg, .png or .pdf. It appears whole or not at all.

    Raises:
        OptionError: the name ends in something else.
        MissingDependencyError: Matplotlib is not installed.
        CacheError: the file cannot be written.
    """
    with picture(path, _WIDTH, _HEIGHT * len(study.sections)) as figure:
        rows = figure.subplots(len(study.sections), 2, squeeze=False)
        for axes, section in zip(rows, study.sections, strict=True):
            _plot(axes, section)


def _plot(axes: Any, section: Section) -> None:
    scores, ranks = axes
    places = range(len(section.rows))
    for place, system in enumerate(section.systems):
        scores.plot(places, [row.scores[place] for row in section.rows], "o-", label=system)
        ranks.plot(places, [row.ranks[place] for row in section.rows], "o-", label=system)
    for side in axes:
        side.set_xticks(places, [row.name for row in section.rows], rotation=30, ha="right")
    scores.set(title=f"Score by {section.varies}", ylabel="score")
    ranks.set(title=f"Rank by {section.varies}", ylabel="rank")
    ranks.set_yticks(range(1, len(section.systems) + 1))
    ranks.invert_yaxis()
    ranks.legend(loc="center left", bbox_to_anchor=(1, 0.5))  # beside the lines, and never on them
