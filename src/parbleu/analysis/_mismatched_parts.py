"""Finds output whose numbers, addresses, markup, brackets or punctuation do not fit the source."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parbleu.analysis._checked_stream import CheckedStream

NUMBER = re.compile(r"\d+(?:[.,'\u2019\u00a0\u202f]\d+)*")
ADDRESS = re.compile(r"https?://[^\s<>\"]+|www\.[^\s<>\"]+|(?<![\w.+-])[\w.+-]{1,64}@[\w.-]{1,255}")
MARKUP = re.compile(r"<[a-zA-Z/!?][^<>]{0,200}>")
PLACEHOLDER = re.compile(r"\{[^{}\s]{0,60}\}|%(?:\d+\$)?[sdfi@]\b|%%?\([a-z_]+\)[sd]|\$\{[^{}\s]{0,60}\}")
MOJIBAKE = re.compile("[ÃÂ][\u0080-\u00bf]|â€|ï»¿|ï¿½")
PAIRS = {")": "(", "]": "[", "}": "{", "）": "（", "」": "「", "』": "『", "】": "【", "》": "《", "］": "［"}
OPENING = frozenset(PAIRS.values())
BRACKET = re.compile(f"[{re.escape(''.join((*PAIRS, *PAIRS.values())))}]")
FINAL = {
    **dict.fromkeys(".。।።։", "."),
    **dict.fromkeys("?？؟;", "?"),
    **dict.fromkeys("!！", "!"),
    **dict.fromkeys(":：", ":"),
    **dict.fromkeys("…⋯", "…"),
}
CLOSING = "\"'”’»«)]）」』】》“„ "


def numbers_of(text: str) -> Counter[str]:
    """Returns the numbers of a text as ASCII digits, without separators of thousands and decimals."""
    numbers = (re.sub(r"\D", "", number) for number in NUMBER.findall(text))
    return Counter(
        number if number.isascii() else "".join(str(unicodedata.digit(digit)) for digit in number)
        for number in numbers
    )


def addresses_of(text: str) -> Counter[str]:
    """Returns the URLs and mail addresses of a text, without punctuation at the end."""
    return Counter(address.rstrip(".,;:!?)]}'’") for address in ADDRESS.findall(text))


def markup_of(text: str) -> Counter[str]:
    """Returns the tags of a text."""
    return Counter(MARKUP.findall(text))


def placeholders_of(text: str) -> Counter[str]:
    """Returns the placeholders of a text, such as {name} and %s."""
    return Counter(PLACEHOLDER.findall(text))


def wrong_numbers(stream: CheckedStream) -> Iterator[int]:
    """Finds texts whose numbers are not those of the source, unless no reference has those, either."""
    return _misfits(stream, numbers_of, lambda numbers, source: numbers != source)


def missing_addresses(stream: CheckedStream) -> Iterator[int]:
    """Finds texts that lack a URL or mail address of the source, unless all references do."""
    return _misfits(stream, addresses_of, _lacks)


def missing_markup(stream: CheckedStream) -> Iterator[int]:
    """Finds texts that lack a tag of the source, unless all references do."""
    return _misfits(stream, markup_of, _lacks)


def missing_placeholders(stream: CheckedStream) -> Iterator[int]:
    """Finds texts that lack a placeholder of the source, unless all references do."""
    return _misfits(stream, placeholders_of, _lacks)


def _lacks(parts: Counter[str], source: Counter[str]) -> bool:
    return bool(source - parts)


def _misfits(
    stream: CheckedStream,
    parts: Callable[[str], Counter[str]],
    misfit: Callable[[Counter[str], Counter[str]], bool],
) -> Iterator[int]:
    assert stream.source is not None
    for segment, (parts_of_output, source) in enumerate(
        zip(stream.output.parts(parts), stream.source.parts(parts), strict=True)
    ):
        if not misfit(parts_of_output, source):
            continue
        references = stream.references_of(segment)
        if not references or any(not misfit(side.parts(parts)[segment], source) for side in references):
            yield segment


def balanced(text: str) -> bool:
    """Whether every bracket of a text has its partner, and straight double quotes are even in number."""
    open_brackets: list[str] = []
    for char in BRACKET.findall(text):
        if char in OPENING:
            open_brackets.append(char)
        elif not open_brackets or open_brackets.pop() != PAIRS[char]:
            return False
    return not open_brackets and text.count('"') % 2 == 0


def unbalanced(stream: CheckedStream) -> Iterator[int]:
    """Finds texts with brackets or quotes without partners, unless the source or a reference has such."""
    for segment, text in enumerate(stream.output.texts):
        if balanced(text):
            continue
        others = [*stream.references_of(segment), *([] if stream.source is None else [stream.source])]
        if all(balanced(other.texts[segment]) for other in others):
            yield segment


def final_mark(text: str) -> str:
    """Returns the kind of punctuation that a text ends with; "" for none."""
    return FINAL.get(text.rstrip().rstrip(CLOSING)[-1:], "")


def other_final_mark(stream: CheckedStream) -> Iterator[int]:
    """Finds texts that end with other punctuation than each reference; without one, than the source."""
    for segment, text in enumerate(stream.output.texts):
        others = stream.references_of(segment) or ([] if stream.source is None else [stream.source])
        marks = [final_mark(other.texts[segment]) for other in others]
        if text.strip() and marks and final_mark(text) not in marks:
            yield segment


def bad_characters(stream: CheckedStream) -> Iterator[int]:
    """Finds control characters, U+FFFD, lone surrogates and text that was decoded wrongly."""
    for segment, text in enumerate(stream.output.texts):
        # Printable text has none of the categories of `_is_bad`, and only U+FFFD of the rest.
        printable = text.isprintable() and "\ufffd" not in text
        if MOJIBAKE.search(text) or (not printable and any(map(_is_bad, text))):
            yield segment


def _is_bad(char: str) -> bool:
    return char == "\ufffd" or (char != "\t" and unicodedata.category(char) in ("Cc", "Cs", "Co", "Cn"))
