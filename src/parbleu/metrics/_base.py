"""Defines `Metric`, the base class of metrics: all computations on a table of segment statistics."""

from __future__ import annotations

from parbleu import errors
from parbleu._base.threads import thread_count
from parbleu._core import sum_rows
from parbleu.errors import InputShapeError, OptionError
from parbleu.metrics._input_checks import (
    check_lengths,
    flat_references,
    hypothesis_stream,
    number_of_references,
    reference_streams,
    row_of_statistics,
)
from parbleu.metrics._parameters import (
    Declared,
    Parameter,
    ParameterSignature,
    ScoreType,
    constructor,
    described,
    sign,
)
from parbleu.metrics._score import COMPUTED_BY, UNKNOWN, quote
from parbleu.text._segments import as_segments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any, ClassVar

    import numpy as np
    from numpy.typing import NDArray

    from parbleu._core import Segments
    from parbleu.metrics._accumulator import Accumulator
    from parbleu.metrics._parameters import state
    from parbleu.metrics._score import Origin, Signature
    from parbleu.stats.interval import Interval
    from parbleu.stats.resampling import Resampling
    from parbleu.typing import ReferencesLike, SegmentsLike


class Metric(Declared[ScoreType]):
    """A metric with its options. To write one in Python, derive from this class and define two methods.

        class Recall(parbleu.Metric):
            def _statistics(self, hypotheses, references):
                pairs = zip(hypotheses, references[0])
                return [[len({*h.split()} & {*r.split()}), len({*r.split()})] for h, r in pairs]

            def _score(self, row):
                return 100 * row[0] / max(row[1], 1)

    Options are declared in the body, by `parbleu.metrics.parameter`. Everything else follows from that, also
    the public methods `statistics` and `score`.

    Scoring methods take as hypotheses one stream of segments, and as references a sequence of streams: K
    streams of N segments each. A stream is whatever `parbleu.text.as_segments` takes: a list, an iterator, a
    column, a path. None in a reference stream says that the segment lacks that reference. `references=None`
    means those that were given to the constructor.

    They raise InputTypeError for values that are not text, InputShapeError for streams of different length,
    transposed references and empty corpora, NoReferenceError for a segment without any reference, and
    MissingReferencesError if there are none at all.

    Attributes:
        higher_is_better: False for error rates.
        metric_version: the version of a metric in Python, which its signatures state: "0.3".
        num_refs: references per segment at the latest scoring, -1 if it varied, None before.
        n_samples: samples of the latest bootstrap, None before.
        seed: the seed of the latest bootstrap, None before; for "none", the number that was drawn.
        source_signature: the signature that `from_signature` read; None for a metric made otherwise.
        tokenized_share: BLEU warns if this share of segments ends in a tokenized period; 0 for 100 segments.
    """

    if TYPE_CHECKING:
        num_refs: int | None = state(init=False)
        n_samples: int | None = state(init=False)
        seed: int | None = state(init=False)
        tokenized_share: float = state(init=False)
    else:
        tokenized_share = 0.2

    PARAMETERS: ClassVar[tuple[Parameter, ...]] = ()
    SENTENCE_OPTIONS: ClassVar[dict[str, Any]] = {}
    """Options of a metric that scores single segments; for BLEU, `effective_order`."""
    _SIGNATURE_TYPE: ClassVar[type[Signature]] = ParameterSignature

    higher_is_better: ClassVar[bool] = True
    takes_normalization: ClassVar[bool] = True
    """Whether segments are text alone, which may be normalized."""
    metric_version: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        for name in ("statistics", "score"):
            if name in cls.__dict__:
                raise TypeError(f"{cls.__name__}: define _{name}, which the public method {name} calls")
        declared = {name: value for name, value in cls.__dict__.items() if isinstance(value, Parameter)}
        if not declared:
            return
        inherited = [parameter for parameter in cls.PARAMETERS if parameter.name not in declared]
        cls.PARAMETERS = (*inherited, *declared.values())
        cls.__doc__ = described(cls.__doc__, cls.PARAMETERS)
        if "__init__" not in cls.__dict__:
            cls.__init__ = constructor(cls.PARAMETERS, Metric.__init__)  # type: ignore[method-assign]
        sign(cls)

    def __init__(
        self,
        references: ReferencesLike | None = None,
        normalize: str | Sequence[str] | None = None,
        **options: Any,
    ) -> None:
        """Checks and keeps the options, one per parameter, and the references if there are any.

        Raises:
            OptionError: an option has a value that it does not take.
            UnknownNameError: there is no normalization of a name.
        """
        if normalize:
            self.normalize = normalize
        for name, value in options.items():
            setattr(self, name, value)
        if references is not None and not (isinstance(references, (list, tuple)) and not references):
            self._references = reference_streams(self.name, references)
            check_lengths(self.name, None, self._references)
            self.num_refs = number_of_references(self._references)
        self._check_options()

    # --- what a subclass says ---

    def _statistics(self, hypotheses: list[str], references: list[list[str | None]]) -> Any:
        """Returns the table of segment statistics, shape (N, k), whose rows add up.

        Whole numbers, or float64 where a statistic is a mean: an array, or a list of rows. `_score` of a sum
        of rows is the score of these segments. The columns are part of the interface; each metric documents
        its own.

        Args:
            hypotheses: N strings.
            references: K lists of N strings; None where a segment lacks that reference.
        """
        raise NotImplementedError(f"{self.name} defines no _statistics(hypotheses, references)")

    def _score(self, row: Any) -> Any:
        """Returns the score of one row, or a sum of rows, of k statistics: a number or a `Score`."""
        raise NotImplementedError(f"{self.name} defines no _score(row)")

    def _check_options(self) -> None:
        """Looks at options together, when all of them have been set."""

    def _make_engine(self) -> Any:
        from parbleu.metrics._python_engine import PythonEngine

        return PythonEngine(self.name, self._statistics, self._score)

    def _score_row(self, row: Sequence[Any]) -> ScoreType:
        """Returns the Score of a row, or a sum of rows, of statistics."""
        score: ScoreType = self.engine.result(row)
        return score

    def _score_sentence(self, hypothesis: str, references: Any) -> ScoreType:
        """Returns the Score of one segment; may raise TypeError or ValueError for wrong arguments."""
        return self._score_row(self.engine.sentence(hypothesis, references))

    def _notice(
        self,
        hypotheses: Segments,  # noqa: ARG002 - for subclasses
        noticed: int = 0,
        before: int = 0,  # noqa: ARG002
        compared: Sequence[Segments] = (),  # noqa: ARG002
    ) -> int:
        """Looks at (a further piece of) a corpus before it is scored, to warn.

        Args:
            hypotheses: the piece.
            noticed: what this method returned for the pieces before: a count, or a negative number if it has
                warned.
            before: how many segments these have.
            compared: references, if something else looks at both sides: what shows in that is not told.
        """
        return noticed

    def _compare(self, hypotheses: Segments, references: Sequence[Segments]) -> None:
        """Looks at both sides of a corpus before it is scored, to warn."""

    @property
    def heeds_blanks(self) -> bool:
        """Whether scores depend on where there are blanks."""
        return True

    def options_for(self, language: str) -> dict[str, Any] | None:  # noqa: ARG002 - for subclasses
        """Returns the options with which the metric finds words in a language that is written without blanks.

        The result is {} if no option does so, and None if the options of this metric do already, or if it
        needs no words.

        Args:
            language: its code, such as "ja".
        """
        return None

    @classmethod
    def options_from_name(cls, name: str) -> dict[str, Any] | None:
        """Returns the options that a score's name such as chrF2++ implies; None for another metric's name."""
        return {} if name == cls.__name__ else None

    # --- everything else ---

    @property
    def name(self) -> str:
        """The metric's name in the registry."""
        return type(self).__name__

    @property
    def score_name(self) -> str:
        """The name of its scores, which includes options: chrF2++, not CHRF."""
        return self.name

    def statistics(
        self,
        hypotheses: SegmentsLike,
        references: ReferencesLike | None = None,
        *,
        threads: int | None = None,
    ) -> NDArray[Any]:
        """Returns the table of segment statistics, shape (N, k).

        int64, or float64 where a statistic is a mean. Its rows add up: `score` of a sum of rows is the score
        of these segments. The columns are part of the interface; each metric documents its own.

        Args:
            hypotheses: N segments.
            references: K streams of N segments.
            threads: how many to use; by default one per core, or `PARBLEU_THREADS`. No number depends on it.
        """
        stream, side, _ = self._inputs(hypotheses, references, threads)
        table: NDArray[Any] = self.engine.statistics(stream, side, thread_count(threads))
        return table

    def score(self, row: Any) -> ScoreType:
        """Returns the `Score` of one row, or a sum of rows, of statistics.

        Args:
            row: k numbers.

        Raises:
            InputShapeError: it is not k numbers.
        """
        return self.result(row)

    def corpus_score(
        self,
        hypotheses: SegmentsLike,
        references: ReferencesLike | None = None,
        *,
        intervals: bool = False,
        n_samples: int | None = None,
        seed: int | str | None = None,
        threads: int | None = None,
    ) -> ScoreType:
        """Returns the score of a corpus.

        Args:
            hypotheses: N segments.
            references: K streams of N segments.
            intervals: whether the score has a 95 % interval, from bootstrap samples of the segments.
            n_samples: how many samples; 1000 by default.
            seed: of the samples: a whole number from 0, or "none" for a new one each time; by default the
                environment's `SACREBLEU_SEED`, or 12345. OptionError if it is neither.
            threads: how many to use; by default one per core, or `PARBLEU_THREADS`. No number depends on it.
        """
        stream, side, num_refs = self._inputs(hypotheses, references, threads)
        compared = (self._references or ()) if references is None else side
        self._notice(stream, compared=compared)
        self._compare(stream, compared)
        workers = thread_count(threads)
        if n_samples is not None and (not hasattr(n_samples, "__index__") or n_samples < 1):
            raise OptionError(f"{self.name}: n_samples must be a whole number from 1, not {n_samples!r}")
        if n_samples is not None and not intervals:
            raise OptionError(f"{self.name}: n_samples needs intervals: add intervals=True")
        if intervals:
            from parbleu.stats.resampling import Resampling, bootstrap_interval

            drawn = Resampling(n_samples=n_samples, intervals=True, seed=seed).resolved()
            (table,) = self.engine.tables([stream], side, workers)
            scorer, count = self.scorer_of([table]), drawn.n_bootstrap_samples
            interval = bootstrap_interval(scorer, table, count, drawn.seed, workers)
            return self._score_with_interval(table, num_refs, interval, drawn)
        return self._signed(self._score_row(self.engine.total(stream, side, workers)), num_refs)

    def _score_with_interval(
        self, table: memoryview[Any], num_refs: int, interval: Interval, drawn: Resampling
    ) -> ScoreType:
        """Returns the score of a table of statistics, with the interval that the samples drawn gave."""
        score = self._score_row(sum_rows(table))
        score._mean, score._ci, score._seed = interval.mean, interval.half_width, drawn.seed
        self.n_samples, self.seed = drawn.n_bootstrap_samples, drawn.seed
        self._seed_text = drawn.signed_seed
        return self._signed(score, num_refs, self.n_samples, self._seed_text)

    def sentence_score(self, hypothesis: str, references: Sequence[str | None]) -> ScoreType:
        """Returns the score of one segment.

        Args:
            hypothesis: the segment.
            references: its references, a list of strings.
        """
        if references.__class__ is not list and references.__class__ is not tuple:
            references = flat_references(self.name, hypothesis, references)
        try:
            score = self._score_sentence(hypothesis, references)
        except (TypeError, ValueError):
            flat_references(self.name, hypothesis, references)
            raise
        count = len(references) - references.count(None)
        origin = self._origin
        if origin is None or origin[2] != count:
            origin = self._origin = self._origin_of(count)
        score._origin = origin
        self.num_refs = count
        return score

    def tables(
        self,
        systems: Iterable[SegmentsLike],
        references: ReferencesLike | None = None,
        *,
        threads: int | None = None,
    ) -> Iterator[memoryview]:
        """Yields the table of statistics of each system, which are counted together.

        Args:
            systems: the hypotheses of each, N segments.
            references: K streams of N segments, for all of them.
            threads: how many to use; by default one per core, or `PARBLEU_THREADS`.
        """
        if references is not None:
            references = reference_streams(self.name, references)
        streams = []
        side = None
        has_warned = False
        for hypotheses in systems:
            stream, side, _ = self._inputs(hypotheses, references, threads)
            compared = (self._references or ()) if references is None else side
            has_warned = has_warned or self._notice(stream, compared=compared) < 0
            streams.append(stream)
        if streams:
            yield from self.engine.tables(streams, side, thread_count(threads))

    def segment_scores(
        self,
        hypotheses: SegmentsLike,
        references: ReferencesLike | None = None,
        *,
        threads: int | None = None,
    ) -> NDArray[np.float64]:
        """Returns the score of every segment, shape (N,): what `sentence_score` gives one by one."""
        stream, side, _ = self._inputs(hypotheses, references, threads)
        scores: NDArray[np.float64] = self.engine.segment_scores(stream, side, thread_count(threads))
        return scores

    def pairwise_scores(
        self, hypotheses: SegmentsLike, references: SegmentsLike, *, threads: int | None = None
    ) -> NDArray[np.float64]:
        """Returns the score of every hypothesis against every reference, shape (N, M).

        For minimum Bayes risk decoding and mining. Every text is prepared once.

        Args:
            hypotheses: N segments.
            references: M segments: one stream.
            threads: how many to use; by default one per core, or `PARBLEU_THREADS`.
        """
        left = hypothesis_stream(self.name, hypotheses)
        right = as_segments(references, f"{self.name}: references")
        if right.missing or not len(right):
            raise InputShapeError(
                f"{self.name}: pairwise_scores needs at least one reference, and none missing"
            )
        scores: NDArray[np.float64] = self.engine.pairwise_scores(left, right, thread_count(threads))
        return scores

    def accumulator(
        self, num_refs: int | None = None, *, threads: int | None = None
    ) -> Accumulator[ScoreType]:
        """Returns an accumulator, for corpora that are read in pieces or exceed the memory.

        Args:
            num_refs: how many reference streams every piece has; by default, as many as the first.
            threads: how many to use; by default one per core, or `PARBLEU_THREADS`.
        """
        from parbleu.metrics._accumulator import Accumulator

        return Accumulator(self, num_refs, thread_count(threads))

    def get_signature(self) -> Signature:
        """Returns the signature of the latest scoring. A Score's own `signature` cannot go out of date.

        Raises:
            SignatureError: nothing was scored yet, so the number of references is unknown.
        """
        usage = {"num_refs": self.num_refs, "n_samples": self.n_samples, "seed": self._seed_text}
        return self._SIGNATURE_TYPE({**self._option_values(), **usage})

    def sign_test_set(
        self,
        test_set: str,
        language_pair: str | None = None,
        *,
        origlang: str | None = None,
        subset: str | None = None,
    ) -> None:
        """Adds the test set to signatures: `test:wmt24|lang:en-de|...`. By default they do not name it.

        Args:
            test_set: the name of the test set, or several joined by commas.
            language_pair: "en-de".
            origlang: the original language that was chosen, or "non-" and the one that was not.
            subset: the subset that was chosen. "|", "%" and white space are written as in URLs.
        """
        items = {"test_set": test_set, "language_pair": language_pair, "origlang": origlang, "subset": subset}
        quoted = {name: quote(value) for name, value in items.items() if value is not None}
        others = {name: value for name, value in (self._test_set or {}).items() if name not in items}
        self._test_set = {**others, **quoted}
        self._options = None
        self._origin = None

    def sign_input(
        self,
        *,
        resegmented: bool | str = False,
        joined: str | None = None,
        n_joined: int | None = None,
        tags: str = "drop",
        mt_in: str | None = None,
        leave_out: Sequence[str] = (),
        line_breaks: str | None = None,
        order: bool = False,
        subwords: bool = False,
    ) -> None:
        """Adds to signatures what sacreBLEU's do not tell: `reseg:yes`, `join:documents[space]|texts:198`.

        What an earlier call added stays.

        Args:
            resegmented: whether hypotheses were cut into the segments of references; or like which tool.
            joined: which segments were joined to texts, and in brackets with what between them.
            n_joined: how many texts there are.
            tags: what became of inline tags of translators' files, if they were not dropped.
            mt_in: where in translators' files the hypotheses stood, if beside the translations.
            leave_out: which units of translators' files were not scored.
            line_breaks: how breaks of subtitles' lines counted, if they did.
            order: whether BLEU's name and signature state the longest n-grams that count.
            subwords: whether BLEU is called spBLEU.
        """
        items = {
            "resegmented": "yes" if resegmented is True else resegmented or None,
            "joined": None if joined is None else quote(joined),
            "n_joined": None if n_joined is None else str(n_joined),
            "tags": None if tags == "drop" else tags,
            "mt_in": mt_in,
            "line_breaks": line_breaks,
            "units": ",".join(f"-{state}" for state in sorted(set(leave_out))) or None,
            "signed_order": "yes" if order else None,
            "signed_subwords": "yes" if subwords else None,
        }
        present = {name: value for name, value in items.items() if value is not None}
        self._test_set = {**(self._test_set or {}), **present}
        self._options = None
        self._origin = None

    # --- shared steps ---

    @property
    def engine(self) -> Any:
        """The engine that computes statistics; changed options create a new engine."""
        if self._engine is None:
            self._engine = self._make_engine()
            if self._normalize:
                from parbleu.metrics._changed_text_engines import NormalizedEngine

                self._engine = NormalizedEngine(self._engine, self._normalize)
        return self._engine

    @property  # type: ignore[misc]
    def normalize(self) -> str:
        """Names of normalizations that both sides undergo before they are scored, joined by "+"; or "".

        Names in any order, or a sequence of them, may be set: see `parbleu.text.NORMALIZATIONS`.
        """
        return self._normalize

    @normalize.setter
    def normalize(self, names: str | Sequence[str] | None) -> None:
        from parbleu.text._normalizations import normalization_names

        if names and not self.takes_normalization:
            raise OptionError(f"{self.name} compares more than text: leave out the normalization ({names})")
        self._normalize = "+".join(normalization_names(names or ()))
        self._forget()

    def result(self, row: Any, num_refs: int = UNKNOWN) -> ScoreType:
        """Returns the `Score` of one row, or a sum of rows, of statistics.

        Args:
            row: the statistics.
            num_refs: how many references each segment has, for the signature; -1 if that varies.
        """
        return self._signed(self._score_row(row_of_statistics(self.name, row)), num_refs)

    def scorer_of(self, tables: Sequence[Any]) -> Any:
        """Returns the scorer of sums of these tables' rows, as `parbleu.stats.resampling` takes it."""
        return self.engine.scorer_of(tables)

    @property
    def options(self) -> dict[str, Any]:
        """The options, by their names; `normalize` is among them if there is a normalization."""
        values = {parameter.name: getattr(self, parameter.name) for parameter in self.PARAMETERS}
        return {**values, "normalize": self._normalize} if self._normalize else values

    def for_sentences(self) -> Metric[ScoreType]:
        """Returns the metric with the options that fit single segments."""
        if not self.SENTENCE_OPTIONS:
            return self
        metric = type(self)(**{**self.options, **self.SENTENCE_OPTIONS})
        metric._test_set = self._test_set
        return metric

    def _forget(self) -> None:
        self._engine = None
        self._native = None
        self._prepared = None
        self._options = None
        self._origin = None

    def _inputs(
        self, hypotheses: SegmentsLike, references: ReferencesLike | None, threads: int | None
    ) -> tuple[Segments, Any, int]:
        """Returns the hypotheses, the references as the engine takes them, and how many a segment has."""
        stream = hypothesis_stream(self.name, hypotheses)
        if references is not None:
            streams = reference_streams(self.name, references)
            check_lengths(self.name, len(stream), streams)
            self.num_refs = num_refs = number_of_references(streams)
            return stream, streams, num_refs
        if self._references is None:
            raise errors.MissingReferencesError(
                "No references provided and the cache is empty. "
                f"({self.name}: pass references here or to the constructor)"
            )
        check_lengths(self.name, len(stream), self._references, kept=True)
        self.num_refs = num_refs = number_of_references(self._references)
        if self._prepared is None:
            self._prepared = self.engine.prepare(self._references, thread_count(threads))
        return stream, self._prepared, num_refs

    def _option_values(self) -> dict[str, Any]:
        """Returns what a signature needs to know of the options, and whose numbers these are."""
        return {"signed_version": self.signed_version, **self.options, **(self._test_set or {})}

    @property
    def signed_version(self) -> str:
        """The version that signatures state: of the metric, if it has one, and of parbleu."""
        return f"{quote(str(self.metric_version))}+{COMPUTED_BY}" if self.metric_version else COMPUTED_BY

    def _signed(
        self, score: ScoreType, num_refs: int, n_samples: int | None = None, seed: str | None = None
    ) -> ScoreType:
        # Not from self.num_refs: another thread may have scored something else meanwhile.
        score._origin = self._origin_of(num_refs, n_samples, seed)
        return score

    def _origin_of(self, num_refs: int, n_samples: int | None = None, seed: str | None = None) -> Origin:
        """Returns what a score's own signature is made from."""
        if self._options is None:
            self._options = self._option_values()
        return self._SIGNATURE_TYPE, self._options, num_refs, n_samples, seed

    def __getstate__(self) -> dict[str, Any]:
        state = dict(self.__dict__, _engine=None, _native=None, _prepared=None)
        if self._references is not None:
            state["_references"] = [stream.to_list() for stream in self._references]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if self._references is not None:
            self._references = reference_streams(self.name, self._references)

    def __repr__(self) -> str:
        options = ", ".join(
            f"{parameter.name}={getattr(self, parameter.name)!r}"
            for parameter in self.PARAMETERS
            if getattr(self, parameter.name) != parameter.default
        )
        if self._normalize:
            options += f"{', ' if options else ''}normalize={self._normalize!r}"
        return f"{self.name}({options})"
