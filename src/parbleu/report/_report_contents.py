"""Defines `Contents`: the texts, scores, tables and ratings that a page shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from parbleu._comparison.comparison_result import Comparison
from parbleu.analysis._analysis_input import ComparedTexts
from parbleu.human._judgement import Judgement
from parbleu.human._scoring_scheme import Scheme
from parbleu.tables import Result, Table

Cell = tuple[str, int, str]
"""A table's name, the number of a row and the name of a column; "" for those without a cell of their own."""


GROUPS = {
    "scores": "Scores",
    "pairs": "Pairs",
    "why": "Why",
    "people": "People",
    "data": "Data",
    "paper": "For the paper",
}
"""The parts of a page, in its order, and their headings."""
MOST_TEXTS = 300_000
"""How many hypotheses a page holds at most, unless all are asked for."""


@dataclass(frozen=True)
class PageOptions:
    """What a page shows besides scores and tests.

    Args:
        title: the page's heading; "" for the test set and the language pair, or what else is known.
        test_set: the name of the test set, for the heading.
        date: the day of the report, for the line below the heading.
        command: the command line that made the report, which the page states.
        analyses: whether the page has the tables of `parbleu.analysis`.
        most_texts: how many texts, systems times segments, it shows; of more segments, some are chosen. None
            for all.
        warnings: what readers have to know of the texts, in a sentence each.
    """

    title: str = ""
    test_set: str = ""
    date: str = ""
    command: str = ""
    analyses: bool = True
    most_texts: int | None = MOST_TEXTS
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class SegmentColumn:
    """The scores of all segments by one metric.

    Attributes:
        name: the score's name.
        higher_is_better: False for error rates.
        decimals: how many the page prints.
        scores: system -> a score for each segment of the test set; None where there is none.
    """

    name: str
    higher_is_better: bool
    decimals: int
    scores: Mapping[str, Sequence[float | None]]


@dataclass(frozen=True)
class Section:
    """A part of the page: tables, and which segments stand behind their numbers.

    Attributes:
        name: a key, which is the section's address in the page.
        title: its heading.
        tables: what it shows.
        about: a paragraph above the tables.
        behind: cell -> the segments behind its number, counted from 0 in the test set.
        folded: the names of tables of which only the title is seen until it is clicked.
        group: the part of the page that it stands in, one of `GROUPS`.
        of_metric: name of a table -> the metric that it is of: the page shows the tables of one metric.
        pairs: places of two systems in the page -> what the page shows instead of `tables` where these are
            the chosen pair.
    """

    name: str
    title: str
    tables: tuple[Table, ...]
    about: str = ""
    behind: Mapping[Cell, Sequence[int]] = field(default_factory=dict)
    folded: frozenset[str] = frozenset()
    group: str = "why"
    of_metric: Mapping[str, str] = field(default_factory=dict)
    pairs: Mapping[tuple[int, int], Section] = field(default_factory=dict)


@dataclass(frozen=True)
class Contents(Result):
    """Everything that one page shows.

    Attributes:
        title: the page's heading.
        about: what is compared, in parts: numbers of segments, systems and metrics, the date.
        headline: the answer in one sentence; what other metrics say, if there are any.
        verdict: for each metric who leads, whether that is significant, what the test could have detected.
        comparison: scores, intervals and tests.
        texts: the systems' output beside references, source and labels.
        columns: segment scores, one for each metric.
        sections: further tables.
        judgements: ratings of these segments by people or metrics, with the places of errors.
        scheme: how the judgements are scored; None without any.
        shown_segments: which segments the page shows, counted from 0, ascending; None for all.
        selection: a sentence that says which segments were left out, or "".
        warnings: what readers have to know of the texts, in a sentence each.
    """

    title: str
    about: tuple[str, ...]
    headline: tuple[str, ...]
    verdict: tuple[str, ...]
    comparison: Comparison
    texts: ComparedTexts
    columns: tuple[SegmentColumn, ...]
    sections: tuple[Section, ...] = ()
    judgements: tuple[Judgement, ...] = ()
    scheme: Scheme | None = None
    shown_segments: tuple[int, ...] | None = None
    selection: str = ""
    warnings: tuple[str, ...] = ()

    @property
    def numbers(self) -> Sequence[int]:
        """The segments that the page shows, counted from 0."""
        return range(len(self.texts)) if self.shown_segments is None else self.shown_segments

    def tables(self) -> tuple[Table, ...]:
        """Returns the tables of the page, in its order: of pairs to choose those of the first one."""
        return tuple(table for section in self.sections for table in section.tables)
