"""Which of a model's languages a user means: "fr" is `fr_XX`, `fra_Latn`, `__fr__` or `>>fra<<`."""

from __future__ import annotations

from parbleu.errors import OptionError, UnknownNameError
from parbleu.translate.language_names import short_codes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_MEANT = """
aka:twi ara:arb aym:ayr aze:azj est:ekk fas:pes ful:fuv grn:gug kau:knc kur:kmr lav:lvs mlg:plt mon:khk
msa:zsm nep:npi nor:nob orm:gaz ori:ory pus:pbt que:quy srd:sro sqi:als swa:swh uzb:uzn yid:ydd zho:cmn
"""
"""Macrolanguages of ISO 639-3, and the one language that models mean by each."""


def _all_codes() -> dict[str, frozenset[str]]:
    """Returns code -> all codes of the same language."""
    meant = dict(pair.split(":") for pair in _MEANT.split())
    found: dict[str, frozenset[str]] = {}
    for short, long in short_codes().items():
        same = frozenset({short, long, meant.get(long, long)})
        for code in same:
            found[code] = found.get(code, frozenset()) | same
    return {code: frozenset().union(*(found[other] for other in same)) for code, same in found.items()}


_NAMES = _all_codes()


def find(wanted: str, codes: Iterable[str], side: str) -> str:
    """Returns the code that a user means.

    Args:
        wanted: a code as the model spells it, whatever its case, or a language tag such as fr, fra, zh-Hans.
        codes: all that the model knows.
        side: "source" or "target", for messages.

    Raises:
        UnknownNameError: the model does not know that language. The message lists those that it knows.
        OptionError: it could be several, such as Chinese in two scripts.
    """
    known = sorted(codes)
    spelled = _spelling(wanted)
    for code in known:
        if _spelling(code) == spelled:
            return code
    language, *parts = spelled.split("_")
    meant = _NAMES.get(language, frozenset({language}))
    found = [code for code in known if _fits(code, meant, parts)]
    if len(found) > 1:
        raise OptionError(f"the {side} language {wanted!r} could be {', '.join(found)}: say which")
    if not found:
        raise UnknownNameError(f"{side} language of this model", wanted, known)
    return found[0]


def agrees(given: str, stated: str) -> bool:
    """Returns whether what a user says of a model's language can be what the model says itself.

    A group of languages, such as "roa", agrees with everything.
    """
    language = _spelling(stated).split("_")[0]
    return language not in _NAMES or _spelling(given).split("_")[0] in _NAMES[language]


def _spelling(code: str) -> str:
    return code.strip().lower().replace("-", "_")


def _fits(code: str, meant: frozenset[str], parts: list[str]) -> bool:
    """Whether a code is of a language that is meant, and says no other script or region."""
    language, *others = _spelling(code).split("_")
    if language not in meant:
        return False
    return all(
        part == other or "xx" in (part, other)
        for part in parts
        for other in others
        if len(part) == len(other)  # four letters are a script, two a region
    )
