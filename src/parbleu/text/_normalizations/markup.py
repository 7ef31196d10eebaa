"""Normalizations that undo JSON, escapes and factors, and remove tokens of models and times of subtitles."""

from __future__ import annotations

import re

from parbleu.text._normalizations.base import Normalization

_TIME = re.compile(
    r"\d{0,2}:?\d\d:\d\d[.,]\d{1,3}(?:\s{0,4}(?:-->|,)\s{0,4}\d{0,2}:?\d\d:\d\d[.,]\d{1,3})?"
    r"|\[\d{1,2}(?::\d\d){1,2}\]"
)
_ONLY_NUMBER = re.compile(r"\s{0,8}\d{1,6}\s{0,8}")


def _subtitles(text: str) -> str:
    if _ONLY_NUMBER.fullmatch(text):
        return ""
    return _TIME.sub("", text).replace("[]", "").replace("<>", "").strip() if ":" in text else text


SUBTITLES = Normalization(
    _subtitles, "numbers and times of subtitles", "score the texts alone, a line for each subtitle"
)

_SPECIAL = re.compile(
    r"</?(?:s|pad|unk|bos|eos|mask|sep|cls|start_of_turn|end_of_turn)>|\[(?:CLS|SEP|PAD|UNK|BOS|EOS|MASK|INST)\]"
    r"|\[/INST\]|<\|[^<>|]{1,40}\|>|<2[A-Za-z_-]{2,12}>|>>[A-Za-z_-]{2,12}<<|__[a-z]{2,3}(?:_[A-Za-z]{2,4})?__"
    r"|\A[a-z]{3}_[A-Z][a-z]{3}\s|\A[a-z]{2}_[A-Z]{2}\s|\b[a-z]{2}_XX\b",
    re.IGNORECASE,
)
SPECIAL_TOKENS = Normalization(
    lambda text: _SPECIAL.sub("", text).strip(),
    "special tokens of models, such as </s> and <2de>",
    "decode without special tokens (skip_special_tokens=True)",
)

_FACTORS = re.compile(r"(?<=[^\s|])(?:\|[^\s|]{1,40}){1,5}(?=\s|$)|(?<=[^\sA-Z])[/_][A-Z]{2,6}\$?(?=\s|$)")
FACTORS = Normalization(
    lambda text: _FACTORS.sub("", text), "factors or tags of words, such as house/NN", "write the words alone"
)

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


ESCAPES = Normalization(
    _escapes,
    r"escaped characters and bytes, such as \u00fc, \n and <0xC3>",
    "read the JSON that they come from as JSON",
)


def _entities(text: str) -> str:
    if "&" not in text:
        return text
    from html import unescape  # whose table takes long to load

    return unescape(text.replace("&bar;", "|"))


ENTITIES = Normalization(_entities, "entities of HTML, such as &amp; and &#39;", "unescape both sides")

# Not a star of Markdown, which has another one behind the last of its words.
_UNKNOWN_WORD = re.compile(r"(?<![\w*@#])(?:\*(?![^*]{1,200}(?<!\s)\*(?!\w))|[@#])(?=[^\W\d_]\w*(?![\w*]))")
UNKNOWN_WORDS = Normalization(
    lambda text: _UNKNOWN_WORD.sub("", text),
    "marks of words that Apertium does not know or inflect (*word, @word, #word)",
    "translate with apertium -u, or take them out of the output",
)

_FIELDS = ("translation", "translated_text", "output", "text", "target", "hypothesis", "result", "answer")
_BETWEEN_STRINGS = re.compile(r"""['"], ['"]""")


def _json(text: str) -> str:
    bare = text.strip()
    if bare[:2] in ("b'", 'b"') and bare[-1:] == bare[1] and len(bare) > 2:
        return bare[2:-1]  # how Python shows bytes
    if bare[:1] not in ("{", "[") or bare[-1:] not in ("}", "]"):
        return text
    from json import JSONDecodeError, loads

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


JSON = Normalization(_json, "texts inside of JSON or of Python's brackets", "write the bare texts")
