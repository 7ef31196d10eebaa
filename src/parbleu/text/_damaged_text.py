"""Tells output that was damaged: letters are lost or read in a wrong encoding, or words are turned round."""

from __future__ import annotations

from itertools import pairwise

from parbleu._core import WritingLimits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_LACKING = 0.2
"""The share of all letters beyond ASCII that are lacking, at least."""

_LAST_LETTER = "\u2e7f"
"""Signs of Chinese, which may be frequent in one text alone, stand behind it."""

_SHOWN = 6
_AS_WITHOUT = 0.15
"""The share of words without their letters beyond ASCII that stand in output that lost these, at least."""

_RIGHT = 0.5
"""The share of characters beyond ASCII that both sides have once text is read rightly, at least."""

_READ_AS = ("latin-1", "cp1252", "cp1250", "cp1251", "koi8-r", "cp437", "cp850", "mac-roman", "iso8859-2")
_WRITTEN_IN = ("utf-8", "cp1250", "cp1251", "cp1252", "iso8859-2", "koi8-r", "cp850", "mac-roman")


def how_damaged(lines: Sequence[str], references: Sequence[str], reference: str) -> str:
    """Returns in words how lines of an output were damaged; "" if intact, or of another language."""
    if _are_reversed(lines, references):
        return "has its words in the reverse order: write them from the first to the last"
    text, expected = (
        "".join([line[-WritingLimits.end_of_line :] for line in side]) for side in (lines, references)
    )
    known = {letter: expected.count(letter) for letter in {*expected} if "\x7f" < letter <= _LAST_LETTER}
    known = {letter: count for letter, count in known.items() if letter.isalpha()}
    lacking = {
        letter: count
        for letter, count in known.items()
        if count >= WritingLimits.frequent_letter and text.count(letter) <= WritingLimits.hardly * count
    }
    n_lacking = sum(lacking.values())
    if n_lacking < max(
        WritingLimits.fewest_damaged,
        WritingLimits.damaged_in_line * len(lines),
        _LACKING * sum(known.values()),
    ):
        return ""
    letters = " ".join(sorted(lacking, key=lambda letter: (-lacking[letter], letter))[:_SHOWN])
    cause = _encoding(text, expected) or _loss(lines, references, text)
    return cause and f"has hardly any of the letters {letters} that {reference} has{cause}"


def _encoding(text: str, expected: str) -> str:
    """Returns in which encoding a text was written, and as which it was read; "" if that is not evident."""
    pairs = [(read_as, right) for read_as in _READ_AS for right in _WRITTEN_IN if read_as != right]
    share, read_as, right = max((_alike(_read_again(text, *pair), expected), *pair) for pair in pairs)
    if share < _RIGHT or share <= _alike(text, expected):  # no better than before
        return ""
    return f"; it looks like {right} that was read as {read_as}: read it again, as {right}"


def _read_again(text: str, read_as: str, right: str) -> str:
    return text.encode(read_as, "ignore").decode(right, "ignore")


def _alike(text: str, expected: str) -> float:
    """Returns the share of the letters beyond ASCII of one text or the other that both have."""
    letters = {character for character in {*text, *expected} if character > "\x7f" and character.isalpha()}
    counts = [(text.count(letter), expected.count(letter)) for letter in letters]
    return sum(map(min, counts)) / sum(map(max, counts)) if counts else 0.0


def _loss(lines: Sequence[str], references: Sequence[str], text: str) -> str:
    """Returns that letters were lost, if words of the references stand there without them; else "".

    They are those beyond ASCII that a text, which is a part of the lines, has hardly or not at all.
    """
    there = count = 0
    expected = "".join(references)
    lost = {
        ord(letter): None
        for letter in {*expected}
        if letter > "\x7f" and text.count(letter) <= WritingLimits.hardly * expected.count(letter)
    }
    for line, reference in zip(lines, references, strict=True):
        words = {*line.split()}
        for word in reference.split():
            bare = word.translate(lost)
            if word != bare and len(bare) > 1:  # a single letter is a word in many languages
                count += 1
                there += bare in words
    return ": look for what removes letters beyond ASCII" if there > _AS_WITHOUT * count else ""


def _are_reversed(lines: Sequence[str], references: Sequence[str]) -> bool:
    """Returns whether neighbouring words of lines mostly stand the other way round in their references."""
    split = [line.split() for line in lines]
    as_there = reversed_there = 0
    left = sum(map(len, split))
    for words, reference in zip(split, references, strict=True):
        expected = {*pairwise(reference.split())}
        as_there += len(expected.intersection(pairwise(words)))
        reversed_there += len(expected.intersection(pairwise(words[::-1])))
        left -= len(words)
        if reversed_there + left <= max(
            WritingLimits.fewest_damaged, 2 * as_there
        ):  # whatever is in the lines that are left
            return False
    return reversed_there > max(WritingLimits.fewest_damaged, 2 * as_there)
