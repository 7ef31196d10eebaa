"""Normalizations that remove what language models write besides a translation."""

from __future__ import annotations

import re

from parbleu.text._normalizations.base import Normalization

_BLOCK = re.compile(
    r"</?(?:seed:)?(?:think(?:ing)?|thoughts?|reasoning|reflection|scratchpad|analysis)>"
    r"|\[/?THINK\]|◁/?think▷|<\|(?:begin|start|end)_(?:of_thought|thinking)\|>",
    re.IGNORECASE,
)
"""How a block of reasoning begins or ends."""

_CHANNELS = (
    ("<|channel|>final<|message|>", "<|channel|>", re.compile(r"<\|channel\|>(?:analysis|commentary)\b")),
    ("assistantfinal", "analysis", re.compile(r"\Aanalysis(?=[A-Z])")),  # the same without special tokens
)
"""What stands before the text behind reasoning in channels, and how they begin: a part, and the whole."""

_END = "...done thinking."


def _reasoning(text: str) -> str:
    """Returns the text in front of the first block, which a template may begin, and behind the last one.

    Of a block that never ends, nothing is left: the output was cut before the text began.
    """
    for final, part, begin in _CHANNELS:
        if final in text:
            text = text.rpartition(final)[2].strip()
        if part in text and (channel := begin.search(text)):
            text = text[: channel.start()].strip()
    if _END in text:
        text = text.rpartition(_END)[2].strip()
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


_CITATION = re.compile(r" ?\[\d{1,3}(?:[,–-] ?\d{1,3})*\]")

CITATIONS = Normalization(
    lambda text: _CITATION.sub("", text) if "[" in text else text,
    "numbers of sources in brackets, such as [1]",
    "take them out of the output",
)

JSON = Normalization(_json, "texts inside of JSON or of Python's brackets", "write the bare texts")

_FENCE = re.compile(r"```(?:[a-z]{0,20}(?:\n|\\n)|(?:text|txt|plaintext|markdown|md)[ \t])?")


FENCES = Normalization(
    lambda text: _FENCE.sub("", text).replace("```", "").strip() if "```" in text else text,
    "code fences of language models (```)",
    "take them out of the output",
)

# What models say before a translation ends in a colon and has one of these.
_LEADS = (
    "bản dịch",
    *("translat", "traduc", "traduz", "traduç", "traduit", "übersetz", "uebersetz", "vertal", "översätt"),
    *("oversæt", "oversett", "käänn", "tõlg", "tulkoj", "vertim", "tłumacz", "překlad", "preklad"),
    *("prijevod", "prevod", "fordít", "μετάφρα", "перевод", "переклад", "превод", "çevir", "tərcüm"),
    *("terjemah", "salin", "tafsiri", "翻译", "翻譯", "译文", "譯文", "翻訳", "訳文", "번역"),
    *("ترجم", "תרגום", "अनुवाद"),
    *("অনুবাদ", "คำแปล", "sure", "certainly", "target", "output", "answer", "assistant", "english", "german"),
    *("french", "spanish", "chinese", "japanese", "deutsch"),
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

_EMPHASIS = re.compile(r"\*\*|__|`|^#{1,6} ", re.MULTILINE)
MARKDOWN = Normalization(
    lambda text: _EMPHASIS.sub("", text).strip(),
    "marks of Markdown, such as **",
    "take them out of the output",
)
