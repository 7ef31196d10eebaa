"""Tables of human scores (`parbleu.human.formats.score_table`) in the order of an evaluation set."""

from __future__ import annotations

from dataclasses import replace

from parbleu.errors import EvalSetError, FormatError
from parbleu.evalset.score_matrix import Scores
from parbleu.human.average_scores import human_scores
from parbleu.human.formats.score_table import COLUMNS, ScoreTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from os import PathLike

    from parbleu.evalset.documents import Documents
    from parbleu.human.judgement import Judgement

__all__ = ["COLUMNS", "read_human_table"]


def read_human_table(
    path: str | PathLike[str],
    systems: Collection[str],
    documents: Documents,
    *,
    columns: Mapping[str, str] | None = None,
    negate: bool = False,
) -> Scores:
    """Reads human scores of segments.

    Several judgements of a segment are averaged: first those of each rater, then the raters'.

    Args:
        path: a file that ends in `.csv`, `.tsv` (or `.txt`, the same) or `.jsonl`. The first two have a
            header; fields of TSV are taken as they are, quotes included.
        systems: the systems that may appear.
        documents: those of the text.
        columns: what of `COLUMNS` is called otherwise here: {"system": "model"}.
        negate: whether higher is worse, as for sums of MQM's penalties; scores are then multiplied by -1.

    Returns:
        The scores of the systems that appear, sorted; NaN for segments that nobody judged.

    Raises:
        FormatError: a row lacks a field, or is about an unknown system or segment; a score is no number.
        EvalSetError: there is no score.
        OptionError: `columns` or the file's name is none of these.
        UnreadableFileError: the file cannot be read.
    """
    import numpy

    name = path if isinstance(path, str) else path.__fspath__()
    judgements = [
        _placed(name, line, judgement, systems, documents)
        for line, judgement in ScoreTable(columns).numbered(name)
    ]
    if not judgements:
        raise EvalSetError(f"{name}: there is no score in this table")
    segments = human_scores(judgements, "da").segments()
    table = numpy.full((len(segments), len(documents)), numpy.nan)
    for row, scores in enumerate(segments.values()):
        for (_, place), score in scores.items():
            table[row, place] = 0.0 - score if negate else score
    return Scores(segments, table)


def _placed(
    path: str, line: int, judgement: Judgement, systems: Collection[str], documents: Documents
) -> Judgement:
    """Returns a judgement that says its place in the test set.

    Raises:
        FormatError: it is about an unknown system, document or segment.
    """
    if judgement.system not in systems:
        known = ", ".join(sorted(systems))
        raise FormatError(path, line, f"there is no system {judgement.system!r}; there are {known}")
    begin, end, where = 0, len(documents), "the source"
    if judgement.segment is None:
        where = judgement.document or ""
        if where not in documents.docs:
            raise FormatError(path, line, f"there is no document {where!r}")
        begin, end = documents.docs[where]
    place = judgement.unit[1]
    if begin + place >= end:
        wrong = f"there is no segment '{place + 1}': those of {where} are counted from 1 to {end - begin}"
        raise FormatError(path, line, wrong)
    return replace(judgement, segment=begin + place)
