"""Defines `Metric`, `Score` and `Signature`; users derive from them for metrics of their own.

A `Metric` works through its hooks, in Python, as sacreBLEU's does. Where a class leaves the hooks of BLEU,
CHRF or TER alone, native code does the same work.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, ClassVar

from parbleu._base.threads import thread_count
from parbleu._core import sum_rows
from parbleu.compat.sacrebleu._log import warn
from parbleu.compat.sacrebleu.metrics._hooks import HOOKS, HookedClass
from parbleu.compat.sacrebleu.metrics._texts import (
    KeptReferences,
    Texts,
    keep_references,
    texts_of,
    warn_of_lengths,
    warn_of_nothing,
)
from parbleu.errors import NoReferenceError, SignatureError
from parbleu.metrics._bleu import LIKE_SACREBLEU, TOKENIZED_PERIODS
from parbleu.metrics._native_metric import NativeMetric
from parbleu.metrics._score import Score as NativeScore
from parbleu.metrics._score import Signature as NativeSignature


class Score:
    """A named number.

    Attributes:
        name: of the metric.
        score: the number.
    """

    def __init__(self, name: str, score: float) -> None:
        self.name = name
        self.score = score
        self._mean = -1.0
        self._ci = -1.0
        self._verbose = ""

    def format(
        self, width: int = 2, score_only: bool = False, signature: str = "", is_json: bool = False
    ) -> str:
        """Returns the score as it is printed, or as a JSON object; `score_only` wins.

        Args:
            width: decimals.
            score_only: only the number, and the confidence interval if there is one.
            signature: what to print with it.
            is_json: a JSON object instead of a line.
        """
        return NativeScore.format(self, width, score_only, signature, is_json)  # type: ignore[arg-type]

    _items = NativeScore._items

    def estimate_ci(self, scores: list[Score]) -> None:
        """Takes the 95 % confidence interval from the scores of resampled test sets."""
        from statistics import mean

        from parbleu.stats.interval import exact_mean

        ordered = sorted(score.score for score in scores)
        skipped = len(ordered) // 40
        try:
            self._mean = mean(ordered)
        except TypeError:  # NumPy's single-precision numbers and others together
            self._mean = exact_mean(ordered)
        self._ci = 0.5 * (ordered[len(ordered) - skipped - 1] - ordered[skipped])

    def __repr__(self) -> str:
        return self.format()


class Signature(NativeSignature):
    """What a score was computed with. A subclass adds items to `info`, and their short keys to `_abbr`.

    Args:
        args: the metric's attributes.

    Raises:
        ValueError: `num_refs` is not among them, since nothing was scored yet.
    """

    def __init__(self, args: Mapping[str, Any]) -> None:
        try:
            given = {"n_samples": args.get("n_bootstrap"), "language_pair": args.get("langpair")}
            super().__init__({**args, **given})
        except SignatureError as problem:
            raise ValueError(str(problem)) from None


class Metric(metaclass=HookedClass):
    """A metric, as its hooks make it.

    A subclass sets `_SIGNATURE_TYPE` and has the five abstract hooks; it may override all others.
    """

    _SIGNATURE_TYPE: ClassVar[type[Signature]] = Signature
    _own: ClassVar[dict[str, Any]] = {}

    num_refs: int
    n_bootstrap: int | None
    seed: str | None

    def __init__(self) -> None:
        self._ref_cache = None
        self._force = True
        self.n_bootstrap = None
        self.seed = None

    # --- hooks ---

    @abstractmethod
    def _preprocess_segment(self, sent: str) -> str:
        """Returns a hypothesis or reference as the other hooks shall see it."""

    @abstractmethod
    def _extract_reference_info(self, refs: Sequence[str]) -> dict[str, Any]:
        """Returns what `_compute_segment_statistics` needs to know of a segment's preprocessed references."""

    @abstractmethod
    def _compute_segment_statistics(self, hypothesis: str, ref_kwargs: dict[str, Any]) -> list[Any]:
        """Returns a segment's row of statistics."""

    @abstractmethod
    def _compute_score_from_stats(self, stats: Any) -> Any:
        """Returns the score of one row, a list or an array."""

    @abstractmethod
    def _aggregate_and_compute(self, stats: Any) -> Any:
        """Returns the score of rows."""

    def _check_sentence_score_args(self, hyp: str, refs: Sequence[str]) -> None:
        problem = None
        if not isinstance(hyp, str):
            problem = "The argument `hyp` should be a string."
        elif isinstance(refs, str) or not isinstance(refs, Sequence):
            problem = "The argument `refs` should be a sequence of strings."
        elif not isinstance(refs[0], str) and refs[0] is not None:
            problem = "Each element of `refs` should be a string."
        if problem:
            raise TypeError(f"{type(self).__name__}: {problem}")

    def _check_corpus_score_args(self, hyps: Sequence[str], refs: Sequence[Sequence[str]] | None) -> None:
        warn_of_nothing(type(self).__name__, hyps, refs)
        problem = None
        if not isinstance(hyps, Sequence):
            problem = "`hyps` should be a sequence of strings."
        elif not isinstance(hyps[0], str):
            problem = "Each element of `hyps` should be a string."
        elif any(line is None for line in hyps):
            problem = "Undefined line in hypotheses stream!"
        if refs is not None:
            if not isinstance(refs, Sequence):
                problem = "`refs` should be a sequence of sequence of strings."
            elif not isinstance(refs[0], Sequence):
                problem = "Each element of `refs` should be a sequence of strings."
            elif not isinstance(refs[0][0], str) and refs[0][0] is not None:
                problem = "`refs` should be a sequence of sequence of strings."
        if problem:
            raise TypeError(f"{type(self).__name__}: {problem}")

    def _cache_references(self, references: Sequence[Sequence[str]]) -> list[Any]:
        """Returns what `_extract_reference_info` says of each segment; None is no reference."""
        infos = []
        counts = set()
        for at, group in enumerate(zip(*references)):  # noqa: B905 - the shortest counts
            present = [self._preprocess_segment(text) for text in group if text is not None]
            if not present:
                warn(f"{type(self).__name__}: segment {at} (counted from 0) has no reference, only None")
            counts.add(len(present))
            infos.append(self._extract_reference_info(present))
        self.num_refs = counts.pop() if len(counts) == 1 else -1
        return infos

    def _extract_corpus_statistics(
        self, hypotheses: Sequence[str], references: Sequence[Sequence[str]] | None
    ) -> list[Any]:
        """Returns the rows of statistics of all segments."""
        table = self._native_table(hypotheses, references)
        if table is not None:
            return self._rows(table)
        if references:
            warn_of_lengths(type(self).__name__, hypotheses, references)
            infos = self._cache_references(references)
        else:
            infos = self._ref_cache
            if not infos:
                raise RuntimeError("No references provided and the cache is empty.")
            warn_of_lengths(type(self).__name__, hypotheses, [infos])
        rows = []
        periods = 0
        for hypothesis, info in zip(hypotheses, infos):  # noqa: B905 - the shorter counts
            if not self._force:
                periods += hypothesis.endswith(" .")
            rows.append(self._compute_segment_statistics(self._preprocess_segment(hypothesis), info))
        self._advise(periods)
        return rows

    # --- what users call ---

    def sentence_score(self, hypothesis: str, references: Sequence[str]) -> Any:
        """Returns the score of one segment.

        Args:
            hypothesis: the segment.
            references: its references.
        """
        native = self._native(type(self)._scores_native)
        if native is not None:
            score = self._native_sentence(native, hypothesis, references)
            if score is not None:
                return score
        self._check_sentence_score_args(hypothesis, references)
        rows = self._extract_corpus_statistics([hypothesis], [[text] for text in references])
        return self._aggregate_and_compute(rows)

    def corpus_score(
        self, hypotheses: Sequence[str], references: Sequence[Sequence[str]] | None, n_bootstrap: int = 1
    ) -> Any:
        """Returns the score of a corpus.

        Args:
            hypotheses: N segments.
            references: K streams of N segments; None for those that the metric was made with.
            n_bootstrap: above 1, that many resamples give the score a 95 % confidence interval.
        """
        native = self._native(type(self)._scores_native)
        if native is not None:
            score = self._native_corpus(native, hypotheses, references, n_bootstrap)
            if score is not None:
                return score
        self._check_corpus_score_args(hypotheses, references)
        rows = self._extract_corpus_statistics(hypotheses, references)
        score = self._aggregate_and_compute(rows)
        if n_bootstrap > 1:
            from parbleu.compat.sacrebleu.metrics._resampling import _bootstrap_resample

            self.n_bootstrap = n_bootstrap
            self.seed, scores = _bootstrap_resample(rows, self, n_bootstrap)
            score.estimate_ci(scores)
        return score

    def get_signature(self) -> Signature:
        """Returns the signature of the latest scoring."""
        return self._SIGNATURE_TYPE(self.__dict__)

    # --- the native way ---

    def _native_metric(self) -> NativeMetric[Any] | None:
        """Returns parbleu's metric with the same options; None if there is none."""
        return None

    def _native_score(self, native: NativeMetric[Any], row: Sequence[Any]) -> Any:
        """Returns the score of a row or sum of rows."""
        raise NotImplementedError

    def _rows(self, table: memoryview) -> list[Any]:
        """Returns a table as the hooks would have made it."""
        return table.tolist()

    def _native(self, allowed: bool) -> NativeMetric[Any] | None:
        """Returns parbleu's metric, if the class allows it and this object has no hooks of its own."""
        return self._native_metric() if allowed and HOOKS.isdisjoint(self.__dict__) else None

    def _native_sentence(self, native: NativeMetric[Any], hypothesis: Any, references: Any) -> Any:
        """Returns the score of a segment; None if something about it is not as it should be."""
        if references.__class__ is not list and references.__class__ is not tuple:
            return None
        try:
            _, row = native.engine.sentence_scored(hypothesis, references)
        except (TypeError, NoReferenceError):
            return None
        self.num_refs = len(references) - references.count(None)
        return self._native_score(native, row)

    def _native_corpus(
        self, native: NativeMetric[Any], hypotheses: Any, references: Any, n_bootstrap: int
    ) -> Any:
        if n_bootstrap > 1:
            table = self._native_table(hypotheses, references)
            return None if table is None else self._native_bootstrap(native, table, n_bootstrap)
        texts = self._texts(native, hypotheses, references)
        if texts is None:
            return None
        try:
            row = native.engine.total(texts.hypotheses, texts.references, thread_count())
        except NoReferenceError:
            return None
        self._scored(texts, hypotheses, references)
        return self._native_score(native, row)

    def _native_bootstrap(self, native: NativeMetric[Any], table: memoryview, n_bootstrap: int) -> Any:
        from parbleu.stats.resampling import bootstrap_interval, read_seed

        score = self._native_score(native, sum_rows(table))
        self.n_bootstrap = n_bootstrap
        self.seed, seed = read_seed()
        interval = bootstrap_interval(native.scorer, table, n_bootstrap, seed, thread_count())
        score._mean, score._ci = interval.mean, interval.half_width
        return score

    def _native_table(self, hypotheses: Any, references: Any) -> memoryview | None:
        """Returns the rows of statistics; None if they have to be made through the hooks."""
        native = self._native(type(self)._statistics_native)
        texts = None if native is None else self._texts(native, hypotheses, references)
        if native is None or texts is None:
            return None
        try:
            (table,) = native.engine.tables([texts.hypotheses], texts.references, thread_count())
        except NoReferenceError:
            return None
        self._scored(texts, hypotheses, references)
        return table  # type: ignore[no-any-return]

    def _texts(self, native: NativeMetric[Any], hypotheses: Any, references: Any) -> Texts | None:
        if references is None:
            references = self.__dict__.get("_ref_cache")
            if not isinstance(references, KeptReferences):
                return None
        return texts_of(native, hypotheses, references)

    def _scored(self, texts: Texts, hypotheses: Any, references: Any) -> None:
        """Logs warnings and stores the state that sacreBLEU has after scoring."""
        if references is not None:
            self.num_refs = texts.num_refs
        else:
            references = [self.__dict__["_ref_cache"]]
        warn_of_lengths(type(self).__name__, hypotheses, references)
        if not self._force:
            self._advise(texts.hypotheses.tokenized_periods())

    def _advise(self, periods: int) -> None:
        for line in LIKE_SACREBLEU if periods >= TOKENIZED_PERIODS else ():
            warn(line)

    # --- references of the constructor ---

    @property
    def _ref_cache(self) -> Any:
        """What `_cache_references` says of the constructor's references, made when somebody asks."""
        cached = self.__dict__.get("_ref_cache")
        if isinstance(cached, KeptReferences):
            cached = self.__dict__["_ref_cache"] = cached.owner._cache_references(cached.streams)
        return cached

    @_ref_cache.setter
    def _ref_cache(self, value: Any) -> None:
        self.__dict__["_ref_cache"] = value

    def _keep(self, references: Sequence[Sequence[str]] | None) -> None:
        """Takes the constructor's references."""
        if references is None:
            return
        kept = None
        if self._native(type(self)._statistics_native) is not None:
            kept = keep_references(copy(self), references)
        if kept is None:
            self._ref_cache = self._cache_references(references)
        else:
            self._ref_cache = kept
            self.num_refs = kept.num_refs
