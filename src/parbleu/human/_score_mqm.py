"""Defines `score_mqm`, which scores the segments of an MQM table by MT Metrics Eval's rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from parbleu._base.log import warn
from parbleu._base.numbers import plain_mean, plain_sum
from parbleu.errors import FormatError
from parbleu.human._scoring_scheme import Scheme
from parbleu.human.formats._mqm_tables import NO_ERROR, PLACE, stored_score
from parbleu.tables import Column, Result, Table, cells_of, columns_of
from parbleu.text._table_files.numbered_rows import Lines, NumberedRow, quoted_rows, tsv_rows

MAROT = PLACE[1]
"""What Marot calls the column of a document's segments."""

WEIGHTS = "Major:5 Minor:1 Neutral:0 Major/Non-translation!:25 Minor/Fluency/Punctuation:0.1"


@dataclass(frozen=True)
class MqmScore:
    """The score of a segment.

    Attributes:
        system: the system that made the translation.
        document: the document.
        segment: which segment of the document, as the table counts them.
        score: the mean over raters.
        by_rater: rater -> sum of weights, or mean of stored scores; sorted.
    """

    system: str
    document: str
    segment: int
    score: float
    by_rater: Mapping[str, float]


@dataclass(frozen=True)
class MqmScores(Result):
    """The scores of all segments, in the order of systems, and of each one's documents, in the table."""

    segments: tuple[MqmScore, ...]

    def tables(self) -> tuple[Table, ...]:
        """Returns a row for each segment, with a column for each rater."""
        raters = sorted({rater for segment in self.segments for rater in segment.by_rater})
        columns = [Column(f"rater {rater}", rater, float, group="rater") for rater in raters]
        rows = [[*cells_of(segment), *map(segment.by_rater.get, raters)] for segment in self.segments]
        return (Table("mqm_scores", [*columns_of(MqmScore), *columns], rows),)


def score_mqm(
    path: str,
    weights: str = WEIGHTS,
    *,
    separator: str = " ",
    unbabel: bool = False,
    recompute: bool = False,
    allow_gaps: bool = False,
    segment_column: str = "doc_id",
) -> MqmScores:
    """Scores the segments of a table of MQM.

    Scores are negated means over raters, each of whom gives the sum of weights; with stored scores, which are
    not negated, the means over raters of the means over rows.

    Args:
        path: a table of MQM.
        weights: words SEVERITY:WEIGHT or SEVERITY/CATEGORY:WEIGHT.
        separator: what separates weights.
        unbabel: whether the table is Unbabel's, with quotes and stored scores.
        recompute: whether these are computed from weights all the same.
        allow_gaps: whether a system may lack segments between others of a document.
        segment_column: the column that counts the segments of a document; "doc_id" is
            also Marot's "docSegId".

    Raises:
        FormatError: a row lacks a field; a stored score is none; segments are missing.
        OptionError: the weights are none.
        UnreadableFileError: the file cannot be read.
    """
    scheme = Scheme.parse(weights, separator)
    stored = unbabel and not recompute
    lines = Lines(path)
    rows = quoted_rows(lines, "\t", spare=True) if unbabel else tsv_rows(lines, spare=True)
    unknown = set[str]()
    values_of: dict[tuple[str, str], dict[int, dict[str, list[float]]]] = {}
    for row in rows:
        severity, category = _field(row, "severity"), _field(row, "category")
        weight = scheme.weight(severity, category)
        if not weight and not scheme.has(severity, category) and NO_ERROR.lower() not in severity.lower():
            unknown.add(severity)
        value = stored_score(row) if stored else weight
        segments = values_of.setdefault((_field(row, "system"), _field(row, "doc")), {})
        if segment_column not in row.fields and segment_column in PLACE and MAROT in row.fields:
            segment_column = MAROT
        segments.setdefault(row.number(segment_column), {}).setdefault(_field(row, "rater"), []).append(value)
    if unknown := unknown - {""} if not stored else set():
        names = ", ".join(map(repr, sorted(unknown)))
        warn(f"{path}: these weights have none for {names}: such errors cost nothing (--weights, weights=)")
    systems = dict.fromkeys(system for system, _ in values_of)
    ordered = [key for system in systems for key in values_of if key[0] == system]
    scores = []
    for system, document in ordered:
        segments = values_of[system, document]
        if not allow_gaps and max(segments) - min(segments) + 1 != len(segments):
            absent = next(
                segment for segment in range(min(segments), max(segments)) if segment not in segments
            )
            raise FormatError(path, 0, f"{system} lacks segment {absent} of {document}; gaps can be allowed")
        for segment in sorted(segments):
            by_rater, mean = _scored(segments[segment], stored)
            scores.append(MqmScore(system, document, segment, mean, by_rater))
    return MqmScores(tuple(scores))


def _field(row: NumberedRow, name: str) -> str:
    """Returns a field, which may be empty."""
    return str(row.cell(name)) if name in row.fields else row.get(name)


def _scored(raters: dict[str, list[float]], stored: bool) -> tuple[dict[str, float], float]:
    """Returns the score of each rater, and that of the segment."""
    scores = {
        rater: plain_mean(values) if stored else plain_sum(values) for rater, values in sorted(raters.items())
    }
    mean = plain_mean(scores.values())
    return scores, mean if stored else -mean
