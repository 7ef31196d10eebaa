"""Makes the tables of a settings study: scores, lengths, spread, correlations, system pairs, summary."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from parbleu.base.wording import counted
from parbleu.comparison.comparison_result import TESTS
from parbleu.stats.paired_tests import all_pairs
from parbleu.tables import Column, Table
from parbleu.tables.table import p_column

if TYPE_CHECKING:
    from parbleu.study.sensitivity_result import PairChange, Section, Sensitivity
    from parbleu.tables.table import Cell

DECIMALS = 2
LENGTHS_NOTES = (
    "A hyp ref ratio below 1 means that the hypotheses have fewer tokens than the references.",
    "Changed texts, of all systems and references, are those that the tokens do not spell.",
)
MOST_PAIRS = 28
"""Of more pairs of systems than these, as eight have, only those are shown that something changes."""

_WORDS = {
    "tokenizer": ("tokenizer", ""),
    "case": ("case", ""),
    "smoothing": ("smoothing method", ""),
    "variant": ("implementation", ", each with its own default smoothing"),
    "metric": ("metric", ""),
}


def tables(study: Sensitivity) -> tuple[Table, ...]:
    """Returns the tables; the names of a section's begin with its own, as in "tokenizer_scores".

    A section has scores; lengths where BLEU's tokenizer varies; spread where scores can be compared; tau
    where not all settings order the systems alike; and pairs of systems where there are several.
    """
    found = []
    for section in study.sections:
        found += [_scores(study, section), _lengths(section), _spreads(section), _taus(section)]
        found.append(_pairs(study, section))
    return (*(table for table in found if table is not None and table.rows), _summary(study))


def _key(section: Section, what: str) -> str:
    metric = [] if section.metric in ("BLEU", None) else [section.metric]
    return "_".join([section.varies, *metric, what])


def _setting_column(section: Section) -> Column:
    return Column("setting", _WORDS[section.varies][0])


def _scores(study: Sensitivity, section: Section) -> Table:
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


def _title(study: Sensitivity, section: Section) -> str:
    word, more = _WORDS[section.varies]
    if study.one_side is not None and section.varies == "tokenizer":
        more = f"; only the first is used for both sides, the others for {study.one_side}"
    scored = "scores" if section.metric in ("BLEU", None) else f"{section.metric} of the tokens"
    return f"{counted(len(section.rows), word)}{more}: {scored}"


def _lengths(section: Section) -> Table | None:
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


def _spreads(section: Section) -> Table:
    columns = (
        Column("system"),
        Column("lowest", kind=float, decimals=DECIMALS),
        Column("lowest_in", "with"),
        Column("highest", kind=float, decimals=DECIMALS),
        Column("highest_in", "with"),
        Column("difference", kind=float, decimals=DECIMALS),
    )
    rows = [[getattr(spread, column.name) for column in columns] for spread in section.spreads]
    return Table(_key(section, "spread"), columns, rows, f"Lowest and highest score, {section.name}")


def _taus(section: Section) -> Table | None:
    if len(section.systems) < 2 or all(tau == 1 for row in section.taus for tau in row):
        return None
    taus = (Column(f"tau_{row.name}", row.name, float, decimals=2) for row in section.rows)
    columns = (Column("setting", ""), *taus)
    rows = [[row.name, *taus] for row, taus in zip(section.rows, section.taus, strict=True)]
    title = f"Kendall's tau of the systems' scores, {section.name}"
    return Table(_key(section, "tau"), columns, rows, title)


def _pairs(study: Sensitivity, section: Section) -> Table:
    """Returns a row for each pair of systems: its difference, with a p-value, in every setting."""
    columns = [Column("second", "system"), Column("first", "minus")]
    for row in section.rows:
        columns.append(
            Column(f"{row.name}_difference", "difference", float, row.name, decimals=DECIMALS, signed=True)
        )
        if study.test is not None:
            columns += [
                Column(f"{row.name}_p_value", kind=float, people=False),
                Column(f"{row.name}_p_calibrated", kind=float, people=False),
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
                cells += [test.p_value, test.p_calibrated, test.p_holm]
                if test.p_holm < study.alpha:
                    marks[len(rows), f"{row.name}_p_holm"] = ("significant",)
        rows.append([*cells, str(change)])
    notes = []
    if study.test is not None:
        notes = [
            f"{TESTS[study.test]} of all pairs of systems in each setting.",
            (
                f"p: calibrated, and corrected for {counted(len(pairs), 'pair')} in each setting (Holm); "
                f"* p < {study.alpha:g}."
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
