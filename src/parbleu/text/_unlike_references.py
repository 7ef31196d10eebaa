"""Says how many lines of an output differ from their references as translations of the same text do not."""

from __future__ import annotations

from parbleu._core import Segments, WritingLimits, shared_words
from parbleu.text._corpus_sample import (
    DIGITS,
    affix_keys,
    best_run,
    is_cut,
    is_of_likely_length,
    lacks_kana,
    own_affix,
    width_differs,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from parbleu.text._corpus_sample import CorpusSample

_CHANCE = 2.0
"""How many times as many words lines have in common with their references as with others, at least."""

_RARELY = 0.01
"""The mean share of words that lines have in common with others, at least."""

_WHOLE = 0.8
"""The share of lines without a match from which on it is said of all of them."""

_AWAY = (0.25, 0.5, 0.75)
"""How far away other lines are with which those of a part are compared, as shares of the part."""

_ALIKE = 1.15
"""How many times as many pairs of characters translations share with their references as with others."""

_MATCHING = 0.25
"""The share of words in common with their references that lines have in the right order, at least."""

_MARKS = frozenset(":[]()<>{}|/*#_=~-–—•.!?：！？。0123456789")
_EVIDENT, _NEARLY_ALL = 20, 0.9
"""How many lines, and which share of them, begin or end with words that have none of these marks, at least:
translators may choose one word where the reference has another."""

_NEAR, _OTHERS = 8, 20
_SHOWN = 40
"""How many characters of what lines begin or end with are shown, at most."""


def how_unlike(
    sample: CorpusSample, system: int, name: str, reference: str, normalizations: Sequence[str] = ()
) -> str:
    """Returns in words how an output is unlike its references; "" if it is not.

    Args:
        sample: lines of both sides.
        system: the place of the output.
        name: what to call it.
        reference: what to call the first reference.
        normalizations: those that are known to be lacking: what they undo is not told again.
    """
    if normalizations:
        sample = sample.normalized(normalizations)
    lines, references = sample.compared(system)
    if len(lines) < WritingLimits.fewest_unmatched or not (any(lines) and any(references)):
        return ""
    return (
        _in_other_script(sample, lines, references, name, reference)
        or _repeated(sample, system, name)
        or _unmatched(sample, system, name, reference)
        or _affixed(sample, lines, references, name, reference)
        or _of_other_length(lines, references, name, reference)
        or _some_of_other_length(sample, lines, references, name, reference)
    )


def _is_much(count: int, looked_at: Sequence[object]) -> bool:
    return count > max(WritingLimits.few_lines, WritingLimits.tenth * len(looked_at))


def _in_other_script(
    sample: CorpusSample, lines: Sequence[str], references: Sequence[str], name: str, reference: str
) -> str:
    for differs, look in (
        (width_differs, f"in letters of another script than those of {reference}"),
        (lacks_kana, f"without kana, unlike those of {reference}: are they Chinese?"),
    ):
        count = sum(map(differs, lines, references))
        if _is_much(count, lines):
            return f"{sample.percent(count, lines)} % of the segments of {name} are {look}"
    return ""


def _repeated(sample: CorpusSample, system: int, name: str) -> str:
    firsts, count = sample.pairs(), sample.repeated(system)
    if not _is_much(count, firsts):
        return ""
    return (
        f"{sample.percent(count, firsts)} % of the segments of {name} are the same as the segment before, "
        "and their references are not: were results written twice?"
    )


def _unmatched(sample: CorpusSample, system: int, name: str, reference: str) -> str:
    own, firsts = sample.shares_of_words(system), sample.pairs()
    begin, end = best_run([WritingLimits.rarely_shared] * len(own), own)
    places = [at for at in firsts[begin:end] if sample.references[0][at]]
    if len(places) < WritingLimits.fewest_unmatched:
        return ""
    lines, references = sample.systems[system], sample.references[0]
    has_blanks = sample.has_blanks()
    if not has_blanks:  # those of an output do not count then
        lines = [line.replace(" ", "") for line in lines]
    output, own_references = [lines[at] for at in places], [references[at] for at in places]
    is_backwards = _shared([line[::-1] for line in output], own_references, has_blanks) > _MATCHING
    if not (is_backwards or _are_alike_by_chance(output, own_references, has_blanks)):
        return ""
    part = ""
    if len(places) < _WHOLE * len(own):
        part = f" from about line {sample.places[places[0]] + 1} to {sample.places[places[-1]] + 1}"
    why = "are they of another text, or in another order?"
    if is_backwards:
        why = "their characters are in the reverse order"
    elif lines == sorted(lines):
        why = "they are sorted"
    elif all(", column '" in side for side in (name, reference)):
        why += " --segment-id COLUMN joins the rows of two tables"
    return (
        f"the segments of {name}{part} have no more words in common with their references than with those "
        f"of other segments: {why}"
    )


def _are_alike_by_chance(lines: list[str], references: list[str], has_blanks: bool) -> bool:
    """Returns whether lines have no more in common with their references than with those of other lines."""
    moved = [int(away * len(lines)) for away in _AWAY]
    others = [line for by in moved for line in (*references[by:], *references[:by])]
    for words in (True, False):  # pairs of characters tell synonyms, names and Chinese, too
        by_chance = max(_shared(lines * len(_AWAY), others, words), _RARELY)
        most = (_CHANCE if words else _ALIKE) * by_chance
        if words == has_blanks:
            most = min(WritingLimits.rarely_shared, most)
        if _shared(lines, references, words) > most:
            return False
    return True


def _shared(lines: Sequence[str], references: Sequence[str], words: bool = False) -> float:
    """Returns the mean share of words, or else of pairs of characters, that lines share with references."""
    characters = 0 if words else 2
    counts = shared_words(
        Segments(lines), Segments(references), WritingLimits.begin_of_line // max(characters, 1), characters
    )
    shares = [shared / (max(one, other) or 1) for one, other, shared, _ in zip(*counts, strict=True)]
    return sum(shares) / (len(shares) or 1)


def _affixed(
    sample: CorpusSample, lines: Sequence[str], references: Sequence[str], name: str, reference: str
) -> str:
    for at_end, verb in ((False, "begin"), (True, "end")):
        key, count = own_affix(lines, references, at_end)
        if not key or 2 * own_affix(references, lines, at_end)[1] > count:  # sentences of one pattern
            continue
        keys = affix_keys(lines, at_end)
        same = [line for line, own in zip(lines, keys, strict=True) if own == key]
        affix = _common([line[::-1] for line in same])[::-1] if at_end else _common(same)
        own = [other for other, is_own in zip(references, map(key.__eq__, keys), strict=True) if is_own]
        if not _is_added(affix, key[:1] == b"0", own, at_end) and len(same) < max(
            _EVIDENT, _NEARLY_ALL * len(lines)
        ):
            continue
        shown = (
            f"a number and {affix!r}"
            if key[:1] == b"0"
            else repr(affix[-_SHOWN:] if at_end else affix[:_SHOWN])
        )
        return (
            f"{sample.percent(len(same), lines)} % of the segments of {name} {verb} with {shown}, and hardly "
            f"any of {reference} do: take it off"
        )
    return ""


def _is_added(affix: str, is_numbered: bool, references: Sequence[str], at_end: bool) -> bool:
    """Returns whether an affix has marks, as what programs add, that few of the references have there.

    Sentences begin or end with words where those of a reference do with synonyms, too.
    """
    marks = _MARKS.intersection(affix[:-1] if at_end else affix)
    if is_numbered:
        marks |= {*affix[:1].strip()}
    near = 2 * len(affix) + _NEAR
    known = sum(
        any(mark in (line[-near:-1] if at_end else line[:near]) for mark in marks) for line in references
    )
    return bool(marks) and 2 * known < len(references)


def _common(lines: Sequence[str]) -> str:
    """Returns what nearly all lines begin with, behind numbers."""
    bare = sorted(line.lstrip(DIGITS) for line in lines)
    others = len(bare) // _OTHERS
    first, last = bare[others], bare[-1 - others]
    for end, (one, other) in enumerate(zip(first, last, strict=False)):
        if one != other:
            return first[:end]
    return first


def _of_other_length(lines: Sequence[str], references: Sequence[str], name: str, reference: str) -> str:
    length, other = (len("".join(side).replace(" ", "")) for side in (lines, references))
    if is_of_likely_length(length, other):
        return ""
    why = "were they cut?" if length < other else "what do they have besides the translation?"
    ratio = f"{length / other:.1f} times as many characters as those of {reference}"
    return f"the segments of {name} have about {ratio}: {why}"


def _some_of_other_length(
    sample: CorpusSample, lines: Sequence[str], references: Sequence[str], name: str, reference: str
) -> str:
    places = [at for at in range(0, len(sample.places), sample.step) if sample.references[0][at]]
    comparisons = (
        (lines, references, "less than half", "were they cut?"),
        (references, lines, "more than twice", "what do they have besides the translation?"),
    )
    for shorter, longer, ratio, why in comparisons:
        odd = [at for at, one, other in zip(places, shorter, longer, strict=True) if is_cut(one, other)]
        if len(odd) > max(WritingLimits.few_lines, WritingLimits.many_cut * len(lines)):
            return (
                f"{sample.percent(len(odd), lines)} % of the segments of {name} ({sample.numbers(odd)}) are "
                f"{ratio} as long as those of {reference}: {why}"
            )
    return ""
