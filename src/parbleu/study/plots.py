"""Draws plots of studies with Matplotlib, from the extra `parbleu[plots]`."""

from __future__ import annotations

from contextlib import contextmanager
from os import fspath
from typing import TYPE_CHECKING

from parbleu.base.extras import install_command
from parbleu.errors import MissingDependencyError, OptionError
from parbleu.io.atomic import check_place, replacing

if TYPE_CHECKING:
    from collections.abc import Iterator
    from os import PathLike
    from typing import Any

    from parbleu.study.permutation_result import Permutations, SystemPermutations
    from parbleu.study.sensitivity_result import Section, Sensitivity

FORMATS = ("svg", "png", "pdf")

# The same picture for the same data: no date, and no random identifiers in SVG. Names may hold dollar signs.
_SETTINGS: Any = {"svg.hashsalt": "parbleu", "text.parse_math": False}
_METADATA: dict[str, dict[str, None]] = {"png": {}, "svg": {"Date": None}, "pdf": {"CreationDate": None}}

# Of permutations.
_MOST_SEGMENTS = 15
_COUNT = "log10 of reorderings"

# Of settings, in inches: a section's height, the width, a line of the legend; and how many letters fit into
# such a line, and how many of them the sample of a colour takes.
_SECTION_HEIGHT, _SETTINGS_WIDTH, _LEGEND_LINE = 4.5, 12, 0.25
_LEGEND_LETTERS, _LEGEND_SAMPLE = 110, 6
# Matplotlib has so many colours; then they come again, with other points.
_COLORS = 10
_POINTS = "osD^v"


def check_plot(path: str | PathLike[str]) -> str:
    """Returns the format of a plot by its file name, without drawing.

    Raises:
        OptionError: it is none of `FORMATS`.
        MissingDependencyError: Matplotlib is not installed.
        UnwritableFileError: there is no such directory.
    """
    kind = fspath(path).rpartition(".")[2].lower()
    if kind not in FORMATS:
        raise OptionError(f"{fspath(path)}: a picture's name ends in .{', .'.join(FORMATS)}")
    check_place(path)
    try:
        import matplotlib.figure  # noqa: F401 - whether it can be
    except ImportError:
        raise MissingDependencyError(f"pictures need Matplotlib: {install_command('plots')}") from None
    return kind


@contextmanager
def _figure(path: str | PathLike[str], width: float, height: float) -> Iterator[Any]:
    """Yields an empty figure of so many inches; writes it in the end, whole or not at all."""
    kind = check_plot(path)
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(_SETTINGS):
        figure = Figure(figsize=(width, height), layout="constrained")
        yield figure
        with replacing(path) as file:
            figure.savefig(file, format=kind, metadata=_METADATA[kind])


def plot_permutations(study: Permutations, path: str | PathLike[str], kind: str = "safe") -> None:
    """Draws a histogram of the segments' counts, the counts against length, and the most permutable segments.

    Every system gets a row.

    Args:
        study: the result of the study.
        path: where to; the name ends in .svg, .png or .pdf. The file appears whole or not at all.
        kind: one of `parbleu.study.segment_blocks.KINDS`.

    Raises:
        OptionError: the name ends in something else.
        UnknownNameError: there is no such kind.
        MissingDependencyError: Matplotlib is not installed.
        UnwritableFileError: the file cannot be written.
    """
    with _figure(path, 15, 4.5 * len(study.systems)) as figure:
        rows = figure.subplots(len(study.systems), 3, sharex="col", squeeze=False)  # to be compared
        most = max(count.log10 for system in study.systems for count in system.counts(kind)) or 1
        for axes, system in zip(rows, study.systems, strict=True):
            _plot_system(axes, system, kind, most)


def _plot_system(axes: Any, system: SystemPermutations, kind: str, most: float) -> None:
    histogram, scatter, bars = axes
    counts = [count.log10 for count in system.counts(kind)]
    histogram.hist(counts, bins=30, range=(0, most))
    histogram.set(xlabel=f"{_COUNT} ({kind})", ylabel="segments", title=system.system)
    scatter.scatter([segment.tokens for segment in system.segments], counts, s=8)
    scatter.set_ylim(-0.03 * most, 1.03 * most)
    scatter.set(xlabel=f"tokens ({system.tokenize})", ylabel=_COUNT, title="Reorderings and length")
    top = system.most_permutable(kind)[:_MOST_SEGMENTS][::-1]
    bars.barh([f"segment {index + 1}" for index in top], [counts[index] for index in top])
    bars.set(xlabel=_COUNT, title="The most permutable segments")


def plot_settings(study: Sensitivity, path: str | PathLike[str]) -> None:
    """Draws, for each varied setting, lines through the scores and the ranks of each system.

    `path` and errors are as for `plot_permutations`.
    """
    columns = max(1, _LEGEND_LETTERS // (max(map(len, study.systems)) + _LEGEND_SAMPLE))
    legend = _LEGEND_LINE * -(-len(study.systems) // columns)
    with _figure(path, _SETTINGS_WIDTH, _SECTION_HEIGHT * len(study.sections) + legend) as figure:
        rows = figure.subplots(len(study.sections), 2, squeeze=False)
        for axes, section in zip(rows, study.sections, strict=True):
            _plot_section(axes, section)
        figure.legend(*rows[0][0].get_legend_handles_labels(), loc="outside lower center", ncols=columns)


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
