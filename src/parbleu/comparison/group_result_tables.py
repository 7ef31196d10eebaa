"""Makes the tables of scores of groups: of each group, their macro average, and the pairs of systems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from parbleu.base.wording import counted_tests
from parbleu.comparison.explanation_tables import verdict_table
from parbleu.comparison.result_tables import p_column, pair_table, system_table
from parbleu.tables import Column, Table
from parbleu.tables.table import attribute_rows

if TYPE_CHECKING:
    from parbleu.comparison.table_scores import TableScores


def group_result_tables(result: TableScores, sort: str | None, short: bool) -> tuple[Table, ...]:
    """Returns the tables of `TableScores.tables`, whose arguments these are."""
    by = [Column(f"by_{name}" if name in ("system", "segments") else name, name) for name in result.by]
    tables = [_score_table(result, by, sort, short)]
    if result.macro_averages:
        tables.append(_average_table(result))
    if result.differences:
        tables.append(_difference_table(result))
    if result.verdicts:
        tables.append(_verdict_table(result))
    if any(group.comparison.all_pairs for group in result.groups):
        pairs = [(group.key, pair_table(group.comparison)) for group in result.groups]
        tables.append(_joined(by, pairs, pairs[0][1]))
    explained = [
        (group.key, group.comparison.explanation.tables())
        for group in result.groups
        if group.comparison.explanation is not None
    ]
    for of_groups in zip(*(found for _, found in explained), strict=True):
        keyed = [(key, table) for (key, _), table in zip(explained, of_groups, strict=True)]
        tables.append(_joined(by, keyed, of_groups[0]))
    return tuple(tables)


def _joined(by: Sequence[Column], tables: Sequence[tuple[Sequence[str], Table]], first: Table) -> Table:
    """Returns the rows of all tables, which have the same columns, behind their groups' keys."""
    rows = [(*key, *row) for key, table in tables for row in table.rows]
    marks, done = {}, 0
    for _, table in tables:
        marks.update({(done + row, column): kinds for (row, column), kinds in table.marks.items()})
        done += len(table.rows)
    return first.changed(columns=(*by, *first.columns), rows=rows, marks=marks)


def _score_table(result: TableScores, by: Sequence[Column], sort: str | None, short: bool) -> Table:
    tables = []
    facts: dict[str, dict[str, Any]] = {}
    for group in result.groups:
        table = system_table(group.comparison, sort, short)
        columns = [table.columns[0], Column("segments", kind=int), *table.columns[1:]]
        rows = [(row[0], group.comparison.n_segments, *row[1:]) for row in table.rows]
        tables.append((group.key, table.changed(columns=columns, rows=rows)))
        facts[", ".join(group.key)] = dict(table.facts)
    found = _joined(by, tables, tables[0][1])
    notes = list(dict.fromkeys(note for _, table in tables for note in table.notes))
    return found.changed(notes=notes, facts=_joined_facts(facts))


def _joined_facts(facts: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Returns facts that hold for all groups once, and others for each value that they have."""
    found: dict[str, Any] = {"n_groups": len(facts)}
    for key in dict.fromkeys(key for each in facts.values() for key in each if key != "n_segments"):
        groups: dict[Any, list[str]] = {}
        for group, each in facts.items():
            groups.setdefault(each.get(key), []).append(group)
        for value, having in groups.items():
            found[key if len(groups) == 1 else f"{key} ({'; '.join(having)})"] = value
    return found


def _average_table(result: TableScores) -> Table:
    """Returns a row for each system with its mean scores."""
    metrics = result.groups[0].comparison.metrics
    averages = {(each.system, each.metric): each for each in result.macro_averages}
    systems = list(dict.fromkeys(each.system for each in result.macro_averages))
    with_ends = any(each.low is not None for each in result.macro_averages)
    columns = [Column("system"), Column("n_groups", "groups", int)]
    marks = {}
    for metric in metrics:
        better = "higher" if metric.higher_is_better else "lower"
        number: dict[str, Any] = {"kind": float, "decimals": metric.decimals}
        if with_ends:
            low, high = (f"{metric.name}_{key}" for key in ("low", "high"))
            number["group"] = metric.name
            columns += [
                Column(metric.name, "score", better=better, low=low, high=high, **number),
                Column(low, "from", **number),
                Column(high, "to", **number),
            ]
        else:
            columns.append(Column(metric.name, better=better, **number))
        scores = {each.system: each.score for each in result.macro_averages if each.metric == metric.name}
        best = (max if metric.higher_is_better else min)(scores.values(), default=None)
        marks.update(
            {(row, metric.name): {"best"} for row, each in enumerate(systems) if scores.get(each) == best}
        )
    shown = ("score", "low", "high") if with_ends else ("score",)
    rows = [
        [system, len(result.groups)]
        + [getattr(averages.get((system, each.name)), name, None) for each in metrics for name in shown]
        for system in systems
    ]
    notes = ["The mean over the groups, which count alike, whatever their numbers of segments."]
    if with_ends:
        notes.append(f"from, to: 95 % interval from {result.n_samples} bootstrap samples of each group.")
    return Table("macro_average", columns, rows, title="Macro average", notes=notes, marks=marks)


def _verdict_table(result: TableScores) -> Table:
    """Returns a row for each pair of systems: which is better by all metrics over all groups."""
    table = verdict_table(result.verdicts, _family(result), result.groups[0].comparison.alpha)
    return table.changed(name="macro_verdicts", title="All metrics together, over all groups")


def _family(result: TableScores) -> str:
    metrics = {each.metric for each in result.differences}
    return counted_tests(len(result.differences) // len(metrics), len(metrics))


def _difference_table(result: TableScores) -> Table:
    """Returns a row for each metric and pair of systems: the pooled difference, and if the groups agree."""
    number: dict[str, Any] = {"kind": float, "decimals": 2, "signed": True}
    columns = [
        Column("metric"),
        Column("first"),
        Column("second"),
        Column("difference", low="low", high="high", **number),
        Column("low", "from", **number),
        Column("high", "to", **number),
        p_column("p_value", group="pooled"),
        p_column("p_holm", "Holm", "pooled"),
        p_column("p_bh", "BH", "pooled"),
        p_column("p_by", "BY", "pooled"),
        p_column("p_joint", "joint", "pooled"),
        Column("for_first", "better: first", str, "significant groups"),
        Column("for_second", "second", str, "significant groups"),
        Column("q", "Q", float, "heterogeneity", decimals=1, fixed_decimals=True),
        p_column("q_p_value", "p", "heterogeneity"),
        Column("i_squared", "I²", float, "heterogeneity", decimals=1, unit="%"),
    ]
    rows = attribute_rows(
        columns,
        result.differences,
        for_first=lambda each: "; ".join(each.for_first),
        for_second=lambda each: "; ".join(each.for_second),
        i_squared=lambda each: None if each.i_squared is None else 100 * each.i_squared,
    )
    alpha = result.groups[0].comparison.alpha
    marks = {
        (row, "p_holm"): {"significant"} for row, each in enumerate(result.differences) if each.p_holm < alpha
    }
    notes = [
        (
            f"Differences of macro averages, from {result.n_samples} bootstrap samples of each group; "
            f"pooled: the shifted bootstrap, corrected for {_family(result)} (Holm, BH, BY; joint: max T). "
            f"Groups: p < {alpha:g}, corrected for {result.family} (Holm)."
        ),
        (
            "heterogeneity: Cochran's Q, its p-value if the difference were the same in all groups, and I², "
            "the share of the variation between groups that is not chance."
        ),
    ]
    facts = {"family": result.family, "alpha": alpha, "n_samples": result.n_samples}
    return Table("macro_differences", columns, rows, "Differences over all groups", notes, facts, marks)
