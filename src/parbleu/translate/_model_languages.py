"""Maps languages to the language codes of a model."""

from __future__ import annotations

from collections.abc import Iterable

from parbleu.errors import OptionError, UnknownNameError
from parbleu.text._languages import read_language


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
