"""Shows the scores of language pairs by source and target: as a table, and as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import isnan
from typing import TYPE_CHECKING, Any

from parbleu.errors import TableError
from parbleu.tables import Column, Table
from parbleu.tables._table import heat_marks
from parbleu.text._languages import split_pair

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_CELL = 0.3
_LETTER = 0.08
_WIDEST = 14
"""How wide a picture of several systems may be, in inches, if one of them is not wider."""

_MOST_NUMBERS = 25


@dataclass(frozen=True)
class PairMap:
    """The scores of systems by one metric, on language pairs.

    Attributes:
        metric: its name.
        scores: system -> language pair -> score.
    """

    metric: str
    scores: Mapping[str, Mapping[str, float]]

    @cached_property
    def _cells(self) -> dict[tuple[str, str, str], float]:
        return {
            (system, *split_pair(pair)): score
            for system, scores in self.scores.items()
            for pair, score in scores.items()
        }

    @cached_property
    def _sources(self) -> list[str]:
        return sorted({source for _, source, _ in self._cells})

    @cached_property
    def _targets(self) -> list[str]:
        return sorted({target for *_, target in self._cells})

    def table(self) -> Table | None:
        """Returns a row for each source, or system and source; None of a single source or target."""
        if min(len(self._sources), len(self._targets)) < 2:
            return None
        rows = [(system, source) for system in self.scores for source in self._sources]
        names = {f"into_{target}": target for target in self._targets}
        cells = [[self._cells.get((*row, target)) for target in self._targets] for row in rows]
        marks = heat_marks(
            {
                (number, name): score
                for number, row in enumerate(cells)
                for name, score in zip(names, row, strict=True)
            }
        )
        heads = ["system", "source"] if len(self.scores) > 1 else ["source"]
        return Table(
            "map",
            [*map(Column, heads), *(Column(name, names[name], float, decimals=1) for name in names)],
            [[*row[-len(heads) :], *scores] for row, scores in zip(rows, cells, strict=True)],
            notes=[f"{self.metric}: sources as rows, targets as columns."],
            marks=marks,
        )

    def figure(self, title: str) -> Figure:
        """Returns a heat map for each system, with sources as rows and targets as columns.

        Raises:
            TableError: there are no scores.
            MissingDependencyError: Matplotlib is not installed.
        """
        from parbleu.tables._figures import new_figure

        if not self._cells:
            raise TableError("no pair was scored: there is nothing to draw")
        longest = _LETTER * max(map(len, (*self._sources, *self._targets)))
        width, height = len(self._targets) * _CELL + longest, len(self._sources) * _CELL + longest + 1
        n_columns = max(1, min(len(self.scores), int((_WIDEST - 2) / width)))
        n_rows = -(-len(self.scores) // n_columns)
        with new_figure((n_columns * width + 2, n_rows * height)) as figure:
            panels = figure.subplots(n_rows, n_columns, squeeze=False).ravel().tolist()
            for axes, system in zip(panels, self.scores, strict=False):
                self._draw(axes, system)
                axes.set_title(system if len(self.scores) > 1 else title, fontsize=10)
            for axes in panels[len(self.scores) :]:
                axes.remove()
            if len(self.scores) > 1:
                figure.suptitle(title, fontsize=10)
            drawn = panels[: len(self.scores)]
            figure.colorbar(drawn[0].images[0], ax=drawn)
        return figure

    def _draw(self, axes: Axes, system: str) -> None:
        """Draws the scores of a system, in the colors of all systems."""
        nothing = float("nan")
        cells = [
            [self._cells.get((system, source, target), nothing) for target in self._targets]
            for source in self._sources
        ]
        low, high = min(self._cells.values()), max(self._cells.values())
        axes.imshow(cells, cmap="viridis", aspect="auto", vmin=low, vmax=high)
        axes.set_xticks(range(len(self._targets)), self._targets, rotation=90)
        axes.set_yticks(range(len(self._sources)), self._sources)
        axes.tick_params(length=0, labelsize=8)
        if max(len(self._sources), len(self._targets)) > _MOST_NUMBERS:
            return
        style: Any = {"ha": "center", "va": "center", "fontsize": 7}
        for number, row in enumerate(cells):
            for column, score in enumerate(row):
                if not isnan(score):
                    color = "white" if score <= (low + high) / 2 else "black"
                    axes.text(column, number, f"{score:.0f}", color=color, **style)
