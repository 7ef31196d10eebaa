"""Reads score files: lines `SYSTEM SCORE` for segments, documents or systems, or `DOMAIN SYSTEM SCORE`."""

from __future__ import annotations

from os import fspath
from typing import TYPE_CHECKING

from parbleu import _core
from parbleu.base.numbers import LARGEST
from parbleu.base.wording import counted
from parbleu.errors import FormatError, InputTypeError
from parbleu.evalset.score_matrix import Scores
from parbleu.io.atomic import write_lines
from parbleu.io.lines import read_file, read_lines

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

    import numpy as np
    from numpy.typing import NDArray


def read_signature(path: str | PathLike[str]) -> str:
    """Returns the signature in a file: its first line.

    Raises:
        UnreadableFileError: the file cannot be read.
    """
    lines = read_lines(path)
    return (lines[0] or "").strip() if len(lines) else ""


def read_scores(
    path: str | PathLike[str],
    domains: Sequence[str] | None = None,
    *,
    complete: bool = False,
    buffer: bytearray | None = None,
) -> Scores:
    """Reads a file of scores.

    Fields are separated by any white space. A score is a decimal number in ASCII, or `None` or `nan` if it is
    missing; the scores of metrics may be `nan` but not `None`. The lines of a system need not follow one
    another; their order is that of the items.

    Args:
        path: the file.
        domains: for scores at domain level the domains, in the order of the table's columns.
        complete: whether `None` is refused, as for the scores of metrics.
        buffer: where the file's bytes may go; calls that read one file after another share it.

    Raises:
        FormatError: a line does not have these fields; a domain is unknown, or has a second score of a
            system; a score is `None` although `complete` is True; systems differ in the number of their
            scores.
        UnreadableFileError: the file cannot be read.
    """
    name = fspath(path)
    with read_file(name, bytearray() if buffer is None else buffer) as data:
        try:
            systems, system_of, scores, found, domain_of, missing, too_large = _core.read_score_lines(
                data, domains is not None, LARGEST
            )
        except FormatError as problem:
            raise FormatError(name, problem.line, problem.problem) from None
    if complete and missing:
        raise FormatError(name, missing, "a metric must have a score here, not None")
    if too_large:
        raise FormatError(
            name, too_large, f"{scores[too_large - 1]} is too large for a score: write a float of 64 bits"
        )
    import numpy

    lines = numpy.asarray(system_of), numpy.asarray(scores)
    if domains is None:
        return Scores(systems, _stacked(name, systems, *lines))
    places = _known_domains(name, found, numpy.asarray(domain_of), domains)
    return Scores(systems, _by_domain(name, len(systems), *lines, places, len(domains)))


def write_scores(path: str, scores: Scores, domains: Sequence[str] | None = None) -> None:
    """Writes a file of scores that `read_scores` reads as the same numbers. It appears whole or not at all.

    Args:
        path: the file.
        scores: the scores; NaN becomes `None`.
        domains: for scores at domain level the domains, in the order of the table's columns.

    Raises:
        UnwritableFileError: the file cannot be written.
        InputTypeError: a score is infinite, or larger than `read_scores` reads.
    """
    rows = scores.to_lists()
    for system, row in rows.items():
        for score in row:
            if score is not None and abs(score) > LARGEST:
                raise InputTypeError(f"{path}: a score of {system} is {score}, too large to be read again")
    if domains is None:
        lines = [f"{system}\t{score}" for system, row in rows.items() for score in row]
    else:
        lines = [
            f"{domain}\t{system}\t{row[place]}"
            for place, domain in enumerate(domains)
            for system, row in rows.items()
        ]
    write_lines(path, lines)


def _stacked(
    path: str, systems: Sequence[str], system_of: NDArray[np.uint32], scores: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Arranges scores in a table, those of each system in the order of the lines."""
    import numpy

    if not systems:
        return numpy.empty((0, 0))
    if not len(system_of):  # each has one block, all of the same length
        return scores.reshape(len(systems), -1)
    counts = numpy.bincount(system_of)
    if (counts != counts[0]).any():
        usual = int(numpy.bincount(counts).argmax())
        odd = int((counts != usual).argmax())
        line = int(numpy.flatnonzero(system_of == odd)[-1]) + 1
        raise FormatError(
            path,
            line,
            f"{systems[odd]} has {counted(counts[odd], 'score')}, but others have {usual}: "
            "add the missing lines",
        )
    return scores[numpy.argsort(system_of, kind="stable")].reshape(len(systems), -1)


def _known_domains(
    path: str, found: Sequence[str], domain_of: NDArray[np.uint32], domains: Sequence[str]
) -> NDArray[np.int64]:
    """Returns the column of each line."""
    import numpy

    columns = {domain: column for column, domain in enumerate(domains)}
    for place, domain in enumerate(found):
        if domain not in columns:
            line = int((domain_of == place).argmax()) + 1
            raise FormatError(path, line, f"there is no domain {domain!r}; there are {', '.join(domains)}")
    return numpy.array([columns[domain] for domain in found], dtype=numpy.int64)[domain_of]


def _by_domain(
    path: str,
    systems: int,
    system_of: NDArray[np.uint32],
    scores: NDArray[np.float64],
    places: NDArray[np.int64],
    domains: int,
) -> NDArray[np.float64]:
    """Arranges scores in a table with a column for each domain."""
    import numpy

    cells = system_of.astype(numpy.int64) * domains + places
    if len(cells) and numpy.bincount(cells).max() > 1:
        order = numpy.argsort(cells, kind="stable")
        again = order[1:][cells[order][1:] == cells[order][:-1]].min()
        raise FormatError(path, int(again) + 1, "this domain has a score of this system already")
    table = numpy.full(systems * domains, numpy.nan)
    table[cells] = scores
    return table.reshape(systems, domains)
