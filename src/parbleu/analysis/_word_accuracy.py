"""Measures precision, recall and F of words in buckets: `words`, and of source words `source_words`."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from parbleu._base.known_names import by_name, check_name
from parbleu.analysis._analysis_input import ComparedTexts
from parbleu.analysis._bucket_figures import BucketResult, bucket_place, chosen_pairs, resampled_figures
from parbleu.analysis._numbered_texts import Matches, NumberedStream, NumberedTexts
from parbleu.analysis._word_buckets import WORD_BUCKETS, BucketsOfTokens, SortedWords, WordBuckets, source_of
from parbleu.errors import OptionError
from parbleu.stats.joint_bootstrap import chosen_draws
from parbleu.stats.resampling import Resampling
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
    """The result of `parbleu.analysis.source_words`. `result["recall"].values[system, bucket]` is a number.

    It has the attributes `rows`, `tested`, `by`, `buckets`, `systems`, `figures`, `alpha`, `n_samples` and
    `facts`.
    """

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


RULES = ("parbleu", "compare-mt")
FIGURES = WordAccuracy.FIGURES
_TOGETHER = 1 << 14
"""How many segments are counted at once."""

Words = TypeVar("Words", bound=BucketedWords)


def words(
    texts: ComparedTexts,
    by: str | WordBuckets = "frequency",
    *,
    figure: str = "f1",
    resampling: Resampling | None = None,
    rules: str = "parbleu",
) -> WordAccuracy:
    """Measures how well systems get the words of the references, in buckets of words.

    Occurrence k of a word in a segment of the output matches occurrence k in the reference. Recall is the
    share of reference words that are matched, precision that of output words, F1 their harmonic mean. A
    matched word of the output is in the bucket of its reference word, any other in its own. With several
    references a word matches up to its greatest count in one of them; recall counts the words of the
    reference closest in length, and the matches in it.

    Args:
        texts: what is compared.
        by: a way to sort words of `parbleu.analysis.WORD_BUCKETS` ("frequency", "case", "length",
            "position", "kind", "copied", "script"), or a `WordBuckets` such as `Frequency(cutoffs=(1, 10))`
            or `Labels(...)`.
        figure: the one whose differences are tested: "precision", "recall" or "f1".
        resampling: the bootstrap that intervals and tests come from, and the level of significance;
            `Resampling("none")` for neither.
        rules: "parbleu", or "compare-mt" for intervals from samples of half the segments, drawn and cut off
            as compare-mt does, and 0 where a figure is undefined.

    Raises:
        OptionError: the texts lack what the buckets need, or an option has a value that it does not take.
        UnknownNameError: there is no such way to sort, figure or rules.
    """

    def count(buckets: WordBuckets) -> tuple[tuple[str, ...], NDArray[np.int32], frozenset[int]]:
        sorted_words = buckets.sort(texts)
        return sorted_words.names, word_rows(texts, sorted_words), sorted_words.fixed

    return _measured(WordAccuracy, texts, by, count, figure, resampling, rules)


def source_words(
    texts: ComparedTexts,
    alignments: Sequence[str],
    by: str | WordBuckets = "frequency",
    *,
    first_is_one: bool = False,
    resampling: Resampling | None = None,
    rules: str = "parbleu",
) -> SourceWordAccuracy:
    """Measures how many words of the source the systems translate as the reference does, in buckets.

    A word of the source is right if all reference words that it is aligned with are matched in the output.
    `recall` is the share of right ones among those that are aligned with anything, `recall_of_all` among all.

    Args:
        texts: what is compared, with the source and one reference; `tokenize="none"` for texts that were
            tokenized before they were aligned.
        alignments: for each segment the aligned words of source and reference, as "0-0 1-2 2-1"; "1?2" is a
            possible alignment, which counts as any other.
        by: a name of `WORD_BUCKETS`, or a `WordBuckets`; frequencies are those in the source, if they are
            not given.
        first_is_one: whether alignments count words from 1.
        resampling: the bootstrap that intervals and tests of recall come from, and the level of
            significance; `Resampling("none")` for neither.
        rules: "parbleu", or "compare-mt" for intervals from samples of half the segments, drawn and cut off
            as compare-mt does, and 0 where a figure is undefined.

    Raises:
        OptionError: there is no source, or are several references; an alignment is malformed, or names a word
            that is not there: the message has its line.
        UnknownNameError: there is no such way to sort, or rules.
    """

    def count(buckets: WordBuckets) -> tuple[tuple[str, ...], NDArray[np.int32], frozenset[int]]:
        names, sorted_words = buckets.sort_source(texts)
        points = read_alignments(texts, alignments, first_is_one)
        return names, aligned_rows(texts, points, sorted_words, len(names)), frozenset()

    return _measured(SourceWordAccuracy, texts, by, count, "recall", resampling, rules)


def chosen_buckets(by: str | WordBuckets) -> WordBuckets:
    """Returns a way to sort words from its name, or as it is.

    Raises:
        UnknownNameError: there is no kind of buckets of that name.
    """
    if isinstance(by, WordBuckets):
        return by
    buckets: WordBuckets = WORD_BUCKETS[by]()
    return buckets


def word_rows(texts: ComparedTexts, sorted_words: SortedWords) -> NDArray[np.int32]:
    """Counts the words of each segment, system and bucket.

    Returns:
        Shape (N, S, B, 4): output words that are matched; those that are matched in the closest reference;
        words of the closest reference; words of the output.
    """
    streams = texts.numbered
    matches = [streams.matches(system) for system in range(len(streams.systems))]
    rows = np.zeros((len(texts), len(matches), len(sorted_words.names), 4), dtype=np.int32)
    for begin in range(0, len(texts), _TOGETHER):
        _count_words(rows[begin : begin + _TOGETHER], begin, streams, matches, sorted_words)
    return rows


def _count_words(
    rows: NDArray[np.int32],
    begin: int,
    streams: NumberedTexts,
    matches: Sequence[Matches],
    sorted_buckets: SortedWords,
) -> None:
    """Fills the rows of some segments, of which the first is `begin`."""
    count, _, n_buckets, _ = rows.shape
    end = begin + count

    def segments_of(stream: NumberedStream) -> NDArray[np.int64]:
        return np.repeat(np.arange(count), stream.lengths[begin:end])

    def counted(segments: NDArray[np.integer], buckets: NDArray[np.integer]) -> NDArray[np.integer]:
        cells = segments * n_buckets + buckets
        return np.bincount(cells, minlength=count * n_buckets).reshape(count, n_buckets)

    wanted = []
    for stream, sorted_words in zip(streams.references, sorted_buckets.references, strict=True):
        buckets, places = sorted_words.of(np.arange(stream.starts[begin], stream.starts[end]))
        wanted.append(counted(segments_of(stream)[places], buckets))
    references = np.array(wanted)
    outputs = zip(streams.systems, sorted_buckets.systems, strict=True)
    for system, (stream, sorted_words) in enumerate(outputs):
        first, last = stream.starts[begin], stream.starts[end]
        segments = segments_of(stream)
        matched_in = matches[system].reference[first:last]
        matched_at = matches[system].place[first:last]
        closest = matches[system].closest[begin:end]
        tokens = np.flatnonzero(matched_at < 0)
        buckets, places = sorted_words.of(first + tokens)
        rows[:, system, :, 3] = counted(segments[tokens[places]], buckets)
        for number, of_reference in enumerate(sorted_buckets.references):
            tokens = np.flatnonzero(matched_in == number)
            buckets, places = of_reference.of(matched_at[tokens])
            matched = counted(segments[tokens[places]], buckets)
            rows[:, system, :, 0] += matched
            rows[:, system, :, 1] += matched * (closest == number)[:, None]
        rows[:, system, :, 3] += rows[:, system, :, 0]
        rows[:, system, :, 2] = references[closest, np.arange(count)]


def _measured(
    kind: type[Words],
    texts: ComparedTexts,
    by: str | WordBuckets,
    count: Callable[[WordBuckets], tuple[tuple[str, ...], NDArray[np.int32], frozenset[int]]],
    tested: str,
    resampling: Resampling | None,
    rules: str,
) -> Words:
    """Returns figures of what `count` returns: names of buckets, their rows, and the fixed buckets."""
    asked = (resampling or Resampling()).bootstrap_for("words")
    buckets = chosen_buckets(by)
    check_name("figure", tested, kind.FIGURES)
    check_name("rules", rules, RULES)
    theirs = rules == "compare-mt"
    draws = None
    if n_samples := asked.n_bootstrap_samples:
        draws = chosen_draws(n_samples, asked.seed, *((0.5, "mt19937") if theirs else ()))
    names, rows, fixed = count(buckets)

    def figures_of(sums: NDArray[Any]) -> list[NDArray[np.float64]]:
        values = kind.figures_of(sums)
        if theirs:
            return [np.where(np.isnan(value), 0.0, value) for value in values]
        for value in values:
            value[..., list(fixed)] = np.nan
        return values

    if not theirs:
        names = tuple("in no reference" if bucket in fixed else name for bucket, name in enumerate(names))
    pairs = chosen_pairs(len(texts.systems), asked.all_pairs)
    sampled = {} if draws is None else {"n_samples": draws.n_samples, "seed": draws.seed}
    return kind(
        by=buckets.title,
        buckets=names,
        systems=tuple(texts.systems),
        rows=rows,
        figures=resampled_figures(kind.FIGURES, figures_of, rows, texts, draws, pairs, tested),
        tested=tested,
        alpha=asked.alpha,
        p_columns=asked.p_columns,
        n_samples=sampled.get("n_samples", 0),
        facts={**texts.facts(), **buckets.facts(), **sampled},
    )


_POINT = re.compile(r"([0-9]+)[-?]([0-9]+)", re.ASCII)


def read_alignments(texts: ComparedTexts, lines: Sequence[str], first_is_one: bool) -> NDArray[np.int64]:
    """Returns the aligned words, shape (n, 2): places among all words of the source, and of the reference.

    Args:
        texts: with a source and one reference.
        lines: for each segment its alignment: "0-0 1-2", also "1?2"; an empty line aligns nothing.
        first_is_one: whether words are counted from 1.

    Raises:
        OptionError: there is no source, or there are several references; lines are not as many as segments,
            or malformed, or name words that are not there.
    """
    source = source_of(texts)
    if len(texts.references) != 1:
        raise OptionError(f"alignments are with one reference; there are {len(texts.references)}")
    reference = texts.numbered.references[0]
    if len(lines) != len(texts):
        raise OptionError(
            f"there are {len(lines)} lines of alignments for {len(texts)} segments: each needs one"
        )
    first = int(first_is_one)
    points: list[tuple[int, int]] = []
    for segment, line in enumerate(lines):
        limits = (int(source.lengths[segment]), int(reference.lengths[segment]))
        starts = (int(source.starts[segment]), int(reference.starts[segment]))
        for word in line.split():
            point = _POINT.fullmatch(word)
            if point is None:
                raise OptionError(f"alignments, line {segment + 1}: {word!r} is not an alignment such as 0-1")
            places = [int(index) - first for index in point.groups()]
            if not all(0 <= index < limit for index, limit in zip(places, limits, strict=True)):
                raise OptionError(
                    f"alignments, line {segment + 1}: {word} names a word that is not there: the source has "
                    f"{limits[0]}, the reference {limits[1]}, counted from {first}; tokenize texts as what "
                    "aligned them did, such as by tokenize='none'"
                )
            points.append((starts[0] + places[0], starts[1] + places[1]))
    return np.array(points, dtype=np.int64).reshape(-1, 2)


def aligned_rows(
    texts: ComparedTexts, points: NDArray[np.int64], sorted_words: BucketsOfTokens, n_buckets: int
) -> NDArray[np.int32]:
    """Counts the source's words of each segment, system and bucket.

    Returns:
        Shape (N, S, B, 3): words that are right; words that are aligned with anything; all words.
    """
    source = source_of(texts)
    reference = texts.numbered.references[0]
    count = len(texts)
    buckets, places = sorted_words.of(np.arange(len(source.numbers)))
    cells = source.segments[places].astype(np.int64) * n_buckets + buckets

    def counted(chosen: NDArray[np.bool_]) -> NDArray[np.integer]:
        return np.bincount(cells[chosen[places]], minlength=count * n_buckets).reshape(count, n_buckets)

    words = len(source.numbers)
    points_of_word = np.bincount(points[:, 0], minlength=words)
    aligned = points_of_word > 0
    rows = np.zeros((count, len(texts.systems), n_buckets, 3), dtype=np.int32)
    rows[:, :, :, 1] = counted(aligned)[:, None]
    rows[:, :, :, 2] = counted(np.ones(words, bool))[:, None]
    for system in range(len(texts.systems)):
        matching = texts.numbered.matches(system).place
        matched = np.zeros(len(reference.numbers), bool)
        matched[matching[matching >= 0]] = True
        hits = np.bincount(points[matched[points[:, 1]], 0], minlength=words)
        rows[:, system, :, 0] = counted(aligned & (hits == points_of_word))
    return rows
