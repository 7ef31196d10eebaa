"""Reads what evaluation sets are made of: files of outputs, and tables of human scores."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace as changed
from os import PathLike, fspath
from pathlib import Path

import numpy

from parbleu.errors import EvalSetError, FormatError
from parbleu.evalset._levels import Documents
from parbleu.evalset._score_matrix import Scores
from parbleu.human._average_scores import human_scores
from parbleu.human._judgement import Judgement
from parbleu.human.formats._score_table import ScoreTable


def output_files(paths: Iterable[str]) -> dict[str, str]:
    """Returns system -> file of outputs.

    Args:
        paths: files that are named after their system, directories of them, and words SYSTEM=FILE.

    Raises:
        EvalSetError: two files are of the same system, or a directory is empty.
    """
    outputs: dict[str, str] = {}
    for word in paths:
        name, equals, value = word.partition("=")
        path = Path(value if equals else word)
        files = sorted(file for file in path.iterdir() if file.is_file()) if path.is_dir() else [path]
        if not files:
            raise EvalSetError(
                f"there is no file of a system's output in {path}: put one SYSTEM.txt there for each"
            )
        for file in files:
            system = name if equals else file.name.removesuffix(file.suffix)
            if system in outputs:
                raise EvalSetError(f"{file} and {outputs[system]} are both of the system {system}; name one")
            outputs[system] = str(file)
    return outputs


def read_human_table(
    path: str | PathLike[str],
    systems: Collection[str],
    documents: Documents,
    *,
    columns: Mapping[str, str] | None = None,
    negate: bool = False,
) -> Scores:
    """Reads human scores of segments.

    Several judgements of a segment are averaged: first the judgements of each rater, then the raters' means.

    Args:
        path: a file whose name ends in `.csv`, `.tsv` (or `.txt`, for the same) or `.jsonl`. CSV and TSV
            have a header; fields of TSV are taken as they are, quotes included.
        systems: the systems that may appear.
        documents: the documents of the evaluation set.
        columns: a column of `COLUMNS` -> its name in this file, such as {"system": "model"}.
        negate: whether higher is worse, as for sums of MQM's penalties; scores are then multiplied by -1.

    Returns:
        The scores of the systems that appear, sorted; NaN for segments without judgement.

    Raises:
        FormatError: a row lacks a field, or names an unknown system or segment; a score is not a number.
        EvalSetError: there is no score.
        OptionError: `columns` names an unknown column, or the file's name has another ending.
        UnreadableFileError: the file cannot be read.
    """
    name = fspath(path)
    judgements = [
        _placed(name, line, judgement, systems, documents)
        for line, judgement in ScoreTable(columns).numbered(name)
    ]
    if not judgements:
        raise EvalSetError(f"{name}: there is no score in this table")
    segments = human_scores(judgements, "da").segment_scores()
    table = numpy.full((len(segments), len(documents)), numpy.nan)
    for row, scores in enumerate(segments.values()):
        for (_, segment), score in scores.items():
            table[row, segment] = 0.0 - score if negate else score
    return Scores(segments, table)


def _placed(
    path: str, line: int, judgement: Judgement, systems: Collection[str], documents: Documents
) -> Judgement:
    """Returns a judgement that says its place in the test set.

    Raises:
        FormatError: it is about an unknown system, document or segment.
    """
    if judgement.system not in systems:
        names = ", ".join(sorted(systems))
        raise FormatError(path, line, f"there is no system {judgement.system!r}; there are {names}")
    begin, end, where = 0, len(documents), "the source"
    if judgement.segment is None:
        where = judgement.document or ""
        if where not in documents.docs:
            raise FormatError(path, line, f"there is no document {where!r}: see the file of documents")
        begin, end = documents.docs[where]
    segment = judgement.unit[1]
    if begin + segment >= end:
        wrong = f"there is no segment '{segment + 1}': those of {where} are counted from 1 to {end - begin}"
        raise FormatError(path, line, wrong)
    return changed(judgement, segment=begin + segment)
