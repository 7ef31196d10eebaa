"""Slow twins of normalizations of the core, in Python."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from html import unescape
from json import JSONDecodeError, loads
from unicodedata import category, combining, decimal
from unicodedata import normalize as unicode_form


def _replacer(table: Mapping[str, str]) -> Callable[[str], str]:
    return lambda text: text.translate(str.maketrans(dict(table)))


def _characters(*ranges: tuple[int, int]) -> str:
    return "".join(chr(code) for first, last in ranges for code in range(first, last + 1))


def _in_nfkc(ranges: tuple[tuple[int, int], ...]) -> Callable[[str], str]:
    run = re.compile(f"[{''.join(f'{chr(first)}-{chr(last)}' for first, last in ranges)}]+")
    return lambda text: run.sub(lambda match: unicode_form("NFKC", match[0]), text)


def _digits(text: str) -> str:
    if text.isascii() or not any(map(str.isdecimal, text)):
        return text
    return "".join([str(decimal(character)) if character.isdecimal() else character for character in text])


_POINTS = _characters((0x064B, 0x0652), (0x0670, 0x0670), (0x0591, 0x05BD), (0x05BF, 0x05C7))


def _diacritics(text: str) -> str:
    if text.isascii():
        return text
    bare = "".join([character for character in unicode_form("NFD", text) if not combining(character)])
    return _unstroked(unicode_form("NFC", bare))


_unstroked = _replacer(dict(zip("đĐøØłŁħĦıɓƁɗƊƙƘƴƳəƏ", "dDoOlLhHibBdDkKyYeE", strict=True)))


def _without_punctuation(text: str) -> str:
    kept = text.replace("'", "").replace("’", "")
    return " ".join("".join([" " if category(char)[0] == "P" else char for char in kept]).split())


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


# What is written by letters of Arabic and of Persian, Urdu or Pashto keyboards.
_on_keyboard = _replacer({**dict(zip("یىےۍېکڪەۀہھۃ", "يييييككههههة", strict=True)), "ـ": ""})
_shaped = _in_nfkc(((0xFB50, 0xFDFF), (0xFE70, 0xFEFC)))


_DOTS = {"ŀl": "l·l", "ĿL": "L·L"}
_DOTS |= {f"{letter}{dot}{letter}": f"{letter}·{letter}" for letter in "lL" for dot in ".-•‧"}

# oa, oe and uy with a tone, which older and newer spelling put on another letter: hòa and hoà.
_TONES = "\u0300\u0301\u0303\u0309\u0323"
_PLACES = {
    unicode_form("NFC", vowels[0] + tone) + vowels[1]: vowels[0] + unicode_form("NFC", vowels[1] + tone)
    for vowels in ("oa", "oe", "uy", "OA", "OE", "UY", "Oa", "Oe", "Uy")
    for tone in _TONES
}


def _respelled(text: str, spellings: dict[str, str]) -> str:
    for spelling, other in spellings.items():
        text = text.replace(spelling, other)
    return text


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


# Letters of Amharic that sound alike, in their seven orders; two word spaces are typed for a full stop.
_alike = _replacer(
    {
        chr(ord(letter) + order): chr(ord(usual) + order)
        for letter, usual in zip("ሠሐኀዐፀ", "ሰሀሀአጸ", strict=True)
        for order in range(7)
    }
)

_LATIN_ALIKE, _CYRILLIC_ALIKE = "aeopcxykABEKMHOPCTXYi", "аеорсхукАВЕКМНОРСТХУі"
_in_cyrillic = _replacer(dict(zip(_LATIN_ALIKE, _CYRILLIC_ALIKE, strict=True)))
_in_latin = _replacer(dict(zip(_CYRILLIC_ALIKE, _LATIN_ALIKE, strict=True)))


def _is_cyrillic(text: str) -> bool:
    return any("\u0400" <= character <= "\u04ff" for character in text)


def _lookalikes(text: str) -> str:
    if not _is_cyrillic(text):
        return text
    in_latin = _in_latin(text)
    if not _is_cyrillic(in_latin) and _in_cyrillic(in_latin) != text:  # no letter is Cyrillic for certain
        return in_latin
    return " ".join([_in_cyrillic(word) if _is_cyrillic(word) else word for word in text.split(" ")])


_TIME = re.compile(
    r"\d{0,2}:?\d\d:\d\d[.,]\d{1,3}(?:\s{0,4}(?:-->|,)\s{0,4}\d{0,2}:?\d\d:\d\d[.,]\d{1,3})?"
    r"|\[\d{1,2}(?::\d\d){1,2}\]"
)
_ONLY_NUMBER = re.compile(r"\s{0,8}\d{1,6}\s{0,8}")


def _subtitles(text: str) -> str:
    if _ONLY_NUMBER.fullmatch(text):
        return ""
    return _TIME.sub("", text).replace("[]", "").replace("<>", "").strip() if ":" in text else text


_SPECIAL = re.compile(
    r"</?(?:s|pad|unk|bos|eos|mask|sep|cls|start_of_turn|end_of_turn)>|\[(?:CLS|SEP|PAD|UNK|BOS|EOS|MASK|INST)\]"
    r"|\[/INST\]|<\|[^<>|]{1,40}\|>|<2[A-Za-z_-]{2,12}>|>>[A-Za-z_-]{2,12}<<|__[a-z]{2,3}(?:_[A-Za-z]{2,4})?__"
    r"|\A[a-z]{3}_[A-Z][a-z]{3}\s|\A[a-z]{2}_[A-Z]{2}\s|\b[a-z]{2}_XX\b",
    re.IGNORECASE,
)

_FACTORS = re.compile(r"(?<=[^\s|])(?:\|[^\s|]{1,40}){1,5}(?=\s|$)|(?<=[^\sA-Z])[/_][A-Z]{2,6}\$?(?=\s|$)")

_UNICODE = re.compile(r"\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})")
_PIECE_BYTES = re.compile(r"(?:<0x[0-9A-F]{2}>)+")
_ESCAPED = re.compile(r"\\([ntr\"'/\\])")
_PLAIN = {"n": " ", "t": " ", "r": " "}


def _escapes(text: str) -> str:
    if "<0x" in text:  # bytes that a subword model does not know
        text = _PIECE_BYTES.sub(
            lambda match: bytes.fromhex(match[0].replace("<0x", "").replace(">", "")).decode(
                "utf-8", "replace"
            ),
            text,
        )
    if "\\" not in text:
        return text
    text = _UNICODE.sub(lambda match: chr(int(match[1] or match[2], 16)), text)
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return _ESCAPED.sub(lambda match: _PLAIN.get(match[1], match[1]), text)


_PERCENT_ENCODED = re.compile(r"://\S*|(?:%[0-9a-fA-F]{2})+")


def _percent_encoding(text: str) -> str:
    def decoded(match: re.Match[str]) -> str:
        if match[0][0] == ":":  # in an address
            return match[0]
        try:
            meant = bytes.fromhex(match[0].replace("%", "")).decode()
        except UnicodeDecodeError:
            return match[0]
        return "".join(" " if point < " " else point for point in meant)

    return _PERCENT_ENCODED.sub(decoded, text)


def _entities(text: str) -> str:
    if "&" not in text:
        return text
    return unescape(text.replace("&bar;", "|"))


# Not a star of Markdown, which has another one behind the last of its words.
_UNKNOWN_WORD = re.compile(r"(?<![\w*@#])(?:\*(?![^*]{1,200}(?<!\s)\*(?!\w))|[@#])(?=[^\W\d_]\w*(?![\w*]))")

_FIELDS = ("translation", "translated_text", "output", "text", "target", "hypothesis", "result", "answer")
_BETWEEN_STRINGS = re.compile(r"""['"], ['"]""")


def _json(text: str) -> str:
    bare = text.strip()
    if bare[:2] in ("b'", 'b"') and bare[-1:] == bare[1] and len(bare) > 2:
        return bare[2:-1]  # how Python shows bytes
    if bare[:1] not in ("{", "[") or bare[-1:] not in ("}", "]"):
        return text
    try:
        value = loads(bare)
    except (JSONDecodeError, RecursionError):
        if bare[:2] in ("['", '["') and bare[-2:] in ("']", '"]') and len(bare) > 4:
            return _BETWEEN_STRINGS.sub(" ", bare[2:-2])  # how Python shows a list of strings
        return text
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        value = " ".join(value)
    elif isinstance(value, list) and len(value) == 1:
        (value,) = value
    if isinstance(value, dict):
        texts = [value[field] for field in _FIELDS if isinstance(value.get(field), str)]
        strings = [item for item in value.values() if isinstance(item, str)]
        value = texts[0] if texts else strings[0] if len(strings) == 1 else None
    return value if isinstance(value, str) else text


def _pieces(text: str) -> str:
    if "▁" in text:  # SentencePiece
        return text.replace(" ", "").replace("▁", " ").strip()
    if "Ġ" in text:  # bytes of GPT-2
        return text.replace(" ", "").replace("Ġ", " ").strip()
    if "</w>" in text:
        return text.replace(" ", "").replace("</w>", " ").strip()
    if "￭" in text:  # OpenNMT's joiner
        text = text.replace(" ￭", "").replace("￭ ", "").replace("￭", "")
    return text.replace("@@ ", "").removesuffix("@@").replace(" ##", "")


_MOSES = (("-LRB-", "("), ("-RRB-", ")"), ("-LSB-", "["), ("-RSB-", "]"), ("-LCB-", "{"), ("-RCB-", "}"))


def _placeholders(text: str) -> str:
    for written, meant in (*_MOSES, (" @-@ ", "-"), (" @/@ ", "/"), (" @,@ ", ","), (" @.@ ", ".")):
        text = text.replace(written, meant)
    return text


# Between two digits, and before three of them at the end of a number.
_GROUPED = re.compile(r"(?<=\d)[.,'’ \u00a0\u202f](?=\d{3}(?!\d))")
_DECIMAL = re.compile(r"(?<=\d),(?=\d)")

_APOSTROPHES = re.compile(r"(?:(?<=[^\W\d_])|(?<!\S))['’‘ʻʼ`ʹ](?=[^\W\d_])")

# A colon behind a letter of an Indic script: its code, but for the last seven bits, is that of the script.
_COLON = re.compile("([\u0900-\u0d7f]):")
_VISARGA = 0x03


def _visarga(text: str) -> str:
    return _COLON.sub(lambda match: f"{match[1]}{chr(ord(match[1]) & ~0x7F | _VISARGA)}", text)


SLOWLY: dict[str, Callable[[str], str]] = {
    "nfc": lambda text: unicode_form("NFC", text),
    "nfkc": lambda text: unicode_form("NFKC", text),
    "width": _in_nfkc(((0xFF01, 0xFFEE), (0x3000, 0x3000))),
    "digits": _digits,
    "joiners": lambda text: " ".join(text.replace("\u200c", " ").split()) if "\u200c" in text else text,
    "vowel-points": _replacer(dict.fromkeys(_POINTS, "")),
    "diacritics": _diacritics,
    "no-punct": _without_punctuation,
    "mojibake": _mojibake,
    "arabic": lambda text: text if text.isascii() else _on_keyboard(_shaped(text)),
    "eth": _replacer({"ð": "đ", "Ð": "Đ"}),
    "catalan": lambda text: _respelled(text, _DOTS),
    "vietnamese": lambda text: text if text.isascii() else _respelled(text, _PLACES),
    "indic": lambda text: _respelled(text, _OLDER) if "\u200d" in text else text,
    "thai": lambda text: text if text.isascii() else _respelled(text, _THAI),
    "hindi": _hindi,
    "amharic": lambda text: _alike(text).replace("፡፡", "።"),
    "lookalikes": _lookalikes,
    "subtitles": _subtitles,
    "special-tokens": lambda text: _SPECIAL.sub("", text).strip(),
    "factors": lambda text: _FACTORS.sub("", text),
    "escapes": _escapes,
    "percent-encoding": _percent_encoding,
    "entities": _entities,
    "unknown-words": lambda text: _UNKNOWN_WORD.sub("", text),
    "json": _json,
    "pieces": _pieces,
    "placeholders": _placeholders,
    "numbers": lambda text: _DECIMAL.sub(".", _GROUPED.sub("", text)),
    "okina": lambda text: _APOSTROPHES.sub("", text),
    "visarga": _visarga,
}
"""The name of a normalization -> its twin."""
