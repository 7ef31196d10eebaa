"""Correlates a metric's scores, from a file or a table, with human scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from os.path import exists
from typing import Any

import numpy
from numpy.typing import NDArray

from parbleu._base.wording import counted, some_names
from parbleu.errors import EvalSetError, OptionError
from parbleu.evalset._evaluation_set import EvalSet
from parbleu.evalset._levels import FINEST_FIRST, OF_WORDS
from parbleu.evalset._score_files import read_scores
from parbleu.evalset._score_matrix import Scores, check_compared
from parbleu.meta._metric_ranking import HIGH, INTERVAL, LOW
from parbleu.stats._correlations import USUAL_CORRELATIONS, get_correlation, title_of
from parbleu.stats.chance_levels import CONSTANT, chance_metrics, constant_correlation, constant_interval
from parbleu.stats.correlation import CorrelationResult, correlate
from parbleu.stats.correlation_interval import CorrelationInterval, correlation_interval
from parbleu.tables import Column, Result, Table
from parbleu.tables._table import Cell
from parbleu.typing import ScoresLike


@dataclass(frozen=True, eq=False)
class GoldScores:
    """Human scores of the systems that are compared.

    Attributes:
        test_set: the test set.
        language_pair: the language pair.
        level: what scores are of.
        name: of the human scores.
        systems: those that are compared, sorted.
        n_all_systems: how many systems the set has.
        table: float64 (systems, items), NaN where there is no score.
        average_by: "none", "item" or "system".
        undefined: whether correlations that are not defined are left out of averages ("drop") or are "zero".
        threshold: the least difference of human scores that counts in the Kendall-like correlation.
    """

    test_set: str
    language_pair: str
    level: str
    name: str
    systems: Sequence[str]
    n_all_systems: int
    table: NDArray[numpy.float64]
    average_by: str
    undefined: str
    threshold: float

    @property
    def n_missing(self) -> int:
        """How many scores are missing."""
        return int(numpy.isnan(self.table).sum())

    def title(self, correlation: str) -> str:
        """Returns the title of a correlation in tables, with its threshold if it has one."""
        title = title_of(correlation)
        return f"{title}@{self.threshold:g}" if correlation == "KendallLike" else title

    def options(self, correlation: str) -> dict[str, Any]:
        """Returns the options of a correlation."""
        if correlation == "KendallLike":
            return {"average_by": "item", "thresh": self.threshold, "undefined": self.undefined}
        return {"average_by": self.average_by, "undefined": self.undefined}

    def facts(self) -> dict[str, Cell]:
        """Returns the facts that all correlations with these scores share."""
        n_systems, n_items = self.table.shape
        return {
            "test_set": self.test_set,
            "language_pair": self.language_pair,
            "level": self.level,
            "gold": self.name,
            "average_by": self.average_by,
            "systems": n_systems,
            "items": n_items,
            "missing": self.n_missing,
        }


@dataclass(frozen=True, eq=False)
class MetricCorrelations:
    """The correlations of a metric with human scores.

    Attributes:
        name: the name of the metric: a file, or "(constant)" and "(random)", which show what chance achieves.
        table: float64 (systems, items), its scores.
        results: the name of a correlation -> the correlation.
        intervals: the same -> its 95 % interval; empty if they were not asked for.
    """

    name: str
    table: NDArray[numpy.float64]
    results: Mapping[str, CorrelationResult]
    intervals: Mapping[str, CorrelationInterval]


@dataclass(frozen=True, eq=False)
class ScoreCorrelations(Result):
    """Correlations of a metric with human scores.

    Attributes:
        gold: the human scores.
        metrics: the metric, and if asked for, the constant and the random metric of the chance level.
    """

    gold: GoldScores
    metrics: Sequence[MetricCorrelations]

    def tables(self) -> tuple[Table, ...]:
        """Returns a table with a row for each metric and correlation."""
        return (correlation_table(self.gold, self.metrics),)

    def with_chance(self) -> ScoreCorrelations:
        """Returns the same with two metrics that show what chance achieves: `(constant)`, `(random)`."""
        first = self.metrics[0]
        added = [
            _correlations(self.gold, name, table, list(first.results), bool(first.intervals))
            for name, table in chance_metrics(self.gold.table).items()
        ]
        return ScoreCorrelations(self.gold, [*self.metrics, *added])


def correlate_scores(
    evalset: EvalSet,
    scores: str | PathLike[str] | ScoresLike,
    *,
    gold: str = "std",
    average_by: str = "none",
    threshold: float | None = None,
    undefined: str = "drop",
    outliers: bool = False,
    add_systems: Iterable[str] = (),
    intervals: bool = False,
    correlations: Iterable[str] = USUAL_CORRELATIONS,
) -> ScoreCorrelations:
    """Correlates the scores of a metric with human scores.

    Args:
        evalset: the evaluation set.
        scores: a file of lines `SYSTEM SCORE`, or what `EvalSet.add_metric` takes. The file's name may tell
            the level, as in `X.seg.score`; otherwise the number of scores does. Or the full name of a metric
            of the set, as `metric_names` has it, with `.seg`, `.doc`, `.domain` or `.sys` behind it for the
            level; without it, the finest one that has its scores.
        gold: the name of human scores; "std" for those that are standard.
        average_by: "none", "item" or "system".
        threshold: the least difference of human scores that counts in the Kendall-like correlation; by
            default 0, or 25 for `wmt-raw`.
        undefined: "drop" or "zero"; see `parbleu.stats.correlation.correlate`.
        outliers: whether systems that are usually left out are compared, too.
        add_systems: human translations and outliers that are compared, too.
        intervals: whether there are 95 % intervals.
        correlations: names of correlations, as `parbleu.stats._correlations.CORRELATIONS` has them.

    Raises:
        EvalSetError: the scores do not fit the set, or lack a system; or there are no such human scores.
        ParbleuError: the file cannot be read.
    """
    names = list(dict.fromkeys(correlations))
    if not names:
        raise OptionError("there is no correlation to compute: name one, such as pearson")
    for correlation in names:
        get_correlation(correlation)  # so that a wrong one is refused before any work is done
    level, table = _read(evalset, scores)
    of_gold = evalset.gold(level, gold)
    name = gold if gold != "std" else evalset.std_human_score_name(level) or ""
    systems = _systems(evalset, of_gold, name, outliers, list(add_systems))
    if threshold is None:
        threshold = 25.0 if name == "wmt-raw" else 0.0
    judged = GoldScores(
        test_set=evalset.name,
        language_pair=evalset.language_pair,
        level=level,
        name=name,
        systems=systems,
        n_all_systems=len(evalset.sys_names),
        table=of_gold.rows(systems),
        average_by=average_by,
        undefined=undefined,
        threshold=threshold,
    )
    origin = _place(scores)
    if missing := [system for system in judged.systems if system not in table]:
        unknown = [system for system in table.systems if system not in evalset.sys_names]
        there = f"; it has scores of {some_names(unknown)}, which the set lacks" if unknown else ""
        raise EvalSetError(
            f"{origin}: there are no scores of {some_names(missing)}, of which there are gold scores{there}"
        )
    rows = table.rows(judged.systems)
    check_compared(judged.systems, judged.table, rows, origin)
    return ScoreCorrelations(judged, [_correlations(judged, _name(origin), rows, names, intervals)])


def _place(scores: Any) -> str:
    """Returns what messages call the scores of a metric."""
    return str(scores) if isinstance(scores, str) or hasattr(scores, "__fspath__") else "the scores"


def _name(origin: str) -> str:
    """Returns what tables call a metric: "BLEU-refA" for BLEU-refA.seg.score, or .seg of a set's metric."""
    file = origin.rpartition("/")[2]
    words = file.rsplit(".", 2)
    return words[0] if len(words) == 3 and words[1] in OF_WORDS else _named_level(file)[0]


def _named_level(word: str) -> tuple[str, str]:
    """Returns the metric and the level that a word such as "BLEU-refA.seg" names; "" for no level."""
    metric, _, level = word.rpartition(".")
    return (metric, OF_WORDS[level]) if level in OF_WORDS else (word, "")


def _of_set(evalset: EvalSet, word: str) -> tuple[str, Scores] | None:
    """Returns the level and the scores of a metric of the set; None if it has none of that name."""
    metric, named = _named_level(word)
    levels = (named,) if named else FINEST_FIRST
    level = next((level for level in levels if evalset.has_scores(level, metric)), None)
    return None if level is None else (level, evalset.scores(level, metric))


def _read(evalset: EvalSet, scores: Any) -> tuple[str, Scores]:
    """Returns level and scores of a metric."""
    named, path = "", _place(scores)
    if isinstance(scores, str) and not exists(scores) and (found := _of_set(evalset, scores)):
        return found
    if isinstance(scores, str) or hasattr(scores, "__fspath__"):
        words = path.rsplit(".", 2)
        named = OF_WORDS.get(words[1], "") if len(words) == 3 else ""
        table = read_scores(path, evalset.domain_names if named == "domain" else None)
    else:
        table = Scores.of(scores)
    sizes = {level: evalset.n_items(level) for level in (named or "system", "system", "document", "segment")}
    for level, size in sizes.items():
        if table.n_items == size:
            return level, table
    expected = ", ".join(f"{size} ({level})" for level, size in sizes.items())
    raise EvalSetError(
        f"{path}: each system has {counted(table.n_items, 'score')}; {evalset.name} {evalset.language_pair} "
        f"needs {expected}"
    )


def _systems(evalset: EvalSet, gold: Scores, name: str, outliers: bool, added: list[str]) -> list[str]:
    """Returns the systems that are compared, sorted."""
    left_out = evalset.human_sys_names
    if not outliers:
        left_out |= evalset.outlier_sys_names
    if missing := [system for system in added if system not in gold]:
        raise EvalSetError(
            f"No {name} scores for system {', '.join(missing)} (there are {', '.join(sorted(gold))})"
        )
    return sorted({*(system for system in gold if system not in left_out), *added})


def _correlations(
    gold: GoldScores, name: str, table: NDArray[numpy.float64], correlations: Sequence[str], intervals: bool
) -> MetricCorrelations:
    results, bounds = {}, {}
    for correlation in correlations:
        options = gold.options(correlation)
        if name == CONSTANT:
            results[correlation] = constant_correlation(correlation, gold.table, **options)
        else:
            results[correlation] = correlate(correlation, gold.table, table, **options)
        if intervals and name == CONSTANT:
            bounds[correlation] = constant_interval(correlation, gold.table, **options)
        elif intervals:
            bounds[correlation] = correlation_interval(correlation, gold.table, table, **options)
    return MetricCorrelations(name, table, results, bounds)


def correlation_table(gold: GoldScores, metrics: Sequence[MetricCorrelations]) -> Table:
    """Returns a table with a row for each metric and correlation."""
    bounded = any(metric.intervals for metric in metrics)
    columns = [
        Column("metric"),
        Column("correlation"),
        Column("value", kind=float, decimals=3, better="higher", **(INTERVAL if bounded else {})),
        Column("p_value", kind=float, decimals=3, fixed_decimals=True),
        *([LOW, HIGH] if bounded else []),
    ]
    rows = []
    for metric in metrics:
        for correlation, result in metric.results.items():
            row: list[Cell] = [metric.name, gold.title(correlation), *_value(correlation, result)]
            if bounded:
                row += [metric.intervals[correlation].low, metric.intervals[correlation].high]
            rows.append(row)
    notes = [f"95 % intervals: {next(iter(metrics[0].intervals.values())).method}."] if bounded else []
    return Table("correlations", columns, rows, notes=notes, facts=gold.facts())


def _value(correlation: str, result: CorrelationResult) -> list[Cell]:
    """Returns value and p-value: none where undefined, and no mean of p-values, which is no p-value."""
    tested = get_correlation(correlation).tested and result.weight == 1
    return [result.value if result.defined else None, result.p_value if tested else None]
