"""Tells whether text is evidently not in the language that is expected, by its script and frequent words."""

from __future__ import annotations

from parbleu._base import log
from parbleu._core import (
    Segments,
    WritingLimits,
    frequent_words,
    letters_by_script,
    script_of,
    worded_other_target,
)
from parbleu.text._languages import Language, expectation, read_language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_HAN, _KANA_SIGNS = WritingLimits.chinese_signs, WritingLimits.kana_signs
_GREEK, _FEWEST_GREEK = WritingLimits.greek_letters, 3

_SYLLABLES = (WritingLimits.korean_signs, _KANA_SIGNS, _HAN)
"""Scripts of syllables or words, of which few signs tell."""


def unlike_language(lines: Sequence[str], code: str) -> str:
    """Returns how lines look that are evidently not in the language of a code; "" if they may be.

    Scripts say so, and kana. Languages that are written in several scripts, and few letters, may be any.
    """
    language = read_language(code)
    wanted = _script_of(language)
    counts = _letters(lines)
    total = sum(counts.values())
    if not wanted or _are_few(counts):
        return ""
    han, kana = counts.get(_HAN, 0), counts.get(_KANA_SIGNS, 0)
    if wanted == _HAN and han + kana > WritingLimits.wholly * total:
        if language.code == "ja":
            return "look Chinese (they have no kana)" if kana < WritingLimits.most_in_chinese * han else ""
        return (
            "look Japanese (they have kana)" if kana > WritingLimits.least_in_japanese * (han + kana) else ""
        )
    if counts.get(wanted, 0) > WritingLimits.hardly_any * total:
        return ""
    if han + kana > WritingLimits.wholly * total:
        return "look Japanese" if kana > WritingLimits.least_in_japanese * (han + kana) else "look Chinese"
    most = max(counts, key=counts.__getitem__)
    return f"are in {most}, not in {wanted}" if counts[most] > WritingLimits.wholly * total else ""


def language_of_code_as_region(lines: Sequence[str], code: str) -> str:
    """Returns the language that lines are evidently in, if `code` is its region's, and another language's.

    So `kr` (Kanuri) is often written for Korean, and `se` (Northern Sami) for Swedish. Returns "" for others.
    """
    language, usual = read_language(code), expectation(code)[-1]
    if not usual:
        return ""
    script = _script_of(read_language(usual))
    if script in ("", WritingLimits.latin_letters):
        return usual if _has_frequent_words(lines, usual) else ""
    counts = _letters(lines)
    own = counts.get(script, 0)
    if usual == "ja":
        own += counts.get(_KANA_SIGNS, 0)
    is_there = not _are_few(counts) and own > WritingLimits.mostly * sum(counts.values())
    is_own = script == _script_of(language) or language.code == WritingLimits.in_script_of_region
    return usual if is_there and not is_own else ""


def lacks_frequent_words(lines: Sequence[str], code: str) -> bool:
    """Returns whether lines have hardly any frequent words of a language, named by any code of it.

    To recognize a language takes a second, so that only such texts are worth it. Languages whose words are
    not known here may be any, as may short texts.
    """
    return 0 <= _share_of_frequent_words(lines, read_language(code).code) <= WritingLimits.lacking_words


def other_target(references: Sequence[str], code: str) -> str:
    """Returns that references are evidently not in the language of a code; "" if they may be."""
    if language := language_of_code_as_region(references, code):
        return (
            f"the references look like {language}, the usual language of the region {code.upper()}; as a "
            f"language, {code} is another one: did you mean {language}?"
        )
    look = unlike_language(references, code)
    if not look:
        if not lacks_frequent_words(references, code):
            return ""
        from parbleu.text._identified_language import another_language

        language = another_language(references, code)
        if not language:
            return ""
        look = f"look like {language}"
    return worded_other_target(look, code, log.in_shell)


def unlike_target(lines: Sequence[str], code: str) -> str:
    """Returns how output looks that is evidently not in the target language; "" if it may be."""
    look = unlike_language(lines, code)
    return f"{look}, and the target language is {code}" if look else ""


def _has_frequent_words(lines: Sequence[str], language: str) -> bool:
    """Returns whether a text has half of the words that are frequent in a language, and has them often.

    Other languages may have some of the same letters, such as Irish `le` and Slovenian `to`.
    """
    words = {*" ".join(lines).lower().split()}
    frequent = frequent_words(language).split()
    is_there = 2 * len(words.intersection(frequent)) >= len(frequent)
    return is_there and _share_of_frequent_words(lines, language) >= WritingLimits.having_words


def _share_of_frequent_words(lines: Sequence[str], language: str) -> float:
    """Returns the share of words that are frequent in a language; -1 of short texts, or if none are known."""
    n_words, count = _frequent_words(lines[:: 1 + len(lines) // WritingLimits.lines_of_words], language)
    return -1 if n_words < WritingLimits.enough_words else count / n_words


def _frequent_words(lines: Sequence[str], language: str) -> tuple[int, int]:
    """Returns how many words lines have, and how many frequent ones; 0 if none of the language are known."""
    frequent = {*frequent_words(language).split()}
    words = " ".join(lines).lower().split() if frequent else []
    return len(words), sum(map(frequent.__contains__, words))


def _script_of(language: Language) -> str:
    """Returns what the script of a language is called; "" if it is not known."""
    return script_of(language.code, language.script, language.macrolanguage)


def scripts_of(codes: Sequence[str]) -> frozenset[str]:
    """Returns what the scripts of text in some languages are called; none if one's script is not known.

    Latin letters stand in text of all of them, kana in Japanese, and Chinese characters in Korean.
    """
    scripts = {_script_of(read_language(code)) for code in codes}
    if "" in scripts:
        return frozenset()
    if scripts.intersection(_SYLLABLES):
        scripts.update((_HAN, _KANA_SIGNS))
    return frozenset({*scripts, WritingLimits.latin_letters})


def foreign_script(text: str, scripts: frozenset[str]) -> str:
    """Returns what the script of most letters of a text is called, if it is none of these; else "".

    One Greek letter, or two, are signs of mathematics and units: μ, Ω.
    """
    counts = letters_by_script(Segments([text]))
    if counts.get(_GREEK, 0) < _FEWEST_GREEK:
        counts.pop(_GREEK, None)
    script = max(counts, key=lambda name: counts[name], default="")
    return script if script not in scripts and 2 * counts.get(script, 0) > sum(counts.values()) else ""


def _are_few(counts: dict[str, int]) -> bool:
    """Returns whether letters of each script are too few to tell a language."""
    of_sign = WritingLimits.letters_of_sign
    letters = sum(count * (of_sign if name in _SYLLABLES else 1) for name, count in counts.items())
    return letters < WritingLimits.fewest_letters


def _letters(lines: Sequence[str]) -> dict[str, int]:
    """Returns how many letters of each script the first lines have."""
    return letters_by_script(Segments(lines[: WritingLimits.language_lines]))
