"""Defines the words of subtitles and the breaks behind their lines, as subtitle-edit-rate finds them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    Word = tuple[str, bool, str]
    """A word or a part of one; whether it goes on with the part before; the break behind it, or ""."""

TOKENIZERS = {"zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab"}
"""Target language -> the tokenizer that finds parts of its words."""

LINE_BREAKS = ("words", "only")
"""How breaks of lines count: as words among the others, or with one mask for every other word."""

LINE_END, SUBTITLE_END, MASK = "eol", "eob", "mask"
"""What stands for the break behind a line, the one behind a subtitle's last line, and any other word."""

ASCII_SIGNS = {code: None for code in range(33, 127) if not chr(code).isalnum()}
"""ASCII's punctuation, as `str.translate` removes it."""


def without_punctuation(text: str) -> str:
    """Returns a text without the characters that Unicode calls punctuation."""
    from unicodedata import category

    return text if text.isalnum() else "".join([char for char in text if category(char)[0] != "P"])


def compared_word(word: str, signs: Mapping[int, None] | None = ASCII_SIGNS) -> str:
    """Returns a word in lower case without signs, or all punctuation; one of signs alone with them."""
    lower = word.lower()
    return (without_punctuation(lower) if signs is None else lower.translate(signs)) or lower


def word_parts(language: str, is_attached: bool) -> Callable[[str], Sequence[str]]:
    """Returns what cuts a word that stands between blanks into the parts that a tokenizer finds.

    Args:
        language: a key of `TOKENIZERS`, or "" for words that stay whole.
        is_attached: whether punctuation stays at the part before it, and at a word's begin at the one behind.

    Raises:
        MissingDependencyError: the tokenizer needs a package that is not installed.
    """
    if not language:
        return lambda word: (word,)
    from parbleu.text._tokenizers import get_tokenizer

    tokenizer = get_tokenizer(TOKENIZERS[language])
    if is_attached:
        return lambda word: _attached(tokenizer(word).split())
    return lambda word: tokenizer(word).split()


def _attached(parts: Iterable[str]) -> list[str]:
    words: list[str] = []
    for part in parts:
        if words and not (without_punctuation(part) and (len(words) > 1 or without_punctuation(words[0]))):
            words[-1] += part
        else:
            words.append(part)
    return words


def subtitle_words(lines: Iterable[str], parts_of: Callable[[str], Sequence[str]]) -> list[Word]:
    """Returns the words of a subtitle's lines."""
    kept = [words for words in map(str.split, lines) if words]
    made: list[Word] = []
    for number, words in enumerate(kept, 1):
        parts = [(part, index > 0) for word in words for index, part in enumerate(parts_of(word))]
        made += [(part, goes_on, "") for part, goes_on in parts]
        made[-1] = (*parts[-1], SUBTITLE_END if number == len(kept) else LINE_END)
    return made


def written_words(words: Iterable[Word], line_breaks: str | None = None) -> str:
    """Returns words as a text, with the breaks behind them if these count: one of `LINE_BREAKS`."""
    made: list[tuple[str, str]] = []
    for part, goes_on, end in words:
        made[-1:] = [(made[-1][0] + part, end)] if goes_on and made else [*made[-1:], (part, end)]
    if line_breaks is None:
        return " ".join([word for word, _ in made])
    shown = [(MASK if line_breaks == "only" else word, end) for word, end in made]
    return " ".join([word for pair in shown for word in pair if word])


def with_line_breaks(lines: Iterable[str], line_breaks: str | None, is_cut: bool = False) -> str:
    """Returns the lines of a subtitle as a text with their breaks.

    Args:
        lines: those of its text.
        line_breaks: one of `LINE_BREAKS`; None leaves them out.
        is_cut: whether the break behind the last line counts, which subtitles that are compared as they are
            have on both sides.
    """
    words = subtitle_words(lines, word_parts("", False))
    if words and not is_cut:
        words[-1] = (*words[-1][:2], "")
    return written_words(words, line_breaks)
