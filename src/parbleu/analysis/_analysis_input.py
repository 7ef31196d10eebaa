"""Defines `ComparedTexts`, the input of every analysis: a corpus, and how its words are cut and compared."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from parbleu._base.wording import counted
from parbleu._inputs.corpus import Corpus, Origin
from parbleu._inputs.evaluation_sets import EvaluationSet
from parbleu._inputs.segment_scores import SegmentScores
from parbleu._inputs.systems import add_name, named_columns, named_systems
from parbleu.analysis._numbered_texts import NumberedTexts
from parbleu.errors import InputShapeError, InputTypeError, NoReferenceError, OptionError
from parbleu.metrics._input_checks import check_lengths, reference_streams
from parbleu.metrics._statistics import Statistics
from parbleu.metrics._suber import without_times
from parbleu.text._segments import as_segments, shown
from parbleu.text._tokenizers import get_tokenizer
from parbleu.text._tokenizers.base import Tokenizer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from typing_extensions import Self

    from parbleu._core import Segments
    from parbleu.evalset._evaluation_set import EvalSet
    from parbleu.typing import ReferencesLike, ScoresLike, SegmentsLike, SystemsLike


class ComparedTexts(Corpus):
    """Systems' output beside references and whatever else is known of the segments, with words to compare.

    `compared_texts` makes it of what users have.

    Attributes:
        tokenizer: cuts texts into words.
        lowercase: whether words are compared in lower case.
    """

    tokenizer: Tokenizer = get_tokenizer("13a")
    lowercase: bool = False
    beside_value: ClassVar[frozenset[str]] = frozenset({"numbered", "draw_order", "counted"})

    def changed(self, **values: Any) -> Self:
        """Returns the texts with other values of the attributes that are named; nothing counted is kept."""
        attributes = {name: vars(self)[name] for name in type(self).__annotations__}
        return type(self)(**{**attributes, **values})

    @cached_property
    def numbered(self) -> NumberedTexts:
        """The tokens of all texts as numbers, without times of subtitles; cut once, for all analyses."""
        systems = [without_times(stream) for stream in self.systems.values()]
        references = tuple(map(without_times, self.references))
        return NumberedTexts(systems, references, self.source, self.tokenizer, self.lowercase)

    @cached_property
    def draw_order(self) -> NDArray[np.int64]:
        """The segments in an order that depends on their texts only: what is resampled is drawn from it.

        So no result depends on the order of segments or systems.
        """
        references = [[text or "" for text in stream.to_list()] for stream in self.references]
        groups: dict[tuple[str, ...], list[int]] = {}
        for segment, texts in enumerate(zip(*references, strict=True)):
            groups.setdefault(texts, []).append(segment)

        def outputs(segment: int) -> list[str]:
            return sorted(str(stream[segment]) for stream in self.systems.values())

        order: list[int] = []
        for key in sorted(groups):
            same = groups[key]
            order += same if len(same) == 1 else sorted(same, key=outputs)
        return np.array(order)

    @cached_property
    def counted(self) -> Statistics:
        """The rows that metrics have counted in these texts, which all analyses share."""
        return Statistics(keeps_rows=True)

    def facts(self) -> dict[str, Any]:
        """Returns what tables state of the input: numbers of segments and references, tokenizer, case."""
        return {
            "n_segments": len(self),
            "n_references": len(self.references),
            "tokenize": self.tokenizer.signature(),
            "lowercase": self.lowercase,
        }


def compared_texts(
    systems: SystemsLike | Corpus,
    references: ReferencesLike = (),
    *,
    source: SegmentsLike | None = None,
    labels: Mapping[str, Sequence[str | None]] | None = None,
    scores: Mapping[str, ScoresLike | SegmentScores] | None = None,
    reference_names: Sequence[str] | None = None,
    tokenize: str | Tokenizer = "13a",
    lowercase: bool = False,
) -> ComparedTexts:
    """Checks texts and returns them as all analyses take them.

    Args:
        systems: name -> N hypotheses; a mapping, pairs, or a table of pandas or polars; or a `Corpus`, which
            has everything else.
        references: K streams of N segments, None where a segment lacks a reference.
        source: what was translated, N segments.
        labels: name -> the label of each segment, such as its "document", "domain" or "original_language";
            any other name will do.
        scores: name -> `SegmentScores`, or {system: N numbers}, of all systems.
        reference_names: what tables call the references; "reference 1", ... by default.
        tokenize: a tokenizer, or its name in `parbleu.text.TOKENIZERS`.
        lowercase: whether words are compared in lower case.

    Raises:
        InputTypeError: something is of another type.
        InputShapeError: there is no segment, or something has another number of segments than the systems.
        NoReferenceError: a segment has no reference.
        OptionError: two systems or references have the same name, or a system has no scores.
        UnknownNameError: there is no such tokenizer.
    """
    origin, language_pair = None, None
    if isinstance(systems, Corpus):
        corpus = systems
        origin, language_pair = corpus.origin, corpus.language_pair
        systems, references = corpus.systems, corpus.references
        source = corpus.source if source is None else source
        labels = {**corpus.labels, **(labels or {})}
        scores = {**corpus.scores, **(scores or {})}
        reference_names = reference_names or corpus.reference_names or None
    streams = named_systems(systems, None)
    count = len(next(iter(streams.values())))
    sides = reference_streams("references", references)
    check_lengths("references", count, sides)
    if all(side.missing for side in sides):
        for segment in range(count):
            if all(side[segment] is None for side in sides):
                raise NoReferenceError(segment)
    if source is not None:
        source = as_segments(source, "source")
        _check_count("the source", len(source), count)
        if source.missing:
            raise InputTypeError('the source: a segment is missing; pass "" for an empty one')
    names = _reference_names(reference_names, len(sides))
    return ComparedTexts(
        systems=streams,
        references=sides,
        source=source,
        labels=_labels(labels or {}, count),
        scores=_scores(scores or {}, streams, count),
        language_pair=language_pair,
        reference_names=names,
        origin=origin or Origin(tuple(streams), names),
        tokenizer=get_tokenizer(tokenize) if isinstance(tokenize, str) else _checked_tokenizer(tokenize),
        lowercase=bool(lowercase),
    )


def evalset_texts(
    evalset: EvalSet,
    *,
    systems: Sequence[str] | None = None,
    metrics: Sequence[str] = (),
    tokenize: str | Tokenizer = "13a",
    lowercase: bool = False,
) -> ComparedTexts:
    """Returns the systems of an evaluation set beside its standard reference, with its segment scores.

    Scores are the standard human ones, if there are any, and those of `metrics`. Segments that people did not
    rate have no human score.

    Args:
        evalset: the set.
        systems: which systems; None for all that are not the reference and have human scores, if any have.
        metrics: scorers of the set, such as "COMET-22-refA".
        tokenize: a tokenizer, or its name in `parbleu.text.TOKENIZERS`.
        lowercase: whether words are compared in lower case.

    Raises:
        OptionError: a system lacks scores of a scorer.
        UnknownNameError, EvalSetError: the set has no such system or scorer.
    """
    corpus = EvaluationSet(evalset, systems, metrics, check_text=False).whole()
    return compared_texts(corpus, tokenize=tokenize, lowercase=lowercase)


def _checked_tokenizer(tokenizer: Any) -> Tokenizer:
    if not isinstance(tokenizer, Tokenizer):
        raise InputTypeError(
            f"a tokenizer is a name such as '13a' or a parbleu.text.Tokenizer, not {shown(tokenizer)}"
        )
    return tokenizer


def _reference_names(names: Sequence[str] | None, count: int) -> tuple[str, ...]:
    if names is None:
        return tuple(f"reference {number + 1}" for number in range(count)) if count > 1 else ("reference",)
    checked: list[str] = []
    for name in names:
        add_name(checked, name, "reference")
        checked.append(name)
    if len(checked) != count:
        raise OptionError(
            f"reference_names has {counted(len(checked), 'name')} for {counted(count, 'reference')}: "
            "give one for each"
        )
    return tuple(checked)


def _labels(labels: Mapping[str, Sequence[str | None]], count: int) -> dict[str, tuple[str | None, ...]]:
    checked: dict[str, tuple[str | None, ...]] = {}
    if not isinstance(labels, Mapping):
        raise InputTypeError(f"labels: pass {{'domain': ['news', ...]}}, not {shown(labels)}")
    for name, values in labels.items():
        add_name((), name, "label of segments")
        stream = as_segments(values, f"labels {name!r}")
        _check_count(f"labels {name!r}", len(stream), count)
        checked[name] = tuple(stream.to_list())
    return checked


def _scores(
    scores: Mapping[str, ScoresLike | SegmentScores], systems: Mapping[str, Segments], count: int
) -> dict[str, SegmentScores]:
    checked: dict[str, SegmentScores] = {}
    if not isinstance(scores, Mapping):
        raise InputTypeError(f"scores: pass {{'COMET': {{'system': [0.5, ...]}}}}, not {shown(scores)}")
    for name, values in scores.items():
        if isinstance(values, SegmentScores):
            given_scores = values
        elif named_columns(values) is None:
            raise InputTypeError(f"scores {name!r}: pass {{'system': [0.5, ...]}}, not {shown(values)}")
        else:
            given_scores = SegmentScores(name, values)
        for system in systems:
            if system not in given_scores.statistics:
                raise OptionError(f"{name}: there are no segment scores of system {system!r}: add them")
            _check_count(f"{name}, system {system!r}", len(given_scores.statistics[system]), count)
        checked[name] = given_scores
    return checked


def _check_count(what: str, count: int, wanted: int) -> None:
    if count != wanted:
        raise InputShapeError(f"{what} has {counted(count)}; the systems have {wanted}")


BINS = 20
STEP = 100 // BINS


def first_of_each_source(texts: ComparedTexts) -> ComparedTexts:
    """Returns the texts without segments whose source an earlier segment has, as MT-Telescope does.

    Raises:
        OptionError: there is no source.
    """
    if texts.source is None:
        raise OptionError("segments of the same source show only with a source: pass one")
    first: dict[str | None, int] = {}
    for segment, source in enumerate(texts.source.to_list()):
        first.setdefault(source, segment)
    return texts.part(list(first.values()))


def check_length_range(least: int, most: int) -> None:
    """Raises OptionError for what is no range of lengths."""
    if not 0 <= least < most <= 100:
        raise OptionError(f"a range of lengths is two increasing percentages, not {least} to {most}")


def length_range(texts: ComparedTexts, least: int, most: int) -> ComparedTexts:
    """Returns the segments whose references are neither among the shortest nor among the longest.

    Segments are ranked by the length of the first reference that they have, in code points, ties in their
    order, and are sorted into 20 bins of 5 % by their ranks, as MT-Telescope does.

    Args:
        texts: what is compared.
        least: keep bins that begin at this percentage or above: 0 for the shortest, too.
        most: keep bins that begin below this one: 100 for the longest, too.

    Raises:
        OptionError: `least` and `most` are not increasing percentages.
        NoSegmentsError: none is left, since there are too few.
    """
    check_length_range(least, most)
    references = zip(*(stream.to_list() for stream in texts.references), strict=True)
    lengths = [next(len(text.strip()) for text in group if text is not None) for group in references]
    order = sorted(range(len(lengths)), key=lambda segment: (lengths[segment], segment))
    last = max(len(lengths) - 1, 1)
    bins = {segment: max(-(-BINS * rank // last) - 1, 0) for rank, segment in enumerate(order)}
    return texts.part([segment for segment in range(len(lengths)) if least <= STEP * bins[segment] < most])
