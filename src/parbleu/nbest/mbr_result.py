"""Defines the results of minimum Bayes risk decoding."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from parbleu.tables import Column, Result, Table
from parbleu.tables.figures import new_figure

if TYPE_CHECKING:
    from collections.abc import Iterator

    from matplotlib.figure import Figure

    from parbleu.nbest.nbest_lists import NbestList

DECIMALS = 2


@dataclass(frozen=True)
class Decision:
    """What was chosen for one segment.

    Attributes:
        candidates: of the segment.
        chosen: the number of the chosen candidate, from 0.
        utilities: the expected utility of each candidate.
    """

    candidates: NbestList
    chosen: int
    utilities: tuple[float, ...]

    @property
    def segment(self) -> str:
        """The name of the segment."""
        return self.candidates.segment

    @property
    def text(self) -> str:
        """The chosen candidate."""
        return self.candidates.candidates[self.chosen]

    @property
    def utility(self) -> float:
        """The expected utility of the chosen candidate."""
        return self.utilities[self.chosen]

    def ranked(self, higher_is_better: bool = True) -> list[int]:
        """Returns the numbers of the candidates, the best first; equally good ones in their order."""
        sign = -1 if higher_is_better else 1
        return sorted(range(len(self.utilities)), key=lambda place: sign * self.utilities[place])


@dataclass(frozen=True)
class Decisions(Result):
    """What was chosen for each segment of a test set.

    Attributes:
        decisions: one for each segment.
        utility: the name of the metric.
        higher_is_better: False for error rates.
        weights: how references weighed.
        aggregate: whether they were aggregated.
    """

    decisions: tuple[Decision, ...]
    utility: str
    higher_is_better: bool
    weights: str
    aggregate: bool

    def __len__(self) -> int:
        return len(self.decisions)

    def __iter__(self) -> Iterator[Decision]:
        return iter(self.decisions)

    @property
    def texts(self) -> list[str]:
        """The chosen translation of each segment."""
        return [decision.text for decision in self.decisions]

    def tables(self) -> tuple[Table, ...]:
        """Returns a table of the chosen candidates, and one of all candidates."""
        better = "higher" if self.higher_is_better else "lower"
        utility = Column(
            "expected_utility", f"expected {self.utility}", float, decimals=DECIMALS, better=better
        )
        facts = {
            "utility": self.utility,
            "weights": self.weights,
            "aggregate": self.aggregate,
            "segments": len(self.decisions),
        }
        chosen = Table(
            "chosen",
            [Column("segment"), Column("candidate", kind=int), utility, Column("text")],
            [(each.segment, each.chosen + 1, each.utility, each.text) for each in self.decisions],
            title="Chosen by minimum Bayes risk",
            notes=["Candidates are numbered from 1, in the order of their list."],
            facts=facts,
        )
        candidates = Table(
            "candidates",
            [
                Column("segment"),
                Column("candidate", kind=int),
                Column("rank", kind=int),
                utility,
                Column("text"),
            ],
            [row for each in self.decisions for row in candidate_rows(each, self.higher_is_better)],
            title="Expected utilities of all candidates",
            facts=facts,
        )
        return chosen, candidates

    def plot(self, table: str | None = None) -> Figure:  # noqa: ARG002 - as all results
        """Returns a figure of Matplotlib: how the expected utilities of chosen and of all candidates spread.

        Args:
            table: is not used; both of the tables are drawn.

        Raises:
            MissingDependencyError: Matplotlib is not installed.
        """
        every = [utility for each in self.decisions for utility in each.utilities]
        chosen = [each.utility for each in self.decisions]
        with new_figure((6, 3.5)) as figure:
            axes = figure.subplots()
            axes.hist([every, chosen], bins=30, density=True, label=["all candidates", "chosen"])
            axes.set(xlabel=f"expected {self.utility}", ylabel="density")
            axes.legend()
        return figure


def candidate_rows(decision: Decision, higher_is_better: bool) -> Iterator[tuple[str, int, int, float, str]]:
    """Yields segment, number from 1, rank, expected utility and text of each candidate of a segment."""
    rank = {place: number for number, place in enumerate(decision.ranked(higher_is_better), 1)}
    for place, (utility, text) in enumerate(
        zip(decision.utilities, decision.candidates.candidates, strict=True)
    ):
        yield decision.segment, place + 1, rank[place], utility, text
