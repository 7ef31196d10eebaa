"""Defines `ComparedTexts`, the input of every analysis: a corpus, and how its words are cut and compared."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from parbleu._inputs.corpus import Corpus
from parbleu._inputs.evaluation_sets import EvaluationSet
from parbleu._inputs.memory_corpus import corpus_of
from parbleu.analysis._numbered_texts import NumberedTexts
from parbleu.errors import InputTypeError
from parbleu.metrics._statistics import Statistics
from parbleu.metrics._suber import without_times
from parbleu.text._segments import shown
from parbleu.text._tokenizers import get_tokenizer
from parbleu.text._tokenizers.base import Tokenizer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray
    from typing_extensions import Self

    from parbleu._inputs.segment_scores import SegmentScores
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
        own = {name: vars(self)[name] for name in type(self).__annotations__}
        return type(self)(**{**own, **values})

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
        systems: name -> N hypotheses, as for `parbleu.compare`; or a `Corpus`, which has everything else.
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
    origin = None
    if isinstance(systems, Corpus):
        corpus = systems
        systems, references, origin = corpus.systems, corpus.references, corpus.origin
        source = corpus.source if source is None else source
        labels = {**corpus.labels, **(labels or {})}
        scores = {**corpus.scores, **(scores or {})}
        reference_names = reference_names or corpus.reference_names or None
    checked = corpus_of(
        systems, references, source=source, labels=labels, scores=scores, reference_names=reference_names
    )
    if origin is not None:
        checked = checked.changed(origin=origin, language_pair=corpus.language_pair)
    return ComparedTexts(
        **vars(checked),
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
