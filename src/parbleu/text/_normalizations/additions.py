"""Normalizations that remove what programs add to texts: markup, tokens of models, numbers of subtitles."""

from __future__ import annotations

import re
from html import unescape
from json import JSONDecodeError, loads

from parbleu.text._normalizations.base import Normalization

_BLOCK = re.compile(
    r"</?(?:seed:)?(?:think(?:ing)?|thoughts?|reasoning|reflection|scratchpad|analysis)>"
    r"|\[/?THINK\]|◁/?think▷|<\|(?:begin|start|end)_(?:of_thought|thinking)\|>",
    re.IGNORECASE,
)
"""How a block of reasoning begins or ends."""

_CHANNELS = (
    ("<|channel|>final<|message|>", re.compile(r"<\|channel\|>(?:analysis|commentary)\b")),
    ("assistantfinal", re.compile(r"\Aanalysis(?=[A-Z])")),  # the same without special tokens
    ("...done thinking.", re.compile(r"(?!)")),
)
"""What stands before the text behind reasoning in channels, and how they begin."""


def _reasoning(text: str) -> str:
    """Returns the text in front of the first block, which a template may begin, and behind the last one.

    Of a block that never ends, nothing is left: the output was cut before the text began.
    """
    for final, begin in _CHANNELS:
        if final in text:
            text = text.rpartition(final)[2].strip()
        if channel := begin.search(text):
            text = text[: channel.start()].strip()
    marks = list(_BLOCK.finditer(text)) if "<" in text or "[" in text or "◁" in text else ()
    if not marks:
        return text
    ends = ["/" in mark[0] or "end_" in mark[0].lower() for mark in marks]
    front = "" if ends[0] else text[: marks[0].start()]
    if True not in ends:
        return front.strip()
    last = len(ends) - 1 - ends[::-1].index(True)
    behind = marks[last + 1].start() if last + 1 < len(marks) else len(text)
    return (front + text[marks[last].end() : behind]).strip()


REASONING = Normalization(
    _reasoning, "reasoning of language models (<think>)", "take it out of the output before it is saved"
)

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


_CITATION = re.compile(r" ?\[\d{1,3}(?:[,–-] ?\d{1,3})*\]")

CITATIONS = Normalization(
    lambda text: _CITATION.sub("", text) if "[" in text else text,
    "numbers of sources in brackets, such as [1]",
    "take them out of the output",
)

JSON = Normalization(_json, "texts inside of JSON or of Python's brackets", "write the bare texts")

_FENCE = re.compile(r"```(?:[a-z]{0,20}(?:\n|\\n)|(?:text|txt|plaintext|markdown|md)[ \t])?")


def _fences(text: str) -> str:
    return _FENCE.sub("", text).replace("```", "").strip() if "```" in text else text


FENCES = Normalization(_fences, "code fences of language models (```)", "take them out of the output")

# What models say before a translation ends in a colon and has one of these.
_LEADS = (
    "translat",
    "traduc",
    "traduz",
    "traduç",
    "traduit",
    "übersetz",
    "uebersetz",
    "vertal",
    "översätt",
    "oversæt",
    "oversett",
    "käänn",
    "tõlg",
    "tulkoj",
    "vertim",
    "tłumacz",
    "překlad",
    "preklad",
    "prijevod",
    "prevod",
    "fordít",
    "μετάφρα",
    "перевод",
    "переклад",
    "превод",
    "çevir",
    "tərcüm",
    "bản dịch",
    "terjemah",
    "salin",
    "tafsiri",
    "翻译",
    "翻譯",
    "译文",
    "譯文",
    "翻訳",
    "訳文",
    "번역",
    "ترجم",
    "תרגום",
    "अनुवाद",
    "অনুবাদ",
    "คำแปล",
    "sure",
    "certainly",
    "target",
    "output",
    "answer",
    "assistant",
    "english",
    "german",
    "french",
    "spanish",
    "chinese",
    "japanese",
    "deutsch",
)
_LEAD_MOST = 80


def _preambles(text: str) -> str:
    begin = text[:_LEAD_MOST].replace("：", ":")
    lead, colon, _ = begin.partition(":")
    if not colon:
        return text
    if any(word in lead.lower() for word in _LEADS) and not lead.rstrip()[-1:].isdigit():
        rest = text[len(lead) + 1 :].strip().removeprefix("**").strip()
        return rest or text
    return text


PREAMBLES = Normalization(
    _preambles, "words of language models before the translation", "take them out of the output"
)

_NUMBER = re.compile(r"\s{0,8}(?:\(?\d{1,6}[.):]|\[\d{1,6}\]|[-*•])\s{1,8}")
NUMBERING = Normalization(
    lambda text: _NUMBER.sub("", text, count=1) if _NUMBER.match(text) else text,
    "numbers or bullets at the beginning",
    "take them out",
)

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

_TAG = re.compile(r"</?[A-Za-z][^<>]{0,200}>")
TAGS = Normalization(lambda text: _TAG.sub("", text).strip() if "<" in text else text, "tags of XML")

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
    return unescape(text.replace("&bar;", "|")) if "&" in text else text


ENTITIES = Normalization(_entities, "entities of HTML, such as &amp; and &#39;", "unescape both sides")


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


PIECES = Normalization(
    _pieces,
    "pieces of a subword model",
    "join the pieces first (the model's decode, or sed -E 's/(@@ )|(@@ ?$)//g')",
)

_MOSES = (("-LRB-", "("), ("-RRB-", ")"), ("-LSB-", "["), ("-RSB-", "]"), ("-LCB-", "{"), ("-RCB-", "}"))


def _placeholders(text: str) -> str:
    for written, meant in (*_MOSES, (" @-@ ", "-"), (" @/@ ", "/"), (" @,@ ", ","), (" @.@ ", ".")):
        text = text.replace(written, meant)
    return text


PLACEHOLDERS = Normalization(
    _placeholders, "brackets and hyphens as tokenizers write them (-LRB-, @-@)", "detokenize"
)

_EMPHASIS = re.compile(r"\*\*|__|`|^#{1,6} ", re.MULTILINE)
MARKDOWN = Normalization(
    lambda text: _EMPHASIS.sub("", text).strip(),
    "marks of Markdown, such as **",
    "take them out of the output",
)

_PAIRS = ('""', "“”", "„“", "„”", "«»", "»«", "「」", "『』", "''", "‘’")


def _enclosing_quotes(text: str) -> str:
    bare = text.strip()
    if len(bare) > 2 and bare[0] + bare[-1] in _PAIRS and not set(bare[0] + bare[-1]) & set(bare[1:-1]):
        return bare[1:-1].strip()
    inner = bare[1:-1].replace('""', "")
    if len(bare) > 2 and bare[0] == bare[-1] == '"' and '"' not in inner:
        return bare[1:-1].replace('""', '"').strip()  # as in CSV
    return text


ENCLOSING_QUOTES = Normalization(
    _enclosing_quotes, "quotation marks around whole segments", "take them out of the output"
)
