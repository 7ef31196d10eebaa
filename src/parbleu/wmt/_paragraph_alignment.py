"""Makes a translation have the paragraphs of its source, by the rules of WMT26 and by a better one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from types import MappingProxyType

import numpy as np

from parbleu import _core
from parbleu._base.known_names import by_name
from parbleu.errors import InputShapeError
from parbleu.metrics import CHRF
from parbleu.tables import Result, column, record, rows

_SENTENCE_END = re.compile(r"[.!?][\"'”’»)]{0,3}(?=\s)|[。！？][」』”’）]{0,3}(?![。！？])|\n")
_FIRST_SENTENCE_END = re.compile(r"[.!?](?=\s)|[。！？]")
_ALIKE = 85.0
"""chrF from which the final rule of WMT26 splits no block."""
_LONGER = 1.3
_MANY_LONGER = 30
_BAND = 6
"""How many sentences the first band reaches to each side."""

Spans = list[tuple[int, int]]
"""The first unit of each block, and the one behind its last."""


@record
class AlignedParagraph:
    """A block of a translation beside its source or reference.

    Attributes:
        number: its place, from 1.
        how: "kept", "merged" of several blocks, "split" off a longer one, both, or "empty".
        similarity: chrF of the block and the reference; None if the rule compares lengths.
        margin: how much of the sum of chrF is lost if this block is cut in any other way: the confidence.
            None if the rule does not say.
        text: the block.
    """

    number: int
    how: str
    similarity: float | None = column("chrF", decimals=1)
    margin: float | None = column(decimals=1)
    text: str


@record
class ParagraphAlignment(Result):
    """A translation with as many blocks as its source. Nothing of it is lost.

    Attributes:
        paragraphs: its blocks.
        rule: the name of the rule.
        failed: whether the rule finds no alignment; then the blocks are as they were, and empty ones follow.
    """

    paragraphs: tuple[AlignedParagraph, ...] = rows("paragraphs", AlignedParagraph, facts="rule failed")
    rule: str
    failed: bool

    @property
    def texts(self) -> list[str]:
        """The text of each block."""
        return [paragraph.text for paragraph in self.paragraphs]


def align_paragraphs(
    references: Sequence[str], translation: Sequence[str], rule: str = "chrf"
) -> ParagraphAlignment:
    """Merges and splits the blocks of a translation, so that it has as many as its source.

    Args:
        references: the blocks of the source for "wmt26-first"; for others those of a translation of the same
            source into the same language, such as a reference or the output of another system.
        translation: the blocks to align. Merged ones have a line end between them.
        rule: one of `ALIGNMENT_RULES`.

    Raises:
        InputShapeError: there is no block on one side, or the reference has no text.
        UnknownNameError: there is no such rule.
    """
    align = by_name("rule of alignment", rule, ALIGNMENT_RULES)
    if not references or not translation:
        raise InputShapeError("give at least one block of each side")
    if not any(references):
        raise InputShapeError("all blocks of the reference are empty")
    return align(list(references), list(translation))


def _first_rule(source: list[str], blocks: list[str]) -> ParagraphAlignment:
    """Aligns by lengths, as the first script of WMT26 does."""
    if len(blocks) >= len(source):
        return _merged("wmt26-first", blocks, _least_difference(source, blocks))
    total, fertility = sum(map(len, source)), sum(map(len, blocks))
    parts = [(block, index) for index, block in enumerate(blocks)]
    while len(parts) < len(source):
        for index, (text, owner) in enumerate(parts):
            expected = len(source[index]) * fertility / total
            ends = [
                match.end() for match in _FIRST_SENTENCE_END.finditer(text) if text[match.end() :].strip()
            ]
            if len(text) > expected and ends:
                end = min(ends, key=lambda end: abs(end - expected))
                parts[index : index + 1] = [(text[:end].strip(), owner), (text[end:].strip(), owner)]
                break
        else:
            return _padded("wmt26-first", blocks, len(source))
    return _parts("wmt26-first", parts)


def _least_difference(source: Sequence[str], blocks: Sequence[str]) -> Spans:
    """Returns the merges by which lengths differ least from those expected, in whole numbers.

    Of several ways, it is the one that merges earliest.
    """
    lengths = (np.array(list(map(len, texts)), dtype=np.int64) for texts in (source, blocks))
    return list(pairwise([0, *_core.merged_by_length(*lengths)]))


def _final_rule(references: list[str], blocks: list[str]) -> ParagraphAlignment:
    """Aligns by chrF, as the final script of WMT26 is described."""
    rule = "wmt26-final"
    if len(blocks) >= len(references):
        spans, _ = _most_similar(references, blocks, len(blocks), _with_line_ends(blocks), allow_empty=False)
        return _merged(rule, blocks, spans, references)
    parts = [(block, index) for index, block in enumerate(blocks)]
    while len(parts) < len(references):
        scores = _similarities(zip([text for text, _ in parts], references, strict=False))
        for index, (text, owner) in enumerate(parts):
            longer = len(text) - len(references[index])
            if (
                scores[index] >= _ALIKE
                or len(text) <= _LONGER * len(references[index])
                or longer < _MANY_LONGER
            ):
                continue
            ends = _sentence_ends(text)
            if ends:
                pairs = [(text[:end].strip(), references[index]) for end in ends]
                pairs += [(text[end:].strip(), references[index + 1]) for end in ends]
                values = _similarities(pairs)
                means = [(values[number] + values[number + len(ends)]) / 2 for number in range(len(ends))]
                end = ends[means.index(max(means))]
                parts[index : index + 1] = [(text[:end].strip(), owner), (text[end:].strip(), owner)]
                break
        else:
            break
    if len(parts) < len(references):
        texts = [text for text, _ in parts]
        spans, _ = _most_similar(references, texts, 1, _with_line_ends(texts))
        parts = [parts[begin] if end > begin else ("", -1) for begin, end in spans]
    return _parts(rule, parts, references)


def _chrf_rule(references: list[str], blocks: list[str]) -> ParagraphAlignment:
    """Cuts the translation behind sentences, so that the sum of chrF is the greatest, with margins."""
    units: list[str] = []
    owners: list[int] = []
    for index, block in enumerate(blocks):
        begin = 0
        for end in [*_sentence_ends(block), len(block)]:
            units.append(block[begin:end])
            owners.append(index)
            begin = end

    whole, starts, stops = "", [], [0]
    for index, unit in enumerate(units):
        whole += "\n" * (index > 0 and owners[index] != owners[index - 1])
        starts.append(len(whole))
        whole += unit
        stops.append(len(whole))

    @cache
    def text(begin: int, end: int) -> str:
        return whole[starts[begin] : stops[end]].strip() if begin < end else ""

    spans, margins = _most_similar(references, units, len(units), text)
    texts = [text(begin, end) for begin, end in spans]
    scores = _similarities(zip(texts, references, strict=True))
    counts = Counter(owners)
    paragraphs = []
    for number, (begin, end) in enumerate(spans):
        touched = set(owners[begin:end])
        split = any(owners[begin:end].count(owner) < counts[owner] for owner in touched)
        how = " and ".join([*["merged"] * (len(touched) > 1), *["split"] * split]) or (
            "kept" if touched else "empty"
        )
        paragraphs.append(AlignedParagraph(number + 1, how, scores[number], margins[number], texts[number]))
    return ParagraphAlignment(tuple(paragraphs), "chrf", False)


def _most_similar(
    references: Sequence[str],
    units: Sequence[str],
    most: int,
    text: Callable[[int, int], str],
    *,
    allow_empty: bool = True,
) -> tuple[Spans, list[float]]:
    """Returns how the units are cut into blocks with the greatest sum of chrF, and the margin of each block.

    Args:
        references: the blocks to be similar to.
        units: what is cut; all of them are used, in order.
        most: how many units a block has at most.
        text: returns the text of the units between two places.
        allow_empty: whether a block may have no unit.
    """
    n_blocks, n_units = len(references), len(units)
    band = max(_BAND, abs(n_units - n_blocks) if not allow_empty or most == 1 else _BAND)
    scores: dict[tuple[int, int, int], float] = {}  # block, first unit, the one behind the last
    centres = _expected_places(references, units)
    while True:
        near = [range(max(0, centre - band), min(n_units, centre + band) + 1) for centre in centres]
        near[0], near[-1] = range(1), range(n_units, n_units + 1)
        cells = [
            (block, begin, end)
            for block in range(n_blocks)
            for begin in near[block]
            for end in near[block + 1]
            if begin + (not allow_empty) <= end <= begin + most
        ]
        new = [cell for cell in cells if cell not in scores] if scores else cells
        values = _similarities((text(begin, end), references[block]) for block, begin, end in new)
        scores.update(zip(new, values, strict=True))
        spans, margins = _core.best_blocks(
            np.array(cells, dtype=np.int64).reshape(-1, 3),
            np.array([scores[cell] for cell in cells]),
            n_blocks,
            n_units,
        )
        at_edge = any(
            begin in (near[block][0], near[block][-1]) and 0 < begin < n_units
            for block, (begin, _) in enumerate(spans)
            if block
        )
        if spans and (not at_edge or band >= n_units):
            return spans, margins
        if band >= n_units:
            raise InputShapeError(f"{n_units} units cannot be cut into {n_blocks} blocks of at most {most}")
        band *= 2


def _expected_places(references: Sequence[str], units: Sequence[str]) -> list[int]:
    """Returns how many units stand before each block, and behind the last, if lengths are in proportion."""
    total, length = sum(map(len, references)), sum(map(len, units)) or 1
    ends, unit, passed, places = 0, 0, 0.0, [0]
    for reference in references:
        ends += len(reference)
        while unit < len(units) and (passed + len(units[unit]) / 2) * total <= ends * length:
            passed += len(units[unit])
            unit += 1
        places.append(unit)
    return places


def _similarities(pairs: Iterable[tuple[str, str]]) -> list[float]:
    """Returns the chrF of pairs of a text and a reference; that of two empty texts is 100, of one 0."""
    listed = list(pairs)
    compared = [(one, other) for one, other in listed if one and other]
    if not compared:
        return [0.0 if one or other else 100.0 for one, other in listed]
    hypotheses, references = map(list, zip(*compared, strict=True))
    values: list[float] = CHRF().segment_scores(hypotheses, [references]).tolist()
    if len(compared) == len(listed):
        return values
    known = iter(values)
    return [next(known) if one and other else 0.0 if one or other else 100.0 for one, other in listed]


def _sentence_ends(text: str) -> list[int]:
    """Returns where sentences end inside of a text."""
    return [
        match.end()
        for match in _SENTENCE_END.finditer(text)
        if text[: match.end()].strip() and text[match.end() :].strip()
    ]


def _with_line_ends(blocks: Sequence[str]) -> Callable[[int, int], str]:
    return lambda begin, end: "\n".join(blocks[begin:end])


def _merged(
    rule: str, blocks: Sequence[str], spans: Spans, references: Sequence[str] | None = None
) -> ParagraphAlignment:
    text = _with_line_ends(blocks)
    made = [("kept" if end - begin == 1 else "merged", text(begin, end)) for begin, end in spans]
    return _aligned(rule, made, references)


def _parts(
    rule: str, parts: Sequence[tuple[str, int]], references: Sequence[str] | None = None
) -> ParagraphAlignment:
    """Returns the alignment of texts, each with the place of the block that it is of."""
    counts = Counter(owner for _, owner in parts)
    blocks = [
        ("empty" if owner < 0 else "split" if counts[owner] > 1 else "kept", text) for text, owner in parts
    ]
    return _aligned(rule, blocks, references)


def _padded(rule: str, blocks: Sequence[str], wanted: int) -> ParagraphAlignment:
    padded = [*(("kept", text) for text in blocks), *[("empty", "")] * (wanted - len(blocks))]
    return _aligned(rule, padded, None, failed=True)


def _aligned(
    rule: str, blocks: Sequence[tuple[str, str]], references: Sequence[str] | None, *, failed: bool = False
) -> ParagraphAlignment:
    """Returns the alignment of blocks, each with how it came about; with chrF if there are references."""
    scores: Sequence[float | None] = [None] * len(blocks)
    if references is not None:
        scores = _similarities(zip([text for _, text in blocks], references, strict=True))
    return ParagraphAlignment(
        tuple(
            AlignedParagraph(number, how, score, None, text)
            for number, ((how, text), score) in enumerate(zip(blocks, scores, strict=True), 1)
        ),
        rule,
        failed,
    )


ALIGNMENT_RULES: Mapping[str, Callable[[list[str], list[str]], ParagraphAlignment]] = MappingProxyType(
    {"wmt26-first": _first_rule, "wmt26-final": _final_rule, "chrf": _chrf_rule}
)
"""Name of a rule -> what aligns by it: by lengths; by chrF, as described; by chrF, sentence by sentence."""
