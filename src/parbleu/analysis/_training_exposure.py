"""Measures how much of a test set a training corpus contains: `exposure` and `exposure_scores`."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parbleu._base.numbers import plain_mean
from parbleu._base.threads import thread_count
from parbleu._core import Segments, SimilarLines
from parbleu.analysis._analysis_input import ComparedTexts
from parbleu.analysis._metric_values import chosen_metrics
from parbleu.analysis._segment_buckets import SegmentBuckets, segments
from parbleu.analysis._training_lines import (
    Corpus,
    normalized_lines,
    normalized_sides,
    texts_digest,
    training_pieces,
)
from parbleu.errors import InputShapeError, OptionError
from parbleu.stats.resampling import Resampling
from parbleu.tables import Column, Result, Table
from parbleu.typing import MetricsLike, ReferencesLike, SegmentsLike

BINS = ("exact", "near", "medium", "far")
NEAR, MEDIUM = 0.70, 0.30
LEAKS = (0.70, 0.85, 0.95)
MEMORY = "translation memory"
"""The name of the baseline that returns the target of the most similar source."""


@dataclass(frozen=True, eq=False)
class SideExposure:
    """How similar the most similar training line is to each of N segments, on one side or as a pair.

    Attributes:
        side: "source", "target" or "pair".
        similarity: float64 (N), from 0 to 1.
        line: int64 (N), the most similar line of the corpus, from 0; -1 where nothing is shared.
        exact: bool (N), whether a line is equal after normalization.
    """

    side: str
    similarity: NDArray[np.float64]
    line: NDArray[np.int64]
    exact: NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Exposure(Result):
    """How much of a test set is in a training corpus.

    Attributes:
        sides: of source, target and pair, those that were compared.
        memory: the target of the most similar source of each segment, "" where none shares anything; None
            without both sides.
        n_lines: of the training corpus.
        lowercase: whether case was ignored.
        test_set: the SHA-256 of the test set's normalized texts.
    """

    sides: tuple[SideExposure, ...]
    memory: tuple[str, ...] | None
    n_lines: int
    lowercase: bool
    test_set: str = ""

    def __getitem__(self, side: str) -> SideExposure:
        for exposed in self.sides:
            if exposed.side == side:
                return exposed
        raise OptionError(
            f"exposure was measured of {', '.join(side.side for side in self.sides)}, not {side}"
        )

    @property
    def bins(self) -> tuple[str, ...]:
        """The bin of each segment: by its source, or by its target if no source was compared."""
        first = self.sides[0]
        places = np.where(first.similarity >= NEAR, 1, np.where(first.similarity >= MEDIUM, 2, 3))
        return tuple(BINS[index] for index in np.where(first.exact, 0, places))

    @property
    def seen(self) -> float:
        """The share of segments that are exact or near."""
        return self.seen_by([""] * len(self.bins))[""]

    def seen_by(self, labels: Sequence[Hashable]) -> dict[Any, float]:
        """Returns label -> the share of its segments that are exact or near.

        Args:
            labels: N labels of the segments, such as their domains.
        """
        counts: dict[Hashable, list[int]] = {}
        for label, name in zip(labels, self.bins, strict=True):
            counts.setdefault(label, []).append(name in BINS[:2])
        return {label: plain_mean(similarities) for label, similarities in counts.items()}

    def tables(self) -> tuple[Table, ...]:
        """Returns a row for each side, and a row for each bin."""
        return self._side_table(), self._bin_table()

    def segment_table(self) -> Table:
        """Returns a row for each segment: its bin, and similarity and line of each side."""
        columns = [Column("segment", kind=int), Column("bin")]
        for side in self.sides:
            columns += [
                Column(side.side, kind=float, decimals=3),
                Column(f"{side.side}_line", f"{side.side} line", int),
                Column(f"{side.side}_exact", f"{side.side} exact", bool),
            ]
        cells = [
            column
            for side in self.sides
            for column in (
                side.similarity.tolist(),
                [None if line < 0 else line + 1 for line in side.line.tolist()],
                side.exact.tolist(),
            )
        ]
        rows = list(zip(range(1, len(self.bins) + 1), self.bins, *cells, strict=True))
        return Table("segments", columns, rows, notes=["Segments and lines are counted from 1."])

    def _side_table(self) -> Table:
        numbers = ("mean", "median", "p05", "p25", "p75", "p95", "max")
        columns = [Column("side"), *(Column(name, kind=float, decimals=3) for name in numbers)]
        columns.append(Column("exact", "exact", float, unit="%", decimals=1))
        columns += [
            Column(f"least_{limit:.2f}", f"≥ {limit:.2f}", float, unit="%", decimals=1) for limit in LEAKS
        ]
        rows: list[list[Any]] = []
        for side in self.sides:
            values = side.similarity
            low, first, median, third, high = np.percentile(values, [5, 25, 50, 75, 95])
            spread = (values.mean(), median, low, first, third, high, values.max())
            shares = [side.exact.mean(), *((values >= limit).mean() for limit in LEAKS)]
            rows.append([side.side, *map(float, spread), *(100 * float(share) for share in shares)])
        notes = [
            (
                "Similarity of each segment to the most similar training line: Jaccard index of the sets "
                "of character 3-, 4- and 5-grams, after NFKC and with single blanks. A pair's is the smaller "
                "one of its sides."
            ),
            "Short segments are similar by chance; a sentence within a longer line has a low similarity.",
        ]
        facts = {"n_segments": len(self.bins), "n_lines": self.n_lines, "lowercase": self.lowercase}
        return Table("exposure", columns, rows, "Exposure of the test set", notes, facts)

    def _bin_table(self) -> Table:
        side, bins = self.sides[0], np.array(self.bins)
        rows = [
            (
                name,
                int((bins == name).sum()),
                100 * float((bins == name).mean()),
                float(side.similarity[bins == name].mean()) if (bins == name).any() else None,
            )
            for name in BINS
        ]
        columns = (
            Column("bin"),
            Column("segments", kind=int),
            Column("share", kind=float, unit="%", decimals=1),
            Column("mean", f"mean {side.side} exposure", float, decimals=3),
        )
        notes = [
            (
                f"exact: the {side.side} is a training line; near: similarity ≥ {NEAR:.2f}; "
                f"medium: ≥ {MEDIUM:.2f}. Seen, which is exact or near: {100 * self.seen:.1f} %."
            )
        ]
        return Table("bins", columns, rows, "Segments by exposure", notes)


def exposure(
    source: SegmentsLike | None,
    references: ReferencesLike | None,
    training: Iterable[Corpus],
    *,
    lowercase: bool = False,
    threads: int | None = None,
) -> Exposure:
    """Measures how similar each segment of a test set is to the most similar line of a training corpus.

    The training corpus is read in pieces, and only the test set is kept: memory does not grow with it. Shards
    are passed one after another, or compared by several processes: `merged_exposures` puts results together.

    Args:
        source: N segments, or None.
        references: K streams of N segments, or None. The target's exposure is that of the most similar one.
        training: corpora, each a pair of its source and its target, which are parallel: paths
            (`pathlib.Path`) or segments; None for a side that is not there. All have the same sides.
        lowercase: whether to ignore case.
        threads: how many to use; by default one per core, or `PARBLEU_THREADS`. No number depends on it.

    An empty segment is not exposed: it is similar to nothing.

    Raises:
        OptionError: there is nothing to compare, or corpora have different sides.
        InputShapeError: streams differ in length, or there are no segments.
        ParbleuError: a file cannot be read.
    """
    sources, targets = normalized_sides(source, references, lowercase)
    search = _Search(sources, targets, thread_count(threads))
    for one, other in training_pieces(training):
        search.add(normalized_lines(one, lowercase), normalized_lines(other, lowercase), other)
    return replace(search.result(lowercase), test_set=texts_digest(sources, targets))


class _Search:
    """The state of a search while the training corpus is read."""

    def __init__(
        self, sources: Sequence[list[str | None]], targets: Sequence[list[str | None]], threads: int
    ) -> None:
        self.sources, self.targets, self.threads = sources, targets, threads
        self.lines = 0
        self.sides: tuple[bool, bool] | None = None
        count = len((sources or targets)[0])
        self.memory = [""] * count
        self.native: SimilarLines | None = None
        # Of each side the texts of each segment, and those that a line of the corpus is equal to.
        both = [_present(streams) or [[]] * count for streams in (sources, targets)]
        pairs = [[*product(*texts)] for texts in zip(*both, strict=True)]
        self.texts: dict[str, list[list[Any]]] = {"source": both[0], "target": both[1], "pair": pairs}
        self.found: dict[str, set[Any]] = {side: set() for side in self.texts}
        self.wanted = {side: set(chain.from_iterable(texts)) for side, texts in self.texts.items()}

    def add(
        self, sources: list[str | None], targets: list[str | None], raw_targets: list[str | None]
    ) -> None:
        """Compares with the next lines."""
        sides = (bool(self.sources and sources), bool(self.targets and targets))
        if self.native is None or self.sides is None:
            if not any(sides):
                raise OptionError(
                    "the test set and the training corpus have no side in common: pass the other side of one"
                )
            self.sides = sides
            self.native = SimilarLines(
                [Segments(stream) for stream in self.sources if sides[0]],
                [Segments(stream) for stream in self.targets if sides[1]],
            )
        if sides != self.sides:
            raise OptionError("training corpora have the same sides, source and target or one of them")
        one, other = (sources if sides[0] else []), (targets if sides[1] else [])
        self.native.add(Segments(one), Segments(other), self.threads)
        self.found["source"] |= self.wanted["source"].intersection(one)
        self.found["target"] |= self.wanted["target"].intersection(other)
        if all(sides):
            self.found["pair"] |= self.wanted["pair"].intersection(zip(one, other, strict=True))
            lines = np.asarray(self.native.sources()[1])
            for segment in np.flatnonzero(lines >= self.lines).tolist():
                self.memory[segment] = raw_targets[lines[segment] - self.lines] or ""
        self.lines += len(one) or len(other)

    def result(self, lowercase: bool) -> Exposure:
        """Returns what was found."""
        if self.native is None or self.sides is None:
            raise OptionError("the training corpus has no line: pass files that are not empty")
        similar = {"source": self.native.sources, "target": self.native.targets, "pair": self.native.pairs}
        measured = dict(zip(similar, (*self.sides, all(self.sides)), strict=True))
        sides = []
        for side in (side for side in similar if measured[side]):
            exact = [not self.found[side].isdisjoint(texts) for texts in self.texts[side]]
            sides.append(SideExposure(side, *map(np.array, (*similar[side](), exact))))
        memory = tuple(self.memory) if all(self.sides) else None
        return Exposure(tuple(sides), memory, self.lines, lowercase)


def _present(streams: Sequence[list[str | None]]) -> list[list[str]]:
    """Returns the texts of each segment in several streams, without missing ones."""
    return [[text for text in texts if text is not None] for texts in zip(*streams, strict=True)]


@dataclass(frozen=True, eq=False)
class ExposureScores(Result):
    """The scores of systems, and of the translation-memory baseline, on segments by their exposure.

    Attributes:
        exposure: of the test set.
        whole: scores on the whole test set.
        buckets: scores, intervals and tests in each bin.
    """

    exposure: Exposure
    whole: SegmentBuckets
    buckets: SegmentBuckets

    def gap(self, metric: str, system: str, bin_name: str = "near") -> float | None:
        """Returns the score on segments of a bin less that on far ones; None where either is empty."""
        values = self.buckets[metric].values[self.buckets.systems.index(system)]
        names = self.buckets.buckets
        if bin_name not in names or "far" not in names:
            return None
        gap = values[names.index(bin_name)] - values[names.index("far")]
        return None if np.isnan(gap) else float(gap)

    def tables(self) -> tuple[Table, ...]:
        """Returns the exposure, the scores on all segments and in each bin, and the gaps of each system."""
        return (*self.exposure.tables(), self._corpus_table(), *self.buckets.tables())

    def _corpus_table(self) -> Table:
        columns = [Column("system")]
        for figure in self.whole.figures:
            number: dict[str, Any] = {"kind": float, "decimals": figure.decimals, "group": figure.name}
            columns.append(Column(figure.name, "score", **number))
            columns += [
                Column(f"{figure.name}_{name}_gap", f"{name} - far", signed=True, **number)
                for name in ("exact", "near")
            ]
        rows = [
            [
                system,
                *(
                    cell
                    for figure in self.whole.figures
                    for cell in (
                        figure.values[system_index, 0],
                        self.gap(figure.name, system, "exact"),
                        self.gap(figure.name, system),
                    )
                ),
            ]
            for system_index, system in enumerate(self.whole.systems)
        ]
        notes = [
            (
                "A gap mixes exposure with difficulty and length, since far segments differ: compare it with "
                "that of a system that has not seen the data."
            )
        ]
        if MEMORY in self.whole.systems:
            notes.insert(
                0,
                f"{MEMORY}: the target of the training line with the most similar source. On exact segments "
                "it is good by construction.",
            )
        return Table("systems", columns, rows, "Scores and the gap between seen and far segments", notes)


def exposure_scores(
    texts: ComparedTexts,
    found: Exposure,
    metrics: MetricsLike = ("bleu", "chrf"),
    *,
    resampling: Resampling | None = None,
) -> ExposureScores:
    """Scores systems on the segments of each bin of exposure, beside the translation-memory baseline.

    Args:
        texts: systems and references, as `compared_texts` makes them.
        found: what `exposure` measured on the same test set.
        metrics: metrics, their names, or `{name: metric}`.
        resampling: the bootstrap that intervals and tests in each bin come from, and the level of
            significance; `Resampling("none")` for neither.

    Raises:
        InputShapeError: the exposure is that of another number of segments.
        ParbleuError: a metric or an option is not one that it can be, or texts cannot be scored.
    """
    if len(found.bins) != len(texts):
        raise InputShapeError(
            f"the exposure is of {len(found.bins)} segments, the systems have {len(texts)}: "
            "measure the exposure of the same test set"
        )
    systems: Mapping[str, Any] = texts.systems
    if found.memory is not None:
        systems = {**systems, MEMORY: Segments(list(found.memory))}
    labels = {**texts.labels, "exposure": found.bins, "all": ("all",) * len(texts)}
    labelled = texts.changed(systems=dict(systems), labels=labels)
    asked = (resampling or Resampling()).bootstrap_for("exposure_scores")
    present = [name for name in BINS if name in found.bins]
    chosen = chosen_metrics(labelled, metrics)  # once, as scorers take long
    metrics = [metric if name is None else {name: metric} for name, metric in chosen]
    buckets = segments(labelled, "exposure", metrics, label_set=present, resampling=resampling)
    none = asked.without_test().changed(test="none")
    return ExposureScores(found, segments(labelled, "all", metrics, resampling=none), buckets)
