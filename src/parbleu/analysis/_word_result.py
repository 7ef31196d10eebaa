"""Defines the results of word accuracy, on the side of the target and of the source, and their tables."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from parbleu._base.known_names import by_name, check_name
from parbleu.analysis._bucket_figures import BucketResult, bucket_place
from parbleu.tables import Column, Table

CLOSEST = "match_closest"
"""The count that is that of all matches where there is one reference."""


@dataclass(frozen=True, eq=False)
class BucketedWords(BucketResult, ABC):
    """Figures of words in B buckets, of S systems on N segments.

    Attributes:
        rows: int32, (N, S, B, k): the counts of each segment, which the class names in `COUNTS`; its
            `FIGURES` are made of their sums.
        tested: the name of the figure whose differences are tested.
    """

    COUNTS: ClassVar[tuple[tuple[str, str], ...]] = ()
    FIGURES: ClassVar[tuple[str, ...]] = ()
    SIZE: ClassVar[tuple[str, str, int]] = ("", "", 0)
    TITLE: ClassVar[str] = ""

    rows: NDArray[np.int32]
    tested: str

    @property
    def counts(self) -> NDArray[np.int64]:
        """The counts of all segments together, (S, B, k)."""
        counts: NDArray[np.int64] = self.rows.sum(axis=0, dtype=np.int64)
        return counts

    @staticmethod
    @abstractmethod
    def figures_of(sums: NDArray[Any]) -> list[NDArray[np.float64]]:
        """Returns the figures of counts in the last dimension; NaN where they are undefined."""

    @abstractmethod
    def _kinds(self, counts: NDArray[np.integer]) -> dict[str, NDArray[np.bool_]]:
        """Returns which segments have words of each kind, from each count of them, (k, N, S)."""

    def segments(self, bucket: str | int, system: str | None = None, words: str = "all") -> tuple[int, ...]:
        """Returns the segments behind a number, counted from 0.

        Args:
            bucket: its name or place.
            system: whose output; None for any system's.
            words: which words of the bucket they have: "matched"; "missed" of the reference; "added" by the
                output; or "all". Of source words "right", "wrong" or "all".

        Raises:
            UnknownNameError: there is no such bucket, system or kind of words.
        """
        rows = self.rows[:, :, bucket_place(bucket, self.buckets)]
        if system is not None:
            check_name("system", system, self.systems)
            rows = rows[:, [self.systems.index(system)]]
        kinds = self._kinds(np.moveaxis(rows, -1, 0))
        return tuple(np.flatnonzero(by_name("kind of words", words, kinds).any(axis=1)).tolist())

    def tables(self) -> tuple[Table, ...]:
        """Returns the tested figure of all systems, the counts behind all figures, and the tested pairs."""
        name, title, size_column = self.SIZE
        counts = self.counts
        # In so many segments each bucket has words of the reference, or source.
        n_segments = (self.rows[:, :, :, size_column].max(axis=1) > 0).sum(axis=0).tolist()
        sizes = [
            (Column(name, title, int), np.round(counts[:, :, size_column].mean(axis=0)).astype(int).tolist()),
            (Column("segments", kind=int), n_segments),
        ]
        title = f"{self.TITLE}, by {self.by}: {self.tested}"
        wide = self._figure_table(self[self.tested], sizes, title, n_segments, small="words of fewer")
        return wide, self._counts_table(counts), *self._pair_tables()

    def _counts_table(self, counts: NDArray[np.int64]) -> Table:
        columns = [Column("bucket", self.by), Column("system")]
        several = self.facts["n_references"] > 1
        columns += [
            Column(name, title, int, people=several or name != CLOSEST) for name, title in self.COUNTS
        ]
        for figure in self.figures:
            columns.append(Column(figure.name, kind=float, decimals=3, better="higher"))
            if figure.low is not None:
                columns += [
                    Column(f"{figure.name}_{end}", kind=float, decimals=3, people=False)
                    for end in ("low", "high")
                ]
        numbers = [
            column.T.ravel()
            for figure in self.figures
            for column in (figure.values, figure.low, figure.high)
            if column is not None
        ]
        names = [(name, system) for name in self.buckets for system in self.systems]
        sums = counts.transpose(1, 0, 2).reshape(len(names), -1).tolist()
        rows = [
            [*name, *own, *figures]
            for name, own, figures in zip(names, sums, zip(*numbers, strict=True), strict=True)
        ]
        return Table("counts", columns, rows, f"{self.TITLE}, by {self.by}: counts and figures")


class WordAccuracy(BucketedWords):
    """The result of `parbleu.analysis.words`. `result["f1"].values[system, bucket]` is a number.

    It has the attributes `rows`, `tested`, `by`, `buckets`, `systems`, `figures`, `alpha`, `n_samples` and
    `facts`.
    """

    COUNTS: ClassVar[tuple[tuple[str, str], ...]] = (
        ("match", "matched"),
        (CLOSEST, "in the closest reference"),
        ("ref", "reference words"),
        ("out", "output words"),
    )
    FIGURES: ClassVar[tuple[str, ...]] = ("precision", "recall", "f1")
    SIZE: ClassVar[tuple[str, str, int]] = ("ref_words", "reference words", 2)
    TITLE: ClassVar[str] = "Words"

    @staticmethod
    def figures_of(sums: NDArray[Any]) -> list[NDArray[np.float64]]:
        """Returns precision, recall and F1 of counts in the last dimension; NaN where they are undefined."""
        match, recalled, reference, output = np.moveaxis(sums, -1, 0)
        with np.errstate(invalid="ignore", divide="ignore"):
            precision, recall = match / output, recalled / reference
            f1 = 2 * precision * recall / (precision + recall)
        f1 = np.where((recalled == 0) & (reference + output > 0), 0.0, f1)
        return [precision, recall, f1]

    def _kinds(self, counts: NDArray[np.integer]) -> dict[str, NDArray[np.bool_]]:
        match, closest, reference, output = counts
        return {
            "all": reference + output > 0,
            "matched": match > 0,
            "missed": reference > closest,
            "added": output > match,
        }


class SourceWordAccuracy(BucketedWords):
    """The result of `parbleu.analysis.source_words`. It has the attributes of `WordAccuracy`."""

    COUNTS: ClassVar[tuple[tuple[str, str], ...]] = (
        ("right", "right"),
        ("aligned", "aligned words"),
        ("total", "source words"),
    )
    FIGURES: ClassVar[tuple[str, ...]] = ("recall", "recall_of_all")
    SIZE: ClassVar[tuple[str, str, int]] = ("source_words", "source words", 2)
    TITLE: ClassVar[str] = "Source words"

    @staticmethod
    def figures_of(sums: NDArray[Any]) -> list[NDArray[np.float64]]:
        """Returns the shares of right words among those that are aligned, and among all; NaN for none."""
        right, aligned, total = np.moveaxis(sums, -1, 0)
        with np.errstate(invalid="ignore", divide="ignore"):
            return [right / aligned, right / total]

    def _kinds(self, counts: NDArray[np.integer]) -> dict[str, NDArray[np.bool_]]:
        right, aligned, total = counts
        return {"all": total > 0, "right": right > 0, "wrong": aligned > right}
