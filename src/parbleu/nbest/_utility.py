"""Scores the candidates of segments against references in pairs, by any metric."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from parbleu._base.progress import no_progress
from parbleu._base.threads import thread_count
from parbleu._comparison.metric_inputs import named_metrics
from parbleu._core import Segments, expected_scores
from parbleu._inputs.segment_scores import SegmentScores
from parbleu.errors import OptionError, ScorerError
from parbleu.metrics._base import Metric
from parbleu.metrics._python_engine import engine_of_object
from parbleu.nbest._nbest_files import NbestList
from parbleu.scorers._scorer import Scorer, ScorerItem

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from parbleu._base.progress import ProgressBar
    from parbleu.typing import MetricOrName

    Pairs = Sequence[tuple[NbestList, NbestList]]


class Utility:
    """A metric as the utility of a candidate, given a reference.

    Args:
        metric: a metric, its class or its name, or an object with `statistics` and `score`; or a scorer or
            its name, such as "comet:Unbabel/wmt22-comet-da". BLEU of single segments has the effective order,
            as in `sentence_bleu`.
        aggregate: whether candidates are compared with the mean n-gram counts of all references instead of
            with each reference: `aggregate_scores`.

    Attributes:
        name: of the scores.
        higher_is_better: False for error rates.
        metric: the metric, as it scores single segments.
        aggregate: as it was given.

    Raises:
        OptionError: it is no metric of pairs of texts, or the metric has no n-grams to aggregate.
        UnknownNameError: there is no metric of that name.
    """

    def __init__(self, metric: MetricOrName, *, aggregate: bool = False) -> None:
        named = named_metrics([metric], scorers=True)
        if len(named) != 1 or isinstance(named[0][1], SegmentScores):
            raise OptionError("a utility is one metric of texts, such as 'chrf', not scores from elsewhere")
        chosen = named[0][1]
        self._scorer: Scorer | None = None
        if isinstance(chosen, Scorer):
            self._scorer = chosen
            self.name: str = chosen.name
            self._engine: Any = None
        elif isinstance(chosen, Metric):
            chosen = chosen.for_sentences()
            self.name = chosen.score_name
            self._engine = chosen.engine
        else:
            self.name = str(getattr(chosen, "name", None) or type(chosen).__name__)
            self._engine = engine_of_object(chosen)
        self.metric: Any = chosen
        facts = chosen if self._scorer is None else self._scorer.facts
        self.higher_is_better: bool = bool(getattr(facts, "higher_is_better", True))
        self.aggregate = aggregate
        if aggregate and not hasattr(self._engine, "aggregate_scores"):
            raise OptionError(
                f"{self.name}: references can be aggregated for chrF and BLEU, which count n-grams; "
                "leave the aggregation out"
            )
        # Of the same texts, pairs of n-grams are counted sooner than equal texts are found.
        self._finds_equal = not hasattr(self._engine, "aggregate_scores")

    def expected(
        self,
        pairs: Pairs,
        weights: str = "uniform",
        threads: int | None = None,
        matrices: Callable[[Pairs, list[NDArray[np.float64]]], None] | None = None,
        progress: ProgressBar = no_progress,
    ) -> NDArray[np.float64]:
        """Returns the expected utility of every candidate, segment after segment.

        Args:
            pairs: the candidates and the references of each segment.
            weights: how references weigh, one of `WEIGHTS`.
            threads: how many to use; by default one per core, or `PARBLEU_THREADS`.
            matrices: called with the pairs and, for each, the utility of every candidate (rows) given every
                reference (columns). Not for aggregated references.
            progress: `parbleu._base.progress.progress_bar` to show how many pairs a scorer has scored.
        """
        if self.aggregate:
            scores: NDArray[np.float64] = self._engine.aggregate_scores(
                *_streams(pairs), _weights(pairs, weights), thread_count(threads)
            )
            return scores
        flat, starts, reference_starts = self._scores(pairs, threads, progress)
        if matrices is not None:
            matrices(pairs, _split(flat, starts, reference_starts))
        expectations: NDArray[np.float64] = expected_scores(
            flat, starts, reference_starts, _weights(pairs, weights)
        )
        return expectations

    def close(self) -> None:
        """Frees what a scorer holds, such as a process."""
        if self._scorer is not None:
            self._scorer.close()

    def _scores(
        self, pairs: Pairs, threads: int | None, progress: ProgressBar
    ) -> tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.int64]]:
        """Returns all matrices in one array, and where each list of candidates and of references begins."""
        if self._scorer is not None:
            return _scorer_scores(self._scorer, pairs, progress)
        workers = thread_count(threads)
        if not self._finds_equal:
            texts = _streams(pairs)
            return self._engine.list_scores(*texts, workers), texts[2], texts[3]
        distinct = [(_distinct(item), _distinct(reference)) for item, reference in pairs]
        texts = _streams(distinct)
        matrices = _split(self._engine.list_scores(*texts, workers), texts[2], texts[3])
        parts = [np.zeros(0)]
        for given, kept, matrix in zip(pairs, distinct, matrices, strict=True):
            parts.append(matrix[np.ix_(*map(_places, kept, given))].ravel())
        sizes = [_starts([len(pair[side].candidates) for pair in pairs]) for side in (0, 1)]
        return np.concatenate(parts), sizes[0], sizes[1]


def _scorer_scores(
    scorer: Scorer, pairs: Pairs, progress: ProgressBar
) -> tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.int64]]:
    """Returns the scores of all pairs of texts by a scorer, and where each list begins.

    Raises:
        OptionError: the scorer needs the source, and a list has none; or it cannot work here.
        ScorerError: a pair has no score.
    """
    from parbleu.scorers._scoring_run import check_for_parts, check_scorer, score_items

    check_for_parts(scorer)
    check_scorer(scorer, has_source=all(own.source is not None for own, _ in pairs), n_references=1)
    items = [
        ScorerItem(candidate, own.source, reference)
        for own, other in pairs
        for candidate in own.candidates
        for reference in other.candidates
    ]
    run = score_items(scorer, items, progress=progress, blank_references=True)
    scores = [score.score for score in run.scores if score.score is not None]
    if len(scores) < len(items):
        problem = next(score.problem for score in run.scores if score.score is None)
        raise ScorerError(f"{scorer.name} has no score of a candidate: {problem}; all are needed to choose")
    sizes = [_starts([len(pair[side].candidates) for pair in pairs]) for side in (0, 1)]
    return np.array(scores), sizes[0], sizes[1]


def _split(
    flat: NDArray[np.float64], starts: NDArray[np.int64], reference_starts: NDArray[np.int64]
) -> list[NDArray[np.float64]]:
    """Returns the matrices that stand one after the other in an array."""
    matrices = []
    begin = 0
    for rows, columns in zip(np.diff(starts), np.diff(reference_starts), strict=True):
        matrices.append(flat[begin : begin + rows * columns].reshape(rows, columns))
        begin += rows * columns
    return matrices


def _distinct(given: NbestList) -> NbestList:
    return NbestList(given.segment, tuple(dict.fromkeys(given.candidates)))


def _places(distinct: NbestList, given: NbestList) -> list[int]:
    number = {text: index for index, text in enumerate(distinct.candidates)}
    return [number[text] for text in given.candidates]


def _starts(sizes: Sequence[int]) -> NDArray[np.int64]:
    starts = np.zeros(len(sizes) + 1, np.int64)
    np.cumsum(sizes, out=starts[1:])
    return starts


def _streams(pairs: Pairs) -> tuple[Segments, Segments, NDArray[np.int64], NDArray[np.int64]]:
    hypotheses = Segments([text for own, _ in pairs for text in own.candidates])
    starts = _starts([len(own.candidates) for own, _ in pairs])
    if all(own is other for own, other in pairs):
        return hypotheses, hypotheses, starts, starts
    references = Segments([text for _, other in pairs for text in other.candidates])
    return hypotheses, references, starts, _starts([len(other.candidates) for _, other in pairs])


def _weights(pairs: Pairs, kind: str) -> NDArray[np.float64] | None:
    weights_of = [weights for _, reference in pairs if (weights := reference.weights(kind)) is not None]
    return np.concatenate(weights_of) if weights_of else None
