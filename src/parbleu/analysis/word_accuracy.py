"""Measures precision, recall and F of words in buckets: `words`, and of source words `source_words`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from parbleu.analysis.bucket_figures import BucketFigure, chosen_pairs
from parbleu.analysis.word_alignments import aligned_rows, read_alignments
from parbleu.analysis.word_buckets import WORD_BUCKETS, WordBuckets
from parbleu.analysis.word_result import SourceWordAccuracy, WordAccuracy
from parbleu.base.known_names import check_name
from parbleu.stats.joint_bootstrap import (
    Draws,
    chosen_draws,
    percentile_bounds,
    resampled_sums,
    shifted_p_values,
)
from parbleu.stats.resampling import BOOTSTRAP_SAMPLES, check_level

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from numpy.typing import NDArray

    from parbleu.analysis.analysis_input import ComparedTexts
    from parbleu.analysis.numbered_texts import Matches, NumberedStream, NumberedTexts
    from parbleu.analysis.word_buckets import SortedWords

RULES = ("parbleu", "compare-mt")
FIGURES = ("precision", "recall", "f1")
_TOGETHER = 1 << 14
"""How many segments are counted at once."""
SOURCE_FIGURES = ("recall", "recall_of_all")


@dataclass(frozen=True)
class Resampling:
    """How the figures of words are resampled and where they are undefined.

    Attributes:
        draws: the samples; None for no intervals and no tests.
        inner: see `parbleu.stats.joint_bootstrap.percentile_bounds`.
        ordered: whether samples are drawn from segments in the order of their texts.
        zero: whether what is undefined is 0, as in compare-mt.
        pairs: the pairs of systems to test.
        tested: the figure whose pairs are tested.
    """

    draws: Draws | None
    inner: bool
    ordered: bool
    zero: bool
    pairs: tuple[tuple[int, int], ...]
    tested: str


def words(
    texts: ComparedTexts,
    by: str | WordBuckets = "frequency",
    *,
    figure: str = "f1",
    all_pairs: bool = False,
    n_samples: int = BOOTSTRAP_SAMPLES,
    seed: int | str | None = None,
    alpha: float = 0.05,
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
        all_pairs: whether every pair of systems is tested, and not only the first with each other.
        n_samples: how many bootstrap samples; 0 for no intervals and tests.
        seed: a whole number from 0, "none", or None for `SACREBLEU_SEED`, or 12345.
        alpha: the level of significance.
        rules: "parbleu", or "compare-mt" for intervals from samples of half the segments, drawn and cut off
            as compare-mt does, and 0 where a figure is undefined.

    Raises:
        OptionError: the texts lack what the buckets need, or an option has a value that it does not take.
        UnknownNameError: there is no such way to sort, figure or rules.
    """
    check_level("alpha", alpha)
    buckets = chosen_buckets(by)
    how = _resampling(len(texts.systems), figure, FIGURES, all_pairs, n_samples, seed, rules)
    found = buckets.sort(texts)
    rows = word_rows(texts, found)
    fixed = frozenset() if how.zero else found.fixed
    names = tuple("in no reference" if place in fixed else name for place, name in enumerate(found.names))
    return WordAccuracy(
        by=buckets.title,
        buckets=names,
        systems=tuple(texts.systems),
        rows=rows,
        figures=tuple(_figures(rows, FIGURES, _accuracy, how, texts, fixed)),
        tested=figure,
        alpha=alpha,
        n_samples=0 if how.draws is None else how.draws.n_samples,
        facts=_facts(texts, buckets, how),
    )


def source_words(
    texts: ComparedTexts,
    alignments: Sequence[str],
    by: str | WordBuckets = "frequency",
    *,
    first_is_one: bool = False,
    all_pairs: bool = False,
    n_samples: int = BOOTSTRAP_SAMPLES,
    seed: int | str | None = None,
    alpha: float = 0.05,
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
        by: as for `words`; frequencies are those in the source, if they are not given.
        first_is_one: whether alignments count words from 1.
        all_pairs: as for `words`; recall is what is tested.
        n_samples: as for `words`.
        seed: as for `words`.
        alpha: as for `words`.
        rules: as for `words`.

    Raises:
        OptionError: there is no source, or are several references; an alignment is malformed, or names a word
            that is not there: the message has its line.
        UnknownNameError: there is no such way to sort, or rules.
    """
    check_level("alpha", alpha)
    buckets = chosen_buckets(by)
    how = _resampling(len(texts.systems), "recall", SOURCE_FIGURES, all_pairs, n_samples, seed, rules)
    names, sorted_words = buckets.sort_source(texts)
    rows = aligned_rows(texts, read_alignments(texts, alignments, first_is_one), sorted_words, len(names))
    return SourceWordAccuracy(
        by=buckets.title,
        buckets=names,
        systems=tuple(texts.systems),
        rows=rows,
        figures=tuple(_figures(rows, SOURCE_FIGURES, _source_accuracy, how, texts)),
        tested="recall",
        alpha=alpha,
        n_samples=0 if how.draws is None else how.draws.n_samples,
        facts=_facts(texts, buckets, how),
    )


def chosen_buckets(by: str | WordBuckets) -> WordBuckets:
    """Returns a way to sort words from its name, or as it is.

    Raises:
        UnknownNameError: there is no kind of buckets of that name.
    """
    if isinstance(by, WordBuckets):
        return by
    made: WordBuckets = WORD_BUCKETS[by]()
    return made


def word_rows(texts: ComparedTexts, found: SortedWords) -> NDArray[np.int32]:
    """Counts the words of each segment, system and bucket.

    Returns:
        Shape (N, S, B, 4): output words that are matched; those that are matched in the closest reference;
        words of the closest reference; words of the output.
    """
    streams = texts.numbered
    matches = [streams.matches(system) for system in range(len(streams.systems))]
    rows = np.zeros((len(texts), len(matches), len(found.names), 4), dtype=np.int32)
    for begin in range(0, len(texts), _TOGETHER):
        _count_words(rows[begin : begin + _TOGETHER], begin, streams, matches, found)
    return rows


def _count_words(
    rows: NDArray[np.int32],
    begin: int,
    streams: NumberedTexts,
    matches: Sequence[Matches],
    found: SortedWords,
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
    for stream, sorted_words in zip(streams.references, found.references, strict=True):
        buckets, places = sorted_words.of(np.arange(stream.starts[begin], stream.starts[end]))
        wanted.append(counted(segments_of(stream)[places], buckets))
    references = np.array(wanted)
    for system, (stream, sorted_words) in enumerate(zip(streams.systems, found.systems, strict=True)):
        first, last = stream.starts[begin], stream.starts[end]
        segments = segments_of(stream)
        matched_in, matched_at = (
            each[first:last] for each in (matches[system].reference, matches[system].place)
        )
        closest = matches[system].closest[begin:end]
        tokens = np.flatnonzero(matched_at < 0)
        buckets, places = sorted_words.of(first + tokens)
        rows[:, system, :, 3] = counted(segments[tokens[places]], buckets)
        for number, of_reference in enumerate(found.references):
            tokens = np.flatnonzero(matched_in == number)
            buckets, places = of_reference.of(matched_at[tokens])
            matched = counted(segments[tokens[places]], buckets)
            rows[:, system, :, 0] += matched
            rows[:, system, :, 1] += matched * (closest == number)[:, None]
        rows[:, system, :, 3] += rows[:, system, :, 0]
        rows[:, system, :, 2] = references[closest, np.arange(count)]


def _accuracy(sums: NDArray[Any]) -> list[NDArray[np.float64]]:
    """Returns precision, recall and F1 of counts in the last dimension; NaN where they are undefined."""
    match, recalled, reference, output = np.moveaxis(sums, -1, 0)
    with np.errstate(invalid="ignore", divide="ignore"):
        precision, recall = match / output, recalled / reference
        f1 = 2 * precision * recall / (precision + recall)
    f1 = np.where((recalled == 0) & (reference + output > 0), 0.0, f1)
    return [precision, recall, f1]


def _source_accuracy(sums: NDArray[Any]) -> list[NDArray[np.float64]]:
    right, aligned, total = np.moveaxis(sums, -1, 0)
    with np.errstate(invalid="ignore", divide="ignore"):
        return [right / aligned, right / total]


def _resampling(
    n_systems: int,
    figure: str,
    figures: Sequence[str],
    every_pair: bool,
    n_samples: int,
    seed: int | str | None,
    rules: str,
) -> Resampling:
    check_name("figure", figure, figures)
    check_name("rules", rules, RULES)
    theirs = rules == "compare-mt"
    draws = None
    if n_samples != 0:
        draws = chosen_draws(n_samples, seed, *((0.5, "mt19937") if theirs else ()))
    pairs = tuple(chosen_pairs(n_systems, every_pair)) if draws is not None else ()
    return Resampling(draws, not theirs, not theirs, theirs, pairs, figure)


def _figures(
    rows: NDArray[np.int32],
    names: Sequence[str],
    formula: Any,
    how: Resampling,
    texts: ComparedTexts,
    fixed: frozenset[int] = frozenset(),
) -> list[BucketFigure]:
    """Returns the figures with intervals and tests."""

    def computed(sums: NDArray[Any]) -> list[NDArray[np.float64]]:
        values: list[NDArray[np.float64]] = formula(sums)
        if how.zero:
            return [np.where(np.isnan(value), 0.0, value) for value in values]
        for value in values:
            value[..., list(fixed)] = np.nan
        return values

    shape = rows.shape[1:]
    figures = [
        BucketFigure(name, value)
        for name, value in zip(names, computed(rows.sum(axis=0, dtype=np.int64)), strict=True)
    ]
    if how.draws is None:
        return figures
    sums = resampled_sums(rows.reshape(len(rows), -1), how.draws, texts.draw_order if how.ordered else None)
    samples = computed(sums.reshape(-1, *shape))
    found = []
    for figure, drawn in zip(figures, samples, strict=True):
        low, high = percentile_bounds(drawn.reshape(len(drawn), -1), how.inner)
        made = replace(figure, low=low.reshape(shape[:2]), high=high.reshape(shape[:2]))
        if figure.name == how.tested and how.pairs:
            tests = [
                shifted_p_values(drawn[:, :, bucket], figure.values[:, bucket], how.pairs)
                for bucket in range(shape[1])
            ]
            made = replace(made, pairs=how.pairs, p_values=np.array(tests).T)
        found.append(made)
    return found


def _facts(texts: ComparedTexts, buckets: WordBuckets, how: Resampling) -> dict[str, Any]:
    facts = {**texts.facts(), **buckets.facts()}
    if how.draws is not None:
        facts |= {"n_samples": how.draws.n_samples, "seed": how.draws.seed}
    return facts
