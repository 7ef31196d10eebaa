"""From judgements to the scores of segments, documents and systems.

Scores are averaged over the judgements of each rater of a segment, then over its raters; those of documents
and systems are means over their segments.
"""

from __future__ import annotations

from math import sqrt

from parbleu.errors import RatingError
from parbleu.human.scoring_scheme import get_scheme

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from parbleu.human.judgement import Judgement, Unit
    from parbleu.human.scoring_scheme import Scheme

NOBODY = "rater"
"""Who judged where nobody says."""


class HumanScores:
    """The scores of segments by each rater; in all of them, higher is better.

    Args:
        by_rater: (system, segment) -> rater -> score.
        documents: segment -> its document, where that is known.

    Attributes:
        by_rater: as given, sorted; so is `documents`.
    """

    def __init__(
        self, by_rater: Mapping[tuple[str, Unit], Mapping[str, float]], documents: Mapping[Unit, str]
    ) -> None:
        self.by_rater = {key: dict(sorted(by_rater[key].items())) for key in sorted(by_rater)}
        self.documents = dict(documents)

    @property
    def raters(self) -> list[str]:
        """The raters, sorted."""
        return sorted({rater for scores in self.by_rater.values() for rater in scores})

    def segments(self) -> dict[str, dict[Unit, float]]:
        """Returns system -> segment -> score."""
        found: dict[str, dict[Unit, float]] = {}
        for (system, unit), scores in self.by_rater.items():
            found.setdefault(system, {})[unit] = _mean(scores.values())
        return found

    def per_document(self) -> dict[str, dict[str, float]]:
        """Returns system -> document -> score.

        Raises:
            RatingError: the document of a segment is not known.
        """
        found = {}
        for system, segments in self.segments().items():
            groups: dict[str, list[float]] = {}
            for unit, score in segments.items():
                if unit not in self.documents:
                    raise RatingError("the file does not say which documents segments belong to")
                groups.setdefault(self.documents[unit], []).append(score)
            found[system] = {document: _mean(scores) for document, scores in groups.items()}
        return found

    def systems(self) -> dict[str, float]:
        """Returns system -> score."""
        return {system: _mean(segments.values()) for system, segments in self.segments().items()}

    def normalised(self) -> HumanScores:
        """Returns the same with each rater's scores less their mean, divided by their standard deviation.

        That is WMT's z-score, with the deviation of a sample (n - 1). Who gave but one score, or always the
        same, has none: all of theirs become 0.
        """
        own: dict[str, list[float]] = {}
        for scores in self.by_rater.values():
            for rater, score in scores.items():
                own.setdefault(rater, []).append(score)
        scales = {rater: _scale(scores) for rater, scores in own.items()}
        return HumanScores(
            {
                key: {rater: (score - scales[rater][0]) / scales[rater][1] for rater, score in scores.items()}
                for key, scores in self.by_rater.items()
            },
            self.documents,
        )


def human_scores(judgements: Iterable[Judgement], scheme: str | Scheme) -> HumanScores:
    """Scores judgements.

    Args:
        judgements: see `parbleu.human.read_judgements`. Those that say nothing of what the scheme needs are
            left out.
        scheme: as `get_scheme` takes it.

    Raises:
        RatingError: a judgement lacks its system or segment; they are of several language pairs; or there is
            nothing to score.
        OptionError: there is no such scheme.
    """
    chosen = get_scheme(scheme)
    found: dict[tuple[str, Unit], dict[str, list[float]]] = {}
    documents: dict[Unit, str] = {}
    pairs: set[str] = set()
    for judgement in judgements:
        score = chosen.score(judgement)
        if score is None:
            continue
        if judgement.system is None:
            raise RatingError("a judgement does not say which system it is about")
        unit = judgement.unit
        found.setdefault((judgement.system, unit), {}).setdefault(judgement.rater or NOBODY, []).append(score)
        if judgement.document is not None:
            documents[unit] = judgement.document
        if judgement.src_lang or judgement.tgt_lang:
            pairs.add(judgement.languages)
    if len(pairs) > 1:
        raise RatingError(
            f"there are judgements of several language pairs ({', '.join(sorted(pairs))}); choose one"
        )
    if not found:
        need = "scores" if chosen.kind == "score" else "marked errors"
        raise RatingError(f"there are no {need} here, which the scheme {chosen.name} needs; choose another")
    means = {key: {rater: _mean(scores) for rater, scores in raters.items()} for key, raters in found.items()}
    return HumanScores(means, documents)


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found)


def _scale(scores: list[float]) -> tuple[float, float]:
    mean = _mean(scores)
    if min(scores) == max(scores):
        return scores[0], 1.0
    return mean, sqrt(sum((score - mean) ** 2 for score in scores) / (len(scores) - 1))
