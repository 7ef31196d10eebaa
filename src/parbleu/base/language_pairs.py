"""Reads pairs of languages such as en-de."""

from __future__ import annotations

from parbleu.errors import OptionError


def target_language(language_pair: str) -> str:
    """Returns the target language of a pair such as "en-zh".

    Raises:
        OptionError: it is no pair.
    """
    languages = language_pair.split("-")
    if len(languages) < 2 or not all(languages):
        parts = language_pair.replace("_", "-").strip("-")
        likely = parts if "-" in parts else f"en-{parts or 'de'}"
        raise OptionError(
            f"{language_pair!r} is not a language pair: give source and target, such as {likely}"
        )
    return languages[1]
