"""Makes a `Corpus` of systems, references and what else is known of them, as programs pass it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from parbleu._base.wording import counted
from parbleu._inputs.corpus import Corpus, Origin
from parbleu._inputs.segment_scores import SegmentScores
from parbleu._inputs.systems import add_name, named_columns, named_systems
from parbleu.errors import InputShapeError, InputTypeError, NoReferenceError, OptionError
from parbleu.metrics._input_checks import check_lengths, reference_streams
from parbleu.text._segments import as_segments, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parbleu._core import Segments
    from parbleu.typing import ReferencesLike, ScoresLike, SegmentsLike, SystemsLike


def corpus_of(
    systems: SystemsLike,
    references: ReferencesLike,
    *,
    source: SegmentsLike | None = None,
    labels: Mapping[str, Sequence[str | None]] | None = None,
    scores: Mapping[str, ScoresLike | SegmentScores] | None = None,
    reference_names: Sequence[str] | None = None,
    language_pair: str | None = None,
) -> Corpus:
    """Checks texts and returns them as one record.

    Args:
        systems: name -> N hypotheses; a mapping, pairs, or a table of pandas or polars.
        references: K streams of N segments, None where a segment lacks a reference.
        source: what was translated, N segments.
        labels: name -> the label of each segment, such as its "document", "domain" or "original_language";
            any other name will do.
        scores: name -> `SegmentScores`, or {system: N numbers}, of all systems.
        reference_names: what tables call the references; "reference 1", ... by default.
        language_pair: that of all segments, such as "en-de".

    Raises:
        InputTypeError: something is of another type.
        InputShapeError: there is no segment, or something has another number of segments than the systems.
        NoReferenceError: a segment has no reference.
        OptionError: two systems or references have the same name, or a system has no scores.
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
    names = _reference_names(reference_names, len(sides))
    return Corpus(
        systems=streams,
        references=sides,
        source=source,
        labels=_labels(labels or {}, count),
        scores=_scores(scores or {}, streams, count),
        language_pair=language_pair,
        reference_names=names,
        origin=Origin(tuple(streams), names),
    )


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
            made = values
        elif named_columns(values) is None:
            raise InputTypeError(f"scores {name!r}: pass {{'system': [0.5, ...]}}, not {shown(values)}")
        else:
            made = SegmentScores(name, values)
        for system in systems:
            if system not in made.statistics:
                raise OptionError(f"{name}: there are no segment scores of system {system!r}: add them")
            _check_count(f"{name}, system {system!r}", len(made.statistics[system]), count)
        checked[name] = made
    return checked


def _check_count(what: str, count: int, wanted: int) -> None:
    if count != wanted:
        raise InputShapeError(f"{what} has {counted(count)}; the systems have {wanted}")
