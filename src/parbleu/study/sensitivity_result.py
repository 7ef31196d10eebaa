"""Defines the result of a settings study."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import starmap
from math import exp
from typing import TYPE_CHECKING

from parbleu.base.known_names import by_name
from parbleu.stats.paired_tests import all_pairs
from parbleu.study import sensitivity_tables
from parbleu.study.plots import settings_figure
from parbleu.tables import Result

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.figure import Figure

    from parbleu.comparison.comparison_result import PairTest
    from parbleu.tables import Table


@dataclass(frozen=True)
class Row:
    """The scores of all systems in one setting.

    Attributes:
        name: the name of the setting: the tokenizer, "lc", "floor 0.1", "nltk", "chrF2".
        signature: how to repeat its scores.
        higher_is_better: False for error rates.
        scores: one for every system.
        ranks: of every system, 1 the best; systems of equal score share one.
        lengths: of every system the tokens of its hypotheses, and of the references that they are compared
            with, for each segment the one closest in length; None for other metrics than BLEU.
        changed: of how many texts the tokens do not spell the text; None where nothing is cut but by default.
        pairs: the tests of all pairs of systems; empty without a test.
    """

    name: str
    signature: str
    higher_is_better: bool
    scores: tuple[float, ...]
    ranks: tuple[int, ...]
    lengths: tuple[tuple[int, int], ...] | None
    changed: int | None
    pairs: tuple[PairTest, ...]

    @property
    def hyp_ref_ratios(self) -> tuple[float, ...] | None:
        """The ratio of hypothesis to reference tokens for every system; 0 if the references have none."""
        return self._of_lengths(lambda ours, theirs: ours / theirs if theirs else 0.0)

    @property
    def ref_hyp_ratios(self) -> tuple[float, ...] | None:
        """The ratio of reference to hypothesis tokens for every system; 0 if a system has none."""
        return self._of_lengths(lambda ours, theirs: theirs / ours if ours else 0.0)

    @property
    def brevity_penalties(self) -> tuple[float, ...] | None:
        """BLEU's brevity penalty of every system, 0 to 1: exp(1 - ref / hyp) if it has fewer tokens.

        A score divided by it is what the n-grams alone would score.
        """
        return self._of_lengths(_brevity_penalty)

    def _of_lengths(self, number: Callable[[int, int], float]) -> tuple[float, ...] | None:
        return None if self.lengths is None else tuple(starmap(number, self.lengths))

    def lead(self, first: int, second: int) -> float:
        """Returns how far the second system is ahead of the first; negative if it is behind."""
        difference = self.scores[second] - self.scores[first]
        return difference if self.higher_is_better else -difference


def _brevity_penalty(hypotheses: int, references: int) -> float:
    if hypotheses >= references:
        return 1.0
    return exp(1 - references / hypotheses) if hypotheses else 0.0


@dataclass(frozen=True)
class Spread:
    """The range of one system's scores over all settings.

    Attributes:
        system: its name.
        lowest: its lowest score.
        lowest_in: the first setting that gives it.
        highest: its highest score.
        highest_in: the first setting that gives it.
    """

    system: str
    lowest: float
    lowest_in: str
    highest: float
    highest_in: str

    @property
    def difference(self) -> float:
        """The highest score minus the lowest."""
        return self.highest - self.lowest


@dataclass(frozen=True)
class PairChange:
    """How the difference of one pair of systems changes between settings.

    Attributes:
        first: the name of one system.
        second: the other's.
        order: whether some settings put the one ahead, and some the other.
        significance: whether the difference is significant in some settings, and in some it is not; None
            without a test.
        contradiction: whether some settings put the one significantly ahead, and some the other; None
            without a test.
    """

    first: str
    second: str
    order: bool
    significance: bool | None
    contradiction: bool | None

    def __str__(self) -> str:
        """What changes: "nothing", "order", "significance", "order, significance" or a contradiction."""
        if self.contradiction:
            return "order, both ways significant"
        found = {"order": self.order, "significance": self.significance}
        return ", ".join(word for word, is_so in found.items() if is_so) or "nothing"


@dataclass(frozen=True)
class Section:
    """The results of settings that differ in one option.

    Attributes:
        varies: the option, one of `parbleu.study.VARIED`.
        metric: the metric of all rows; None where it is what varies.
        systems: the systems' names.
        rows: the settings, the usual one first.
        taus: Kendall's tau of the systems' scores in each setting and in each other; None where it is not
            defined, as for a single system.
        alpha: the level of significance.
    """

    varies: str
    metric: str | None
    systems: tuple[str, ...]
    rows: tuple[Row, ...]
    taus: tuple[tuple[float | None, ...], ...]
    alpha: float

    def __getitem__(self, name: str) -> Row:
        return by_name("setting", name, {row.name: row for row in self.rows})

    @property
    def name(self) -> str:
        """The option that varies, and the metric if it is not BLEU: "tokenizer", "tokenizer, TER"."""
        return self.varies if self.metric in ("BLEU", None) else f"{self.varies}, {self.metric}"

    @property
    def spreads(self) -> tuple[Spread, ...]:
        """The range of each system's scores; empty where the metric varies, since scales differ."""
        if self.metric is None:
            return ()
        found = []
        for place, system in enumerate(self.systems):
            scores = [(row.scores[place], row.name) for row in self.rows]
            lowest = min(scores, key=lambda score: score[0])
            highest = max(scores, key=lambda score: score[0])
            found.append(Spread(system, *lowest, *highest))
        return tuple(found)

    @property
    def changes(self) -> tuple[PairChange, ...]:
        """The changes of each pair of systems."""
        pairs = all_pairs(len(self.systems))
        return tuple(self._change(number, *pair) for number, pair in enumerate(pairs))

    def _change(self, number: int, first: int, second: int) -> PairChange:
        leads = [row.lead(first, second) for row in self.rows]
        tested = [(lead, row.pairs[number]) for lead, row in zip(leads, self.rows, strict=True) if row.pairs]
        verdicts = {pair.p_holm < self.alpha for _, pair in tested}
        clear = [lead for lead, pair in tested if pair.p_holm < self.alpha]
        return PairChange(
            self.systems[first],
            self.systems[second],
            order=min(leads) < 0 < max(leads),
            significance=len(verdicts) > 1 if tested else None,
            contradiction=min(clear, default=0) < 0 < max(clear, default=0) if tested else None,
        )


@dataclass(frozen=True)
class Sensitivity(Result):
    """The result of `parbleu.study.tokenization`: scores of the same texts in many settings.

    Attributes:
        systems: their names.
        n_segments: of each.
        n_references: of each segment; -1 if that varies.
        sections: one for each thing that varied; where tokenizers did, also one for each other metric that
            was asked for, which then scored their tokens.
        one_side: "hyp" or "ref" if the other tokenizers are for that side only; None for both.
        test: "bootstrap", "randomization" or None.
        n_samples: of the test; 0 without.
        seed: of the test, also one that was drawn; None without a test.
        alpha: the level of significance.
        warnings: the warnings about the text, as strings.
    """

    systems: tuple[str, ...]
    n_segments: int
    n_references: int
    sections: tuple[Section, ...]
    one_side: str | None
    test: str | None
    n_samples: int
    seed: int | None
    alpha: float
    warnings: tuple[str, ...]

    def plot(self, table: str | None = None) -> Figure:
        """Returns a figure: for each varied setting, lines through the scores and ranks of each system.

        `table` names one to draw as dots instead; the errors are those of `Result.plot`.
        """
        return settings_figure(self) if table is None else super().plot(table)

    def __getitem__(self, name: str) -> Section:
        return by_name("section", name, {section.name: section for section in self.sections})

    def tables(self) -> tuple[Table, ...]:
        """Returns the tables of each section, and a summary of all (`parbleu.study.sensitivity_tables`)."""
        return sensitivity_tables.tables(self)
