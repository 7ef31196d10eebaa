"""Defines the levels of scores, and derives document, domain and system scores from segment scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu.errors import EvalSetError, OptionError
from parbleu.evalset.score_matrix import Scores

if TYPE_CHECKING:
    from parbleu.evalset.documents import Documents

WORDS = {"system": "sys", "domain": "domain", "document": "doc", "segment": "seg"}
"""Level -> the word for it in names of files and of tasks, from the coarsest to the finest."""

LEVELS = tuple(WORDS)
FINEST_FIRST = LEVELS[::-1]
OF_WORDS = {word: level for level, word in WORDS.items()}


def spelled_out(word: str) -> str:
    """Returns the level that MT Metrics Eval's word stands for ("segment" for "seg"), or else the word."""
    return OF_WORDS.get(word, word)


def check_level(level: str) -> str:
    """Checks the name of a level, and returns it.

    Raises:
        OptionError: there is no such level.
    """
    if level not in LEVELS:
        raise OptionError(f"a level is one of {', '.join(LEVELS)}, not {level!r}")
    return level


def derived(scores: Scores | None, wanted: str, documents: Documents) -> Scores:
    """Averages segment scores over the documents, domains or systems of a level.

    Missing scores are left out of a mean; a mean of missing scores only is missing.

    Raises:
        EvalSetError: there are no segment scores.
        OptionError: there is no such level.
    """
    import numpy

    if scores is None or wanted == "segment":
        raise EvalSetError(
            f"scores at the level {check_level(wanted)} can only be derived from segment scores"
        )
    units = documents.units(check_level(wanted))
    order = numpy.concatenate(units)
    starts = numpy.cumsum([0, *map(len, units)])[:-1]
    values = scores.table[:, order]
    present = ~numpy.isnan(values)
    totals = numpy.add.reduceat(numpy.where(present, values, 0.0), starts, axis=1)
    counts = numpy.add.reduceat(present, starts, axis=1, dtype=numpy.int64)
    means = numpy.full(totals.shape, numpy.nan)
    numpy.divide(totals, counts, out=means, where=counts > 0)
    return Scores(scores.systems, means, scores.zero_filled)
