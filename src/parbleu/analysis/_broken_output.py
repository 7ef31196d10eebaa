"""Finds broken output.

It is empty, copied, too long, repeating, detached or shifted; or its numbers, addresses, markup, brackets or
punctuation do not fit the source.
"""

from __future__ import annotations

import re
import unicodedata
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from statistics import median

import numpy as np
from numpy.typing import NDArray

from parbleu._core import Segments
from parbleu.analysis._checked_stream import ADDRESS, MARKUP, PLACEHOLDER, CheckedStream, TextFacts
from parbleu.metrics._chrf import CHRF
from parbleu.text._identified_language import has_letters, is_in

NUMBER = re.compile(r"\d+(?:[.,'\u2019\u00a0\u202f]\d+)*")
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
LONGEST_PERIOD = 1000
"""Longer parts are not looked for in loops."""


def empty(stream: CheckedStream) -> Iterator[int]:
    """Finds texts of nothing but white space."""
    return (segment for segment, text in enumerate(stream.output.texts) if not text.strip())


def identical(stream: CheckedStream) -> Iterator[int]:
    """Finds texts that are equal to a reference."""
    for segment, text in enumerate(stream.output.texts):
        if any(reference.texts[segment] == text for reference in stream.references_of(segment)):
            yield segment


def copied(stream: CheckedStream) -> Iterator[int]:
    """Finds texts that are the source, but for case, width and white space, unless a reference is."""
    assert stream.source is not None
    for segment, text in enumerate(stream.output.folded):
        if not text or text != stream.source.folded[segment] or stream.output.is_kept(segment):
            continue
        if not any(reference.folded[segment] == text for reference in stream.references_of(segment)):
            yield segment


def partly_copied(stream: CheckedStream) -> Iterator[int]:
    """Finds texts with many words of the source, as a share of theirs, where no reference has so many."""
    assert stream.source is not None
    share = stream.limits.copied_share
    for segment, words in enumerate(stream.output.word_types):
        source = stream.source.word_types[segment]
        if _shared(words, source) >= share and not any(
            _shared(reference.word_types[segment], source) >= share
            for reference in stream.references_of(segment)
        ):
            yield segment


def _shared(words: frozenset[str], source: frozenset[str]) -> float:
    return len(words & source) / len(words) if words else 0.0


def wrong_script(stream: CheckedStream) -> Iterator[int]:
    """Finds texts with few letters of the script that most letters of the references are of."""
    script, least = stream.script, stream.limits.script_share
    if script is None:
        return
    for segment, letters in enumerate(stream.output.scripts):
        if _of_script(letters, script) < least and not any(
            _of_script(reference.scripts[segment], script) < least
            for reference in stream.references_of(segment)
        ):
            yield segment


def _of_script(letters: dict[str, int], script: str) -> float:
    total = sum(letters.values())
    return letters.get(script, 0) / total if total else 1.0


def wrong_length(stream: CheckedStream) -> Iterator[int]:
    """Finds texts much shorter or longer than each reference; without one, than the source lets expect."""
    low, high = stream.limits.shortest, stream.limits.longest
    for segment, ratios in enumerate(length_ratios(stream)):
        if (
            ratios
            and stream.output.texts[segment].strip()
            and not any(low <= ratio <= high for ratio in ratios)
        ):
            yield segment


def length_ratios(stream: CheckedStream) -> list[list[float]]:
    """Returns the length of each text as a share of its references', or of what its source predicts."""
    output = stream.output.texts
    if stream.references:
        return [
            [
                len(text) / len(reference.texts[segment])
                for reference in stream.references_of(segment)
                if reference.texts[segment]
            ]
            for segment, text in enumerate(output)
        ]
    assert stream.source is not None
    ratios = [
        len(text) / len(source) if source else 0
        for text, source in zip(output, stream.source.texts, strict=True)
    ]
    usual = median([ratio for ratio in ratios if ratio] or [1.0])
    return [[ratio / usual] if ratio else [] for ratio in ratios]


def oscillating(stream: CheckedStream) -> Iterator[int]:
    """Finds texts whose most frequent bigram occurs very often, and much more often than the source's."""
    limits = stream.limits
    for segment, count in enumerate(stream.output.top_counts[2]):
        if len(stream.output.words[segment]) < limits.oscillation_words or count < limits.bigram_count:
            continue
        if count - _expected(stream, 2, segment) >= limits.bigram_surplus:
            yield segment


def repeating(stream: CheckedStream) -> Iterator[int]:
    """Finds texts whose most frequent 4-gram of words occurs more often than the source's."""
    for segment, count in enumerate(stream.output.top_counts[4]):
        if count - _expected(stream, 4, segment) >= stream.limits.fourgram_surplus:
            yield segment


def _expected(stream: CheckedStream, order: int, segment: int) -> int:
    """Returns how often an n-gram of the source occurs, or of a reference if there is no source."""
    sides = [stream.source] if stream.source is not None else stream.references
    return max((side.top_counts[order][segment] for side in sides), default=0)


def looping(stream: CheckedStream) -> Iterator[int]:
    """Finds long texts that zlib makes much shorter and in which a part repeats at once."""
    limits = stream.limits
    for segment, text in enumerate(stream.output.texts):
        data = text.encode("utf-8", "surrogatepass")
        if len(data) < limits.loop_bytes or len(data) <= limits.compression * len(zlib.compress(data)):
            continue
        if repeats_at_once(text, limits.loop_repeats):
            yield segment


def repeats_at_once(text: str, times: int) -> bool:
    """Returns whether a part of at most 1,000 characters stands that many times in a row."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    for period in range(1, min(len(codes) // times, LONGEST_PERIOD) + 1):
        differ = np.flatnonzero(codes[period:] != codes[:-period])
        ends = np.concatenate([[-1], differ, [len(codes) - period]])
        if np.diff(ends).max() - 1 >= (times - 1) * period:
            return True
    return False


def same_for_different_sources(stream: CheckedStream) -> Iterator[int]:
    """Finds texts that are the output for several sources whose references differ, too."""
    places: dict[str, list[int]] = {}
    for segment, text in enumerate(stream.output.texts):
        if len(stream.output.words[segment]) >= stream.limits.same_words:
            places.setdefault(text, []).append(segment)
    sources = [""] * len(stream.output.texts) if stream.source is None else stream.source.texts
    for segments in places.values():
        if len(segments) > 1 and len({sources[segment] for segment in segments}) > 1:
            expected = {
                tuple(reference.texts[segment] for reference in stream.references) for segment in segments
            }
            if len(expected) > 1 or not stream.references:
                yield from segments


def as_before(stream: CheckedStream) -> Iterator[int]:
    """Finds texts that are equal to the one before though the sources, and the references, differ."""
    texts = stream.output.texts
    sides: list[TextFacts] = [*([] if stream.source is None else [stream.source]), *stream.references]
    for segment in range(1, len(texts)):
        if (
            texts[segment].strip()
            and texts[segment] == texts[segment - 1]
            and all(side.texts[segment] != side.texts[segment - 1] for side in sides)
        ):
            yield segment


def detached(stream: CheckedStream) -> Iterator[int]:
    """Finds texts of usual length with next to nothing in common with any reference."""
    scores = _best_chrf(stream.output.segments, [reference.segments for reference in stream.references])
    unusual = {*wrong_length(stream), *empty(stream)}
    if stream.source is not None:
        unusual |= {*copied(stream)}
    for segment in np.flatnonzero(scores < stream.limits.detached_chrf).tolist():
        if segment not in unusual and stream.references_of(segment):
            yield segment


def _best_chrf(hypotheses: Segments, references: Sequence[Segments]) -> NDArray[np.float64]:
    metric = CHRF()
    best = np.zeros(len(hypotheses))
    for reference in references:
        best = np.maximum(best, metric.segment_scores(hypotheses, [reference]))
    return best


def shifted(stream: CheckedStream) -> Iterator[int]:
    """Finds stretches of lines that fit the references of their neighbours better than their own."""
    window, size = stream.limits.window, len(stream)
    if size <= window:
        return
    hypotheses, references = stream.output.segments, [reference.segments for reference in stream.references]
    texts = hypotheses.to_list()
    unmoved = _best_chrf(hypotheses, references)
    marked = np.zeros(size, bool)
    for step in (1, -1):
        first, last = max(0, -step), size - max(0, step)
        moved = [Segments(side.to_list()[first + step : last + step]) for side in references]
        gain = _best_chrf(Segments(texts[first:last]), moved) - unmoved[first:last]
        sums = np.concatenate([[0.0], np.cumsum(gain)])
        starts = np.flatnonzero(sums[window:] - sums[:-window] > 0)
        for start in starts.tolist():
            marked[first + start : first + start + window] = True
    yield from np.flatnonzero(marked).tolist()


def wrong_language(stream: CheckedStream) -> Iterator[int]:
    """Finds texts of at least 20 letters that py3langid takes for another language, but not their references.

    Raises:
        MissingDependencyError: py3langid is not installed.
    """
    for segment, text in enumerate(stream.output.texts):
        if not has_letters(text) or is_in(text, stream.language):
            continue
        references = stream.references_of(segment)
        if not references or any(is_in(side.texts[segment], stream.language) for side in references):
            yield segment


# --- parts that do not fit the source


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
    """Returns whether brackets of a text are in pairs, and straight double quotes even in number."""
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
