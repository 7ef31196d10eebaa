"""Defines the ways to sort words into buckets: by frequency, case, length, position, script, label, ..."""

from __future__ import annotations

import unicodedata
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from os import PathLike
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from parbleu._base.registry import Registry
from parbleu._core import lower
from parbleu._io.lines import read_lines
from parbleu.analysis._analysis_input import ComparedTexts
from parbleu.analysis._cutoffs import Cutoffs, between, checked_cutoffs, cutoff_names
from parbleu.analysis._numbered_texts import NumberedStream, numbered
from parbleu.errors import FormatError, OptionError
from parbleu.text._segments import as_segments
from parbleu.typing import SegmentsLike

OTHER = "other"
NO_SCRIPT = "none"


@dataclass(frozen=True, eq=False)
class BucketsOfTokens:
    """The buckets of the tokens of a stream: each token is in one, or in any number of them.

    Attributes:
        buckets: the buckets, token after token.
        starts: int64, where those of each token begin, one more than there are tokens; None for one a token.
    """

    buckets: NDArray[np.integer]
    starts: NDArray[np.int64] | None = None

    def of(self, tokens: NDArray[np.integer]) -> tuple[NDArray[np.integer], NDArray[np.int64]]:
        """Returns the buckets of some tokens, and for each of these the place in `tokens` it belongs to."""
        if self.starts is None:
            return self.buckets[tokens], np.arange(len(tokens))
        counts = self.starts[tokens + 1] - self.starts[tokens]
        places = np.repeat(np.arange(len(tokens)), counts)
        before = np.repeat(self.starts[tokens] - np.concatenate(([0], np.cumsum(counts)[:-1])), counts)
        return self.buckets[np.arange(len(places)) + before], places


@dataclass(frozen=True, eq=False)
class SortedWords:
    """The words of all texts in their buckets.

    Attributes:
        names: of the buckets.
        references: the buckets of each reference's tokens.
        systems: of each system's.
        fixed: the buckets in which nothing can match by construction.
    """

    names: tuple[str, ...]
    references: tuple[BucketsOfTokens, ...]
    systems: tuple[BucketsOfTokens, ...]
    fixed: frozenset[int] = frozenset()


class WordBuckets:
    """A way to sort words into buckets. To add one: a subclass, and its line in `WORD_BUCKETS`.

    Attributes:
        title: what tables call it: "frequency".
    """

    title: ClassVar[str] = ""

    @abstractmethod
    def sort(self, texts: ComparedTexts) -> SortedWords:
        """Returns the buckets of all words."""

    def sort_source(self, texts: ComparedTexts) -> tuple[tuple[str, ...], BucketsOfTokens]:  # noqa: ARG002
        """Returns the names of the buckets and those of the source's words.

        Raises:
            OptionError: it cannot sort the source's words.
        """
        raise OptionError(f"words of the source cannot be sorted by {self.title}: sort those of targets")

    def facts(self) -> dict[str, str]:
        """Returns what tables state of it."""
        return {}


class StreamBuckets(WordBuckets):
    """A way to sort words that looks at one stream at a time.

    Attributes:
        bucket_names: the names of the buckets, if they do not depend on the texts.
    """

    bucket_names: tuple[str, ...] = ()

    def names(self, texts: ComparedTexts) -> tuple[str, ...]:  # noqa: ARG002 - subclasses do
        """Returns the names of the buckets."""
        return self.bucket_names

    @abstractmethod
    def of_streams(
        self, streams: Sequence[NumberedStream], texts: ComparedTexts
    ) -> list[NDArray[np.integer]]:
        """Returns the bucket of each token of some streams."""

    def sort(self, texts: ComparedTexts) -> SortedWords:
        """Returns the buckets of all words."""
        streams = texts.numbered
        buckets = [*map(BucketsOfTokens, self.of_streams([*streams.references, *streams.systems], texts))]
        count = len(streams.references)
        return SortedWords(self.names(texts), tuple(buckets[:count]), tuple(buckets[count:]))

    def sort_source(self, texts: ComparedTexts) -> tuple[tuple[str, ...], BucketsOfTokens]:
        """Returns the names of the buckets and those of the source's words."""
        [buckets] = self.of_streams([source_of(texts)], texts)
        return self.names(texts), BucketsOfTokens(buckets)


def source_of(texts: ComparedTexts) -> NumberedStream:
    """Returns the source's words.

    Raises:
        OptionError: there is no source.
    """
    if texts.numbered.source is None:
        raise OptionError("this needs the source, which is not given")
    return texts.numbered.source


class TypeBuckets(StreamBuckets):
    """A way to sort words that looks at nothing but the word itself."""

    @abstractmethod
    def of_words(self, words: Sequence[str]) -> NDArray[np.int64]:
        """Returns the bucket of each of some words."""

    def of_streams(
        self, streams: Sequence[NumberedStream], texts: ComparedTexts
    ) -> list[NDArray[np.integer]]:
        """Returns the bucket of each token of some streams."""
        buckets = self.of_words(texts.numbered.tokens).astype(np.int32)
        return [buckets[stream.numbers] for stream in streams]


class Frequency(WordBuckets):
    """How often a word occurs: in the references, a training corpus or a count file.

    Args:
        cutoffs: between the buckets.
        counts: word -> how often it occurs, of variants that differ in case the sum; None to count the
            references. With several references a word's count is the mean over a segment's references.
        last_variant_counts: whether in lower case only the last of such variants counts, as in compare-mt.
    """

    title = "frequency"

    def __init__(
        self,
        cutoffs: Cutoffs = (1, 2, 3, 4, 5, 10, 100, 1000),
        counts: Mapping[str, int] | None = None,
        *,
        last_variant_counts: bool = False,
    ) -> None:
        self.cutoffs: tuple[int | float, ...] = checked_cutoffs(cutoffs)
        self.counts = counts
        self.last_variant_counts = last_variant_counts

    def facts(self) -> dict[str, str]:
        """Returns what tables state of it."""
        return {"counts": "references" if self.counts is None else "given"}

    def sort(self, texts: ComparedTexts) -> SortedWords:
        """Returns the buckets of all words."""
        streams = texts.numbered
        counts = reference_counts(texts) if self.counts is None else self._given(texts)
        buckets = between(counts, self.cutoffs).astype(np.int32)
        least = 1 / len(streams.references)
        fixed = {bucket for bucket, cutoff in enumerate(self.cutoffs) if cutoff <= least}
        return SortedWords(
            cutoff_names(self.cutoffs),
            tuple(BucketsOfTokens(buckets[stream.numbers]) for stream in streams.references),
            tuple(BucketsOfTokens(buckets[stream.numbers]) for stream in streams.systems),
            frozenset(fixed if self.counts is None else ()),
        )

    def sort_source(self, texts: ComparedTexts) -> tuple[tuple[str, ...], BucketsOfTokens]:
        """Returns the buckets of the source's words; without given counts, by those in the source."""
        source = source_of(texts)
        counts = (
            np.bincount(source.numbers, minlength=len(texts.numbered.tokens)).astype(np.float64)
            if self.counts is None
            else self._given(texts)
        )
        return cutoff_names(self.cutoffs), BucketsOfTokens(between(counts, self.cutoffs)[source.numbers])

    def _given(self, texts: ComparedTexts) -> NDArray[np.float64]:
        counts: dict[str, float] = {}
        for word, count in (self.counts or {}).items():
            key = lower(word) if texts.lowercase else word
            counts[key] = count + (0 if self.last_variant_counts else counts.get(key, 0))
        return np.array([counts.get(token, 0) for token in texts.numbered.tokens], dtype=np.float64)


def reference_counts(texts: ComparedTexts) -> NDArray[np.float64]:
    """Returns how often each word occurs in the references: in each segment the mean over its references."""
    streams = texts.numbered
    weights = 1 / streams.present.sum(axis=0)
    counts = np.zeros(len(streams.tokens))
    for stream in streams.references:
        if len(streams.references) == 1:
            return np.bincount(stream.numbers, minlength=len(counts)).astype(np.float64)
        counts += np.bincount(stream.numbers, weights[stream.segments], minlength=len(counts))
    return np.round(counts, 9)  # three thirds are one


class Case(TypeBuckets):
    """Lower case, upper case, capitalized, or other: words without case, or with several capitals."""

    title = "case"
    bucket_names: tuple[str, ...] = ("lower", "upper", "title", OTHER)

    def of_words(self, words: Sequence[str]) -> NDArray[np.int64]:
        """Returns the bucket of each of some words."""
        buckets = [
            0 if word.islower() else 1 if word.isupper() else 2 if word.istitle() else 3 for word in words
        ]
        return np.array(buckets, dtype=np.int64)


class Length(TypeBuckets):
    """How many code points a word has.

    Args:
        cutoffs: between the buckets.
    """

    title = "length"

    def __init__(self, cutoffs: Cutoffs = (2, 3, 4, 5, 6, 8, 10, 15)) -> None:
        self.cutoffs: tuple[int | float, ...] = checked_cutoffs(cutoffs)
        self.bucket_names: tuple[str, ...] = cutoff_names(self.cutoffs)

    def of_words(self, words: Sequence[str]) -> NDArray[np.int64]:
        """Returns the bucket of each of some words."""
        return between([len(word) for word in words], self.cutoffs)


class Kind(TypeBuckets):
    """Words with a digit, words without any letter or digit, and all others."""

    title = "kind"
    bucket_names: tuple[str, ...] = ("number", "punctuation", "word")

    def of_words(self, words: Sequence[str]) -> NDArray[np.int64]:
        """Returns the bucket of each of some words."""
        return np.array([_kind(word) for word in words], dtype=np.int64)


def _kind(word: str) -> int:
    if any(map(str.isdigit, word)):
        return 0
    return 2 if any(map(str.isalnum, word)) else 1


class Position(StreamBuckets):
    """Where in its segment a word stands: i / (n - 1) for word i of n; 0 for the only one.

    Args:
        cutoffs: between the buckets, from 0 to 1.
    """

    title = "position"

    def __init__(self, cutoffs: Cutoffs = (1 / 3, 2 / 3)) -> None:
        self.cutoffs: tuple[int | float, ...] = checked_cutoffs(cutoffs)
        thirds = self.cutoffs == (1 / 3, 2 / 3)
        self.bucket_names: tuple[str, ...] = (
            ("first third", "second third", "last third") if thirds else cutoff_names(self.cutoffs)
        )

    def of_streams(
        self,
        streams: Sequence[NumberedStream],
        texts: ComparedTexts,  # noqa: ARG002
    ) -> list[NDArray[np.integer]]:
        """Returns the bucket of each token of some streams."""
        return [
            between(stream.places / np.maximum(stream.lengths[stream.segments] - 1, 1), self.cutoffs)
            for stream in streams
        ]


class Copied(StreamBuckets):
    """Whether a word also occurs in the segment's source."""

    title = "copied from the source"
    bucket_names: tuple[str, ...] = ("in the source", "not in it")

    def of_streams(
        self, streams: Sequence[NumberedStream], texts: ComparedTexts
    ) -> list[NDArray[np.integer]]:
        """Returns the bucket of each token of some streams.

        Raises:
            OptionError: there is no source.
        """
        source, types = source_of(texts), len(texts.numbered.tokens)
        known = np.unique(source.segments.astype(np.int64) * types + source.numbers)
        known = np.append(known, -1)  # which no word is
        buckets = []
        for stream in streams:
            keys = stream.segments.astype(np.int64) * types + stream.numbers
            buckets.append(np.where(known[np.searchsorted(known[:-1], keys)] == keys, 0, 1))
        return buckets

    def sort_source(self, texts: ComparedTexts) -> tuple[tuple[str, ...], BucketsOfTokens]:
        """Raises OptionError: all words of the source are in it."""
        return WordBuckets.sort_source(self, texts)


class Script(TypeBuckets):
    """The script of a word's first letter: Latin, Cyrillic, CJK, ...; "none" for words without a letter."""

    title = "script"

    def names(self, texts: ComparedTexts) -> tuple[str, ...]:
        """Returns the names of the scripts that occur in the texts."""
        return tuple(sorted({NO_SCRIPT, *map(script_of, texts.numbered.tokens)}))

    def of_words(self, words: Sequence[str]) -> NDArray[np.int64]:
        """Returns the bucket of each word of the texts."""
        scripts = [script_of(word) for word in words]
        places = {name: index for index, name in enumerate(sorted({NO_SCRIPT, *scripts}))}
        return np.array([places[script] for script in scripts], dtype=np.int64)


def script_of(word: str) -> str:
    """Returns the script of a word's first letter, by the first word of its Unicode name; "none" without."""
    return next((letter_script(char) for char in word if char.isalpha()), NO_SCRIPT)


@lru_cache(maxsize=1 << 16)
def letter_script(letter: str) -> str:
    """Returns the script of a letter, by the first word of its Unicode name."""
    name = unicodedata.name(letter, "unknown").split()[0]
    return "CJK" if name == "CJK" else name.capitalize()


WORD_BUCKETS = Registry(
    "way to sort words",
    {
        name: f"parbleu.analysis._word_buckets:{name.capitalize()}"
        for name in ("frequency", "case", "length", "position", "kind", "copied", "script")
    },
    "parbleu.word_buckets",
)
"""Name -> class of the ways to sort words that need no more input than the texts."""


def training_counts(texts: ComparedTexts, corpus: SegmentsLike) -> dict[str, int]:
    """Returns how often each word occurs in a corpus, cut as the texts are.

    Args:
        texts: whose tokenizer and case are used.
        corpus: its segments, or the path of a file of them.
    """
    [stream], tokens = numbered([as_segments(corpus, "the corpus")], texts.tokenizer, texts.lowercase)
    return dict(zip(tokens, np.bincount(stream.numbers, minlength=len(tokens)).tolist(), strict=True))


def read_counts(path: str | PathLike[str]) -> dict[str, int]:
    """Returns the counts of a file with a word, a TAB and its count on each line.

    Raises:
        FormatError: a line is something else.
        UnreadableFileError: the file cannot be read.
    """
    counts: dict[str, int] = {}
    for number, line in enumerate(read_lines(path).to_list(), 1):
        word, tab, count = (line or "").partition("\t")
        if not (tab and count.isascii() and count.isdigit()):
            raise FormatError(str(path), number, f"a line is a word, a TAB and its count, not {line!r}")
        counts[word] = counts.get(word, 0) + int(count)
    return counts
