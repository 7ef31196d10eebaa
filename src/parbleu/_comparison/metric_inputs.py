"""Converts metrics, in any form that users pass, to a table of statistics per system and a scorer."""

from __future__ import annotations

from parbleu import errors
from parbleu._core import Mean, sum_rows
from parbleu._inputs.segment_scores import SegmentScores, same_name
from parbleu._inputs.systems import add_name, named_columns
from parbleu.errors import InputShapeError, InputTypeError, OptionError, UnknownNameError
from parbleu.metrics._base import Metric
from parbleu.metrics._input_checks import number_of_references
from parbleu.metrics._metric_by_name import metric_by_name
from parbleu.metrics._score import COMPUTED_BY, UNKNOWN, Signature
from parbleu.metrics._statistics import Statistics, engine_of
from parbleu.text._segments import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from parbleu._core import Segments
    from parbleu._inputs.corpus import Corpus
    from parbleu.typing import MetricsLike

OURS = "parbleu.metrics."
DECIMALS = 2


class Measure:
    """A metric's statistics of all systems.

    Attributes:
        name: the score's name, as sacreBLEU calls it, or the user's.
        scorer: what `parbleu.stats.resampling` calls a scorer.
        tables: one per system.
        higher_is_better: False for error rates.
        decimals: how many to print.
        signature: of the scores without any resampling.
        metric: what computed the statistics; None for segment scores that were given.
        n_scored: how many segments have a score of every system; None for all.
        usage: what computing the scores used, such as tokens of a paid server; None for nothing.
    """

    metric: Any = None
    n_scored: int | None = None
    usage: dict[str, float] | None = None

    def __init__(
        self,
        name: str,
        scorer: Any,
        tables: list[Any],
        higher_is_better: bool,
        decimals: int,
        signature: Signature,
    ) -> None:
        self.name = name
        self.scorer = scorer
        self.tables = tables
        self.higher_is_better = higher_is_better
        self.decimals = decimals
        self.signature = signature


def named_metrics(metrics: MetricsLike, *, scorers: bool = False) -> list[tuple[str | None, Any]]:
    """Returns (name, metric) pairs; the name is None for metrics that the user did not name.

    Args:
        metrics: a sequence of metrics, or a mapping from names to metrics. A metric is a name, a Metric or
            its class, `SegmentScores`, a `Measure`, or whatever has `statistics` and `score` as a Metric
            does. In a sequence a mapping names its items; an item that is a mapping itself holds segment
            scores.
        scorers: whether a metric may be a `Scorer` or its name; `with_scorer_scores` replaces it.
    """
    single = isinstance(metrics, (str, SegmentScores, type)) or hasattr(metrics, "statistics")
    single = single or hasattr(metrics, "columns")
    items: Any = [metrics] if single or hasattr(metrics, "items") else metrics
    if not hasattr(items, "__iter__"):
        raise InputTypeError(f"metrics is a list such as ['bleu', 'chrf'], not {shown(metrics)}")
    pairs: list[tuple[str | None, Any]] = []
    for item in items:
        if hasattr(item, "columns"):
            raise InputTypeError("a table of segment scores needs a name: metrics={'COMET': table}")
        if hasattr(item, "items"):
            pairs += [(name, _metric(value, name, scorers)) for name, value in item.items()]
        else:
            pairs.append((None, _metric(item, None, scorers)))
    if not pairs:
        raise OptionError("there is no metric to score with: name one, such as bleu")
    return pairs


def _metric(item: Any, name: Any, scorers: bool) -> Any:
    if isinstance(item, (Measure, SegmentScores)):
        return item
    if named_columns(item) is not None:
        return SegmentScores(name, item)
    if scorers and hasattr(item, "identity"):
        return item
    if isinstance(item, str):
        try:
            return metric_by_name(item)
        except UnknownNameError as problem:
            if scorers:
                from parbleu.scorers._scorer_names import is_scorer, make_scorer

                if is_scorer(item):
                    return make_scorer(item)
            raise errors.UnknownMetricError(problem.name, problem.choices) from None
    if isinstance(item, type) and issubclass(item, Metric):
        return item()
    if callable(getattr(item, "statistics", None)) and callable(getattr(item, "score", None)):
        return item
    raise InputTypeError(
        "a metric is a name such as 'bleu', a parbleu.Metric, an object with its methods statistics and "
        f"score, or segment scores as {{'name': {{'system': [0.5, ...]}}}}, not {shown(item)}"
    )


def scorer_places(metrics: Iterable[tuple[str | None, Any]]) -> list[int]:
    """Returns the places of the scorers among metrics, as `named_metrics` returns them."""
    return [index for index, (_, metric) in enumerate(metrics) if hasattr(metric, "identity")]


def with_scorer_scores(
    metrics: Sequence[tuple[str | None, Any]], corpus: Corpus | None
) -> list[tuple[str | None, Any]]:
    """Returns metrics with the segment scores of a corpus in place of scorers.

    Raises:
        MissingReferencesError: there are no texts.
        ParbleuError: a scorer cannot score such texts; all are checked before any works.
    """
    places = scorer_places(metrics)
    if not places:
        return list(metrics)
    from parbleu._inputs.scored_corpus import check_for, scorer_scores

    if corpus is None:
        raise errors.MissingReferencesError("a scorer needs systems to score: pass systems and references")
    for index in places:
        check_for(metrics[index][1], corpus)
    return [
        (name, scorer_scores(metric, corpus) if index in places else metric)
        for index, (name, metric) in enumerate(metrics)
    ]


def measure(
    metrics: Sequence[tuple[str | None, Any]],
    names: Sequence[str],
    streams: Sequence[Segments] | None,
    references: tuple[Segments, ...] | None,
    threads: int,
    statistics: Statistics | None = None,
) -> Iterator[Measure]:
    """Yields each metric's statistics of all systems; its references are prepared once.

    Args:
        metrics: what `named_metrics` returned.
        names: the systems'.
        streams: their hypotheses; None if all metrics are segment scores.
        references: None for those that the metrics were made with.
        threads: how many may work.
        statistics: rows that were counted earlier in the same texts; those that are counted now are added.
    """
    rows = Statistics(keeps_rows=True) if statistics is None else statistics

    def tables_of(metric: Any) -> list[Any]:
        if streams is None:
            raise errors.MissingReferencesError(
                f"{metric!r} needs systems to score; pass systems and references"
            )
        return counted_tables(metric, dict(zip(names, streams, strict=True)), references, threads, rows)

    return measures_of(metrics, names, len(streams[0]) if streams else None, tables_of)


def measure_parts(
    parts: Iterable[Corpus], metrics: Sequence[tuple[str | None, Any]], names: Sequence[str], threads: int
) -> list[Measure]:
    """Returns each metric's statistics of all systems, whose output comes in parts and is not kept.

    Args:
        parts: consecutive output of the systems with its references; at least one part.
        metrics: what `named_metrics` returned, all of them `Metric` or `SegmentScores`.
        names: the systems'.
        threads: how many may work.
    """
    counting = [metric for _, metric in metrics if not isinstance(metric, SegmentScores)]
    statistics = Statistics(counting, keeps_rows=True, threads=threads)
    n_segments = 0
    for part in parts:
        n_segments += len(part)
        statistics.add({name: part.systems[name] for name in names}, part.references)
    return measures_in(statistics, metrics, names, n_segments)


def measures_in(
    statistics: Statistics,
    metrics: Sequence[tuple[str | None, Any]],
    names: Sequence[str],
    n_segments: int | None = None,
) -> list[Measure]:
    """Returns each metric's statistics of all systems, which were counted before.

    Args:
        statistics: the rows of all systems by those that are metrics of text.
        metrics: what `named_metrics` returned, all of them `Metric` or `SegmentScores`.
        names: the systems'.
        n_segments: how many each has; None for as many as segment scores have.
    """

    def tables_of(metric: Any) -> list[Any]:
        metric.num_refs = statistics.n_references()
        return [statistics.table(metric, name) for name in names]

    return list(measures_of(metrics, names, n_segments, tables_of))


def measures_of(
    metrics: Sequence[tuple[str | None, Any]],
    names: Sequence[str],
    segments: int | None,
    tables_of: Callable[[Any], list[Any]],
) -> Iterator[Measure]:
    """Yields each metric's statistics of all systems.

    Args:
        metrics: what `named_metrics` returned.
        names: the systems'.
        segments: how many each has; None for as many as segment scores have.
        tables_of: returns the tables of a metric that is neither `SegmentScores` nor `Measure`, one for each
            system.
    """
    known: list[str] = []
    for name, metric in metrics:
        if isinstance(metric, SegmentScores):
            measured = _given(metric, names, segments)
        elif isinstance(metric, Measure):
            measured = metric
        else:
            tables = tables_of(metric)
            measured = _measured(metric, tables, _scorer(metric, tables))
        if name is not None:
            measured.name = name
        if measured.name in known:
            if isinstance(metric, SegmentScores):
                raise same_name(measured.name)
            advice = "name them, as {'BLEU zh': parbleu.BLEU(tokenize='zh')}"
            raise OptionError(f"two metrics are called {measured.name!r}; {advice}")
        add_name(known, measured.name, "metric")
        known.append(measured.name)
        yield measured


def counted_tables(
    metric: Any,
    systems: Mapping[str, Segments],
    references: tuple[Segments, ...] | None,
    threads: int,
    statistics: Statistics,
) -> list[Any]:
    """Returns a metric's table of statistics for each system, and adds them to the rows that are there."""
    counted = None if references is None else counted_as(metric, statistics)
    if counted is None:
        counted = metric
        if isinstance(metric, Metric):
            tables = list(metric.tables(systems.values(), references, threads=threads))
        else:
            tables = engine_of(metric).tables(list(systems.values()), references, threads)
        for name, table in zip(systems, tables, strict=True):
            statistics.put(metric, table, n_segments=len(table), n_references=(), system=name)
    if references is not None:
        metric.num_refs = number_of_references(references)
    return [statistics.table(counted, name) for name in systems]


def counted_as(metric: Any, statistics: Statistics) -> Any | None:
    """Returns the equal metric whose rows are there; None for none, and for one that is not parbleu's."""
    if not type(metric).__module__.startswith(OURS):
        return None
    kind, options = type(metric), repr(metric)
    return next(
        (counted for counted in statistics.metrics if type(counted) is kind and repr(counted) == options),
        None,
    )


def _scorer(metric: Any, tables: list[Any]) -> Any:
    """Returns what `parbleu.stats.resampling` calls a scorer."""
    return (metric if isinstance(metric, Metric) else engine_of(metric)).scorer_of(tables)


def _given(metric: SegmentScores, names: Sequence[str], segments: int | None) -> Measure:
    missing = [name for name in names if name not in metric.statistics]
    if missing:
        raise OptionError(f"{metric.name}: there are no segment scores of system {missing[0]!r}: add them")
    tables = [metric.statistics[name] for name in names]
    if segments is not None and len(tables[0]) != segments:
        raise InputShapeError(
            f"{metric.name}: there are scores of {len(tables[0])} segments; the systems have {segments}"
        )
    signature = signature_of_scores(metric.signature)
    measured = Measure(metric.name, Mean(), tables, metric.higher_is_better, metric.decimals, signature)
    n_scored = number_scored(tables)
    measured.n_scored = n_scored if n_scored < len(tables[0]) else None
    measured.usage = metric.usage or None
    return measured


def number_scored(tables: Sequence[Any]) -> int:
    """Returns how many rows of [sum, count] have a score of every system."""
    return sum(all(counts) for counts in zip(*(table[:, 1].tolist() for table in tables), strict=True))


def _measured(metric: Any, tables: list[Any], scorer: Any) -> Measure:
    score = metric.score(sum_rows(tables[0]))
    name = getattr(score, "name", None) or getattr(metric, "name", None) or type(metric).__name__
    signature = metric.get_signature() if hasattr(metric, "get_signature") else None
    if not isinstance(signature, Signature):
        signature = Signature({"num_refs": UNKNOWN, "signed_version": COMPUTED_BY})
    higher = bool(getattr(metric, "higher_is_better", True))
    measured = Measure(name, scorer, tables, higher, DECIMALS, signature)
    measured.metric = metric
    return measured


def signature_of_scores(items: Mapping[str, str] | None) -> Signature:
    """Returns the signature of segment scores: of the scorer, or of what parbleu has only averaged."""
    signature = Signature({"num_refs": UNKNOWN, "signed_version": COMPUTED_BY})
    for key, value in ({"scores": "given"} if items is None else items).items():
        signature.update(key, value)
    return signature
