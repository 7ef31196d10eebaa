"""Defines `CheckedStream`, which detectors of broken output look at, and `Limits`, their thresholds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cached_property

from parbleu._base.unicode_forms import unicode_form
from parbleu._core import Segments
from parbleu.analysis._training_lines import normalized
from parbleu.analysis._word_buckets import letter_script

WORD = re.compile(r"\w+|[^\w\s]")
"""Words, and single marks of punctuation."""
ADDRESS = re.compile(r"https?://[^\s<>\"]+|www\.[^\s<>\"]+|(?<![\w.+-])[\w.+-]{1,64}@[\w.-]{1,255}")
MARKUP = re.compile(r"<[a-zA-Z/!?][^<>]{0,200}>")
PLACEHOLDER = re.compile(r"\{[^{}\s]{0,60}\}|%(?:\d+\$)?[sdfi@]\b|%%?\([a-z_]+\)[sd]|\$\{[^{}\s]{0,60}\}")
_KEPT = re.compile("|".join(kept.pattern for kept in (ADDRESS, MARKUP, PLACEHOLDER)))
"""What a translation has as the source has it."""
SCRIPTS_TOGETHER = {"CJK": "Han or kana", "Hiragana": "Han or kana", "Katakana": "Han or kana"}
"""Scripts that one language mixes."""


@dataclass(frozen=True)
class Limits:
    """The thresholds of the detectors.

    Attributes:
        copied_share: the least share of words that a partial copy has from the source.
        script_share: the least share of letters in the script of the references.
        shortest: the least length, in characters, as a share of the reference's.
        longest: the greatest.
        bigram_count: how often the most frequent bigram of an oscillation occurs at least.
        bigram_surplus: how much more often than that of the source, at least.
        oscillation_words: how many words an oscillation has at least.
        fourgram_surplus: how much more often the most frequent 4-gram occurs than that of the source.
        compression: how many times shorter zlib makes a loop, at least.
        loop_bytes: how many bytes a loop has at least, in UTF-8.
        loop_repeats: how often a part of it repeats at once, at least.
        same_words: how many words an output for different sources has at least.
        detached_chrf: the chrF to all references, from 0 to 100, below which an output is detached.
        window: how many neighbouring segments tell a shift of lines.
    """

    copied_share: float = 0.5
    script_share: float = 0.5
    shortest: float = 0.5
    longest: float = 2.0
    bigram_count: int = 10
    bigram_surplus: int = 6
    oscillation_words: int = 10
    fourgram_surplus: int = 2
    compression: float = 2.4
    loop_bytes: int = 100
    loop_repeats: int = 3
    same_words: int = 4
    detached_chrf: float = 10.0
    window: int = 20

    def describe(self, names: Sequence[str]) -> str:
        """Returns some thresholds with their values."""
        return ", ".join(f"{name.replace('_', ' ')} {getattr(self, name):g}" for name in names)


LIMITS = tuple(field.name for field in fields(Limits))


class TextFacts:
    """The texts of one stream, and what detectors compute of them once.

    Attributes:
        present: which texts there are.
        segments: the texts as they were passed, for metrics; missing ones are empty.
        texts: the same in NFC.
    """

    def __init__(self, stream: Segments) -> None:
        texts = stream.to_list()
        self.present: list[bool] = [text is not None for text in texts]
        filled = [text or "" for text in texts]
        self.segments: Segments = Segments(filled) if stream.missing else stream
        self.texts: list[str] = [text if text.isascii() else unicode_form("NFC", text) for text in filled]
        self._parts: dict[Callable[[str], Counter[str]], list[Counter[str]]] = {}

    def parts(self, find: Callable[[str], Counter[str]]) -> list[Counter[str]]:
        """Returns what a function finds in each text; it is computed once."""
        if find not in self._parts:
            self._parts[find] = list(map(find, self.texts))
        return self._parts[find]

    @cached_property
    def words(self) -> list[list[str]]:
        """The words of each text."""
        return [WORD.findall(text) for text in self.texts]

    @cached_property
    def folded(self) -> list[str]:
        """The texts in NFKC and folded case, with single blanks."""
        return [normalized(text).casefold() for text in self.texts]

    @cached_property
    def word_types(self) -> list[frozenset[str]]:
        """The distinct words of each text that have letters, in folded case.

        Addresses, markup and placeholders are none.
        """
        return [
            frozenset(
                word.casefold() for word in WORD.findall(_KEPT.sub(" ", text)) if any(map(str.isalpha, word))
            )
            for text in self.texts
        ]

    def is_kept(self, segment: int) -> bool:
        """Returns whether a text has an address, markup or a placeholder, and no word besides."""
        return not self.word_types[segment] and _KEPT.search(self.texts[segment]) is not None

    @cached_property
    def top_counts(self) -> dict[int, list[int]]:
        """How often the most frequent bigram and 4-gram of each text occur; 0 without any."""
        bigrams = [top_count(words, 2) for words in self.words]
        # No 4-gram is more frequent than its bigrams.
        fourgrams = [
            top_count(words, 4) if count > 1 else int(len(words) >= 4)
            for words, count in zip(self.words, bigrams, strict=True)
        ]
        return {2: bigrams, 4: fourgrams}

    @cached_property
    def scripts(self) -> list[Counter[str]]:
        """How many letters of each script each text has."""
        return [letters_by_script(text) for text in self.texts]

    @cached_property
    def all_scripts(self) -> Counter[str]:
        """How many letters of each script all texts have."""
        total: Counter[str] = Counter()
        for counts in self.scripts:
            total.update(counts)
        return total


@dataclass(eq=False)
class CheckedStream:
    """The output of a system, or a reference, beside the source and the other references.

    Attributes:
        output: what is checked.
        source: the source, if it is known.
        references: those that are not checked themselves.
        limits: the thresholds.
        language: the code of the language that the output should be in; "" if that is not known.
    """

    output: TextFacts
    source: TextFacts | None
    references: list[TextFacts]
    limits: Limits
    language: str = ""

    def __len__(self) -> int:
        """Returns the number of segments."""
        return len(self.output.texts)

    def references_of(self, segment: int) -> list[TextFacts]:
        """Returns the references that have a text of a segment."""
        return [reference for reference in self.references if reference.present[segment]]

    @property
    def script(self) -> str | None:
        """The script of most letters of the references; None without any."""
        total: Counter[str] = Counter()
        for reference in self.references:
            total.update(reference.all_scripts)
        return total.most_common(1)[0][0] if total else None


def top_count(words: Sequence[str], order: int) -> int:
    """Returns how often the most frequent n-gram of words occurs; 0 if there is none."""
    if len(words) < order:
        return 0
    counts = Counter(zip(*(words[start:] for start in range(order)), strict=False))
    return max(counts.values())


def letters_by_script(text: str) -> Counter[str]:
    """Returns how many letters of each script a text has."""
    if text.isascii():
        latin = sum(map(str.isalpha, text))
        return Counter({"Latin": latin} if latin else {})
    counts: Counter[str] = Counter()
    for letter, count in Counter(filter(str.isalpha, text)).items():
        script = letter_script(letter)
        counts[SCRIPTS_TOGETHER.get(script, script)] += count
    return counts
