"""MT Metrics Eval's converter `score_mqm`: from tables of MQM to scores of segments, as it prints them.

What it prints is no file of an evaluation set; `parbleu human evalset` makes these.
"""

from __future__ import annotations

from parbleu.errors import FormatError
from parbleu.human.formats.numbered_lines import quoted_rows, split_rows
from parbleu.human.formats.unbabel import stored_score
from parbleu.human.scoring_scheme import Scheme

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from parbleu.human.formats.numbered_lines import Row

WEIGHTS = "Major:5 Minor:1 Neutral:0 Major/Non-translation!:25 Minor/Fluency/Punctuation:0.1"


def score_mqm(
    path: str,
    weights: str = WEIGHTS,
    *,
    separator: str = " ",
    unbabel: bool = False,
    recompute_unbabel: bool = False,
    force_contiguous: bool = True,
    doc_id: str = "doc_id",
) -> Iterator[str]:
    """Yields a line for each segment: system, document, segment, score, and RATER=SCORE for each rater.

    Scores are negated means over raters, each of whom gives the sum of weights; with stored scores, which are
    not negated, the means over raters of the means over rows.

    Args:
        path: a table of MQM.
        weights: as `Scheme.parse` takes them.
        separator: what separates weights.
        unbabel: whether the table is Unbabel's, with quotes and stored scores.
        recompute_unbabel: whether these are computed from weights all the same.
        force_contiguous: whether segments of a document that a system lacks are an error.
        doc_id: the column that counts the segments of a document.

    Raises:
        FormatError: a row lacks a field; a stored score is none; segments are missing.
        OptionError: the weights are none.
        UnreadableFileError: the file cannot be read.
    """
    scheme = Scheme.parse(weights, separator)
    stored = unbabel and not recompute_unbabel
    rows = quoted_rows(path, None, "\t") if unbabel else split_rows(path, None)
    found: dict[tuple[str, str], dict[int, dict[str, list[float]]]] = {}
    for row in rows:
        weight = scheme.weight(_field(row, "severity"), _field(row, "category"))
        value = stored_score(row) if stored else weight
        segments = found.setdefault((_field(row, "system"), _field(row, "doc")), {})
        segments.setdefault(row.number(doc_id), {}).setdefault(_field(row, "rater"), []).append(value)
    systems = dict.fromkeys(system for system, _ in found)
    ordered = [key for system in systems for key in found if key[0] == system]
    for system, document in ordered:
        segments = found[system, document]
        if force_contiguous and max(segments) - min(segments) + 1 != len(segments):
            absent = next(place for place in range(min(segments), max(segments)) if place not in segments)
            raise FormatError(
                path, 0, f"{system} lacks segment {absent} of {document}; allow that by --noforce_contiguous"
            )
        for place in sorted(segments):
            yield f"{system}\t{document}\t{place}\t{_scored(segments[place], stored)}"


def _field(row: Row, name: str) -> str:
    if name not in row.fields:
        return row.get(name)
    value: str = row.fields[name]
    return value


def _scored(raters: dict[str, list[float]], stored: bool) -> str:
    scores = {
        rater: sum(values) / len(values) if stored else sum(values)
        for rater, values in sorted(raters.items())
    }
    mean = sum(scores.values()) / len(scores)
    return "\t".join([str(mean if stored else -mean), *(f"{rater}={each}" for rater, each in scores.items())])
