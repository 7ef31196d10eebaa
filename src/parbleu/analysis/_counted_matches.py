"""Shows what metrics count: the n-grams that BLEU and chrF match, and the edits and shifts of TER."""

from __future__ import annotations

from dataclasses import dataclass
from string import punctuation
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parbleu import _core
from parbleu._base.threads import thread_count
from parbleu._core import Segments
from parbleu.analysis._analysis_input import ComparedTexts
from parbleu.analysis._text_edits import Edit, chosen_texts, rows_of_segment, segment_sums
from parbleu.errors import OptionError
from parbleu.metrics._bleu import BLEU
from parbleu.metrics._chrf import CHRF
from parbleu.metrics._ter import TER
from parbleu.text._tokenized_lines import lowered, tokenized


@dataclass(frozen=True, eq=False)
class NgramMatches:
    """Which n-grams of the hypotheses a metric counts as correct.

    Attributes:
        max_order: the longest n-grams.
        masks: uint16 array (K): for each word, or character, bit n - 1 if an n-gram of order n that begins
            there matches: of equal ones the leftmost, as often as the reference has them.
        places: int32 array (K, 2): where it stands in the hypothesis, [begin, end) in code points.
        starts: int64 array (N + 1): the words of segment s are starts[s] to starts[s + 1].
    """

    max_order: int
    masks: NDArray[np.uint16]
    places: NDArray[np.int32]
    starts: NDArray[np.int64]

    def counts(self) -> NDArray[np.int64]:
        """Returns how many n-grams match, shape (N, max_order): the metric's own counts."""
        return segment_sums((self.masks[:, None] >> np.arange(self.max_order)) & 1, self.starts)

    def longest(self) -> NDArray[np.int32]:
        """Returns the order of the longest match over each word or character, shape (K,); 0 for none."""
        lengths = np.zeros(len(self.masks), np.int32)
        ends = np.repeat(self.starts[1:], np.diff(self.starts))
        for order in range(1, self.max_order + 1):
            begins = np.flatnonzero(self.masks >> (order - 1) & 1)
            for step in range(order):
                inside = begins[begins + step < ends[begins]] + step
                lengths[inside] = np.maximum(lengths[inside], order)
        return lengths


def bleu_matches(
    texts: ComparedTexts, system: str, metric: BLEU | None = None, *, threads: int | None = None
) -> NgramMatches:
    """Returns the n-grams of a system that BLEU counts as correct.

    Args:
        texts: the systems and references.
        system: whose hypotheses.
        metric: with which options; by default the tokenizer and case of `texts`.
        threads: how many to use; by default one per core, or `PARBLEU_THREADS`.

    Raises:
        UnknownNameError: there is no such system.
    """
    texts.place(system)
    bleu = BLEU() if metric is None else metric
    tokenizer = texts.tokenizer if metric is None else bleu.tokenizer
    lowercase = texts.lowercase if metric is None else bleu.lowercase
    hypotheses = texts.systems[system]
    lines = tokenized(hypotheses, tokenizer, lowercase)
    references = [tokenized(stream, tokenizer, lowercase) for stream in texts.references]
    workers = thread_count(threads)
    masks, starts = _core.matched_ngrams(references, lines, "word", bleu.max_ngram_order, workers)
    places, _ = _core.token_places(hypotheses, lines, workers)
    return NgramMatches(bleu.max_ngram_order, masks, places, starts)


def chrf_matches(
    texts: ComparedTexts, system: str, metric: CHRF | None = None, *, threads: int | None = None
) -> tuple[NgramMatches, NgramMatches | None]:
    """Returns the n-grams of characters, and of words, that chrF counts as correct.

    With several references chrF counts, for each segment, the one that it scores highest; so does this.

    Args:
        texts: the systems and references.
        system: whose hypotheses.
        metric: with which options; by default chrF2.
        threads: how many to use; by default one per core, or `PARBLEU_THREADS`.

    Returns:
        The matches of characters, and those of words; None if the metric counts no words.

    Raises:
        UnknownNameError: there is no such system.
        OptionError: the metric counts white space, which has no place here.
    """
    texts.place(system)
    chrf = CHRF() if metric is None else metric
    if chrf.whitespace:
        raise OptionError("n-grams of characters are shown without white space; use a CHRF without it")
    workers = thread_count(threads)
    hypotheses = texts.systems[system]
    reference = _best_reference(chrf, hypotheses, texts.references, workers)
    sides = [lowered(side) if chrf.lowercase else side for side in (reference, hypotheses)]
    masks, starts = _core.matched_ngrams(sides[:1], sides[1], "character", chrf.char_order, workers)
    offsets = np.arange(len(masks), dtype=np.int32) - np.repeat(starts[:-1], np.diff(starts)).astype(np.int32)
    characters = NgramMatches(chrf.char_order, masks, np.stack([offsets, offsets + 1], axis=1), starts)
    if not chrf.word_order:
        return characters, None
    lines = [Segments([_chrf_words(text or "") for text in side.to_list()]) for side in sides]
    masks, starts = _core.matched_ngrams(lines[:1], lines[1], "word", chrf.word_order, workers)
    places, _ = _core.token_places(hypotheses, lines[1], workers)
    return characters, NgramMatches(chrf.word_order, masks, places, starts)


def _best_reference(
    metric: CHRF, hypotheses: Segments, references: tuple[Segments, ...], threads: int
) -> Segments:
    """Returns for each segment the reference that the metric scores highest, of several the first."""
    if len(references) == 1:
        return references[0]
    scores = np.full((len(references), len(hypotheses)), -1.0)
    for row, stream in zip(scores, references, strict=True):
        present = np.array([stream[segment] is not None for segment in range(len(stream))])
        filled = Segments([text or "" for text in stream.to_list()])
        row[present] = metric.engine.segment_scores(hypotheses, [filled], threads)[present]
    return chosen_texts(references, scores.argmax(axis=0).astype(np.int32))


def _chrf_words(text: str) -> str:
    """Returns the words that chrF counts: one punctuation mark at an end of a word is a word of its own."""
    words = []
    for word in text.split():
        if len(word) > 1 and word[-1] in punctuation:
            words += [word[:-1], word[-1]]
        elif len(word) > 1 and word[0] in punctuation:
            words += [word[0], word[1:]]
        else:
            words.append(word)
    return " ".join(words)


class TerStep(NamedTuple):
    """A word of the reference, of the hypothesis, or both: characters [begin, end), both 0 without one.

    `shift` is the number of the shift that last moved the word of the hypothesis, -1 if none did.
    """

    edit: Edit
    reference_begin: int
    reference_end: int
    hypothesis_begin: int
    hypothesis_end: int
    shift: int


@dataclass(frozen=True, eq=False)
class TerAlignments:
    """How TER turns each hypothesis into the reference that is closest to it.

    `alignments[s]` are the steps of segment s, in the order of the words after all shifts. In `Edit` the
    reference is the left text: what it has alone is deleted, what the hypothesis has alone is inserted.

    Attributes:
        rows: int32 array (K, 6): the numbers of a `TerStep`.
        starts: int64 array (N + 1): the rows of segment s are starts[s] to starts[s + 1].
        shifts: int32 array (L, 3): as many words of the hypothesis as the second number says move from the
            place that the first says to that of the third, places counted after the shifts before.
        shift_starts: int64 array (N + 1): the shifts of segment s are from shift_starts[s] to [s + 1].
        chosen: int32 array (N): which reference was used: that of the fewest edits, of several the first.
    """

    rows: NDArray[np.int32]
    starts: NDArray[np.int64]
    shifts: NDArray[np.int32]
    shift_starts: NDArray[np.int64]
    chosen: NDArray[np.int32]

    def __len__(self) -> int:
        """Returns N, the number of segments."""
        return len(self.chosen)

    def __getitem__(self, segment: int) -> list[TerStep]:
        rows = rows_of_segment(self.rows, self.starts, segment).tolist()
        return [TerStep(Edit(edit), *numbers) for edit, *numbers in rows]

    def edits(self) -> NDArray[np.int64]:
        """Returns the edits of each segment, shifts included, shape (N,): what TER counts."""
        return segment_sums(self.rows[:, 0] != Edit.EQUAL, self.starts) + np.diff(self.shift_starts)


def ter_alignments(
    texts: ComparedTexts, system: str, metric: TER | None = None, *, threads: int | None = None
) -> TerAlignments:
    """Returns the edits and shifts that TER counts for a system's hypotheses.

    Args:
        texts: the systems and references.
        system: whose hypotheses.
        metric: with which options; by default TER's defaults.
        threads: how many to use; by default one per core, or `PARBLEU_THREADS`.

    Raises:
        UnknownNameError: there is no such system.
    """
    texts.place(system)
    ter = TER() if metric is None else metric
    workers = thread_count(threads)
    hypotheses = texts.systems[system]
    (steps, starts), (shifts, shift_starts), chosen = _core.ter_alignments(
        ter.engine, texts.references, hypotheses, workers
    )
    rows = np.zeros((len(steps), 6), np.int32)
    rows[:, 0], rows[:, 5] = steps[:, 0], steps[:, 3]
    reference = chosen_texts(texts.references, chosen)
    # A reference goes through TER's tokenizer twice, which makes a difference if it is normalized.
    once = tokenized(reference, ter.tokenizer)
    lines = {1: tokenized(once, ter.tokenizer) if ter.normalized else once}
    lines[2] = tokenized(hypotheses, ter.tokenizer)
    for side, originals in ((1, reference), (2, hypotheses)):
        places, token_starts = _core.token_places(originals, lines[side], workers)
        has = steps[:, side] >= 0
        at = (np.repeat(token_starts[:-1], np.diff(starts)) + steps[:, side])[has]
        rows[has, 2 * side - 1 : 2 * side + 1] = places[at]
    return TerAlignments(rows, starts, shifts, shift_starts, chosen)
