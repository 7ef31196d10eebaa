"""Normalizations of what some languages spell in two ways, by keyboard, encoding or country."""

from __future__ import annotations

from parbleu._base.unicode_forms import unicode_form
from parbleu.text._normalizations.base import Normalization, replacer
from parbleu.text._normalizations.characters import in_nfkc

# What is written by letters of Arabic and of Persian, Urdu or Pashto keyboards.
_on_keyboard = replacer({**dict(zip("یىےۍېکڪەۀہھۃ", "يييييككههههة", strict=True)), "ـ": ""})
_shaped = in_nfkc(((0xFB50, 0xFDFF), (0xFE70, 0xFEFC)))

ARABIC = Normalization(
    lambda text: text if text.isascii() else _on_keyboard(_shaped(text)),
    "letters of Arabic and Persian keyboards (ي and ی), presentation forms, and tatweel",
)

# Code pages of Vietnamese and of Central Europe have đ where that of Western Europe has ð.
ETH = Normalization(replacer({"ð": "đ", "Ð": "Đ"}), "the letters đ and ð (Đ and Ð look alike)")

_DOTS = {"ŀl": "l·l", "ĿL": "L·L"}
_DOTS |= {f"{letter}{dot}{letter}": f"{letter}·{letter}" for letter in "lL" for dot in ".-•‧"}
CATALAN = Normalization(lambda text: _respelled(text, _DOTS), "the point of Catalan (l·l and l.l)")

# oa, oe and uy with a tone, which older and newer spelling put on another letter: hòa and hoà.
_TONES = "\u0300\u0301\u0303\u0309\u0323"
_PLACES = {
    unicode_form("NFC", vowels[0] + tone) + vowels[1]: vowels[0] + unicode_form("NFC", vowels[1] + tone)
    for vowels in ("oa", "oe", "uy", "OA", "OE", "UY", "Oa", "Oe", "Uy")
    for tone in _TONES
}


def _respelled(text: str, spellings: dict[str, str]) -> str:
    """Returns a text with each spelling replaced by the other one, in their order."""
    for spelling, other in spellings.items():
        text = text.replace(spelling, other)
    return text


VIETNAMESE = Normalization(
    lambda text: text if text.isascii() else _respelled(text, _PLACES),
    "places of tones in Vietnamese (hòa and hoà)",
)

# Chillu letters of Malayalam and khanda ta of Bengali, as they were spelled before Unicode 5.1 and 4.1.
_OLDER = {
    "\u0d23\u0d4d\u200d": "\u0d7a",
    "\u0d28\u0d4d\u200d": "\u0d7b",
    "\u0d30\u0d4d\u200d": "\u0d7c",
    "\u0d32\u0d4d\u200d": "\u0d7d",
    "\u0d33\u0d4d\u200d": "\u0d7e",
    "\u0d15\u0d4d\u200d": "\u0d7f",
    "\u09a4\u09cd\u200d": "\u09ce",
}

INDIC = Normalization(
    lambda text: _respelled(text, _OLDER) if "\u200d" in text else text,
    "older spellings of Malayalam's chillu letters and Bengali's khanda ta",
)

# Looks alike: a tone before or behind its vowel, sara am in two characters, sara ae as two sara e.
_THAI = {
    **{
        f"{tone}{vowel}": f"{vowel}{tone}"
        for tone in "\u0e48\u0e49\u0e4a\u0e4b"
        for vowel in "\u0e31\u0e34\u0e35\u0e36\u0e37\u0e38\u0e39\u0e4d"
    },
    **{f"\u0e4d{tone}\u0e32": f"{tone}\u0e33" for tone in "\u0e48\u0e49\u0e4a\u0e4b"},
    "\u0e4d\u0e32": "\u0e33",
    "\u0e40\u0e40": "\u0e41",
}

THAI = Normalization(
    lambda text: text if text.isascii() else _respelled(text, _THAI),
    "characters of Thai that look alike (ท่ี and ที่, เเ and แ, ํา and ำ)",
)

# A nasal before a consonant of its own class may be written as a dot: हिन्दी and हिंदी.
_NASALS = {
    f"{nasal}\u094d{consonant}": f"\u0902{consonant}"
    for nasal, consonants in zip("ङञणनम", ("कखगघ", "चछजझ", "टठडढ", "तथदध", "पफबभ"), strict=True)
    for consonant in consonants
}


def _hindi(text: str) -> str:
    if "\u094d" in text:
        text = _respelled(text, _NASALS)
    return text.replace("\u0901", "\u0902")


HINDI = Normalization(_hindi, "nasals of Devanagari (हिन्दी and हिंदी, चाँद and चांद)")

# Letters of Amharic that sound alike, in their seven orders; two word spaces are typed for a full stop.
_alike = replacer(
    {
        chr(ord(letter) + order): chr(ord(usual) + order)
        for letter, usual in zip("ሠሐኀዐፀ", "ሰሀሀአጸ", strict=True)
        for order in range(7)
    }
)
AMHARIC = Normalization(
    lambda text: _alike(text).replace("፡፡", "።"),
    "letters of Amharic that sound alike (ሰ and ሠ), and ፡፡ for ።",
)

_LATIN_ALIKE, _CYRILLIC_ALIKE = "aeopcxykABEKMHOPCTXYi", "аеорсхукАВЕКМНОРСТХУі"
_in_cyrillic = replacer(dict(zip(_LATIN_ALIKE, _CYRILLIC_ALIKE, strict=True)))
_in_latin = replacer(dict(zip(_CYRILLIC_ALIKE, _LATIN_ALIKE, strict=True)))


def _is_cyrillic(text: str) -> bool:
    return any("\u0400" <= character <= "\u04ff" for character in text)


def _lookalikes(text: str) -> str:
    if not _is_cyrillic(text):
        return text
    in_latin = _in_latin(text)
    if not _is_cyrillic(in_latin) and _in_cyrillic(in_latin) != text:  # no letter is Cyrillic for certain
        return in_latin
    return " ".join([_in_cyrillic(word) if _is_cyrillic(word) else word for word in text.split(" ")])


LOOKALIKES = Normalization(
    _lookalikes, "Latin and Cyrillic letters in one word, which look alike", "write such words in one script"
)
