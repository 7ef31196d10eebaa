"""Stores the scores of an evaluation set: those of its files, read on demand, and added ones."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from parbleu.errors import EvalSetError, ParbleuError, UnknownNameError
from parbleu.evalset import score_checks
from parbleu.evalset.levels import LEVELS, check_level
from parbleu.evalset.metric_names import references_used, same_metric
from parbleu.evalset.score_files import read_scores

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from parbleu.evalset.file_layout import SetFiles
    from parbleu.evalset.score_matrix import Scores
    from parbleu.evalset.set_texts import SetTexts

    Key = tuple[str, str]


class Store:
    """Scores by name and level.

    Args:
        corpus: what the scores are of.
        files: where they are.
        metrics: whether metric scores are looked for.
        lenient: whether metrics that lack systems get zeros there; else they are refused.
    """

    def __init__(self, corpus: SetTexts, files: SetFiles, *, metrics: bool, lenient: bool) -> None:
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
        """Returns human scores or those of a metric, as `EvalSet.scores` does."""
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
            score_checks.check_size(scores, path, self._files.outputs, level, self._corpus.n_items(level))
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
        score_checks.check_size(scores, what, systems, level, items)
        used = references_used(name, self._files.references)
        return score_checks.with_all_systems(scores, what, systems, used, items, repair)

    def add(self, metrics: Mapping[str, Mapping[str, Scores]], overwrite: bool) -> None:
        """Adds scores of metrics: full name -> level -> scores.

        Raises:
            EvalSetError: some scores exist already, and `overwrite` is False; nothing is added then.
        """
        added = {(same_metric(name), level): name for name, found in metrics.items() for level in found}
        for key, name in added.items():
            if key in self._names and not overwrite:
                raise EvalSetError(
                    f"there are scores of {name} at the level {key[1]} already; pass overwrite=True "
                    "for others"
                )
        for name, found in metrics.items():
            for level, scores in found.items():
                self._metrics[same_metric(name), level] = scores
        self._names.update(added)
