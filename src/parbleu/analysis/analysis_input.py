"""Defines `ComparedTexts`, the input of every analysis: systems, references, source, labels and scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from parbleu._core import Segments
from parbleu.analysis.numbered_texts import NumberedTexts
from parbleu.base.known_names import check_name
from parbleu.base.wording import counted
from parbleu.errors import (
    InputShapeError,
    InputTypeError,
    NoReferenceError,
    NoSegmentsError,
    OptionError,
)
from parbleu.inputs.segment_scores import SegmentScores
from parbleu.inputs.systems import add_name, named_columns, named_systems
from parbleu.metrics.input_checks import check_lengths, reference_streams
from parbleu.text.segments import as_segments, shown
from parbleu.text.tokenizers import get_tokenizer
from parbleu.text.tokenizers.base import Tokenizer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from parbleu.comparison.metric_inputs import KeptTables
    from parbleu.typing import ReferencesLike, ScoresLike, SegmentsLike, SystemsLike

DOCUMENT = "document"
DOMAIN = "domain"
ORIGINAL_LANGUAGE = "original_language"
LANGUAGE_PAIR = "language_pair"


@dataclass(frozen=True, eq=False)
class ComparedTexts:
    """Systems' output beside references and whatever else is known of the segments.

    `compared_texts` makes it of what users have.

    Attributes:
        systems: name -> N hypotheses.
        references: K streams of N segments; None where a segment lacks that reference. Each segment has one.
        reference_names: what tables call the K references.
        source: N segments, or None.
        labels: name -> N labels of segments, such as "document", "domain", "original_language"; None where a
            segment has no such label.
        scores: name -> segment scores of all the systems.
        tokenizer: cuts texts into words.
        lowercase: whether words are compared in lower case.
    """

    systems: Mapping[str, Segments]
    references: tuple[Segments, ...]
    reference_names: tuple[str, ...]
    source: Segments | None
    labels: Mapping[str, tuple[str | None, ...]]
    scores: Mapping[str, SegmentScores]
    tokenizer: Tokenizer
    lowercase: bool

    def __len__(self) -> int:
        """Returns N, the number of segments."""
        return len(self.references[0])

    @cached_property
    def numbered(self) -> NumberedTexts:
        """The tokens of all texts as numbers; they are cut once, for all analyses."""
        return NumberedTexts(
            list(self.systems.values()), self.references, self.source, self.tokenizer, self.lowercase
        )

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
    def counted(self) -> KeptTables:
        """The statistics that metrics have counted in these texts, which all analyses share."""
        return {}

    def place(self, system: str) -> int:
        """Returns the place of a system among all.

        Raises:
            UnknownNameError: there is no such system.
        """
        names = list(self.systems)
        check_name("system", system, names)
        return names.index(system)

    def label(self, name: str) -> tuple[str | None, ...]:
        """Returns the label of each segment under a name such as "domain".

        Raises:
            UnknownNameError: the segments have no labels of that name.
        """
        check_name("label of segments", name, self.labels)
        return self.labels[name]

    def part(self, places: Sequence[int]) -> ComparedTexts:
        """Returns some of the segments, in the given order.

        Raises:
            NoSegmentsError: there is none.
        """
        chosen = list(places)
        if not chosen:
            raise NoSegmentsError("no segment is left to compare: choose other segments")

        def of(stream: Segments) -> Segments:
            return Segments([stream[place] for place in chosen])

        return replace(
            self,
            systems=MappingProxyType({name: of(stream) for name, stream in self.systems.items()}),
            references=tuple(map(of, self.references)),
            source=None if self.source is None else of(self.source),
            labels=MappingProxyType(
                {name: tuple(labels[place] for place in chosen) for name, labels in self.labels.items()}
            ),
            scores=MappingProxyType({name: _part(scores, chosen) for name, scores in self.scores.items()}),
        )

    def facts(self) -> dict[str, Any]:
        """Returns what tables state of the input: numbers of segments and references, tokenizer, case."""
        return {
            "n_segments": len(self),
            "n_references": len(self.references),
            "tokenize": self.tokenizer.signature(),
            "lowercase": self.lowercase,
        }


def compared_texts(
    systems: SystemsLike,
    references: ReferencesLike,
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
        systems: name -> N hypotheses, as for `parbleu.compare`.
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
    return ComparedTexts(
        systems=MappingProxyType(streams),
        references=sides,
        reference_names=_reference_names(reference_names, len(sides)),
        source=source,
        labels=MappingProxyType(_labels(labels or {}, count)),
        scores=MappingProxyType(_scores(scores or {}, streams, count)),
        tokenizer=get_tokenizer(tokenize) if isinstance(tokenize, str) else _checked_tokenizer(tokenize),
        lowercase=bool(lowercase),
    )


def _reference_names(names: Sequence[str] | None, count: int) -> tuple[str, ...]:
    if names is None:
        return tuple(f"reference {number + 1}" for number in range(count)) if count > 1 else ("reference",)
    found: list[str] = []
    for name in names:
        add_name(found, name, "reference")
        found.append(name)
    if len(found) != count:
        raise OptionError(
            f"reference_names has {counted(len(found), 'name')} for {counted(count, 'reference')}: "
            "give one for each"
        )
    return tuple(found)


def _labels(labels: Mapping[str, Sequence[str | None]], count: int) -> dict[str, tuple[str | None, ...]]:
    found: dict[str, tuple[str | None, ...]] = {}
    if not isinstance(labels, Mapping):
        raise InputTypeError(f"labels: pass {{'domain': ['news', ...]}}, not {shown(labels)}")
    for name, values in labels.items():
        add_name((), name, "label of segments")
        stream = as_segments(values, f"labels {name!r}")
        _check_count(f"labels {name!r}", len(stream), count)
        found[name] = tuple(stream[index] for index in range(count))
    return found


def _scores(
    scores: Mapping[str, ScoresLike | SegmentScores], systems: Mapping[str, Segments], count: int
) -> dict[str, SegmentScores]:
    found: dict[str, SegmentScores] = {}
    if not isinstance(scores, Mapping):
        raise InputTypeError(f"scores: pass {{'COMET': {{'system': [0.5, ...]}}}}, not {shown(scores)}")
    for name, values in scores.items():
        if isinstance(values, SegmentScores):
            made = values
        elif named_columns(values) is None:
            raise InputTypeError(f"scores {name!r}: pass {{'system': [0.5, ...]}}, not {shown(values)}")
        else:
            made = SegmentScores(name, values)
        for system in systems:
            if system not in made.statistics:
                raise OptionError(f"{name}: there are no segment scores of system {system!r}: add them")
            _check_count(f"{name}, system {system!r}", len(made.statistics[system]), count)
        found[name] = made
    return found


def _part(scores: SegmentScores, places: Sequence[int]) -> SegmentScores:
    tables = {system: table[list(places)] for system, table in scores.statistics.items()}
    return SegmentScores(
        scores.name, tables, higher_is_better=scores.higher_is_better, decimals=scores.decimals
    )


def _check_count(what: str, count: int, wanted: int) -> None:
    if count != wanted:
        raise InputShapeError(f"{what} has {counted(count)}; the systems have {wanted}")


def _checked_tokenizer(tokenizer: Any) -> Tokenizer:
    if not isinstance(tokenizer, Tokenizer):
        raise InputTypeError(
            f"a tokenizer is a name such as '13a' or a parbleu.text.Tokenizer, not {shown(tokenizer)}"
        )
    return tokenizer
