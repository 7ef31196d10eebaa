"""Tells whether text is evidently not in the language that is expected, by its script and frequent words."""

from __future__ import annotations

from parbleu._core import Segments, WritingLimits, letters_by_script
from parbleu.text._languages import language_of_region, read_language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from parbleu.text._languages import Language

_KANA = 0.1  # the share of kana in Japanese text, at least

_FEWEST_LETTERS = 60
_LETTERS_OF_SIGN = 3
"""As many letters as a sign of `_SYLLABLES` stands for."""

_WHOLLY, _MOSTLY, _HARDLY = 0.8, 0.5, 0.1  # shares of letters
_NO_KANA = 0.01  # of those of Chinese
_HAN, _KANA_SIGNS, _LATIN = "Chinese characters", "kana", "Latin letters"

# What `letters_by_script` calls a script, its codes of ISO 15924, and languages always written in it.
_ALPHABETS: tuple[tuple[str, str, str], ...] = (
    (
        _LATIN,
        "Latn",
        (
            "af br ca ch cs cy da de ee en es et eu fi fil fo fr fy ga gd gl gn hr ht hu id ig is it kl la "
            "lb lg ln lt lv mg mi mt nl nn no ny oc om pl pt qu rm rn ro rw se sk sl sm sn so sq ss st sv sw "
            "tl tn to tr ts tw vi xh yo zu"
        ),
    ),
    ("Greek letters", "Grek", "el"),
    ("Cyrillic letters", "Cyrl", "be bg ky mk ru tg uk"),
    ("Armenian letters", "Armn", "hy"),
    ("Hebrew letters", "Hebr", "he yi"),
    ("Arabic letters", "Arab", "ar fa ps ur"),
    ("Devanagari", "Deva", "hi mr ne"),
    ("Bengali letters", "Beng", "as bn"),
    ("Gurmukhi", "Guru", ""),
    ("Gujarati letters", "Gujr", "gu"),
    ("Odia letters", "Orya", "or"),
    ("Tamil letters", "Taml", "ta"),
    ("Telugu letters", "Telu", "te"),
    ("Kannada letters", "Knda", "kn"),
    ("Malayalam letters", "Mlym", "ml"),
    ("Sinhala letters", "Sinh", "si"),
    ("Thai letters", "Thai", "th"),
    ("Lao letters", "Laoo", "lo"),
    ("Tibetan letters", "Tibt", "bo dz"),
    ("Burmese letters", "Mymr", "my"),
    ("Georgian letters", "Geor", "ka"),
    ("Ethiopic letters", "Ethi", "am ti"),
    ("Khmer letters", "Khmr", "km"),
    ("Hangul", "Hang Kore", "ko"),
    (_KANA_SIGNS, "Hira Kana Hrkt", ""),
    (_HAN, "Hans Hant Hani Jpan", "ja"),
)

_SYLLABLES = ("Hangul", _KANA_SIGNS, _HAN)
"""Scripts of syllables or words, of which few signs tell."""

_IN_SCRIPT_OF_REGION = ("sd",)
"""Languages of several scripts, one of which is that of the region with the same code: Sindhi, Sudan (SD)."""

_OFTEN_IN_LATIN = ("nan", "hak", "cdo")
"""Languages of China that are written in Latin letters as well: Southern Min, Hakka, Eastern Min."""

_PART = 6
"""Of so many parts of a text, one mostly tells that script and frequent words are those of the language."""

_ENOUGH_WORDS = 150
_LINES_OF_WORDS = 150
"""In about as many lines words are counted."""
_BYTES_OF_SPACES = b"\t\n\v\f\r\x1c\x1d\x1e\x1f \xc2\xe1\xe2\xe3"
"""Bytes of UTF-8 one of which each white space has."""

_LACKING, _HAVING = 0.02, 0.06
"""The share of frequent words in a text of another language, at most, and in a text of theirs, at least."""

_FREQUENT_WORDS = {
    "bg": "на да се че от са",
    "ca": "els les amb dels és una",
    "cs": "se jsou byl jako když které pro",
    "de": "der die und den das mit ist nicht zu auf",
    "el": "και το να του της τα με για την",
    "en": "the of and to is that was for with",
    "es": "el y los las del una con",
    "fi": "ja on ei että oli hän mutta ovat",
    "fr": "le et les des du une est dans pour pas",
    "hr": "i je da za su od koji kao",
    "hu": "a az és hogy nem egy meg van",
    "id": "yang dan di untuk dari dengan ini itu",
    "it": "di il che per della è sono gli nel non",
    "nl": "het een van en dat op te zijn met",
    "pl": "się że jest w z oraz nie",
    "pt": "do em um os não uma ao dos das",
    "ro": "și în cu din pe că la pentru",
    "ru": "что это как его из был или не",
    "sk": "sa sú bol ako keď ktoré pre",
    "sv": "och att är för ett inte om",
    "tr": "ve bir bu için ile çok olarak daha",
    "uk": "і що та як це від його",
    "vi": "là và của có không được cho trong",
}
"""Words of which texts in a language have many, and texts in related ones few."""


def unlike_language(lines: Sequence[str], code: str) -> str:
    """Returns how lines look that are evidently not in the language of a code; "" if they may be.

    Scripts say so, and kana. Languages that are written in several scripts, and few letters, may be any.

    Args:
        lines: some of a text.
        code: of a language, in any spelling.
    """
    language = read_language(code)
    wanted = _script_of(language)
    counts = _letters(lines)
    total = sum(counts.values())
    if not wanted or _are_few(counts):
        return ""
    han, kana = counts.get(_HAN, 0), counts.get(_KANA_SIGNS, 0)
    if wanted == _HAN and han + kana > _WHOLLY * total:
        if language.code == "ja":
            return "look Chinese (they have no kana)" if kana < _NO_KANA * han else ""
        return "look Japanese (they have kana)" if kana > _KANA * (han + kana) else ""
    if counts.get(wanted, 0) > _HARDLY * total:
        return ""
    if han + kana > _WHOLLY * total:
        return "look Japanese" if kana > _KANA * (han + kana) else "look Chinese"
    most = max(counts, key=counts.__getitem__)
    return f"are in {most}, not in {wanted}" if counts[most] > _WHOLLY * total else ""


def is_expected(systems: Sequence[Sequence[str]], references: Sequence[str], code: str) -> bool:
    """Returns whether nothing here speaks against the language of a code: most texts are in it.

    Args:
        systems: lines of each output.
        references: lines of the references.
        code: of the language, in any spelling.
    """
    return not (
        language_of_code_as_region(references, code)
        or any(unlike_language(lines, code) for lines in (references, *systems))
        or lacks_frequent_words(references, code)
    )


def language_of_code_as_region(lines: Sequence[str], code: str) -> str:
    """Returns the language that a text is evidently in, if its region has the code of another language.

    So `kr` (Kanuri) is often written for Korean, and `se` (Northern Sami) for Swedish. Returns "" for others.

    Args:
        lines: some of the text.
        code: of a language, in any spelling.
    """
    language, usual = read_language(code), language_of_region(code.upper())
    if not usual or usual == language.code or not language.is_known:
        return ""
    script = _script_of(read_language(usual))
    if script in ("", _LATIN):
        return usual if _has_frequent_words(lines, usual) else ""
    counts = _letters(lines)
    own = counts.get(script, 0)
    if usual == "ja":
        own += counts.get(_KANA_SIGNS, 0)
    is_there = not _are_few(counts) and own > _MOSTLY * sum(counts.values())
    is_own = script == _script_of(language) or language.code in _IN_SCRIPT_OF_REGION
    return usual if is_there and not is_own else ""


def lacks_frequent_words(lines: Sequence[str], code: str) -> bool:
    """Returns whether a text has hardly any of the frequent words of a language.

    To recognize a language takes a second, so that only such texts are worth it. Languages whose words are
    not known here may be any, as may short texts.

    Args:
        lines: some of the text.
        code: of the language, in any spelling.
    """
    language = read_language(code).code
    text = " ".join(lines[:: 1 + len(lines) // _LINES_OF_WORDS]).encode("utf-8", "surrogatepass")
    n_words = 1 + len(text) - len(text.translate(None, _BYTES_OF_SPACES))  # or fewer
    few, count = _frequent_words(lines[:: _PART * (1 + len(lines) // _LINES_OF_WORDS)], language)
    if few >= _ENOUGH_WORDS and count > _LACKING * n_words:
        return False
    return 0 <= _share_of_frequent_words(lines, language) <= _LACKING


def _has_frequent_words(lines: Sequence[str], language: str) -> bool:
    """Returns whether a text has half of the words that are frequent in a language, and has them often.

    Other languages may have some of the same letters, such as Irish `le` and Slovenian `to`.
    """
    words = {*" ".join(lines).lower().split()}
    frequent = _FREQUENT_WORDS.get(language, "").split()
    is_there = 2 * len(words.intersection(frequent)) >= len(frequent)
    return is_there and _share_of_frequent_words(lines, language) >= _HAVING


def _share_of_frequent_words(lines: Sequence[str], language: str) -> float:
    """Returns the share of words that are frequent in a language; -1 of short texts, or if none are known."""
    n_words, count = _frequent_words(lines[:: 1 + len(lines) // _LINES_OF_WORDS], language)
    return -1 if n_words < _ENOUGH_WORDS else count / n_words


def _frequent_words(lines: Sequence[str], language: str) -> tuple[int, int]:
    """Returns how many words lines have, and how many frequent ones; 0 if none of the language are known."""
    frequent = {*_FREQUENT_WORDS.get(language, "").split()}
    words = " ".join(lines).lower().split() if frequent else []
    return len(words), sum(map(frequent.__contains__, words))


def _script_of(language: Language) -> str:
    """Returns what the script of a language is called; "" if it is not known."""
    for name, codes, languages in _ALPHABETS:
        if language.script in codes.split() if language.script else language.code in languages.split():
            return name
    is_chinese = language.macrolanguage == "zh" and language.code not in _OFTEN_IN_LATIN
    return _HAN if is_chinese and not language.script else ""


def scripts_of(codes: Sequence[str]) -> frozenset[str]:
    """Returns what the scripts of text in some languages are called; none if one's script is not known.

    Latin letters stand in text of all of them, kana in Japanese, and Chinese characters in Korean.
    """
    scripts = {_script_of(read_language(code)) for code in codes}
    if "" in scripts:
        return frozenset()
    if scripts.intersection(_SYLLABLES):
        scripts.update((_HAN, _KANA_SIGNS))
    return frozenset({*scripts, _LATIN})


def foreign_script(text: str, scripts: frozenset[str]) -> str:
    """Returns what the script of most letters of a text is called, if it is none of these; else ""."""
    counts = letters_by_script(Segments([text]))
    script = max(counts, key=lambda name: counts[name], default="")
    return script if script not in scripts and 2 * counts.get(script, 0) > sum(counts.values()) else ""


def _are_few(counts: dict[str, int]) -> bool:
    """Returns whether letters of each script are too few to tell a language."""
    letters = sum(count * (_LETTERS_OF_SIGN if name in _SYLLABLES else 1) for name, count in counts.items())
    return letters < _FEWEST_LETTERS


def _letters(lines: Sequence[str]) -> dict[str, int]:
    """Returns how many letters of each script the first lines have."""
    return letters_by_script(Segments(lines[: WritingLimits.language_lines]))
