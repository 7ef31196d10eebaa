"""Scores the systems of a table, also for each group of its rows: `parbleu.score_table`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

from parbleu._base import log
from parbleu._base.progress import no_progress
from parbleu._base.wording import counted_tests
from parbleu._comparison.compare_systems import assemble_groups
from parbleu._comparison.comparison_result import Comparison, pair_table, system_table
from parbleu._comparison.corrected_tables import with_discovery_rates
from parbleu._comparison.explanation import one_family, verdict_table
from parbleu._comparison.group_averages import MacroAverage, MacroDifference, family_table, group_averages
from parbleu._comparison.grouped_rows import Group, GroupRows
from parbleu._comparison.metric_inputs import DECIMALS, measures_of, named_metrics, scorer_places
from parbleu._comparison.pair_map import PairMap
from parbleu._comparison.resampled_scores import (
    ExplanationOptions,
    ResampledScores,
    check_number,
    checked_resampling,
    explanation_options,
    resample,
    warn_of_few,
)
from parbleu._inputs.corpus import DOCUMENT, LANGUAGE_PAIR
from parbleu._inputs.corpus import LEAVE_OUT as LEAVE_OUT_IN_SHELL
from parbleu._inputs.systems import add_name, baseline_first
from parbleu._inputs.table_rows import Key, TableRows, before_messages
from parbleu.errors import InputTypeError, OptionError, UnknownNameError
from parbleu.metrics._base import Metric
from parbleu.metrics._corpus_warnings import sampled_warnings
from parbleu.metrics._metric_by_name import metric_by_name, metric_class, options_for_pair
from parbleu.metrics._statistics import Statistics
from parbleu.stats.resampling import Resampling
from parbleu.tables import Column, Result, Table, table_of
from parbleu.tables._records import with_decimals
from parbleu.text._languages import certain_pair, doubtful_code, is_known_pair
from parbleu.text._segment_table import SegmentTable, TableColumns
from parbleu.text._segmentation_warning import LEAVE_OUT
from parbleu.text._table_files.table_opening import as_words

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from parbleu._base.progress import ProgressBar
    from parbleu._comparison.explanation import PairVerdict
    from parbleu.typing import MetricsLike

    MetricsOf = Callable[[str | None], list[tuple[str | None, Any]]]

MOST_WARNINGS = 5


@dataclass(frozen=True)
class GroupScores:
    """The systems of one group of rows.

    Attributes:
        key: the values of the columns that make the groups, as strings.
        comparison: scores, intervals and tests, the same as of these rows alone; but `p_holm`, which decides,
            is corrected for the tests of all groups.
    """

    key: tuple[str, ...]
    comparison: Comparison


@dataclass(frozen=True)
class TableScores(Result):
    """The result of `parbleu.score_table`.

    Attributes:
        by: the columns whose values make the groups; () for one group of all rows.
        groups: in the order in which they first appear in the table.
        macro_averages: for each system and metric that all groups have; () for a single group.
        differences: of macro averages, for each metric and pair that was tested; () without a test.
        n_samples: how many bootstrap samples of each group their intervals and tests come from; 0 for none.
        family: how many tests of groups are corrected together, in words; "" without a test.
        verdicts: one for each pair of systems, of all metrics over all groups; () for a single metric.
    """

    by: tuple[str, ...]
    groups: tuple[GroupScores, ...]
    macro_averages: tuple[MacroAverage, ...]
    differences: tuple[MacroDifference, ...] = ()
    n_samples: int = 0
    family: str = ""
    verdicts: tuple[PairVerdict, ...] = ()

    @property
    def comparison(self) -> Comparison:
        """The scores of the table without groups.

        Raises:
            OptionError: there are groups.
        """
        if self.by:
            raise OptionError(f"there are {len(self.groups)} groups: choose one by result['...']")
        return self.groups[0].comparison

    @property
    def warnings(self) -> tuple[str, ...]:
        """What of the texts makes scores meaningless, a line each, behind the group."""
        return tuple(
            f"{before_messages(group.key)}{line}"
            for group in self.groups
            for line in group.comparison.warnings
        )

    def __iter__(self) -> Iterator[str | tuple[str, ...]]:
        return (group.key[0] if len(group.key) == 1 else group.key for group in self.groups)

    def __getitem__(self, key: str | tuple[str, ...]) -> Comparison:
        wanted = (key,) if isinstance(key, str) else tuple(key)
        for group in self.groups:
            if group.key == wanted:
                return group.comparison
        raise UnknownNameError("group", ", ".join(wanted), [", ".join(group.key) for group in self.groups])

    def tables(self, sort: str | None = None, short: bool = False) -> tuple[Table, ...]:
        """Returns the tables of the comparison; or of groups, a table of their scores and one of averages.

        Args:
            sort: the metric by which the systems of each group are sorted, the best first.
            short: whether signatures are abbreviated.

        Raises:
            UnknownNameError: there is no metric of that name.
        """
        if not self.by:
            return self.comparison.tables(sort, short)
        by = [Column(f"by_{name}" if name in ("system", "segments") else name, name) for name in self.by]
        tables = [_score_table(self, by, sort, short)]
        if self.macro_averages:
            tables.append(_average_table(self))
            if self._are_pairs():
                tables.append(family_table([(group.key[0], group.comparison) for group in self.groups]))
        if (pair_map := self._map()) is not None and (by_source := pair_map.table()) is not None:
            tables.append(by_source)
        if self.differences:
            tables.append(_difference_table(self))
        if self.verdicts:
            tables.append(_verdict_table(self))
        if any(group.comparison.all_pairs for group in self.groups):
            pairs = [(group.key, pair_table(group.comparison)) for group in self.groups]
            joined = _joined(by, pairs, pairs[0][1])
            if asked := set(self.groups[0].comparison.p_columns) & {"bh", "by"}:
                what = f"of {self.family.partition(' = ')[0]}"
                joined = with_discovery_rates(joined, sorted(asked), (), what)
            tables.append(joined)
        explained = [
            (group.key, group.comparison.explanation.tables())
            for group in self.groups
            if group.comparison.explanation is not None
        ]
        for of_groups in zip(*(explanation for _, explanation in explained), strict=True):
            keyed = [(key, table) for (key, _), table in zip(explained, of_groups, strict=True)]
            tables.append(_joined(by, keyed, of_groups[0]))
        return tuple(tables)

    def plot(self, table: str | None = None) -> Figure:
        """Returns a figure of dots; of groups that are language pairs, a heat map of each system.

        A heat map shows the first metric: sources as rows, targets as columns.

        Args:
            table: the name of a table for its scores as dots; None for what suits the groups.

        Raises:
            TableError: there is no such table, or nothing to draw.
            MissingDependencyError: Matplotlib is not installed.
        """
        if not self.by:
            return self.comparison.plot(table)
        pair_map = None if table is not None else self._map()
        return super().plot(table) if pair_map is None else pair_map.figure(pair_map.metric)

    def _are_pairs(self) -> bool:
        """Returns whether the groups are language pairs; files and documents may be called `news-1`."""
        keys = [key for group in self.groups for key in group.key]
        is_told = self.by == (LANGUAGE_PAIR,)
        return len(self.by) == 1 and all(map(certain_pair if is_told else is_known_pair, keys))

    def _map(self) -> PairMap | None:
        """Returns the scores by the first metric of all language pairs; None if the groups are not these."""
        if not self._are_pairs():
            return None
        name = self.groups[0].comparison.metrics[0].name
        scores: dict[str, dict[str, float]] = {}
        for group in self.groups:
            for score in group.comparison[name].scores if name in [*group.comparison] else ():
                scores.setdefault(score.system, {})[group.key[0]] = score.score
        return PairMap(name, scores)


NAMING = "name its columns: TableColumns(hypotheses, references)"


def score_table(
    table: Any,
    columns: TableColumns,
    metrics: MetricsLike = ("bleu",),
    *,
    by: str | Sequence[str] = (),
    scores: str | Sequence[str] = (),
    language_pair: str | None = None,
    resampling: Resampling | None = None,
    baseline: str | None = None,
    explain: bool | ExplanationOptions = False,
    encoding: str = "utf-8",
) -> TableScores:
    """Scores the systems of a table with a row for each segment, or for each system and segment.

    The table is read once, in batches. Of groups, without a test and intervals, only sums are kept; else the
    statistics of each row, and text for scorers alone. Of systems in rows, the keys of segments are kept,
    too.

    Args:
        table: a path or a list of paths (JSON lines, JSON, CSV, TSV, Parquet, Arrow, also compressed, and
            patterns such as "run/*.jsonl"); a data frame of pandas or polars; a relation of DuckDB; a table,
            dataset or reader of PyArrow; a dataset of Hugging Face, or a stream of one; a dict of columns; or
            dicts, one for each row.
        columns: the names of its columns by what they hold.
        metrics: metrics, their names, or `{name: metric}`. Those that are named are configured for the
            language pair, as `parbleu score -l` does.
        by: columns whose values make groups; "language_pair", "document" and "domain" mean those of
            `columns`. Values that are language pairs choose tokenizers as `language_pair` does, without it.
        scores: columns of segment scores, as more metrics; "metricx:lower" where lower is better. For several
            columns of hypotheses, the scores of metric M and system S stand in the column S:M, S_M or M_S.
        language_pair: the column of language pairs such as "en-de"; "lp=en-de" for the rows of the column
            "lp" that are of this pair; or the language pair of all rows.
        resampling: tests and intervals, of each group by itself; the unit "document" draws whole documents.
            None for neither.
        baseline: the system that comes first.
        explain: whether the differences of each group are explained, with p-values that are corrected for all
            groups; or what the explanation takes into account.
        encoding: of text files.

    Raises:
        OptionError: an option has a value that it does not take, or contradicts another.
        FormatError: the table lacks a column, or a row is wrong; the message tells the file, row and column.
        InputShapeError: systems have not the same segments.
        OptionError: an option has a value that it does not take, or contradicts another.
        ParbleuError: a file cannot be read, or a metric refuses its text.
    """
    if not isinstance(columns, TableColumns):
        raise InputTypeError(f"columns is no TableColumns, but {type(columns).__name__}; {NAMING}")
    chosen: list[Any] = [metrics] if isinstance(metrics, str) else metrics  # type: ignore[assignment]
    reader = TableRows(
        SegmentTable(table, columns.with_systems(), encoding, NAMING),
        by=as_words(by),
        scores=as_words(scores),
        language_pair=language_pair,
        check_text=log.listener is None
        and not any(getattr(metric, "force", False) for metric in _listed(chosen)),
    )
    resampled = resample_table(
        reader,
        lambda pair: named_metrics(_for_pair(chosen, pair), scorers=True),
        resampling or Resampling(),
        explanation=explanation_options(explain),
        baseline=baseline,
    )
    return table_scores(as_words(by), resampled)


def _listed(metrics: Any) -> list[Any]:
    return list(metrics) if isinstance(metrics, (list, tuple)) else [metrics]


def _for_pair(metrics: Any, pair: str | None) -> Any:
    """Returns metrics of which those that are named have the options of a language pair."""
    if pair is None or not isinstance(metrics, (list, tuple)):
        return metrics
    return [_named_for_pair(metric, pair) if isinstance(metric, str) else metric for metric in metrics]


def _named_for_pair(name: str, pair: str) -> Any:
    try:
        kind, _ = metric_class(name)
    except UnknownNameError:
        return name  # which `named_metrics` explains
    return metric_by_name(name, **options_for_pair(kind, {}, pair))


def resample_table(
    reader: TableRows,
    metrics_of: MetricsOf,
    resampling: Resampling,
    *,
    explanation: ExplanationOptions | None = None,
    baseline: str | None = None,
    progress: ProgressBar = no_progress,
) -> list[tuple[Key, ResampledScores]]:
    """Scores each group of rows of a table.

    Args:
        reader: of the table, which is read once.
        metrics_of: returns (name or None, metric) pairs for a language pair; a metric may be a scorer.
        resampling: how scores are resampled; the unit "document" is that of the column of documents.
        explanation: what an explanation takes into account, if differences are explained.
        baseline: the system that comes first in each group.
        progress: shows the resampling.

    Returns:
        The values of the columns that make groups, and the scores.

    Raises:
        ParbleuError: the table cannot be read, lacks a column or a text, or a value is not what it may be.
    """
    resampling = checked_resampling(resampling, explanation, has_units=True)
    unit = DOCUMENT if resampling.unit == "document" else None
    if unit is not None and reader.columns.document is None:
        raise OptionError("the unit document needs its column: --document-column NAME (document=)")
    reader.keep_groups_apart(*([] if unit is None else [unit]))
    groups: dict[Key, Group] = {}
    scorers = scorer_places(metrics_of(None))
    draws = resampling.n_test_samples or resampling.n_bootstrap_samples
    keeps_rows = reader.has_one_group or bool(scorers or draws)
    statistics = Statistics(keeps_rows=keeps_rows, threads=resampling.threads or 1)
    statistics.is_looked_at = True
    order: dict[str, None] = {}  # of systems, as they first appear in the table
    for part in reader.parts():
        key, system = reader.key_of(part)
        if key not in groups:
            groups[key] = Group(key, metrics_of(part.language_pair), part.language_pair)
        group = groups[key]
        kept = group.rows.get(system)
        if kept is None:
            kept = group.rows[system] = GroupRows(list(part.systems), reader.rows[key, system])
            order.setdefault(system)
        counting = [metric for index, (_, metric) in enumerate(group.metrics) if index not in scorers]
        statistics.add(part.systems, part.references, key, counting)
        kept.add(part, unit, explanation is not None, bool(scorers))
    if reader.labels_tell_pairs:
        _check_pairs(reader.by, groups, metrics_of)
    warnings = _warn_of_text(reader, groups)
    for group in groups.values():
        group.rows = {system: group.rows[system] for system in order if system in group.rows}
    if scorers:
        _score_groups(list(groups.values()), scorers, progress)
    return [
        (
            key,
            resample_group(
                group,
                statistics,
                resampling,
                baseline=baseline,
                explanation=explanation and explanation.of_group(key),
                progress=progress,
            ).changed(warnings=warnings[key]),
        )
        for key, group in groups.items()
    ]


def _check_pairs(by: Sequence[str], groups: Mapping[Key, Group], metrics_of: MetricsOf) -> None:
    """Refuses groups of which some are language pairs with tokenizers of their own, and some are no pairs."""

    def tokenizers(metrics: Sequence[tuple[str | None, Any]]) -> list[str]:
        return [getattr(metric, "tokenizer_name", "") for _, metric in metrics]

    usual = tokenizers(metrics_of(None))
    own = [group.language_pair for group in groups.values() if tokenizers(group.metrics) != usual]
    for column, values in zip(by, zip(*groups, strict=True), strict=True):
        pairs = [value for value in values if value in own]
        others = [value for value in values if not is_known_pair(value)]
        if pairs and others:
            codes = others[0].split("-")
            doubts = filter(None, map(doubtful_code, codes if len(codes) == 2 else ()))
            advice = next(doubts, "choose a tokenizer that serves all, --tokenize flores200 (tokenize=)")
            raise OptionError(
                f"{column!r} has language pairs such as {pairs[0]}, which has a tokenizer of its own, and "
                f"other values such as {others[0]}: {advice}"
            )


def _score_groups(groups: Sequence[Group], scorers: Sequence[int], progress: ProgressBar) -> None:
    """Puts the segment scores of groups in the place of scorers, whose places among the metrics are given.

    A scorer is loaded once: it scores the groups of a language pair together. All are checked before any
    works.
    """
    from parbleu._inputs.scored_corpus import check_for, scores_of_corpora

    corpora = [group.corpus() for group in groups]
    pairs: dict[str | None, list[int]] = {}
    for index, group in enumerate(groups):
        pairs.setdefault(group.language_pair, []).append(index)
    chosen = {number: groups[0].metrics[number][1] for number in scorers}
    for scorer in chosen.values():
        for corpus in corpora:
            check_for(scorer, corpus)
    for number, scorer in chosen.items():
        for places in pairs.values():
            check_for(scorer, corpora[places[0]])  # which tells it the languages
            scores = scores_of_corpora(scorer, [corpora[index] for index in places], progress)
            for index, of_group in zip(places, scores, strict=True):
                groups[index].metrics[number] = (groups[index].metrics[number][0], of_group)


def resample_group(
    group: Group,
    statistics: Statistics,
    resampling: Resampling,
    *,
    baseline: str | None = None,
    explanation: ExplanationOptions | None = None,
    progress: ProgressBar = no_progress,
) -> ResampledScores:
    """Returns the scores and tests of one group.

    Args:
        group: its rows.
        statistics: of its systems by its metrics of text.
        resampling: how scores are resampled, as `checked_resampling` returns it.
        baseline: the system that comes first.
        explanation: what an explanation takes into account, if differences are explained.
        progress: shows the resampling.
    """
    written = [name for kept in group.rows.values() for name in kept.systems]
    for index, name in enumerate(written):
        add_name(written[:index], name, "system")
    names = baseline_first(written, baseline)
    check_number(names, resampling)
    orders = group.orders(names)
    metrics = [*group.metrics, *((None, scores) for scores in group.scores(orders))]

    def tables_of(metric: Any) -> list[Any]:
        metric.num_refs = statistics.n_references(group.key)
        return group.tables(statistics, metric, names, orders)

    first = group.rows.get(names[0]) or next(iter(group.rows.values()))
    n_segments = first.rows.n_segments
    measures = list(measures_of(metrics, names, n_segments, tables_of))
    resampled = resample(
        names,
        measures,
        resampling,
        identical=group.equal_outputs(names, orders),
        explanation=explanation,
        units=first.units or None,
        progress=progress,
    )
    return resampled.changed(n_segments=n_segments)


def table_scores(
    by: Sequence[str], resampled: Sequence[tuple[tuple[str, ...], ResampledScores]]
) -> TableScores:
    """Makes the result of what `resample_table` returned."""
    asked = resampled[0][1].resampling
    if len(resampled) > 1 and (asked.test or asked.intervals):
        resampled = [(key, scores.with_samples()) for key, scores in resampled]  # for averages and families
    comparisons = assemble_groups([scores for _, scores in resampled])
    most_drawn = max(len(scores.measures[0].tables[0]) for _, scores in resampled)
    warn_of_few(asked, comparisons[0].n_tests, most_drawn)
    groups = tuple(
        GroupScores(key, comparison) for (key, _), comparison in zip(resampled, comparisons, strict=True)
    )
    explanations = [
        explanation for group in groups if (explanation := group.comparison.explanation) is not None
    ]
    if len(groups) > 1 and explanations:
        joint = one_family([scores for _, scores in resampled], explanations)
        groups = tuple(
            GroupScores(group.key, group.comparison.changed(explanation=explained))
            for group, explained in zip(groups, joint, strict=True)
        )
    if len(groups) == 1:
        return TableScores(tuple(by), groups, ())
    return TableScores(tuple(by), groups, *group_averages(resampled))


def _warn_of_text(reader: TableRows, groups: Mapping[Key, Group]) -> dict[Key, tuple[str, ...]]:
    """Warns of text that makes scores meaningless, once for each kind of warning and system.

    Returns:
        the warnings of each group.
    """
    warnings_of_groups: dict[Key, dict[str, None]] = {key: {} for key in groups}
    lines: list[str] = []
    leave_out = LEAVE_OUT_IN_SHELL if log.in_shell else LEAVE_OUT
    for (key, _), (sample, origin) in reader.samples.items():
        metrics = [metric for _, metric in groups[key].metrics if isinstance(metric, Metric)]
        names = origin.systems, origin.references
        of_sample = sampled_warnings(sample, *names, metrics)
        warnings_of_groups[key].update(dict.fromkeys(of_sample))
        lines += [f"{groups[key].where()}{line}" for line in of_sample]
    lines = list(dict.fromkeys(lines))
    for line in lines[:MOST_WARNINGS]:
        log.warn_of_texts(line, leave_out)
    if (n_more := len(lines) - MOST_WARNINGS) > 0:
        log.warn_of_texts(f"{n_more} more warnings of this kind, of other groups and systems", leave_out)
    return {key: tuple(of_group) for key, of_group in warnings_of_groups.items()}


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
    joined = _joined(by, tables, tables[0][1])
    notes = list(dict.fromkeys(note for _, table in tables for note in table.notes))
    return joined.changed(notes=notes, facts=_joined_facts(facts))


def _joined_facts(facts: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Returns facts that hold for all groups once, and others for each value that they have."""
    joint_facts: dict[str, Any] = {"n_groups": len(facts)}
    keys = dict.fromkeys(chain.from_iterable(facts.values()))
    keys.pop("n_segments", None)
    for key in keys:
        groups: dict[Any, list[str]] = {}
        for group, facts_of_group in facts.items():
            groups.setdefault(facts_of_group.get(key), []).append(group)
        for value, having in groups.items():
            joint_facts[key if len(groups) == 1 else f"{key} ({'; '.join(having)})"] = value
    return joint_facts


def _average_table(result: TableScores) -> Table:
    """Returns a row for each system with its mean scores."""
    metrics = result.groups[0].comparison.metrics
    averages = {(average.system, average.metric): average for average in result.macro_averages}
    systems = list(dict.fromkeys(average.system for average in result.macro_averages))
    with_ends = any(average.low is not None for average in result.macro_averages)
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
        scores = {mean.system: mean.score for mean in result.macro_averages if mean.metric == metric.name}
        best = (max if metric.higher_is_better else min)(scores.values(), default=None)
        marks.update(
            {(row, metric.name): {"best"} for row, system in enumerate(systems) if scores.get(system) == best}
        )
    shown = ("score", "low", "high") if with_ends else ("score",)
    rows = [
        [system, len(result.groups)]
        + [getattr(averages.get((system, metric.name)), name, None) for metric in metrics for name in shown]
        for system in systems
    ]
    notes = ["The mean over the groups, which count alike, whatever their numbers of segments."]
    if with_ends:
        notes.append(f"from, to: 95 % interval from {result.n_samples} bootstrap samples of each group.")
    known = dict.fromkeys(name for group in result.groups for name in group.comparison.systems)
    if left_out := [name for name in known if name not in systems]:
        notes.append(f"Left out, since not all groups have them: {', '.join(left_out)}.")
    return Table("macro_average", columns, rows, title="Macro average", notes=notes, marks=marks)


def _verdict_table(result: TableScores) -> Table:
    """Returns a row for each pair of systems: which is better by all metrics over all groups."""
    table = verdict_table(result.verdicts, _family(result), result.groups[0].comparison.alpha)
    return table.changed(name="macro_verdicts", title="All metrics together, over all groups")


def _family(result: TableScores) -> str:
    metrics = {difference.metric for difference in result.differences}
    return counted_tests(len(result.differences) // len(metrics), len(metrics))


def _difference_table(result: TableScores) -> Table:
    """Returns a row for each metric and pair of systems: the pooled difference, and if the groups agree."""
    alpha = result.groups[0].comparison.alpha
    notes = [
        (
            f"Differences of macro averages, from {result.n_samples} bootstrap samples of each group; "
            f"pooled: the shifted bootstrap; Holm: corrected for {_family(result)}; * p ≤ {alpha:g}. "
            f"Groups: p ≤ {alpha:g}, corrected for {result.family} (Holm)."
        ),
        (
            "heterogeneity: Cochran's Q, its p-value if the difference were the same in all groups, and I², "
            "the share of the variation between groups that is not chance."
        ),
    ]
    p_columns = result.groups[0].comparison.p_columns
    hidden = {f"p_{name}" for name in ("bh", "by", "joint") if name not in p_columns}
    decimals = max(DECIMALS, *(metric.decimals for metric in result.groups[0].comparison.metrics))
    return table_of(
        "macro_differences",
        MacroDifference,
        result.differences,
        [name for name in MacroDifference.column_order.split() if name not in hidden],
        changed=with_decimals("difference low high", decimals),
        significant={"p_holm": alpha},
        title="Differences over all groups",
        notes=notes,
        facts={"family": result.family, "alpha": alpha, "n_samples": result.n_samples},
    )
