"""Defines the results of word accuracy, on the side of the target and of the source, and their tables."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from parbleu.analysis.bucket_figures import (
    SMALL,
    BucketFigure,
    BucketResult,
    bucket_place,
    figure_cells,
    pair_note,
    pair_table,
    wide_table,
)
from parbleu.base.known_names import by_name, check_name
from parbleu.tables import Column, Table

CLOSEST = "match_closest"
"""The count that is that of all matches where there is one reference."""


@dataclass(frozen=True, eq=False)
class BucketedWords(BucketResult, ABC):
    """Figures of words in B buckets, of S systems on N segments.

    Attributes:
        by: what the words are sorted by.
        buckets: the names of the buckets.
        systems: the names of the systems.
        rows: int32, (N, S, B, k): the counts of each segment, which the class names in `COUNTS`.
        figures: the figures, with intervals and tests.
        tested: the name of the figure whose differences are tested.
        alpha: the level of significance.
        n_samples: of the bootstrap; 0 without.
        facts: what holds for all numbers.
    """

    COUNTS: ClassVar[tuple[tuple[str, str], ...]] = ()
    SIZE: ClassVar[tuple[str, str, int]] = ("", "", 0)
    TITLE: ClassVar[str] = ""

    by: str
    buckets: tuple[str, ...]
    systems: tuple[str, ...]
    rows: NDArray[np.int32]
    figures: tuple[BucketFigure, ...]
    tested: str
    alpha: float
    n_samples: int
    facts: Mapping[str, Any]

    @property
    def counts(self) -> NDArray[np.int64]:
        """The counts of all segments together, (S, B, k)."""
        found: NDArray[np.int64] = self.rows.sum(axis=0, dtype=np.int64)
        return found

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

    def _segments_with_words(self) -> NDArray[np.int64]:
        """Returns in how many segments each bucket has words of the reference, or source."""
        size = self.SIZE[2]
        found: NDArray[np.int64] = (self.rows[:, :, :, size].max(axis=1) > 0).sum(axis=0)
        return found

    def tables(self) -> tuple[Table, ...]:
        """Returns the tested figure of all systems, the counts behind all figures, and the tested pairs."""
        name, title, place = self.SIZE
        counts = self.counts
        sizes = [
            (Column(name, title, int), np.round(counts[:, :, place].mean(axis=0)).astype(int).tolist()),
            (Column("segments", kind=int), self._segments_with_words().tolist()),
        ]
        notes = []
        if self.n_samples:
            notes.append(f"±: half the width of the 95 % interval of {self.n_samples} bootstrap samples.")
        if self[self.tested].p_values is not None:
            notes += [f"* differs from {self.systems[0]}.", pair_note(self.alpha)]
        weak = [0 < segments < SMALL for segments in self._segments_with_words()]
        if any(weak):
            notes.append(f"† words of fewer than {SMALL} segments: such figures hardly mean anything.")
        wide = wide_table(
            self[self.tested],
            self.buckets,
            self.systems,
            sizes,
            title=f"{self.TITLE}, by {self.by}: {self.tested}",
            heading=self.by,
            notes=notes,
            facts=self.facts,
            alpha=self.alpha,
            weak=weak,
        )
        found = [wide, self._counts_table(counts)]
        if self[self.tested].p_values is not None:
            found.append(
                pair_table([self[self.tested]], self.buckets, self.systems, heading=self.by, alpha=self.alpha)
            )
        return tuple(found)

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
            figure_cells(column.T)
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
    """The result of `parbleu.analysis.words`. `result["f1"].values[system, bucket]` is a number."""

    COUNTS: ClassVar[tuple[tuple[str, str], ...]] = (
        ("match", "matched"),
        (CLOSEST, "in the closest reference"),
        ("ref", "reference words"),
        ("out", "output words"),
    )
    SIZE: ClassVar[tuple[str, str, int]] = ("ref_words", "reference words", 2)
    TITLE: ClassVar[str] = "Words"

    def _kinds(self, counts: NDArray[np.integer]) -> dict[str, NDArray[np.bool_]]:
        match, closest, reference, output = counts
        return {
            "all": reference + output > 0,
            "matched": match > 0,
            "missed": reference > closest,
            "added": output > match,
        }


class SourceWordAccuracy(BucketedWords):
    """The result of `parbleu.analysis.source_words`."""

    COUNTS: ClassVar[tuple[tuple[str, str], ...]] = (
        ("right", "right"),
        ("aligned", "aligned words"),
        ("total", "source words"),
    )
    SIZE: ClassVar[tuple[str, str, int]] = ("source_words", "source words", 2)
    TITLE: ClassVar[str] = "Source words"

    def _kinds(self, counts: NDArray[np.integer]) -> dict[str, NDArray[np.bool_]]:
        right, aligned, total = counts
        return {"all": total > 0, "right": right > 0, "wrong": aligned > right}
