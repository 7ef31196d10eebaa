"""Guesses in which encoding a file is that is not valid in the one that it was read in."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import BinaryIO

_LINES, _HEAD, _BLOCK = 200, 1 << 14, 1 << 20
_PLAUSIBLE = 0.6  # of what is beyond ASCII, at least, is written in letters of a language
_FREQUENT = 5  # times the share of the most frequent characters is that of all, where there are thousands
_OF_SELDOM = 0.7  # is what a seldom letter counts
_CYRILLIC = "оеаинтсрвлкмдпу йцгшщзхъфыжэячьбюё"
_CHINESE = (
    "的一是不了在有人我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后"
)
_TRADITIONAL = (
    "的一是不了在有人我他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可裡後"
)
_KANA = "".join(map(chr, range(0x3041, 0x30FD)))
# Encoding -> letters beyond ASCII of each language that is written in it, the frequent ones before a blank.
# Of encodings that fit equally well, the first is meant.
_LETTERS: dict[str, tuple[str, ...]] = {
    "cp1252": (
        "äöüß",
        "éèàêçô âæëîïœùûüÿ",
        "óíáéñú ü¿¡",
        "ãçáéíó âàêôõú",
        "àèéìòù",
        "åäö é",
        "æøå éöä",
        "áðéíóúýþæö",
        "éëïóöü",
        "àçèéíïòóú·",
    ),
    "cp1250": (
        "íáéěřčžýšů ďňóťú",
        "ąćęłóśż ńź",
        "áéöóő üűíú",
        "ăâîşţ",
        "čćđšž",
        "áčéíýžľšť úäďĺňóôŕ",
    ),
    "cp1251": (_CYRILLIC, "оаніитврелскдпмуз яьіїєґйцгшщхфжчбю", "оаеинрстувјдкмлп зјљњћђџгцшхфжчб"),
    "koi8-r": (_CYRILLIC,),
    "cp1253": ("αοιετνσρκπςλμ ηυδγωχθφβξζψάέήίόύώ",),
    "cp1254": ("ıişçöüğ âî",),
    "cp1257": ("ėšųžįąū čę", "āīšēū ķļņģčž", "äõöü šž"),
    "cp1255": ("יוהלאתרבמש נעםדקפחטכגסזןצךףץ",),
    "cp1256": ("اليمنرتوبةعدسفهك قحجشصطخضذىءثأإزظغئؤآ،؟",),
    "cp874": ("ารนกเองมยลวดทส่้ัีิ ะุูโใไำขคจชซญณถธบปผพฟภศษหอฮ์็ืึแๆ",),
    "gb18030": (_CHINESE,),
    "big5": (_TRADITIONAL,),
    "cp932": (_KANA,),
    "euc-jp": (_KANA,),
    "cp949": ("".join(map(chr, range(0xAC00, 0xD7A4))),),
    "utf-16le": (_CHINESE, _TRADITIONAL, _KANA, _CYRILLIC),
    "utf-16be": (_CHINESE, _TRADITIONAL, _KANA, _CYRILLIC),
}
_OF_LATIN = {"cp1252", "cp1250", "cp1254", "cp1257"}
_OF_THOUSANDS = {_CHINESE, _TRADITIONAL, _KANA}


def guess(source: str | bytes) -> str:
    """Returns in which encoding a file, or bytes, that are not UTF-8 seem to be; "" if that is not evident.

    It is one that all of it is valid in. Pipes and compressed files, and those where most lines are UTF-8,
    which are damaged rather than in another encoding, have none.
    """
    try:
        with _opened(source) as file:
            head, wrong, n_right = _wrong_lines(file)
            if n_right > len(wrong):
                return ""
            lines = b"\n".join(wrong)
            known = ((_likeness(head if name[:3] == "utf" else lines, name), name) for name in _LETTERS)
            ranked = sorted((found for found in known if found[0] >= _PLAUSIBLE), key=lambda found: -found[0])
            return next((name for _, name in ranked if _is_valid(file, name)), "")
    except OSError:
        return ""


def how_to_convert(guessed: str) -> str:
    """Returns the command line that makes UTF-8 of what seems to be in an encoding; "" for any."""
    return f"perhaps {guessed}: iconv -f {guessed} -t utf-8" if guessed else "iconv -f ENCODING -t utf-8"


def is_utf_8(path: str) -> bool:
    """Returns whether a file is UTF-8 with characters beyond ASCII."""
    try:
        with _opened(path) as file:
            _, wrong, n_right = _wrong_lines(file)
    except OSError:
        return False
    return not wrong and n_right > 0


def _opened(source: str | bytes) -> BinaryIO:
    """Opens a regular file, or bytes; anything else is empty."""
    from io import BytesIO
    from pathlib import Path

    if isinstance(source, bytes):
        return BytesIO(source)
    return Path(source).open("rb") if Path(source).is_file() else BytesIO()


def _wrong_lines(file: BinaryIO) -> tuple[bytes, list[bytes], int]:
    """Returns the begin, the first lines that are not UTF-8, and how many that are not ASCII are UTF-8."""
    wrong: list[bytes] = []
    n_right = 0
    head = file.read(_HEAD)
    file.seek(0)
    for line in file:
        if line.isascii():
            continue
        try:
            line.decode()
            n_right += 1
        except UnicodeDecodeError:
            wrong.append(line)
        if len(wrong) == _LINES:
            break
    return head, wrong, n_right


def _is_valid(file: BinaryIO, encoding: str) -> bool:
    from codecs import getincrementaldecoder

    decoder = getincrementaldecoder(encoding)()
    file.seek(0)
    try:
        while block := file.read(_BLOCK):
            decoder.decode(block)
        decoder.decode(b"", True)
    except UnicodeError:
        return False
    return True


def _likeness(lines: bytes, encoding: str) -> float:
    """Returns how much of the text beyond ASCII is letters of the language of an encoding that fits best."""
    text = lines.decode(encoding, "ignore")
    foreign: list[str] = []
    before = " "
    for char in text:
        # A capital within a word is one of another alphabet, or of none.
        if char > "\x7f" and (char.isalpha() or not char.isprintable() or char in "¿¡·¹³¾¼½ª¯"):
            foreign.append("\0" if char.isupper() and before.isalpha() else char.lower())
        before = char
    n_latin = sum(char.isascii() and char.isalpha() for char in text)
    if not foreign or (encoding not in _OF_LATIN and n_latin > len(foreign)):
        return 0
    return max(_share(foreign, letters) for letters in _LETTERS[encoding])


def _share(foreign: Sequence[str], letters: str) -> float:
    """Returns how much of some characters is letters of a language, of which seldom ones count less."""
    frequent, _, seldom = letters.partition(" ")
    n_frequent, n_seldom = (sum(map(frozenset(part).__contains__, foreign)) for part in (frequent, seldom))
    if letters in _OF_THOUSANDS:
        return min(1.0, _FREQUENT * n_frequent / len(foreign))
    return (n_frequent + _OF_SELDOM * n_seldom) / len(foreign)
