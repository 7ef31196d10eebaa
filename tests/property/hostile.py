"""Random text that is made to break tokenizers and n-gram counters, and corpora of it in which much matches.

Everything derives from one `random.Random`, so a seed reproduces it.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Sequence
from functools import cache
from random import Random

Streams = list[list[str | None]]

SPACES = " \t\n\r\v\f\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2007\u200a\u2028\u2029\u202f\u205f\u3000"
NOT_SPACES = "\u180e\u200b\u200c\u200d\u2060\ufeff\0\x08\x0e\x7f\x84"
PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
WORDS = """the a of dog The cat bit man Man's 's x's don't U.S. e.g. No. 3rd 10 1,000.5 3-4 x-ray"""
OTHER_WORDS = "que für Ärger NAÏVE ÉCOLE straße ẞ ŒUVRE ﬁnal Ǆ ǅ ǆ İstanbul DİYARBAKIR ıI Iı ÅÄÖ"
SIGMAS = (
    *("ΑΣ", "Σ", "ΣΣ", "ΑΣ.", "ΑΣ'Α", "Α\xadΣ", "1Σ", "ΆΣ\u0301"),
    *("\u0345Σ", "ΑΣ\u0301Β", "ΑΣ\U00010400", "ʰΣ", "İΣ"),
)
SCRIPTS = (
    "科学的事実は実験から生まれる。",
    "ひらがなカタカナーｶﾀｶﾅ々〆ヶ・「」、。",
    "한국어문장입니다조사는어렵다",
    "АБВГДЕабвгдеЁё",
    "שלוםעולם״׳",
    "مرحبابالعالم،؟ـَُِ",
    "हिन्दीभाषा।॥०१२",
    "ไทยภาษาๆฯ",
    "αβγδεΑΒΓΔΕςσΣ",
    "𠀀𠀁𪛖𫝀鿿䶵䶿龻龼㐀﨩",
    "😀😃👩\u200d👩\u200d👧🏽🇩🇪\ufe0f\u20e3",
    "𝐀𝐁𐐀𐐨𞤀𞤢𝟘𝟙🄰",
    "٠١٢٣۴५৬๑²³¹½¾ⅣⅫ①㈠〇",
    "“”‘’„«»‹›–—…•€£¥™©®°±×÷→∀∑█⠿",
    "，。！？：；（）【】《》「」『』〜～．",
    "e\u0301a\u0308n\u0303\u0300\u0301\u0302\u0327\u0489",
    "\u202e\u202d\u2066\u2069\u061c\u200e\u200f",
    "\ud800\udbff\udc00\udfff",
)
PIECES = (
    *("<skipped>", "<skip", "ped>", "&lt;skipped&gt;", "-\n", "\n-", "--\n", "\r\n", "\x85", "\0"),
    *("&quot;", "&amp;", "&lt;", "&gt;", "&amp;lt;", "&amp;quot;", "&apos;", "&#39;", "&am"),
    *("...", ".,.", ",,,", "1.", ".1", "1,", ",1", "1.2.3", "a.b.c", "a.", ".a", ", ", " ,"),
    *("1-", "-1", "--", "1--2", "'s ", "'s", "s's's", "'S", "''", ".'s", "$1", "5%", "!?"),
    *("(hi)", "(", ")", "hi)", "NO", "aaaa", "\ud83d\ude00", "\udc00\ud800"),
    *("I\u0307", "\u0130", "\u01c5", "\u1e9e", "\ufb03"),
)
LINE_WORDS = (3, 5, 5, 8, 8, 8, 12, 12, 18, 30)
LENGTHS = (
    7,
    8,
    9,
    15,
    16,
    17,
    31,
    32,
    33,
    63,
    64,
    65,
    127,
    128,
    129,
    255,
    257,
    511,
    513,
    1023,
    1024,
    1025,
    2049,
)


@cache
def code_points() -> Sequence[int]:
    """Code points that sacreBLEU treats here as it does in its reference environment.

    It lowercases with the tables of the running Python and classifies with those of the installed `regex`;
    ours are frozen. Where either differs from the reference (Unicode 14, and 17 for `regex`), only characters
    of old, which no version changed, remain.
    """
    import regex

    every = "".join(map(chr, range(sys.maxunicode + 1)))
    counts = [len(regex.findall(rf"\p{{{name}}}", every)) for name in "PSN"]
    if unicodedata.unidata_version == "14.0.0" and counts == [860, 8760, 2247]:
        return range(sys.maxunicode + 1)
    old = unicodedata.ucd_3_2_0
    return [
        point for point, char in enumerate(every) if old.category(char) == unicodedata.category(char) != "Cn"
    ]


def ordinary(line: str | None) -> bool:
    """Whether tools that take their text as UTF-8, up to a NUL, can take this one."""
    return line is None or not any(char == "\0" or "\ud800" <= char <= "\udfff" for char in line)


class Hostile:
    """A source of lines, of edited copies of lines, and of corpora.

    Args:
        seed: what everything derives from.
        words_only: the share of lines that are nothing but some words, for metrics of word order.
    """

    def __init__(self, seed: str, words_only: float = 0.0) -> None:
        self.random = Random(seed)
        self.words_only = words_only
        self.vocabulary = self._vocabulary()

    def _vocabulary(self) -> list[str]:
        """The words of one corpus: few, so that they meet again."""
        random = self.random
        words = random.sample(WORDS.split(), random.randint(2, 10)) + random.sample(
            OTHER_WORDS.split(), random.randint(0, 4)
        )
        for script in random.sample(SCRIPTS, random.randint(0, 5)):
            words += ["".join(random.choices(script, k=random.randint(1, 6))) for _ in range(3)]
        words += random.sample(PIECES, random.randint(0, 8)) + random.sample(SIGMAS, random.randint(0, 2))
        words += random.choices(PUNCTUATION, k=random.randint(0, 4))
        words += ["".join(random.choices("abcXYZ.,-'0123456789", k=random.randint(1, 25))) for _ in range(4)]
        return words

    # --- lines

    def line(self) -> str:
        """Mostly a few words of the vocabulary; now and then something rarer."""
        if self.random.random() < self.words_only:
            return " ".join(self.random.choices(self.vocabulary, k=self.random.choice(LINE_WORDS)))
        kind = self.random.random()
        if kind < 0.70:
            return self.words(self.random.choice((0, 1, 2, 3, 4, 5, 6, 8, 12)))
        if kind < 0.80:
            return self.soup(self.random.randint(0, 20))
        if kind < 0.86:
            return "".join(self.random.choices(self.random.choice(SCRIPTS), k=self.random.randint(0, 30)))
        if kind < 0.92:
            return "".join(map(chr, self.random.choices(code_points(), k=self.random.randint(1, 12))))
        if kind < 0.95:
            return "".join(self.random.choices(SPACES + NOT_SPACES, k=self.random.randint(0, 4)))
        if kind < 0.97:
            return self.random.choice(self.vocabulary) * self.random.randint(1, 40)
        if kind < 0.985:
            return self.words(self.random.randint(20, 60))
        return self.units(self.random.choice(LENGTHS))

    def words(self, count: int) -> str:
        separator = " " if self.random.random() < 0.9 else self.random.choice(SPACES)
        return separator.join(self.random.choices(self.vocabulary, k=count))

    def soup(self, count: int) -> str:
        """Pieces without regard for words."""
        return "".join(self.random.choices((*PIECES, *PUNCTUATION, *SPACES, *NOT_SPACES, *"aB1"), k=count))

    def units(self, count: int) -> str:
        """Exactly `count` one-character tokens or code points: kernels change their ways at such lengths."""
        alphabet = self.random.choice(("ab", "abcdefgh", *SCRIPTS))
        return self.random.choice(("", " ")).join(self.random.choices(alphabet, k=count))

    def long_line(self, size: int) -> str:
        """A line of about `size` code points."""
        parts = self.random.choices([*self.vocabulary, *PIECES, "word", "Wörter", "文字"], k=size // 5)
        return " ".join(parts)

    # --- edited copies

    def edited(self, line: str) -> str:
        """A copy of a line with a few edits of words or of code points, and blocks moved."""
        random = self.random
        by_word = random.random() < 0.7
        units = line.split(" ") if by_word else list(line)
        for _ in range(random.choice((0, 0, 1, 1, 2, 3, 6, 12))):
            self._edit(units)
        return (" " if by_word else "").join(units)

    def _edit(self, units: list[str]) -> None:
        random = self.random
        if not units:
            units.append(random.choice(self.vocabulary))
            return
        at = random.randrange(len(units))
        kind = random.random()
        if kind < 0.2:
            del units[at]
        elif kind < 0.4:
            units.insert(at, random.choice(self.vocabulary))
        elif kind < 0.55:
            units[at] = random.choice(self.vocabulary)
        elif kind < 0.65:
            units[at] = units[at].swapcase()
        elif kind < 0.75:
            units.insert(at, units[random.randrange(len(units))])
        else:
            block = units[at : at + random.randint(1, 12)]
            del units[at : at + len(block)]
            to = random.randint(0, len(units))
            units[to:to] = block

    # --- corpora

    def corpus(self, pairs: int, streams: int, missing: bool = False) -> tuple[list[str], Streams]:
        """Hypotheses and reference streams; with `missing` some references are None, not all of a segment."""
        random = self.random
        hyps = [self.line() for _ in range(pairs)]
        refs: Streams = [[self.reference(hyp) for hyp in hyps] for _ in range(streams)]
        if missing and streams > 1:
            for at in range(pairs):
                for stream in random.sample(refs, random.randint(0, streams - 1)):
                    stream[at] = None
        return hyps, refs

    def reference(self, hyp: str) -> str:
        kind = self.random.random()
        if kind < 0.85:
            return self.edited(hyp)
        return self.line() if kind < 0.96 else ""
