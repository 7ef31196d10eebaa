"""Averages judgements to scores of segments, documents and systems.

Scores are averaged over the judgements of each rater of a segment, then over its raters; those of documents
and systems are means over their segments.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import sqrt

from parbleu._base.log import warn
from parbleu._base.numbers import plain_mean, plain_sum
from parbleu._base.wording import counted
from parbleu.errors import OptionError, RatingError
from parbleu.human._judgement import Judgement, Unit, segment_notes
from parbleu.human._scoring_scheme import Scheme, get_scheme, guess_scheme
from parbleu.tables import Column, Result, Table

UNNAMED_RATER = "rater"
"""What a rater is called whom a file does not name."""
LARGEST = 1e100
"""Scores are smaller than this, so that sums of them, and of their squares, are finite."""
CRITICAL = "critical"
LEVELS = ("system", "document", "segment")


@dataclass(frozen=True)
class HumanScores(Result):
    """The scores of segments by each rater; in all of them, higher is better.

    Attributes:
        by_rater: (system, segment) -> rater -> score, sorted.
        documents: segment -> its document, where that is known.
        scheme: the name of the scheme that they were computed by.
        is_normalized: whether each rater's scores are normalized.
        notes: what is to be known about the scores.
        source_words: segment -> how many words its source has, between white space, where that is known.
    """

    by_rater: Mapping[tuple[str, Unit], Mapping[str, float]]
    documents: Mapping[Unit, str]
    scheme: str = ""
    is_normalized: bool = False
    notes: tuple[str, ...] = ()
    source_words: Mapping[Unit, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        ordered = {key: dict(sorted(self.by_rater[key].items())) for key in sorted(self.by_rater)}
        object.__setattr__(self, "by_rater", ordered)

    @property
    def raters(self) -> list[str]:
        """The raters, sorted."""
        return sorted({rater for scores in self.by_rater.values() for rater in scores})

    def segment_scores(self) -> dict[str, dict[Unit, float]]:
        """Returns system -> segment -> score."""
        by_system: dict[str, dict[Unit, float]] = {}
        for (system, unit), scores in self.by_rater.items():
            by_system.setdefault(system, {})[unit] = _mean(scores.values())
        return by_system

    def document_scores(self) -> dict[str, dict[str, float]]:
        """Returns system -> document -> score.

        Raises:
            RatingError: the document of a segment is not known.
        """
        by_system = {}
        for system, segments in self.segment_scores().items():
            groups: dict[str, list[float]] = {}
            for unit, score in segments.items():
                if unit not in self.documents:
                    raise RatingError("the file does not name the documents of segments")
                groups.setdefault(self.documents[unit], []).append(score)
            by_system[system] = {document: _mean(scores) for document, scores in groups.items()}
        return by_system

    def system_scores(self) -> dict[str, float]:
        """Returns system -> score."""
        return {system: _mean(segments.values()) for system, segments in self.segment_scores().items()}

    def normalized(self) -> HumanScores:
        """Returns the same with each rater's scores less their mean, divided by their standard deviation.

        That is WMT's z-score, with the deviation of a sample (n - 1). A rater who gave but one score, or
        always the same, has no deviation: all of their scores become 0.
        """
        scores_of: dict[str, list[float]] = {}
        for scores in self.by_rater.values():
            for rater, score in scores.items():
                scores_of.setdefault(rater, []).append(score)
        scales = {rater: _scale(scores) for rater, scores in scores_of.items()}
        by_rater = {
            key: {rater: (score - scales[rater][0]) / scales[rater][1] for rater, score in scores.items()}
            for key, scores in self.by_rater.items()
        }
        return replace(self, by_rater=by_rater, is_normalized=True)

    def table(self, level: str) -> Table:
        """Returns the scores of one level.

        Args:
            level: "system", the best first; "document" or "segment". Segments are counted from 1, in their
                document where the file does not say where they stand in the test set.

        Raises:
            OptionError: there is no such level.
            RatingError: the documents are not known.
        """
        if level not in LEVELS:
            raise OptionError(f"human scores are of the levels {', '.join(LEVELS)}, not {level!r}")
        columns = {
            "system": Column("system"),
            "document": Column("document"),
            "segment": Column("segment", kind=int),
            "score": Column("score", kind=float, decimals=4, better="higher"),
            "segments": Column("segments", kind=int),
            "raters": Column("raters", kind=int),
        }
        make = {"system": self._system_rows, "document": self._document_rows, "segment": self._segment_rows}
        names, rows = make[level]()
        facts = {"scheme": self.scheme} | ({"normalized": "by rater"} if self.is_normalized else {})
        notes = list(self.notes)
        notes += segment_notes(unit for _, unit in self.by_rater) if level == "segment" else []
        return Table(f"{level}_scores", [columns[name] for name in names], rows, notes=notes, facts=facts)

    def per_words(self) -> Table:
        """Returns what errors cost each system for 1,000 words of the source, and 100 less the cost of 100.

        The cost of a segment is the mean over its raters, and that of a system the sum over its segments.

        Raises:
            OptionError: scores are normalized, or are no costs of errors.
            RatingError: the source of a segment is not known, or all are empty.
        """
        if self.is_normalized or any(
            score > 0 for raters in self.by_rater.values() for score in raters.values()
        ):
            raise OptionError(
                "costs of errors are counted by words, not other scores: choose a scheme with weights, such "
                "as mqm, and do not normalize"
            )
        columns = (
            Column("system"),
            Column("score", kind=float, decimals=4, better="higher"),
            Column("cost_per_1000_words", "cost per 1,000 words", float, decimals=2, better="lower"),
            Column("quality", "0 to 100", float, decimals=2, better="higher"),
            Column("segments", kind=int),
            Column("source_words", "source words", int),
        )
        rows = []
        for system, segments in self.segment_scores().items():
            absent = next((unit for unit in segments if unit not in self.source_words), None)
            if absent is not None:
                raise RatingError(f"the file does not hold the source of segment {absent[1] + 1} of {system}")
            words = sum(self.source_words[unit] for unit in segments)
            if not words:
                raise RatingError(f"the sources of {system} have no words")
            cost = (0.0 - plain_sum(segments.values())) / words
            counts = len(segments), words
            rows.append((system, _mean(segments.values()), 1000 * cost, 100 - 100 * cost, *counts))
        notes = [
            *self.notes,
            "Words of the source stand between white space; 0 to 100: 100 less the cost of 100.",
        ]
        best_first = sorted(rows, key=lambda row: row[2])
        return Table("scores_per_words", columns, best_first, notes=notes, facts={"scheme": self.scheme})

    def tables(self) -> tuple[Table, ...]:
        """Returns the scores of systems, of documents if they are known, and of segments."""
        has_documents = all(unit in self.documents for _, unit in self.by_rater)
        return tuple(self.table(level) for level in LEVELS if has_documents or level != "document")

    def _system_rows(self) -> tuple[list[str], list[tuple[object, ...]]]:
        scores = self.system_scores()
        counts = {system: len(segments) for system, segments in self.segment_scores().items()}
        best_first = sorted(scores, key=lambda system: -scores[system])
        return ["system", "score", "segments"], [
            (system, scores[system], counts[system]) for system in best_first
        ]

    def _document_rows(self) -> tuple[list[str], list[tuple[object, ...]]]:
        return ["system", "document", "score"], [
            (system, document, score)
            for system, documents in self.document_scores().items()
            for document, score in documents.items()
        ]

    def _segment_rows(self) -> tuple[list[str], list[tuple[object, ...]]]:
        return ["system", "document", "segment", "score", "raters"], [
            (system, self.documents.get(unit), unit[1] + 1, score, len(self.by_rater[system, unit]))
            for system, segments in self.segment_scores().items()
            for unit, score in segments.items()
        ]


def human_scores(
    judgements: Iterable[Judgement], scheme: str | Scheme | None = None, *, normalize: bool = False
) -> HumanScores:
    """Scores judgements; a warning names severities that the scheme has no weight for.

    Args:
        judgements: see `parbleu.human.read_ratings`. Those that say nothing of what the scheme needs are
            left out.
        scheme: a scheme, its name, the name of a JSON file that describes one, or a list of weights; None for
            the raters' own scores if all judgements have one, or some have and no errors are marked, or else
            "mqm".
        normalize: whether the scores of each rater are shifted and scaled to the same mean and deviation.

    Raises:
        RatingError: a judgement lacks its system or segment, or its score cannot be averaged; they are of
            several language pairs; or there is nothing to score.
        OptionError: there is no such scheme.
    """
    judgements = list(judgements)
    chosen = guess_scheme(judgements) if scheme is None else get_scheme(scheme)
    if unknown := chosen.unknown(judgements):
        names = ", ".join(repr(severity) if severity else "errors without a severity" for severity in unknown)
        warn(
            f"the scheme {chosen.name} has no weight for {names}: such errors cost nothing; "
            "--scheme names others"
        )
    scored: list[tuple[Judgement, float]] = []
    documents: dict[Unit, str] = {}
    pairs: set[str] = set()
    n_left_out = 0
    for judgement in judgements:
        score = chosen.score(judgement)
        if score is None:
            n_left_out += 1
            continue
        if judgement.system is None:
            raise RatingError("a judgement does not say which system it is about: give each a system")
        if not abs(score) < LARGEST:
            where = f"segment {judgement.segment} of {judgement.system!r}"
            raise RatingError(f"the score of {where} is {score}, and no number that can be averaged")
        scored.append((judgement, score))
        if judgement.document is not None:
            documents[judgement.unit] = judgement.document
        if judgement.src_lang or judgement.tgt_lang:
            pairs.add(judgement.language_pair)
    if len(pairs) > 1:
        raise RatingError(
            f"there are judgements of several language pairs ({', '.join(sorted(pairs))}); choose one"
        )
    if not scored:
        need = "scores" if chosen.kind == "score" else "marked errors"
        raise RatingError(f"there are no {need} here, which the scheme {chosen.name} needs; choose another")
    if n_left_out:
        need = "a score" if chosen.kind == "score" else "marked errors"
        number = counted(n_left_out, "judgement")
        warn(f"left out {number} without {need}, which the scheme {chosen.name} needs")
    words = {
        judgement.unit: len(judgement.source.split())
        for judgement in judgements
        if judgement.source is not None
    }
    notes = _critical_note(chosen, judgements)
    scores = HumanScores(_by_rater(scored), documents, chosen.name, notes=notes, source_words=words)
    return scores.normalized() if normalize else scores


def _by_rater(scored: Iterable[tuple[Judgement, float]]) -> dict[tuple[str, Unit], dict[str, float]]:
    """Returns (system, segment) -> rater -> the mean of the rater's scores of that translation."""
    values: dict[tuple[str, Unit], dict[str, list[float]]] = {}
    for judgement, score in scored:
        raters = values.setdefault((judgement.system or "", judgement.unit), {})
        raters.setdefault(judgement.rater or UNNAMED_RATER, []).append(score)
    return {key: {rater: _mean(scores) for rater, scores in raters.items()} for key, raters in values.items()}


def scores_without(
    judgements: Iterable[Judgement], scheme: str | Scheme | None, left_out: Collection[Unit]
) -> tuple[str, int, dict[str, tuple[float, float | None]]]:
    """Returns what scores of systems would be without some segments.

    Args:
        judgements: the judgements.
        scheme: a scheme, its name or JSON file, or a list of weights; None for the raters' own scores.
        left_out: the segments.

    Returns:
        the name of the scheme; how many segments remain; and system -> its score from all segments, and from
        those that remain, or None if it has none of them.

    Raises:
        RatingError: a judgement lacks its segment.
        OptionError: there is no such scheme.
    """
    judgements = list(judgements)
    chosen = guess_scheme(judgements) if scheme is None else get_scheme(scheme)
    scored = ((judgement, chosen.score(judgement)) for judgement in judgements)
    by_rater = _by_rater((judgement, score) for judgement, score in scored if score is not None)
    rest = {key: scores for key, scores in by_rater.items() if key[1] not in left_out}
    before, after = (HumanScores(scores, {}).system_scores() for scores in (by_rater, rest))
    n_segments = len({unit for _, unit in rest})
    return chosen.name, n_segments, {name: (before[name], after.get(name)) for name in before}


def _critical_note(scheme: Scheme, judgements: Iterable[Judgement]) -> tuple[str, ...]:
    """Returns a note of what critical errors cost, if there are some: weights of WMT do not name it."""
    severities = (
        (error.severity or "").lower()
        for judgement in judgements
        if judgement.rating is not None
        for error in judgement.rating.errors
    )
    if scheme.kind == "stored" or scheme.kind == "score" or CRITICAL not in severities:
        return ()
    return (f"A critical error costs {scheme.weight(CRITICAL, None):g}.",)


def _mean(values: Iterable[float]) -> float:
    numbers = list(values)
    return plain_mean(numbers)


def _scale(scores: list[float]) -> tuple[float, float]:
    mean = _mean(scores)
    if min(scores) == max(scores):
        return scores[0], 1.0
    deviation = sqrt(plain_sum((score - mean) ** 2 for score in scores) / (len(scores) - 1))
    return mean, deviation or 1.0  # the squares of tiny differences are 0
