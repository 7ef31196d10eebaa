"""Reads codes of languages in any spelling, and pairs of them.

zh, zho, chi, cmn_Hans, zh-TW and zh_CN are Chinese; iw and he are Hebrew; `fra-CA-eng-GB` is French of Canada
and English of Britain. The codes are those of BCP 47, thus of ISO 639-1, 639-2, 639-3 and 639-5 with scripts
and regions, as WMT, FLORES, NTREX and models write them. `_language_codes` has them.
"""

from __future__ import annotations

from parbleu._base.record import Record
from parbleu.errors import OptionError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

_CHINESE = ("Hans", "Hant", "Hani", "Hanb", "Bopo")
_KOREAN = ("", "Kore", "Hang")
_IN_CHINESE_REGIONS = {"TW": "Hant", "HK": "Hant", "MO": "Hant", "CN": "Hans", "SG": "Hans", "MY": "Hans"}
_NO_REGION = "XX"  # of mBART's codes
_OTHER_REGIONS = {"UK": "GB"}
_ORDER = ("member", "script", "region", "variant")
"""What a tag may have behind the language, in this order."""

_two_letters: dict[str, str] = {}  # of codes of three
_read: dict[str, Language] = {}  # `functools.lru_cache` would take longer to load than all of this
_MOST = 10_000


class Language(Record):
    """A language as a code names it.

    Attributes:
        code: the shortest code of the language: "zh" for zho, chi and cmn. A member of a macrolanguage has
            its own, such as "yue", unless it is what is usually meant. If unknown, as written in lower case.
        script: four letters, such as "Hant", where the code says so or its region does; else "".
        region: such as "TW" or "419"; else "".
        is_known: whether there is such a language.
    """

    code: str
    script: str
    region: str
    is_known: bool

    @property
    def usual_script(self) -> str:
        """The script; or else that in which the language is usually written, if it has no blanks."""
        usual = "Hans" if self.macrolanguage == "zh" else _lookup("UNSPACED_LANGUAGES", self.code)
        return self.script or usual

    @property
    def has_blanks(self) -> bool:
        """Whether it is written with blanks between words, which is so of what is not known."""
        return not _holds("UNSPACED", self.usual_script)

    @property
    def macrolanguage(self) -> str:
        """The code of the macrolanguage, such as "zh" for yue and wuu; else that of the language."""
        return _lookup("MACROLANGUAGES", self.code) or self.code

    @property
    def word_rules(self) -> str:
        """The code under which tools have rules for its words.

        It is "zh" for all Chinese languages, "ja" for Japanese and "ko" for Korean, if not in Latin
        letters; the own code, such as "th", of what else is written without blanks; and "" for all the rest.
        """
        if self.code == "ko" and self.script in _KOREAN:
            return "ko"
        if self.has_blanks:
            return ""
        chinese = self.macrolanguage == "zh" and self.usual_script in _CHINESE
        return "zh" if chinese else self.code

    @property
    def family(self) -> str:
        """The family of the language, such as "Germanic"; "other languages" if it is not known."""
        from parbleu.text._language_names import FAMILIES

        code = f" {self.code} "
        return next((name for name, codes in FAMILIES.items() if code in codes), "other languages")

    def is_same(self, other: Language) -> bool:
        """Returns whether two codes can mean the same: no script or region that both have differs."""
        return self.code == other.code and all(
            not own or not others or own == others
            for own, others in ((self.script, other.script), (self.region, other.region))
        )


def read_language(code: str) -> Language:
    """Returns the language of a code, in any case, with hyphens or underscores. Anything can be read."""
    language = _read.get(code)
    if language is None:
        language = _parsed(code)
        if len(_read) < _MOST:
            _read[code] = language
    return language


def _parsed(code: str) -> Language:
    tag = code.strip().partition(".")[0].partition("@")[0].replace("_", "-").lower()  # as of C's locales
    first, *parts = (_lookup("REPLACED", tag).lower() or tag).split("-")
    script = region = ""
    for part in parts:
        kind = _kind(first, part)
        if kind == "member":
            first = part
        elif kind == "script" and not script:
            script = part.capitalize()
        elif kind == "region" and not region and part.upper() != _NO_REGION:
            region = _OTHER_REGIONS.get(part.upper(), part.upper())
        elif len(part) == 1:  # an extension
            break
    shortest = _shortest(first)
    if replacement := _lookup("REPLACED", shortest):
        replaced = read_language(replacement)
        shortest, script, region = replaced.code, script or replaced.script, region or replaced.region
    shortest = _lookup("PRINCIPAL", shortest) or shortest
    if shortest == "zh" and not script:
        script = _IN_CHINESE_REGIONS.get(region, "")
    return Language(shortest, script, region, _is_language(shortest))


def doubtful_code(code: str) -> str:
    """Returns why a code names no language, or hardly the one that was meant; "" if it does.

    A language that is written as regions are, such as TW (Twi) of `zh-TW`, is hardly the one that was meant.
    """
    language, region = read_language(code), code.upper()
    if language.is_known and (code != region or len(code) > 2):
        return _doubtful_region(code, language)
    usual = language_of_region(region)
    if not language.is_known:
        hint = f" ({region} is a region: did you mean {usual}?)" if usual else ""
        if len(code) == len("Hant") and code.istitle():
            hint = f" ({code} is a script: join it to its language by _, as in zh_Hant)"
        return f"{code!r} is no known code of a language{hint}"
    if not usual or _holds("LOCALES", f"{language.code}-{region}"):
        return ""
    return f"{code!r} is read as a language, not as the region of {usual}_{region}"


def _doubtful_region(code: str, language: Language) -> str:
    """Returns that a code ends in what is rather a second language, as `cs-uk` does; "" if it does not."""
    first, _, last = code.replace("_", "-").rpartition("-")
    is_region = first and language.region in (last.upper(), _OTHER_REGIONS.get(last.upper()))
    if not (is_region and last.islower() and read_language(last).is_known):
        return ""
    if _holds("LOCALES", f"{language.code}-{language.region}"):
        return ""
    return f"{code!r} is read as {language.code} of the region {last.upper()}, and a pair has one target"


def language_of_region(region: str) -> str:
    """Returns the code of the language that most text from a region is in; "" if that is not known.

    Args:
        region: two letters in upper case; UK is GB.
    """
    return _lookup("USUAL_LANGUAGES", _OTHER_REGIONS.get(region, region))


def expectation(code: str) -> tuple[str, str, str, str]:
    """Returns what tells of texts that they are in the language of a code; empty strings if there is none.

    Returns:
        its code, script and macrolanguage, and the usual language of the region that has the same code, where
        that is another one: `kr` (Kanuri) is often written for Korean.
    """
    if not code:
        return "", "", "", ""
    language, usual = read_language(code), language_of_region(code.upper())
    return (
        language.code,
        language.script,
        language.macrolanguage,
        usual if usual != language.code and language.is_known else "",
    )


def split_pair(language_pair: str) -> tuple[str, str]:
    """Returns the codes of source and target, as they are written.

    Where a code has hyphens, too, the pair is split so that both sides are languages: `fra-CA-eng-GB` between
    CA and eng, `en-zh-TW` before zh. What could be a language or a region, such as CA, is what its case says,
    or else a region if the language before it is spoken there.

    Raises:
        OptionError: it is not a language pair.
    """
    parts = language_pair.split("-")
    if len(parts) < 2 or not all(parts):
        raise OptionError(
            f"{language_pair!r} is not a language pair: give source and target, such as "
            f"{_likely_pair(language_pair)}"
        )
    cut = 1 if len(parts) == 2 else min(range(1, len(parts)), key=lambda cut: _doubts(parts, cut))
    return "-".join(parts[:cut]), "-".join(parts[cut:])


def _likely_pair(text: str) -> str:
    """Returns the pair, with a hyphen, that a text may mean: "en-ja" for en/ja, en2ja or "en to ja"."""
    for kept in ("_", ""):
        mixed = [character if character.isalnum() or character in kept else " " for character in text]
        words = [word for word in "".join(mixed).split() if word.lower() not in ("to", "into")]
        cuts = [("_".join(words[:cut]), "_".join(words[cut:])) for cut in range(1, len(words))]
        if len(words) == 1 and len(letters := words[0].replace("2", "")) == 4:
            cuts = [(letters[:2], letters[2:])]
        for cut in cuts:
            if all(read_language(code).is_known for code in cut):
                return "-".join(cut)
    if len(words) == 1 and not read_language(words[0]).is_known:
        words = [language_of_region(words[0].upper()) or words[0]]
    is_code = len(words) == 1 and words != ["en"] and (len(words[0]) < 4 or read_language(words[0]).is_known)
    return f"en-{words[0]}" if is_code else "en-de"


def target_language(language_pair: str) -> str:
    """Returns the code of the target language of a pair, as it is written; one language alone is the target.

    Raises:
        OptionError: it is neither a language pair nor the code of a language.
    """
    language, *parts = language_pair.split("_")
    is_tag = (
        "-" not in language_pair
        and read_language(language).is_known
        and _is_tag([language.lower(), *map(str.lower, parts)])
    )
    if is_tag and not any(len(part) == 2 and part.islower() for part in parts):  # en_de is a pair misspelt
        return language_pair
    if language_of_region(language_pair.upper()):
        raise OptionError(doubtful_code(language_pair))
    return split_pair(language_pair)[1]


def turned_pair(language_pair: str) -> str:
    """Returns the pair in the other direction: "zh-en" of en-zh. What is no pair stays."""
    try:
        source, target = split_pair(language_pair)
    except OptionError:
        return language_pair
    return f"{target}-{source}"


def same_pairs(language_pair: str, choices: Iterable[str]) -> list[str]:
    """Returns those of the pairs that mean the same languages; only the equal one if there is one.

    What is no language pair means none, and so does a pair with a region where its language is not spoken.
    """
    known = list(choices)
    if language_pair in known:
        return [language_pair]
    wanted = _languages(language_pair)
    return [
        pair
        for pair in known
        if wanted and (languages := _languages(pair)) and all(map(Language.is_same, wanted, languages))
    ]


def same_languages(code: str, choices: Iterable[str]) -> list[str]:
    """Returns those of the codes that mean the same language; only the one that says no more, if any.

    Of fra and fra-CA, "fr" means fra alone; of zho-CN and zho-TW, "zh" can mean either.
    """
    known = list(choices)
    if code in known:
        return [code]
    wanted = read_language(code)
    same = [choice for choice in known if wanted.is_same(read_language(choice))] if wanted.is_known else []
    equal = [choice for choice in same if read_language(choice) == wanted]
    return equal if len(equal) == 1 else same


def pair_by_region(language_pair: str, same: Callable[[str], Sequence[str]]) -> str | None:
    """Returns the pair that is meant if codes of regions stand for their languages: "en-zh" for en-cn.

    Args:
        language_pair: which is not there.
        same: returns those of the pairs that are there that mean the same as one.
    """
    try:
        sides = split_pair(language_pair)
    except OptionError:
        return None
    either = [list(dict.fromkeys((code, language_of_region(code.upper()) or code))) for code in sides]
    pairs = [f"{source}-{target}" for source in either[0] for target in either[1]]
    return next((alike[0] for alike in map(same, pairs) if alike), None)


def may_be_meant(language_pair: str, other: str) -> bool:
    """Returns whether a pair can be another one misspelt: no language that it names differs."""
    sides, others = _languages(language_pair), _languages(other)
    return not (sides and others) or all(
        not side.is_known or side.code == known.code for side, known in zip(sides, others, strict=True)
    )


def certain_pair(language_pair: str) -> tuple[str, str] | None:
    """Returns the codes of a pair; None if it is no pair, or could as well be something else."""
    try:
        source, target = split_pair(language_pair)
    except OptionError:
        return None
    parts = language_pair.split("-")
    if len(parts) > 2 and any(_doubts(parts, source.count("-") + 1)[:3]):
        return None
    return source, target


def is_known_pair(word: str) -> bool:
    """Returns whether a word is a pair of languages that are known; a file may be called news-1."""
    return all(language.is_known for language in _languages(word)) and certain_pair(word) is not None


def families_of(language_pair: str) -> tuple[str, str] | None:
    """Returns the families of both languages, "from Germanic" and "into Romance"; None if it is no pair."""
    sides = certain_pair(language_pair)
    if sides is None:
        return None
    source, target = map(read_language, sides)
    return f"from {source.family}", f"into {target.family}"


def _languages(language_pair: str) -> list[Language]:
    """Returns the languages of a pair; none if it is no pair, or could as well be something else."""
    return list(map(read_language, certain_pair(language_pair) or ()))


def _doubts(parts: list[str], cut: int) -> tuple[int, int, int, int]:
    """Returns what speaks against splitting a pair there: unknown codes, case, odd regions, the place."""
    sides = [part.replace("_", "-").split("-") for part in ("-".join(parts[:cut]), "-".join(parts[cut:]))]
    letters = [code for side in sides for code in side if len(code) == 2]
    by_case = any(map(str.isupper, letters)) and any(code.islower() for side in sides for code in side)
    unknown = case = odd = 0
    for side in sides:
        language = read_language("-".join(side))
        unknown += not language.is_known or not _is_tag([part.lower() for part in side])
        if by_case:
            case += (len(side[0]) == 2 and side[0].isupper()) + sum(
                len(code) == 2 and code.islower() for code in side[1:]
            )
        if language.is_known and language.region.isalpha():
            odd += not _holds("LOCALES", f"{language.code}-{language.region}")
    return unknown, case, odd, cut if unknown or odd else -cut


def _is_tag(parts: list[str]) -> bool:
    """Returns whether a tag consists of a language, and then of what BCP 47 allows behind one."""
    kinds = [_kind(parts[0], part) for part in parts[1:]]
    order = [_ORDER.index(kind) if kind in _ORDER else -1 for kind in kinds]
    return -1 not in order and order == sorted(order) and all(kinds.count(kind) < 2 for kind in _ORDER[:3])


def _kind(language: str, part: str) -> str:
    """Returns what a part of a tag behind the language is, which is written in lower case."""
    if len(part) == 3 and part.isalpha():
        macrolanguage = _lookup("MACROLANGUAGES", part)
        return "member" if macrolanguage and macrolanguage == _shortest(language) else ""
    if len(part) == 4 and _holds("SCRIPTS", part.capitalize()):
        return "script"
    region = part.upper()
    if _holds("REGIONS", region) or region in (_NO_REGION, *_OTHER_REGIONS):
        return "region"
    if len(part) == 3 and part.isdigit():
        return "region"
    is_variant = 4 < len(part) < 9 or (len(part) == 4 and part[0].isdigit())
    return "variant" if is_variant and part.isalnum() else ""


def _shortest(code: str) -> str:
    """Returns the code of two letters for one of three, or else the code itself."""
    if not _two_letters:
        from parbleu.text._language_codes import ALPHA_3

        for pair in ALPHA_3.split():
            two, _, codes = pair.partition("=")
            _two_letters.update(dict.fromkeys(codes.split("/"), two))
    return _two_letters.get(code, code)


def _is_language(code: str) -> bool:
    from parbleu.text._language_codes import OTHERS

    if _lookup("ALPHA_3", code) or _lookup("MACROLANGUAGES", code):
        return True
    begin = OTHERS.find(f" {code[:2]}") if len(code) == 3 and code.isalpha() else -1
    return begin >= 0 and code[2] in OTHERS[begin + 3 : OTHERS.index(" ", begin + 1)]


def _lookup(table: str, code: str) -> str:
    """Returns what a table of codes has for one; "" if nothing."""
    from parbleu.text import _language_codes

    text: str = getattr(_language_codes, table)
    begin = text.find(f" {code}=") if code else -1
    return text[begin + len(code) + 2 : text.index(" ", begin + 1)] if begin >= 0 else ""


def _holds(table: str, code: str) -> bool:
    from parbleu.text import _language_codes

    text: str = getattr(_language_codes, table)
    return code != "" and f" {code} " in text
