"""Finds the segment of the page that each judgement is about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from parbleu._base.wording import counted
from parbleu._inputs.corpus import DOCUMENT
from parbleu.analysis._analysis_input import ComparedTexts
from parbleu.errors import RatingError
from parbleu.human._judgement import Judgement


def placed_judgements(judgements: Iterable[Judgement], texts: ComparedTexts) -> tuple[Judgement, ...]:
    """Returns the judgements with their segments of the test set, counted from 0.

    A judgement says its document and its place there, or the segment of the test set, or both; of these the
    one counts whose translation is the one that was judged. Judgements of other systems stay as they are.

    Raises:
        RatingError: there is no such segment, another translation was judged, or none of these systems.
    """
    judgements = list(judgements)
    judged = {judgement.system or "?" for judgement in judgements}
    if judged and judged.isdisjoint(texts.systems):
        raise RatingError(
            f"the ratings are of {', '.join(sorted(judged))}, and the systems are called "
            f"{', '.join(texts.systems)}: give these the names of the ratings"
        )
    places = _places(texts)
    found = []
    for judgement in judgements:
        stream = texts.systems.get(judgement.system or "")
        if stream is not None:
            named = list(_named(judgement, places))
            inside = [segment for segment in named if 0 <= segment < len(texts)]
            given = judgement.hypothesis
            fitting = [segment for segment in inside if given is None or _same(given, stream[segment])]
            if not fitting:
                raise RatingError(_misfit(judgement, inside, texts))
            found.append(replace(judgement, segment=fitting[0]))
        else:
            found.append(judgement)
    return tuple(found)


def _places(texts: ComparedTexts) -> dict[str, list[int]]:
    """Returns document -> its segments."""
    found: dict[str, list[int]] = {}
    for segment, document in enumerate(texts.labels.get(DOCUMENT, ())):
        if document is not None:
            found.setdefault(document, []).append(segment)
    return found


def _named(judgement: Judgement, places: dict[str, list[int]]) -> Iterator[int]:
    segments = places.get(judgement.document or "", [])
    if judgement.place is not None and 0 <= judgement.place < len(segments):
        yield segments[judgement.place]
    if judgement.segment is not None:
        yield judgement.segment


def _same(one: str, other: str | None) -> bool:
    """Whether two texts are the same but for blanks, which formats of ratings do not keep."""
    return one.split() == (other or "").split()


def _misfit(judgement: Judgement, inside: list[int], texts: ComparedTexts) -> str:
    about = f"a judgement of {judgement.system}, {judgement.where}"
    if not inside:
        return f"{about}: the systems have {counted(len(texts))}, and this is none of them; name documents"
    stream = texts.systems[judgement.system or ""]
    return f"{about}: {judgement.hypothesis!r} was judged, but the system's output is {stream[inside[0]]!r}"
