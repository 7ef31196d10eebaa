"""Finds the known names that are spelled most like an unknown name, for error messages."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """Returns the choice that is spelled most like a word; None if no choice is similar enough.

    Case and dashes in front count for nothing, but flags with one of them are not taken for those with two.
    """
    from difflib import get_close_matches

    dashes, bare = _split(word)
    alike = {
        rest.lower(): choice for choice in choices for begin, rest in [_split(choice)] if begin == dashes
    }
    found = get_close_matches(bare.lower(), alike, n=1, cutoff=0.65)
    return alike[found[0]] if found else None


def _split(word: str) -> tuple[str, str]:
    bare = word.lstrip("-")
    return word[: len(word) - len(bare)], bare
