"""Maps languages to their English names, and to the language codes of a model."""

from __future__ import annotations

from collections.abc import Iterable

from parbleu._base.extras import imported, install_command
from parbleu.errors import MissingDependencyError, OptionError, UnknownNameError
from parbleu.text._languages import read_language

VARIETIES = frozenset({"ar", "en", "es", "fr", "pt", "zh"})
"""Languages whose usual region is named, too, since others are as usual."""
NEED = "languages are known by the packages langcodes and language_data"
UNSPECIFIED = "XX"
"""The region in the codes of mBART that stands for none."""


def language_name(code: str) -> str:
    """Returns the English name of a language, with its region or script: "pt_BR" is "Portuguese (Brazil)".

    Args:
        code: a language tag, also as models spell it ("de_DE", "deu_Latn", "fr_XX"). Anything but a known
            code is taken for a name and returned.

    Raises:
        MissingDependencyError: langcodes is not installed.
    """
    langcodes = imported("langcodes", NEED, "translate")
    try:
        tag = langcodes.get(langcodes.standardize_tag(code.strip(), macro=True)).simplify_script()
        if not tag.is_valid():
            return code.strip()
        name: str = tag.language_name()
    except langcodes.LanguageTagError:
        return code.strip()
    except ImportError:
        raise MissingDependencyError(f"{NEED}: {install_command('translate')}") from None
    details = []
    if tag.script:
        script = {"Hans": "Simplified", "Hant": "Traditional"}.get(tag.script)
        details.append(script or f"{tag.script_name()} script")
    usual = None if tag.language in VARIETIES else langcodes.get(tag.language).maximize().territory
    if tag.territory not in (None, UNSPECIFIED, usual):
        details.append(tag.territory_name())
    return f"{name} ({', '.join(details)})" if details else name


def find_code(wanted: str, codes: Iterable[str], side: str) -> str:
    """Returns the one of a model's codes that a user means: "fr" is `fr_XX`, `fra_Latn`, `fr` or `fra`.

    Args:
        wanted: a code as the model spells it, in any case, or a language tag such as fr, fra, zh-Hans.
        codes: all codes that the model knows.
        side: "source" or "target", for messages.

    Raises:
        UnknownNameError: the model does not know that language. The message lists the languages that it
            knows.
        OptionError: several codes match, such as Chinese in two scripts.
    """
    sorted_codes = sorted(codes)
    spelled = _spelling(wanted)
    for code in sorted_codes:
        if _spelling(code) == spelled:
            return code
    language = read_language(wanted)
    matches = [code for code in sorted_codes if read_language(code).is_same(language)]
    if len(matches) > 1:
        raise OptionError(f"the {side} language {wanted!r} could be {', '.join(matches)}: say which")
    if not matches:
        raise UnknownNameError(f"{side} language of this model", wanted, sorted_codes)
    return matches[0]


def agrees(given: str, stated: str) -> bool:
    """Returns whether a user's name of a language can mean the model's own name of it.

    A group of languages, such as "roa", agrees with everything, as does whatever has no code of two letters.
    """
    language = read_language(stated).code
    return len(language) != 2 or read_language(given).code == language


def _spelling(code: str) -> str:
    return code.strip().lower().replace("-", "_")
