"""Defines the result of a settings study."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, starmap
from math import exp
from typing import TYPE_CHECKING

from parbleu._base.known_names import by_name
from parbleu._base.significance import is_significant
from parbleu._base.wording import counted
from parbleu._comparison.comparison_result import TESTS
from parbleu.stats.paired_tests import all_pairs
from parbleu.tables import Column, Result, Table, column, record, shown, table_of
from parbleu.tables._figures import new_figure
from parbleu.tables._table import p_column

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from matplotlib.figure import Figure

    from parbleu._comparison.comparison_result import PairTest
    from parbleu.tables._table import Cell

DECIMALS = 2
LENGTHS_NOTES = (
    "A hyp ref ratio below 1 means that the hypotheses have fewer tokens than the references.",
    "Changed texts, of all systems and references, are those that the tokens do not spell.",
)
MOST_PAIRS = 28
"""Of more pairs of systems than these, as eight have, only those are shown that something changes."""

# Of figures, in inches: a section's height, the width, a line of the legend; and how many letters fit into
# such a line, and how many of them the sample of a colour takes.
_SECTION_HEIGHT, _SETTINGS_WIDTH, _LEGEND_LINE = 4.5, 12, 0.25
_LEGEND_LETTERS, _LEGEND_SAMPLE = 110, 6
# Matplotlib has so many colours; then they come again, with other points.
_COLORS = 10
_POINTS = "osD^v"
_WORDS = {
    "tokenizer": ("tokenizer", ""),
    "case": ("case", ""),
    "normalization": ("normalization", " of both sides"),
    "smoothing": ("smoothing method", ""),
    "variant": ("implementation", ", each with its own default smoothing"),
    "metric": ("metric", ""),
}


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


@record
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
    lowest: float = column(decimals=DECIMALS)
    lowest_in: str = column("with")
    highest: float = column(decimals=DECIMALS)
    highest_in: str = column("with")

    @property
    @shown(decimals=DECIMALS)
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
        changes = {"order": self.order, "significance": self.significance}
        return ", ".join(word for word, is_so in changes.items() if is_so) or "nothing"


@dataclass(frozen=True)
class StudySection:
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
        spreads = []
        for index, system in enumerate(self.systems):
            scores = [(row.scores[index], row.name) for row in self.rows]
            lowest = min(scores, key=lambda score: score[0])
            highest = max(scores, key=lambda score: score[0])
            spreads.append(Spread(system, *lowest, *highest))
        return tuple(spreads)

    @property
    def changes(self) -> tuple[PairChange, ...]:
        """The changes of each pair of systems."""
        pairs = all_pairs(len(self.systems))
        return tuple(self._change(number, *pair) for number, pair in enumerate(pairs))

    def _change(self, number: int, first: int, second: int) -> PairChange:
        leads = [row.lead(first, second) for row in self.rows]
        tested = [(lead, row.pairs[number]) for lead, row in zip(leads, self.rows, strict=True) if row.pairs]
        verdicts = {is_significant(pair.p_holm, self.alpha) for _, pair in tested}
        clear = [lead for lead, pair in tested if is_significant(pair.p_holm, self.alpha)]
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
    sections: tuple[StudySection, ...]
    one_side: str | None
    test: str | None
    n_samples: int
    seed: int | None
    alpha: float
    warnings: tuple[str, ...]

    def plot(self, table: str | None = None) -> Figure:
        """Returns a figure: for each varied setting, lines through the scores and ranks of each system.

        `table` names one to draw as dots instead.

        Raises:
            TableError: there is no such table, or it has no scores, or too many rows.
            MissingDependencyError: Matplotlib is not installed.
        """
        return _figure(self) if table is None else super().plot(table)

    def __getitem__(self, name: str) -> StudySection:
        return by_name("section", name, {section.name: section for section in self.sections})

    def tables(self) -> tuple[Table, ...]:
        """Returns the tables of each section, whose names begin with its own, and a summary of all.

        A section has scores; lengths where BLEU's tokenizer varies; spread where scores can be compared; tau
        where not all settings order the systems alike; and pairs of systems where there are several.
        """
        tables = []
        for section in self.sections:
            tables += [_scores(self, section), _lengths(section), _spreads(section), _taus(section)]
            tables.append(_pairs(self, section))
        return (*(table for table in tables if table is not None and table.rows), _summary(self))


def _key(section: StudySection, what: str) -> str:
    metric = [] if section.metric in ("BLEU", None) else [section.metric]
    return "_".join([section.varies, *metric, what])


def _setting_column(section: StudySection) -> Column:
    return Column("setting", _WORDS[section.varies][0])


def _scores(study: Sensitivity, section: StudySection) -> Table:
    """Returns a row for each setting: score and rank of every system, texts changed, and the signature."""
    columns = [_setting_column(section)]
    for system in section.systems:
        columns += [
            Column(f"{system}_score", "score", float, system, decimals=DECIMALS),
            Column(f"{system}_rank", "rank", int, system),
        ]
    columns.append(Column("signature", people=False))
    rows = [
        [row.name, *chain(*zip(row.scores, row.ranks, strict=True)), row.signature] for row in section.rows
    ]
    facts = {f"{row.name} signature": row.signature for row in section.rows}
    return Table(_key(section, "scores"), columns, rows, _title(study, section), facts=facts)


def _title(study: Sensitivity, section: StudySection) -> str:
    word, more = _WORDS[section.varies]
    if study.one_side is not None and section.varies == "tokenizer":
        more = f"; only the first is used for both sides, the others for {study.one_side}"
    scored = "scores" if section.metric in ("BLEU", None) else f"{section.metric} of the tokens"
    return f"{counted(len(section.rows), word)}{more}: {scored}"


def _lengths(section: StudySection) -> Table | None:
    """Returns a row for each tokenizer and system: numbers of tokens, their ratios, the brevity penalty."""
    if section.varies != "tokenizer":
        return None
    rows: list[list[Cell]] = []
    for row in section.rows:
        ratios = (row.hyp_ref_ratios or (), row.ref_hyp_ratios or (), row.brevity_penalties or ())
        for system, lengths, *numbers in zip(section.systems, row.lengths or (), *ratios, strict=False):
            rows.append([row.name, system, *lengths, *numbers, row.changed])
    columns = (
        _setting_column(section),
        Column("system"),
        Column("hyp_tokens", kind=int),
        Column("ref_tokens", kind=int),
        *(
            Column(name, kind=float, decimals=3, fixed_decimals=True)
            for name in ("hyp_ref_ratio", "ref_hyp_ratio", "brevity_penalty")
        ),
        Column("changed_texts", kind=int),
    )
    return Table(_key(section, "lengths"), columns, rows, "Numbers of tokens", LENGTHS_NOTES)


def _spreads(section: StudySection) -> Table:
    title = f"Lowest and highest score, {section.name}"
    return table_of(_key(section, "spread"), Spread, section.spreads, title=title)


def _taus(section: StudySection) -> Table | None:
    if len(section.systems) < 2 or all(tau == 1 for row in section.taus for tau in row):
        return None
    taus = (Column(f"tau_{row.name}", row.name, float, decimals=2) for row in section.rows)
    columns = (Column("setting", ""), *taus)
    rows = [[row.name, *taus] for row, taus in zip(section.rows, section.taus, strict=True)]
    title = f"Kendall's tau of the systems' scores, {section.name}"
    return Table(_key(section, "tau"), columns, rows, title)


def _pairs(study: Sensitivity, section: StudySection) -> Table:
    """Returns a row for each pair of systems: its difference, with a p-value, in every setting."""
    columns = [Column("second", "system"), Column("first", "minus")]
    for row in section.rows:
        columns.append(
            Column(f"{row.name}_difference", "difference", float, row.name, decimals=DECIMALS, signed=True)
        )
        if study.test is not None:
            columns += [
                Column(f"{row.name}_p_value", kind=float, people=False),
                p_column(f"{row.name}_p_holm", group=row.name),
            ]
    columns.append(Column("changes"))
    pairs = all_pairs(len(section.systems))
    rows: list[list[Cell]] = []
    marks = {}
    for number, ((first, second), change) in enumerate(zip(pairs, section.changes, strict=True)):
        if len(pairs) > MOST_PAIRS and not _changes(change):
            continue
        cells: list[Cell] = [change.second, change.first]
        for row in section.rows:
            cells.append(row.scores[second] - row.scores[first])
            if row.pairs:
                test = row.pairs[number]
                cells += [test.p_value, test.p_holm]
                if is_significant(test.p_holm, study.alpha):
                    marks[len(rows), f"{row.name}_p_holm"] = ("significant",)
        rows.append([*cells, str(change)])
    notes = []
    if study.test is not None:
        notes = [
            f"{TESTS[study.test]} of all pairs of systems in each setting.",
            (
                f"p: calibrated, and corrected for {counted(len(pairs), 'pair')} in each setting (Holm); "
                f"* p ≤ {study.alpha:g}."
            ),
        ]
    if len(rows) < len(pairs):
        notes.append(f"{len(pairs) - len(rows)} of {len(pairs)} pairs are left out: nothing changes them.")
    title = f"Differences of two systems, {section.name}"
    return Table(_key(section, "pairs"), columns, rows, title, notes, marks=marks)


def _changes(change: PairChange) -> bool:
    return bool(change.order or change.significance)


def _summary(study: Sensitivity) -> Table:
    """Returns a row for each section, with the facts and the warnings of the study."""
    rows: list[list[Cell]] = []
    for section in study.sections:
        widest = max(section.spreads, key=lambda spread: spread.difference, default=None)
        taus = [tau for row in section.taus for tau in row if tau is not None]
        rows.append(
            [
                section.name,
                len(section.rows),
                *((None, None) if widest is None else (widest.difference, widest.system)),
                min(taus, default=None),
                sum(map(_changes, section.changes)),
                len(section.changes),
            ]
        )
    columns = (
        Column("varies", "what varies"),
        Column("settings", kind=int),
        Column("largest_spread", kind=float, decimals=DECIMALS),
        Column("largest_spread_of", "of"),
        Column("lowest_tau", kind=float, decimals=2, fixed_decimals=True),
        Column("pairs_changed", kind=int),
        Column("pairs", kind=int),
    )
    facts: dict[str, Cell] = {
        "n_segments": study.n_segments,
        "n_references": None if study.n_references < 0 else study.n_references,
        "test": study.test,
    }
    if study.test is not None:
        facts |= {"n_samples": study.n_samples, "seed": study.seed, "alpha": study.alpha}
    title = "Effects on scores, ranks and significance"
    return Table("summary", columns, rows, title, study.warnings, facts)


def _figure(study: Sensitivity) -> Figure:
    """Returns, for each varied setting, lines through the scores and the ranks of each system.

    Raises:
        MissingDependencyError: Matplotlib is not installed.
    """
    columns = max(1, _LEGEND_LETTERS // (max(map(len, study.systems)) + _LEGEND_SAMPLE))
    legend = _LEGEND_LINE * -(-len(study.systems) // columns)
    starred = study.test is not None and len(study.systems) > 1
    with new_figure((_SETTINGS_WIDTH, _SECTION_HEIGHT * len(study.sections) + legend)) as figure:
        grid = figure.add_gridspec(len(study.sections), 2)
        for number, section in enumerate(study.sections):
            # Metrics have scales of their own, and so axes.
            n_panels = len(section.rows) if section.metric is None else 1
            panels = grid[number, 0].subgridspec(1, n_panels)
            scores = [figure.add_subplot(panels[0, panel]) for panel in range(n_panels)]
            _plot_section(scores, figure.add_subplot(grid[number, 1]), section, starred)
        meaning = f"* differs from {study.systems[0]} (p ≤ {study.alpha:g})" if starred else None
        figure.legend(
            *figure.axes[0].get_legend_handles_labels(),
            loc="outside lower center",
            ncols=columns,
            title=meaning,
            title_fontsize="medium",
        )
    return figure


def _plot_section(panels: Sequence[Any], ranks: Any, section: StudySection, starred: bool) -> None:
    """Draws scores, in one panel or in one for each row, and ranks; stars are significant differences."""
    places = range(len(section.rows))
    several = len(panels) > 1
    for index, system in enumerate(section.systems):
        style = f"{_POINTS[index // _COLORS % len(_POINTS)]}-"
        scores = [row.scores[index] for row in section.rows]
        for number, panel in enumerate(panels):
            shown, at = ([scores[number]], [index]) if several else (scores, places)
            panel.plot(at, shown, style, label=system)
            # The pairs with the first system come first.
            for x, score, row in zip(at, shown, section.rows[number:], strict=False):
                if starred and index and is_significant(row.pairs[index - 1].p_holm, section.alpha):
                    panel.annotate("*", (x, score), (0, 2), textcoords="offset points", ha="center")
        ranks.plot(places, [row.ranks[index] for row in section.rows], style, label=system)
    names = [row.name for row in section.rows]
    for side in (ranks,) if several else (*panels, ranks):
        side.set_xticks(places, names, rotation=30, ha="right")
    for number, panel in enumerate(panels):
        if several:
            panel.set_xticks([])
            panel.margins(x=0.3)
        panel.set_title(names[number] if several else f"{section.metric} by {section.varies}")
    panels[0].set_ylabel("score")
    ranks.set(title=f"Rank by {section.varies}", ylabel="rank")
    ranks.set_yticks(range(1, len(section.systems) + 1))
    ranks.invert_yaxis()
