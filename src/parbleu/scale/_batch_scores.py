"""Scores record batches of Arrow: `parbleu.scale.score_batches`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from threading import RLock
from types import SimpleNamespace
from typing import Any

import numpy as np

from parbleu._base.threads import thread_count
from parbleu._core import row_scores
from parbleu._inputs.corpus import Corpus
from parbleu._inputs.record_batches import NamedRows, corpus_of_rows, named_rows, record_batches
from parbleu._inputs.scored_corpus import check_for, scorer_items
from parbleu._io.json_text import parse_json
from parbleu.errors import InputTypeError, OptionError, SegmentTooLongError
from parbleu.metrics import METRICS
from parbleu.metrics._base import Metric
from parbleu.metrics._input_checks import number_of_references
from parbleu.metrics._metric_by_name import metric_by_name
from parbleu.metrics._native_metric import NativeMetric
from parbleu.metrics._parameters import ParameterSignature, parameter
from parbleu.metrics._score import quote
from parbleu.metrics._statistics import Statistics, engine_of
from parbleu.metrics._statistics_table import (
    N_REFERENCES,
    N_SEGMENTS,
    SCORE,
    STATISTICS,
    StatisticsLabel,
    as_lists,
    row_format,
    table_of_sums,
)
from parbleu.scorers._scorer import UNUSED, Scorer
from parbleu.scorers._scorer_names import check_licence, is_scorer, make_scorer
from parbleu.scorers._scoring_run import check_for_parts, score_items
from parbleu.text._segment_table import TableColumns
from parbleu.text._table_files.arrow_table import imported_pyarrow, list_items
from parbleu.text._table_files.table_opening import as_words

EMITS = ("scores", "statistics", "both")


def score_batches(
    batches: Any,
    metric: Any,
    *,
    hypothesis: str | Sequence[str] = "mt",
    references: str | Sequence[str] = "ref",
    source: str | None = None,
    emit: str = "scores",
    threads: int | None = None,
) -> Iterator[Any]:
    """Yields the record batches with columns of segment scores, of statistics, or of both.

    Statistics add: the sum of rows gives the score of a corpus or of a group, however the rows were split.
    Text is read where Arrow has it; no string of Python is made of it.

    Args:
        batches: record batches of Arrow, or what `record_batches` takes; empty ones stay empty ones.
        metric: a name such as "chrf++", or a `parbleu.Metric`; or the name of a scorer, such as
            "comet:Unbabel/wmt22-comet-da", which takes the first reference; one that reads none needs no
            column of them. Its statistics are the sum of scores and their number; where there is no score, it
            is NaN, and counts in no mean.
        hypothesis: the column of hypotheses, or several.
        references: the column of references, or several; a column may hold lists of references.
        source: the column of sources, for a metric in Python that reads it, such as a learned one: its method
            is `statistics(hypotheses, references, sources)`.
        emit: "scores" adds a column `score` of float64, the score of each segment as `parbleu score
            --sentence-level` computes it. "statistics" adds `statistics`, lists of int64 of a fixed size
            (float64 for TER and metrics in Python), and `n_references`, how many references the row has.
            "both" adds all. With several hypotheses the columns are `score:NAME` and `statistics:NAME`.
        threads: how many to use; by default one per core, or `PARBLEU_THREADS`. No number depends on it.

    Yields:
        A batch for each one that was given, with all its columns. The schema's metadata has the metric, its
        options and its signature.

    Raises:
        OptionError: an option has a value that it does not take, a column exists already, or the metric reads
            no source.
        FormatError: a column is missing, a cell is none or no text, or a text is too long for the metric; the
            message tells the row, counted from 1 in these batches, and its short cells.
    """
    scorer = BatchScorer(metric, hypothesis, references, emit, threads, source=source)
    first = 1
    for batch in record_batches(batches):
        yield scorer.scored(batch, first)
        first += batch.num_rows


def metric_of(metric: Any) -> Metric[Any]:
    """Returns the metric of a name such as "chrf++", that which a class makes, or the metric itself.

    The name of a scorer gives its `ScorerMean`.

    Raises:
        InputTypeError: it is none of these.
        UnknownNameError: there is no metric of that name.
    """
    if isinstance(metric, type):
        metric = metric()
    if isinstance(metric, str):
        return ScorerMean(metric) if names_scorer(metric) else metric_by_name(metric)
    if not isinstance(metric, Metric):
        raise InputTypeError(f"a metric is a name such as 'chrf++' or a parbleu.Metric, not {metric!r:.60}")
    return metric


def names_scorer(metric: Any) -> bool:
    """Returns whether a metric is given as the name of a scorer."""
    return isinstance(metric, str) and metric not in METRICS and is_scorer(metric)


IDENTITY = "identity"
"""What signatures tell of a scorer, in JSON, among what they tell of the input."""
SCORING = RLock()
"""Held while a scorer works: an engine's workers may be threads of one process, which share the scorer."""


@lru_cache(maxsize=1)
def latest_scorer(name: str) -> Scorer:
    """Returns the scorer of a name; the latest one of a process stays loaded."""
    return make_scorer(name)


class ScorerMeanSignature(ParameterSignature):
    """The signature of a scorer's mean: its name, and all else that scores depend on besides the texts."""

    def __init__(self, args: Mapping[str, Any]) -> None:
        super().__init__(args)
        for key, value in parse_json(args.get(IDENTITY, "{}")).items():
            self.update(key, quote(value))


class ScorerMean(Metric[Any]):
    """The mean of the scores that a scorer gives segments; its statistics are their sum and their number."""

    _SIGNATURE_TYPE = ScorerMeanSignature
    scorer: str = parameter(default="", help="the name of the scorer")

    def __init__(self, scorer: str) -> None:
        super().__init__(scorer=scorer)

    @property
    def name(self) -> str:
        """What tables call the scores."""
        return latest_scorer(self.scorer).name

    @property
    def higher_is_better(self) -> bool:  # type: ignore[override]
        """False for numbers of errors."""
        return latest_scorer(self.scorer).facts.higher_is_better

    @property
    def reads_references(self) -> bool:
        """Whether the scorer uses a reference."""
        return latest_scorer(self.scorer).facts.reference != UNUSED

    def sign_model(self, n_references: int) -> None:
        """Adds to signatures what the scorer's own says: the checksum of its model, versions, the device.

        Args:
            n_references: how many columns of references there are, of which the scorer gets the first.

        Raises:
            ParbleuError: the scorer's licence is not accepted, or it cannot work here.
        """
        with SCORING:
            scorer = latest_scorer(self.scorer)
            check_for_parts(scorer)
            check_licence(scorer)
            scorer.check()
            identity = scorer.identity()
        del identity["scorer"]  # the name, with its options, says more
        if self.reads_references and n_references > 1:
            identity["reference"] = f"1 of {n_references}"
        self._test_set = {IDENTITY: json.dumps(identity)}
        self._options = None

    def of_texts(self, texts: Corpus, system: str) -> Any:
        """Returns the statistics of a system's segments, shape (N, 2).

        Raises:
            ParbleuError: the scorer cannot score such texts, or does not work.
        """
        corpus = texts.changed(systems={system: texts.systems[system]}, labels={})  # a part of documents
        with SCORING:
            scorer = latest_scorer(self.scorer)
            check_for(scorer, corpus)
            run = score_items(scorer, scorer_items(scorer, corpus), allow_no_score=True)
        return np.array([(0.0, 0.0) if score.score is None else (score.score, 1.0) for score in run.scores])

    def _score(self, row: Any) -> float:
        if not row[1]:
            raise OptionError(
                f"{self.name}: no segment of the corpus, of a group or of a sample has a score: leave out "
                "groups without one, and intervals of few segments"
            )
        return float(row[0] / row[1])


SCORER_MEAN = {ScorerMean.__name__: ScorerMean}


def reference_columns(
    metric: Any, hypothesis: str | Sequence[str], references: str | Sequence[str]
) -> list[str]:
    """Returns the columns of references to read.

    For a scorer that reads none it is that of a hypothesis, which every row has; the scorer does not get it.
    """
    is_read = not names_scorer(metric) or ScorerMean(metric).reads_references
    return [*as_words(references)] if is_read else [*as_words(hypothesis)][:1]


class BatchScorer:
    """Scores the segments of record batches, one batch after the other."""

    def __init__(
        self,
        metric: Any,
        hypothesis: str | Sequence[str] = "mt",
        references: str | Sequence[str] = "ref",
        emit: str = "scores",
        threads: int | None = None,
        *,
        source: str | None = None,
    ) -> None:
        if emit not in EMITS:
            raise OptionError(f"emit is one of {', '.join(EMITS)}, not {emit!r}")
        self.metric: Metric[Any] = metric_of(metric)
        if source is not None and isinstance(self.metric, NativeMetric):
            raise OptionError(
                f"{self.metric.name} compares with references only: leave out source={source!r}"
            )
        read = reference_columns(metric, hypothesis, references)
        self._columns = TableColumns(as_words(hypothesis), read, source).with_systems()
        self._has_references = not isinstance(self.metric, ScorerMean) or self.metric.reads_references
        self._emit = emit
        self._threads = thread_count(threads)
        if isinstance(self.metric, ScorerMean):
            self.metric.sign_model(len(self._columns.references))
        self.label: StatisticsLabel = StatisticsLabel.of(self.metric, self._columns.hypotheses)
        self.width: int
        if isinstance(self.metric, ScorerMean):
            self.width, self._kind = 2, np.dtype(np.float64)
            return
        engine = engine_of(self.metric if source is None else _of_sources(self.metric, ["a"]))
        self.width, self._kind = row_format(self.metric, engine)

    def scored(self, batch: Any, first: int = 1) -> Any:
        """Returns a record batch with further columns; its first row has the number `first` in messages."""
        pyarrow = imported_pyarrow("parbleu.scale")
        rows = named_rows(batch, self._columns.names(), first)
        arrays = dict(zip(batch.schema.names, batch.columns, strict=True))
        fields = list(batch.schema)
        if self._emit != "scores" and N_SEGMENTS in arrays:
            raise OptionError(f"there is a column {N_SEGMENTS!r}, which sums have: rename it before scoring")
        with _rows_of_segments(rows):
            for name, array in self._added(batch, rows):
                if name in arrays:
                    raise OptionError(f"there is a column {name!r} already: rename it before scoring")
                arrays[name] = array
                fields.append(pyarrow.field(name, array.type))
        schema = self.label.added_to(pyarrow.schema(fields, batch.schema.metadata))
        return pyarrow.RecordBatch.from_arrays(list(arrays.values()), schema=schema)

    def summed(self, batch: Any, first: int = 1) -> Any:
        """Returns the sums of statistics of a record batch, whose segments are one group, as a batch."""
        rows = named_rows(batch, self._columns.names(), first)
        texts = corpus_of_rows(rows, self._columns)
        statistics = Statistics()
        with _rows_of_segments(rows):
            for system, stream in texts.systems.items():
                statistics.put(
                    self.metric,
                    self.metric.of_texts(texts, system).sum(axis=0).tolist()
                    if isinstance(self.metric, ScorerMean)
                    else self._engines(texts)[0].total(stream, texts.references, self._threads),
                    n_segments=batch.num_rows,
                    n_references=[number_of_references(texts.references) if self._has_references else 0],
                    system=system,
                )
        return table_of_sums(statistics, self.label, self._kind)

    def _engines(self, texts: Corpus) -> tuple[Any, Any]:
        """Returns what counts a corpus, and what scores its sentences."""
        if texts.source is None:
            return engine_of(self.metric), engine_of(self.metric.for_sentences())
        engine = engine_of(_of_sources(self.metric, texts.source.to_list()))
        return engine, engine

    def _added(self, batch: Any, rows: NamedRows) -> Iterator[tuple[str, Any]]:
        pyarrow = imported_pyarrow("parbleu.scale")
        texts = corpus_of_rows(rows, self._columns) if batch.num_rows else None
        counts = np.zeros(batch.num_rows, np.int32)
        for name in self._columns.references if batch.num_rows and self._has_references else ():
            items = list_items(rows.columns[name])
            for array in [rows.columns[name]] if items is None else items:
                counts += np.asarray(array.is_valid())
        for system in self._columns.hypotheses:
            scores, table = np.empty(0), np.empty((0, self.width), self._kind)
            if texts is not None:
                scores, table = self._counted(texts, system)
            if self._emit != "scores":
                yield self.label.column(STATISTICS, system), as_lists(table)
            if self._emit != "statistics":
                yield self.label.column(SCORE, system), pyarrow.array(scores)
        if self._emit != "scores":
            yield N_REFERENCES, pyarrow.array(counts)

    def _counted(self, texts: Corpus, system: str) -> tuple[Any, Any]:
        """Returns the scores and the statistics of a system's segments, each only if it is asked for."""
        if isinstance(self.metric, ScorerMean):
            table = self.metric.of_texts(texts, system)
            with np.errstate(invalid="ignore"):
                return table[:, 0] / table[:, 1], table
        engine, sentences = self._engines(texts)
        hypotheses = texts.systems[system]
        if self._emit == "scores":
            return sentences.segment_scores(hypotheses, texts.references, self._threads), None
        (view,) = engine.tables([hypotheses], texts.references, self._threads)
        table = np.asarray(view).astype(self._kind, copy=False)
        if self._emit == "statistics":
            return None, table
        if texts.source is not None:
            return np.array([sentences.score(row) for row in np.asarray(view).tolist()], np.float64), table
        return np.asarray(row_scores(self.metric.for_sentences().scorer_of([view]), view)), table


@contextmanager
def _rows_of_segments(rows: NamedRows) -> Iterator[None]:
    """Names the row, not the place in a batch, of a segment that is too long for its metric."""
    try:
        yield
    except SegmentTooLongError as problem:
        raise rows.wrong(problem.segment, f"the text is too long: {problem.problem}") from None


def _of_sources(metric: Any, sources: Sequence[str | None]) -> Any:
    """Returns a metric in Python that reads sources with those of one batch, as an object that reads none."""

    def statistics(hypotheses: Any, references: Any) -> Any:
        return metric._statistics(hypotheses, references, sources)

    return SimpleNamespace(name=metric.name, statistics=statistics, score=metric._score)
