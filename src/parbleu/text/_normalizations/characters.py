"""Normalizations of characters: those that stand for one another in any language."""

from __future__ import annotations

from unicodedata import category, combining, decimal

from parbleu._base.unicode_forms import unicode_form
from parbleu.text._normalizations.base import Normalization, replacer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def _characters(*ranges: tuple[int, int]) -> str:
    return "".join(chr(code) for first, last in ranges for code in range(first, last + 1))


def in_nfkc(ranges: tuple[tuple[int, int], ...]) -> Callable[[str], str]:
    """Returns a function that brings runs of some characters into Unicode's form NFKC."""
    wanted: set[str] = set()

    def changed(text: str) -> str:
        if text.isascii():
            return text
        wanted.update(() if wanted else _characters(*ranges))  # which few programs need
        if wanted.isdisjoint(text):
            return text
        parts: list[str] = []
        run = ""
        for character in text:
            if character in wanted:
                run += character
            else:
                parts += [unicode_form("NFKC", run), character] if run else [character]
                run = ""
        return "".join([*parts, unicode_form("NFKC", run)])

    return changed


NFC = Normalization(lambda text: unicode_form("NFC", text), "composition of characters (Unicode's NFC)")
NFKC = Normalization(
    lambda text: unicode_form("NFKC", text), "compatibility forms, such as ligatures (Unicode's NFKC)"
)
WIDTH = Normalization(in_nfkc(((0xFF01, 0xFFEE), (0x3000, 0x3000))), "full-width and half-width forms")


def _digits(text: str) -> str:
    if text.isascii() or not any(map(str.isdecimal, text)):
        return text
    return "".join([str(decimal(character)) if character.isdecimal() else character for character in text])


DIGITS = Normalization(_digits, "digits of another script")

JOINERS = Normalization(
    lambda text: " ".join(text.replace("\u200c", " ").split()) if "\u200c" in text else text,
    "zero-width non-joiners and blanks, as in Persian",
)

POINT_CHARACTERS = _characters((0x064B, 0x0652), (0x0670, 0x0670), (0x0591, 0x05BD), (0x05BF, 0x05C7))
VOWEL_POINTS = Normalization(
    replacer(dict.fromkeys(POINT_CHARACTERS, "")), "vowel points of Arabic and Hebrew", "remove them"
)


def _diacritics(text: str) -> str:
    if text.isascii():
        return text
    bare = "".join([character for character in unicode_form("NFD", text) if not combining(character)])
    return _unstroked(unicode_form("NFC", bare))


_unstroked = replacer(dict(zip("đĐøØłŁħĦıɓƁɗƊƙƘƴƳəƏ", "dDoOlLhHibBdDkKyYeE", strict=True)))
DIACRITICS = Normalization(
    _diacritics, "letters with and without their accents", "look for what removes accents, and keep them"
)


def _without_punctuation(text: str) -> str:
    """Returns the words of a text; those with an apostrophe stay one word."""
    kept = text.replace("'", "").replace("’", "")
    return " ".join("".join([" " if category(char)[0] == "P" else char for char in kept]).split())


NO_PUNCTUATION = Normalization(
    _without_punctuation, "punctuation, which transcripts of speech may lack", "restore the punctuation"
)


_BYTES: dict[str, int] = {}
"""Character -> byte, by Latin-1 and by cp1252, once a text has needed it."""


def _mojibake(text: str) -> str:
    if text.isascii():
        return text
    if not _BYTES:
        of_windows = {bytes([code]).decode("cp1252", "ignore") or chr(code): code for code in range(128, 160)}
        _BYTES.update({chr(code): code for code in range(256)} | of_windows)
    codes = [_BYTES.get(character, -1) for character in text]
    if -1 in codes:
        return text
    try:
        return _mojibake(bytes(codes).decode("utf-8"))  # which may have been read so twice
    except UnicodeDecodeError:
        return text


MOJIBAKE = Normalization(
    _mojibake, "UTF-8 that was read as Latin-1 (Ã¼ for ü)", "read the file as UTF-8 where it was made"
)
