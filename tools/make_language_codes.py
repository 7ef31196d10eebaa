"""Writes the codes of languages, scripts and regions: the module that `parbleu.text` looks them up in.

`python tools/make_language_codes.py` writes it; `--check` only compares. It needs two packages of PyPI,
`pip install language-tags==1.3.2 langcodes==3.5.1`. The first has IANA's registry of BCP 47, which holds the
codes of ISO 639-1, 639-2, 639-3, 639-5, 15924 and 3166; the second has the three letters of codes of two, and
what Unicode's CLDR says of replaced codes, of macrolanguages, of the usual script of a language and of the
usual language of a region. Python
3.11 has the locales of C libraries.
"""

import json
import locale
import re
import sys
import textwrap
from collections import defaultdict
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any

import langcodes.data_dicts as cldr

MODULE = Path(__file__).parent.parent / "src" / "parbleu" / "text" / "_language_codes.py"
UNSPACED = (
    "Ahom Bali Bopo Bugi Hanb Hani Hans Hant Hira Hrkt Java Jpan Kana Khmr Kits Lana Laoo Mymr Nshu Phag "
    "Tale Talu Tang Tavt Thai Tibt Yiii"
)
"""Scripts without blanks between words: in them lines break anywhere or by a dictionary."""
USED_AS_MACROLANGUAGE = {"fuv": "ff", "nb": "no", "pbt": "ps", "quy": "qu", "sro": "sc"}
"""The member that FLORES or translation models have of a macrolanguage, where CLDR names none or another."""

HEAD = '''# Written by tools/make_language_codes.py.
"""Codes of languages (ISO 639), scripts (ISO 15924) and regions (ISO 3166), which `languages` looks up.

From IANA's registry of {date}, Unicode's CLDR in langcodes {langcodes}, and the locales of C libraries.
"""
'''


def main() -> None:
    """Writes the module, or compares it with what would be written."""
    text = module_text()
    if "--check" in sys.argv:
        sys.exit(0 if MODULE.read_text(encoding="utf-8") == text else f"{MODULE} is out of date")
    MODULE.write_text(text, encoding="utf-8")


def module_text() -> str:
    """Returns the text of the module."""
    from importlib.metadata import version

    data = files("language_tags").joinpath("data/json")
    registry = json.loads(data.joinpath("registry.json").read_text(encoding="utf-8"))
    date = json.loads(data.joinpath("meta.json").read_text(encoding="utf-8"))["File-Date"]
    kinds: dict[str, dict[str, Any]] = defaultdict(dict)
    for entry in registry:
        kinds[entry["Type"]][entry.get("Subtag", entry.get("Tag"))] = entry
    languages = kinds["language"]
    head = HEAD.format(date=date, langcodes=version("langcodes"))
    return head + "".join(
        assignment(*value)
        for value in (
            (
                "ALPHA_3",
                "Codes of two letters, and those of three that mean the same.",
                pairs(three_letters()),
            ),
            (
                "REPLACED",
                "Codes that are no longer used, and what stands for them.",
                pairs(replaced(languages, kinds["grandfathered"])),
            ),
            (
                "PRINCIPAL",
                "The member of a macrolanguage that is usually meant by it, and the macrolanguage.",
                pairs({**cldr.NORMALIZED_MACROLANGUAGES, **USED_AS_MACROLANGUAGE}),
            ),
            ("MACROLANGUAGES", "The members of macrolanguages, and these.", pairs(members(languages))),
            ("OTHERS", "All other codes of three letters, by their first two.", beginnings(languages)),
            (
                "REGIONS",
                "Regions; other ones are numbers.",
                filter(re.compile("[A-Z]{2}$").match, kinds["region"]),
            ),
            (
                "SCRIPTS",
                "Scripts.",
                (code for code in kinds["script"] if re.fullmatch("[A-Z][a-z]{3}", code)),
            ),
            ("UNSPACED", "Scripts without blanks between words.", UNSPACED.split()),
            (
                "UNSPACED_LANGUAGES",
                "Languages that are usually written so, and their script.",
                pairs(unspaced()),
            ),
            ("USUAL_LANGUAGES", "Regions and the language that most text from there is in.", pairs(usual())),
            ("LOCALES", "Languages and regions where they are spoken.", locales(languages, kinds["region"])),
        )
    )


def assignment(name: str, about: str, words: Iterable[str]) -> str:
    """Returns a constant: a string of words between blanks, with a blank at both ends."""
    lines = textwrap.wrap(" ".join(sorted(words)), 103, break_on_hyphens=False)
    strings = "\n".join(f'    "{line} "' for line in lines)
    return f'\n# {about}\n{name} = (\n    " "\n{strings}\n)\n'


def pairs(codes: dict[str, str]) -> list[str]:
    """Returns code=code."""
    return [f"{code}={other}" for code, other in codes.items()]


def three_letters() -> dict[str, str]:
    """Returns the codes of three letters for each of two; the second is that of bibliographies."""
    others = cldr.LANGUAGE_ALPHA3_BIBLIOGRAPHIC
    known = {code: three for code, three in cldr.LANGUAGE_ALPHA3.items() if len(code) == 2}
    return {code: f"{three}/{others[code]}" if code in others else three for code, three in known.items()}


def replaced(languages: dict[str, dict[str, str]], whole: dict[str, dict[str, str]]) -> dict[str, str]:
    """Returns codes that are replaced: by the registry, by CLDR, and tags that are registered whole."""
    three = set(three_letters().values())
    newer = {
        code: entry["Preferred-Value"]
        for code, entry in {**languages, **{code.lower(): entry for code, entry in whole.items()}}.items()
        if "Preferred-Value" in entry
    }
    for code, value in cldr.LANGUAGE_REPLACEMENTS.items():
        if (re.fullmatch("[a-z]{2,3}", code) or code.startswith("zh-min")) and "-x-" not in value:
            newer.setdefault(code, value)
    return {
        code: value
        for code, value in newer.items()
        if code not in three
        and not any(code in codes.split("/") for codes in three)
        and re.match("[a-z]{2,3}-?", value)
    }


def members(languages: dict[str, dict[str, str]]) -> dict[str, str]:
    """Returns the macrolanguage of each member."""
    return {code: entry["Macrolanguage"] for code, entry in languages.items() if "Macrolanguage" in entry}


def beginnings(languages: dict[str, dict[str, str]]) -> list[str]:
    """Returns `swabv` for the codes swa, swb and swv, without those that a macrolanguage has."""
    ends: dict[str, str] = defaultdict(str)
    for code, entry in sorted(languages.items()):
        if re.fullmatch("[a-z]{3}", code) and "Macrolanguage" not in entry:
            ends[code[:2]] += code[2]
    return [begin + letters for begin, letters in ends.items()]


def unspaced() -> dict[str, str]:
    """Returns the languages whose usual script has no blanks between words, with that script."""
    usual = {code: tag.split("-")[1] for code, tag in cldr.LIKELY_SUBTAGS.items() if len(code) < 4}
    return {code: script for code, script in usual.items() if script in UNSPACED.split()}


def usual() -> dict[str, str]:
    """Returns the usual language of each region; CLDR has none where it is English."""
    of_regions = {
        tag[4:]: full for tag, full in cldr.LIKELY_SUBTAGS.items() if re.fullmatch("und-[A-Z]{2}", tag)
    }
    english = dict.fromkeys(("AU", "CA", "GB", "IE", "NG", "NZ", "US", "ZA"), "en")
    languages = {region: full.partition("-")[0] for region, full in of_regions.items()}
    known = {region: language for region, language in languages.items() if language != "und"}
    return english | known | {"KZ": "kk"}  # CLDR: ru; but kz is written for Kazakh


def locales(languages: dict[str, dict[str, str]], regions: dict[str, object]) -> list[str]:
    """Returns the locales of C libraries: language-REGION."""
    names = {alias.split(".")[0] for alias in locale.locale_alias}
    tags = [name.split("_") for name in names if re.fullmatch("[a-z]{2,3}_[a-z]{2}", name)]
    return [
        f"{language}-{region.upper()}"
        for language, region in tags
        if language in languages and "Deprecated" not in languages[language] and region.upper() in regions
    ]


if __name__ == "__main__":
    main()
