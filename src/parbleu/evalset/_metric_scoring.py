"""Computes metrics and scorers of all systems of an evaluation set, at all levels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy

from parbleu._base.progress import no_progress
from parbleu.errors import EvalSetError, OptionError, ScorerError, UnknownNameError
from parbleu.evalset._evalset_writer import save_metric
from parbleu.evalset._levels import FINEST_FIRST, check_level, derived
from parbleu.evalset._metric_names import USUAL_METRICS, join_name
from parbleu.evalset._score_matrix import Scores
from parbleu.metrics import METRICS
from parbleu.metrics._metric_by_name import metric_class
from parbleu.metrics._score import quote
from parbleu.scorers._scorer import UNUSED, Scorer, ScorerItem
from parbleu.scorers._scorer_names import is_scorer, make_scorer
from parbleu.scorers._scoring_run import check_scorer, document_contexts, score_items
from parbleu.tables import Column, Result, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from os import PathLike
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    from parbleu._base.progress import ProgressBar
    from parbleu.evalset._evaluation_set import EvalSet
    from parbleu.metrics import Metric


def score_systems(
    evalset: EvalSet,
    metric: str,
    refs: Iterable[str] | None = None,
    levels: Iterable[str] = FINEST_FIRST,
    *,
    means: bool = False,
    overwrite: bool = False,
    threads: int | None = None,
    progress: ProgressBar = no_progress,
    **options: Any,
) -> str:
    """Scores the outputs of all systems and adds the scores to the set.

    Scores of documents, domains and systems are corpus scores unless `means` is True. Segments of BLEU are
    scored without the orders that they are too short for, as in sentence BLEU. TER is negated: higher is
    better for all metrics of an evaluation set. An output that was not supplied counts as empty.

    Args:
        evalset: the evaluation set.
        metric: the name of the metric, such as one of `USUAL_METRICS`, or of a scorer, such as
            "comet:Unbabel/wmt22-comet-da", whose scores of documents, domains and systems are means.
        refs: the references; None for the standard one. They are not scored themselves.
        levels: the levels to score.
        means: whether scores of documents and domains are means of segment scores.
        overwrite: whether existing scores are replaced.
        threads: how many threads may work; None for `PARBLEU_THREADS`, or all processors.
        progress: `parbleu._base.progress.progress_bar` for a bar on a terminal: of systems, or of
            the segments that a scorer scores.
        options: options of the metric, such as `tokenize`. By default BLEU's tokenizer is that of
            the target language. A scorer has its options in its name.

    Returns:
        The full name of the metric; `parbleu.evalset.save_metric` keeps its scores.

    Raises:
        UnknownNameError: there is no such metric.
        OptionError: there is no such level.
        EvalSetError: there is no such reference, or there are such scores already; nothing is added then.
        ParbleuError: the metric cannot score the texts.
    """
    used = frozenset([evalset.std_ref] if refs is None else refs)
    wanted = [check_level(level) for level in levels]
    scorer = make_scorer(metric) if is_scorer(metric) and metric not in METRICS else None
    if scorer is not None:
        if scorer.facts.reference == UNUSED:
            used = frozenset()
        metric = scorer.name.replace("/", "_")
        check_scorer(
            scorer,
            has_source=True,
            n_references=len(used),
            has_documents=True,
            languages=[evalset.src_lang, evalset.tgt_lang],
        )
        if len(used) > 1:
            raise OptionError(f"{scorer.name} takes one reference, and these are {len(used)}: choose one")
    elif not used:
        raise OptionError(f"{metric} needs a reference")
    full = join_name(metric, used, evalset.ref_names)
    for level in wanted:
        if evalset.has_scores(level, full) and not overwrite:
            raise EvalSetError(
                f"there are scores of {full} at the level {level} already; "
                "--overwrite (overwrite=True in Python) replaces them"
            )
    systems = [system for system in evalset.sys_names if system not in used]
    if scorer is not None:
        segments, signature = _scorer_scores(scorer, evalset, systems, used, progress)
        for level in wanted:
            table = segments if level == "segment" else derived(segments, level, evalset.documents)
            evalset.add_metric(metric, used, level, table, overwrite=True)
        evalset.sign(full, signature)
        return full
    averaged = [level for level in wanted if means and level in ("document", "domain")]
    scoring = _Scoring(evalset, metric, used, options, threads)
    rows_of: dict[str, list[NDArray[np.float64]]] = {level: [] for level in wanted if level not in averaged}
    if averaged:
        rows_of.setdefault("segment", [])
    with progress(metric, len(systems)) as advance:
        for system in systems:
            output = ["" if segment is None else segment for segment in evalset.sys_outputs[system]]
            for level, scores in scoring.levels(output, list(rows_of)):
                rows_of[level].append(scores)
            advance()
    tables = {level: Scores(systems, numpy.array(rows)) for level, rows in rows_of.items()}
    for level in averaged:
        tables[level] = derived(tables["segment"], level, evalset.documents)
    for level in wanted:
        evalset.add_metric(metric, used, level, tables[level], overwrite=True)
    evalset.sign(full, scoring.signature())
    return full


def _scorer_scores(
    scorer: Scorer, evalset: EvalSet, systems: Sequence[str], references: Iterable[str], progress: ProgressBar
) -> tuple[Scores, str]:
    """Returns the segment scores of systems by a scorer, higher ones better, and their signature.

    Raises:
        ScorerError: a segment has no score, which metric scores of an evaluation set must have.
        ParbleuError: the scorer does not work.
    """
    reference: Sequence[str | None] = [None] * evalset.n_segments
    for name in references:
        reference = evalset.all_refs[name]
    contexts = document_contexts(evalset.src, evalset.docs_per_seg)
    items = [
        ScorerItem(hypothesis or "", *texts)
        for system in systems
        for hypothesis, *texts in zip(
            evalset.sys_outputs[system], evalset.src, reference, contexts, strict=True
        )
    ]
    try:
        run = score_items(scorer, items, progress=progress, sizes=[evalset.n_segments] * len(systems))
    finally:
        scorer.close()
    sign = 1.0 if scorer.facts.higher_is_better else -1.0
    scores = [sign * score.score for score in run.scores if score.score is not None]
    if len(scores) < len(items):
        index = [score.score for score in run.scores].index(None)
        system, segment = divmod(index, evalset.n_segments)
        raise ScorerError(
            f"{scorer.name} has no score of segment {segment} (from 0) of {systems[system]}: "
            f"{run.scores[index].problem}; metric scores of an evaluation set must be complete"
        )
    signed = {**run.signature(), "scorer": scorer.full_name}
    signature = "|".join(f"{key}:{quote(value)}" for key, value in signed.items())
    return Scores(systems, numpy.array(scores).reshape(len(systems), -1)), signature


@dataclass(frozen=True)
class StoredMetrics(Result):
    """Scores of metrics that were stored with an evaluation set.

    Attributes:
        files: full name of the metric -> its files.
        signatures: full name of the metric -> the signature of its corpus scores, with the tokenizer.
    """

    files: Mapping[str, Sequence[str]]
    signatures: Mapping[str, str]

    def tables(self) -> tuple[Table, ...]:
        """Returns a table with a row for each file."""
        columns = [Column("metric"), Column("file")]
        rows = [(metric, file) for metric, files in self.files.items() for file in files]
        facts = {f"{metric} signature": signature for metric, signature in self.signatures.items()}
        return (Table("stored_metrics", columns, rows, facts=facts),)


def score_metrics(
    evalset: EvalSet,
    directory: str | PathLike[str],
    metrics: Iterable[str] = USUAL_METRICS,
    references: Iterable[str] | None = None,
    *,
    levels: Iterable[str] = FINEST_FIRST,
    tokenize: str | None = None,
    means: bool = False,
    overwrite: bool = False,
    threads: int | None = None,
    progress: ProgressBar = no_progress,
) -> StoredMetrics:
    """Computes metrics for all systems, adds their scores to the set, and stores them as files.

    Args:
        evalset: the evaluation set.
        directory: the data directory that the files are written to.
        metrics: the names of the metrics.
        references: the references, all of which each metric uses; None for the standard one.
        levels: the levels to score.
        tokenize: BLEU's tokenizer; None for that of the target language. Other metrics ignore it.
        means: whether scores of documents and domains are means of segment scores.
        overwrite: whether existing scores are replaced.
        threads: how many threads may work; None for `PARBLEU_THREADS`, or all processors.
        progress: `parbleu._base.progress.progress_bar` for a progress bar on a terminal.

    Raises:
        UnknownNameError: there is no such metric.
        EvalSetError: there is no such reference, or there are such scores already.
        OptionError: there is no such level.
        UnwritableFileError: a file cannot be written.
        ParbleuError: a metric cannot score the texts.
    """
    files, signatures = {}, {}
    for metric in metrics:
        options = {"tokenize": tokenize} if metric == "BLEU" and tokenize else {}
        full = score_systems(
            evalset,
            metric,
            references,
            levels,
            means=means,
            overwrite=overwrite,
            threads=threads,
            progress=progress,
            **options,
        )
        files[full] = save_metric(evalset, full, directory)
        signatures[full] = evalset.signature(full)
    return StoredMetrics(files, signatures)


class _Scoring:
    """A metric that has its references prepared, once for corpora and once for sentences."""

    def __init__(
        self,
        evalset: EvalSet,
        name: str,
        references: Iterable[str],
        options: dict[str, Any],
        threads: int | None,
    ) -> None:
        self._documents = evalset.documents
        self._threads = threads
        self._corpus = _make(name, evalset, references, options, sentences=False)
        self._sentences = _make(name, evalset, references, options, sentences=True)
        self._sign = 1.0 if self._corpus.higher_is_better else -1.0

    def signature(self) -> str:
        return self._corpus.get_signature().format()

    def levels(self, output: list[str], levels: list[str]) -> Iterator[tuple[str, NDArray[np.float64]]]:
        """Yields the scores of an output at some levels."""
        if levels != ["segment"]:
            [table] = map(numpy.asarray, self._corpus.tables([output], threads=self._threads))
        for level in levels:
            if level == "segment":
                scores = self._sentences.segment_scores(output, threads=self._threads)
            else:
                units = (table[unit].sum(axis=0) for unit in self._documents.units(level))
                scores = numpy.array([self._corpus.result(unit).score for unit in units])
            yield level, self._sign * scores


def _make(
    name: str, evalset: EvalSet, references: Iterable[str], options: dict[str, Any], *, sentences: bool
) -> Metric[Any]:
    """Returns a metric that has the references prepared."""
    if name not in USUAL_METRICS and METRICS.is_built_in(name):
        raise UnknownNameError("metric", name, list(USUAL_METRICS))
    kind, defaults = metric_class(name)
    names = [parameter.name for parameter in kind.PARAMETERS]
    chosen = {**defaults, **options}
    if "trg_lang" in names:
        chosen.setdefault("trg_lang", evalset.tgt_lang)
    if sentences:
        chosen.update(kind.SENTENCE_OPTIONS)
    texts = [evalset.all_refs[reference] for reference in sorted(references)]
    return kind(**chosen, references=texts)
