"""Reads pairs of languages such as en-de."""

from __future__ import annotations

from parbleu.errors import OptionError


def target_language(language_pair: str, may_lack_one: bool = False) -> str:
    """Returns the target language of a pair such as "en-zh".

    Args:
        language_pair: source and target.
        may_lack_one: whether one of them may be empty, which sacreBLEU allows.

    Raises:
        OptionError: it is no pair.
    """
    languages = language_pair.split("-")
    if len(languages) < 2 or not (may_lack_one or all(languages)):
        parts = language_pair.replace("_", "-").strip("-")
        likely = parts if "-" in parts else "en-de" if parts in ("", "en") else f"en-{parts}"
        raise OptionError(
            f"{language_pair!r} is not a language pair: give source and target, such as {likely}"
        )
    return languages[1]
