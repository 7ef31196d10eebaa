"""Defines the levels of scores and the documents of segments, and derives scores of higher levels."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from parbleu.errors import EvalSetError, FormatError, OptionError
from parbleu.evalset._score_matrix import Scores
from parbleu.evalset._text_files import lines

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WORDS = {"system": "sys", "domain": "domain", "document": "doc", "segment": "seg"}
"""Level -> the word for it in names of files and of tasks, from the coarsest to the finest."""
LEVELS = tuple(WORDS)
FINEST_FIRST = LEVELS[::-1]
OF_WORDS = {word: level for level, word in WORDS.items()}


class Documents:
    """The documents of a test set, which are runs of segments, and their domains.

    Args:
        path: the file, of lines `DOMAIN DOCUMENT`; what follows on a line is ignored.

    Attributes:
        docs: document -> (begin, end), in order.
        domains: domain -> its runs [(begin, end), ...], sorted by name.
        docs_per_seg: the document of each segment.
        domains_per_seg: the domain of each segment.
        domains_per_doc: the domain of each document, which is that of its first segment.

    Raises:
        FormatError: a line lacks a word; a document appears again after another one.
        UndecodableLineError: a line is not UTF-8.
        UnreadableFileError: the file cannot be read.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.docs_per_seg: list[str] = []
        self.domains_per_seg: list[str] = []
        self.docs: dict[str, tuple[int, int]] = {}
        self.domains_per_doc: list[str] = []
        domains: dict[str, list[tuple[int, int]]] = {}
        for line, alike in groupby(lines(path)):
            begin, count = len(self), len(list(alike))
            words = line.split()
            if len(words) < 2:
                raise FormatError(
                    path, begin + 1, "a line is DOMAIN DOCUMENT, and one of them is missing: add it"
                )
            domain, doc = words[:2]
            self._add_doc(domain, doc, begin, begin + count)
            _extend(domains.setdefault(domain, []), begin, begin + count)
            self.docs_per_seg += [doc] * count
            self.domains_per_seg += [domain] * count
        self.domains: dict[str, list[tuple[int, int]]] = dict(sorted(domains.items()))

    def _add_doc(self, domain: str, doc: str, begin: int, end: int) -> None:
        if doc not in self.docs:
            self.docs[doc] = (begin, end)
            self.domains_per_doc.append(domain)
        elif self.docs[doc][1] == begin:
            self.docs[doc] = (self.docs[doc][0], end)
        else:
            raise FormatError(self.path, begin + 1, f"the document {doc} appears again after another one")

    def __len__(self) -> int:
        return len(self.docs_per_seg)

    def places(self, level: str, domain: str) -> NDArray[np.int64]:
        """Returns the places of the items of a level that belong to a domain: int64 (items,), from 0."""
        import numpy

        names = {
            "segment": self.domains_per_seg,
            "document": self.domains_per_doc,
            "domain": list(self.domains),
        }[level]
        return numpy.flatnonzero(numpy.array(names) == domain).astype(numpy.int64)

    def units(self, level: str) -> list[NDArray[np.int64]]:
        """Returns the places of the segments of each item of a level: int64 (segments,) each, from 0."""
        import numpy

        if level == "system":
            return [numpy.arange(len(self))]
        if level == "domain":
            return [self.places("segment", domain) for domain in self.domains]
        return [numpy.arange(begin, end) for begin, end in self.docs.values()]


def _extend(runs: list[tuple[int, int]], begin: int, end: int) -> None:
    """Adds segments to the runs of their domain."""
    if runs and runs[-1][1] == begin:
        runs[-1] = (runs[-1][0], end)
    else:
        runs.append((begin, end))


def spelled_out(word: str) -> str:
    """Returns the level that MT Metrics Eval's word stands for ("segment" for "seg"), or else the word."""
    return OF_WORDS.get(word, word)


def check_level(level: str) -> str:
    """Checks the name of a level, and returns it."""
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
