"""Tests normalizations of the core against slow twins in Python."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parbleu.text import normalize
from slow_normalizations import SLOWLY

PARTS = {
    "json": r"""{ } [ ] " ' , : \ 1 - .5 e null NaN a b' b" \n \t \q "text" \u00fc \ud83d \udea2""",
    "subtitles": "0 1 2 3 4 5 : . , [ ] < > --> 00:00:01,000 [00:01] [] <> ٣ a",
    "special-tokens": "< </ > s pad UNK <s> [CLS] [ ] <| |> | <2 de - _ >> << __ de_DE deu_Latn en_XX ſ İ ²",
    "mojibake": "Ã Â â € š ¼ ü \x81 ™ a Ã¼ â€œ",
    "escapes": r"""\ u 00fc x e9 n t " ' / <0x C3 > <0xC3> <0xBC> <0xE2> <0x82> <0xF0> <0xED> <0xA0> <0xe9>"""
    r" \ud83d \ude00 a \u00fc \x41",
    "percent-encoding": "% %20 %C3 %BC %C3%BC %e9 %E2%82%AC %F0%9F %ED%A0%80 %0A %0a 2 a é 50% :// : /",
    "entities": "& # x ; amp lt AMP nbsp eacute not it notin quot 39 x27 x1F6A2 128 55296 &bar; a T é lt <",
    "pieces": "@@ ## ▁ Ġ </w> ￭ a Ha @",
    "factors": f"| / _ a NN VB$ A |N|3 é {'a' * 40} {'a' * 41} ABCDEFG",
    "unknown-words": f"* @ # a _ 1 - , é ² ** *a* {'a' * 199}",
    "placeholders": "-LRB- -RRB- - @ @-@ @,@ a -LCB-",
    "indic": "\u0d23 \u0d4d \u200d \u0d28 \u09a4 \u09cd a",
    "thai": "\u0e48 \u0e49 \u0e31 \u0e34 \u0e4d \u0e32 \u0e40 ก a",
    "hindi": "ङ ञ ण न म \u094d क च ट त प \u0901 \u0902 a",
    "visarga": "क ः : ௧ a :: ൿ",
    "amharic": "ሠ ሡ ሐ ኀ ዐ ፀ ፁ ፡ ። a",
    "joiners": "\u200c a \u00a0",
    "arabic": "ی ک ە ۃ ـ ي ﻛ ﺘ ﷺ a",
    "vowel-points": "\u0651 \u05b7 \u05be \u0670 א a",
    "digits": "١ ۳ १ 1 ² a",
    "numbers": "0 1 2 . , ' ’ \u00a0 \u202f 000 123 ٣ a",
    "vietnamese": "ò ó ụ Ò Ú a e y A E Y o u",
    "eth": "ð Ð đ a",
    "catalan": "l L ŀ Ŀ . - • ‧ · a",
    "lookalikes": "a e o p M K а е о М К ж",
    "okina": "' ’ ‘ ʻ ʼ ` ʹ a 1 _ ² é 中 \t -",
    "nfc": "e \u0301 é \u0323 \u1100 \u1161 가 \u212b क \u093c",
    "nfkc": "ﬁ ² Ａ e \u0301 ① ㍿",
    "width": "Ａ １ ｶ ﾞ ﾊ ﾟ ￥ \u3000 ﾡ ￂ a",
    "diacritics": "é ạ \u0301 đ Ł ı 가 \u1100 \u1161 が \u09c7 \u09be क \u093c a",
    "no-punct": "' ’ - . « 中 。 a $",
}


def test_each_has_parts() -> None:
    assert PARTS.keys() == SLOWLY.keys()


@pytest.mark.parametrize("name", SLOWLY)
@settings(max_examples=150)
@given(data=st.data())
def test_the_core_writes_as_the_twin_does(name: str, data: st.DataObject) -> None:
    part = st.sampled_from([*PARTS[name].split(" "), " "])
    text = "".join(data.draw(st.lists(st.one_of(part, part, part, st.characters()), max_size=16)))
    if (
        max(text, default="") < "\U00010d40"
    ):  # what later versions of Unicode have the core knows, and Python may not
        assert normalize(text, name) == SLOWLY[name](text)
