"""Reads, writes and stores scores: lines `SYSTEM SCORE`, or `DOMAIN SYSTEM SCORE` for domains."""

from __future__ import annotations

from contextlib import suppress
from os import fspath
from typing import TYPE_CHECKING

from parbleu import _core
from parbleu._base.numbers import LARGEST
from parbleu._base.wording import counted
from parbleu._io.atomic import write_lines
from parbleu._io.lines import read_file, read_lines
from parbleu.errors import EvalSetError, FormatError, InputTypeError, ParbleuError, UnknownNameError
from parbleu.evalset._levels import LEVELS, check_level
from parbleu.evalset._metric_names import references_used, same_metric
from parbleu.evalset._score_matrix import Scores, check_size, with_all_systems

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from os import PathLike

    import numpy as np
    from numpy.typing import NDArray

    from parbleu.evalset._file_layout import SetFiles
    from parbleu.evalset._set_texts import EvalSetTexts

    Key = tuple[str, str]

_NO_HEADER = "; a file of scores has neither names of columns nor other columns: leave them out"
_NO_COMMAS = "; its fields have a TAB or blanks between them, and no commas"
_LONGEST_HEADER = 1000


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
            systems, system_of, scores, file_domains, domain_of, missing, too_large = _core.read_score_lines(
                data, domains is not None, LARGEST
            )
        except FormatError as problem:
            advice = _advice(bytes(data[:_LONGEST_HEADER])) if problem.line == 1 else ""
            raise FormatError(name, problem.line, problem.problem + advice) from None
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
    places = _known_domains(name, file_domains, numpy.asarray(domain_of), domains)
    return Scores(systems, _by_domain(name, len(systems), *lines, places, len(domains)))


def _advice(begin: bytes) -> str:
    """Returns what to do with a file whose first line is none of scores, if that shows it."""
    line = begin.partition(b"\n")[0]
    is_csv = b"," in line and not line.split()[1:]
    words = line.replace(b",", b" ").split() if is_csv else line.split()
    is_header = len(words) > 1 and not any(byte in b"0123456789" for byte in b"".join(words))
    return (_NO_COMMAS if is_csv else "") + (_NO_HEADER if is_header else "")


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
            f"{domain}\t{system}\t{row[column]}"
            for column, domain in enumerate(domains)
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
    path: str, file_domains: Sequence[str], domain_of: NDArray[np.uint32], domains: Sequence[str]
) -> NDArray[np.int64]:
    """Returns the column of each line."""
    import numpy

    columns = {domain: column for column, domain in enumerate(domains)}
    for number, domain in enumerate(file_domains):
        if domain not in columns:
            line = int((domain_of == number).argmax()) + 1
            raise FormatError(path, line, f"there is no domain {domain!r}; there are {', '.join(domains)}")
    return numpy.array([columns[domain] for domain in file_domains], dtype=numpy.int64)[domain_of]


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


class Store:
    """Scores by name and level.

    Args:
        corpus: what the scores are of.
        files: where they are.
        metrics: whether metric scores are looked for.
        lenient: whether metrics that lack systems get zeros there; else they are refused.
    """

    def __init__(self, corpus: EvalSetTexts, files: SetFiles, *, metrics: bool, lenient: bool) -> None:
        self._corpus = corpus
        self._files = files
        self._lenient = lenient
        self._human: dict[Key, Scores] = {}
        self._metrics: dict[Key, Scores] = {}
        self._ahead: dict[str, Scores] = {}
        self._buffers: list[bytearray] = []
        stored = files.metric_scores if metrics else {}
        self._names = {(same_metric(name), level): name for name, level in stored}

    def scorers(self, level: str) -> tuple[list[str], list[str]]:
        """Returns the names of human scores and of metrics at a level, each sorted."""
        check_level(level)
        human = sorted(name for name, at in self._files.human_scores if at == level)
        return human, sorted(name for (_, at), name in self._names.items() if at == level)

    def has(self, level: str, name: str) -> bool:
        """Returns whether there are scores of that name."""
        check_level(level)
        return (name, level) in self._files.human_scores or (same_metric(name), level) in self._names

    def get(self, level: str, name: str) -> Scores:
        """Returns the human scores, or those of a metric, of that name: system -> its scores at a level."""
        if (name, level) in self._files.human_scores:
            return self.human(level, name)
        key = (same_metric(name), level)
        if not self.has(level, name):
            human, metrics = self.scorers(level)
            raise UnknownNameError(f"scorer at the level {level}:", name, [*human, *metrics])
        if key not in self._metrics:
            stored = self._names[key]
            path = self._files.metric_scores[stored, level]
            self._metrics[key] = self.read_metric(path, stored, level, self._lenient)
        return self._metrics[key]

    def human(self, level: str, name: str) -> Scores:
        """Returns human scores.

        Raises:
            UnknownNameError: there are none of that name.
        """
        key = (name, check_level(level))
        if key not in self._files.human_scores:
            raise UnknownNameError(f"human scores at the level {level}:", name, self.scorers(level)[0])
        if key not in self._human:
            path = self._files.human_scores[key]
            scores = self._read(path, level)
            check_size(scores, path, self._files.outputs, level, self._corpus.n_items(level))
            self._human[key] = scores
        return self._human[key]

    def read_metric(self, path: str, name: str, level: str, repair: bool) -> Scores:
        """Reads and checks a file of metric scores; see `checked`."""
        return self.checked(self._read(path, level, complete=True), path, name, level, repair)

    def _read(self, path: str, level: str, *, complete: bool = False) -> Scores:
        if path in self._ahead:
            return self._ahead.pop(path)
        domains = self._corpus.domain_names if level == "domain" else None
        try:
            buffer = self._buffers.pop()
        except IndexError:  # other threads have all of them
            buffer = bytearray()
        try:
            return read_scores(path, domains, complete=complete, buffer=buffer)
        finally:
            self._buffers.append(buffer)

    def read_all(self, threads: int) -> None:
        """Reads and checks all files of scores.

        Raises:
            ParbleuError: a file is wrong: the same one for any number of threads.
        """
        if threads > 1:
            self._read_ahead(threads)
        for level in LEVELS:
            for name in (name for names in self.scorers(level) for name in names):
                self.get(level, name)

    def _read_ahead(self, threads: int) -> None:
        """Reads all files that are not yet read, but leaves those that are wrong to be read in order."""
        from concurrent.futures import ThreadPoolExecutor

        human, metrics = self._files.human_scores, self._files.metric_scores
        files = [(path, key[1], False) for key, path in human.items() if key not in self._human]
        files += [
            (metrics[name, key[1]], key[1], True)
            for key, name in self._names.items()
            if key not in self._metrics
        ]

        def read(some: Sequence[tuple[str, str, bool]]) -> None:
            for path, level, complete in some:
                with suppress(ParbleuError):
                    self._ahead[path] = self._read(path, level, complete=complete)

        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(read, [files[start::threads] for start in range(threads)]))

    def checked(self, scores: Scores, what: str, name: str, level: str, repair: bool) -> Scores:
        """Returns a metric's scores after checks that they fit the set; `repair` gives missing systems zeros.

        Messages call the scores `what`.
        """
        items = self._corpus.n_items(level)
        systems = self._files.outputs
        check_size(scores, what, systems, level, items)
        used = references_used(name, self._files.references)
        return with_all_systems(scores, what, systems, used, items, repair)

    def add(self, metrics: Mapping[str, Mapping[str, Scores]], overwrite: bool) -> None:
        """Adds scores of metrics: full name -> level -> scores.

        Raises:
            EvalSetError: some scores exist already, and `overwrite` is False; nothing is added then.
        """
        added = {(same_metric(name), level): name for name, by_level in metrics.items() for level in by_level}
        for key, name in added.items():
            if key in self._names and not overwrite:
                raise EvalSetError(
                    f"there are scores of {name} at the level {key[1]} already; pass overwrite=True "
                    "for others"
                )
        for name, by_level in metrics.items():
            for level, scores in by_level.items():
                self._metrics[same_metric(name), level] = scores
        self._names.update(added)
