"""Makes the input of a model from the pieces of a segment: language tokens, T5's instruction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from parbleu.base.log import warn
from parbleu.errors import OptionError
from parbleu.translate.engine import Settings
from parbleu.translate.languages import agrees, find_code
from parbleu.translate.models.model_families import ENOUGH, Family


@dataclass(frozen=True, slots=True)
class Frame:
    """The tokens around every segment of a run.

    Attributes:
        source_language: the model's code of the source language, or the user's if the model has no token for
            it.
        target_language: the model's code of the target language, or the user's if the model has no token for
            it.
        before: the tokens before the pieces of a source segment.
        begins: the token that every translation begins with; None if there is none.
        prefix: text before every source segment.
    """

    source_language: str | None
    target_language: str | None
    before: tuple[str, ...] = ()
    begins: str | None = None
    prefix: str = ""


def frame(family: Family, codes: dict[str, str], facts: Mapping[str, Any], settings: Settings) -> Frame:
    """Returns the tokens around the segments of a run, for the languages in the settings.

    `codes` are the languages that the model knows: code -> token.

    Raises:
        OptionError: a language that the model requires is missing, or it does not fit the model.
        UnknownNameError: the model does not know a language.
    """
    source, target = settings.source_language, settings.target_language
    if family.target_begins and codes and (target or len(codes) >= ENOUGH):
        target = _known(target, codes, "target")
        if family.source_token:
            source = _known(source, codes, "source")
            return Frame(source, target, before=(codes[source],), begins=codes[target])
        _check(source, facts.get("source"), "source")
        return Frame(source, target, before=(codes[target],))
    prefixes: dict[str, str] = facts.get("prefixes") or {}
    if prefixes and source and target:
        pairs = [pair.split("-") for pair in prefixes]
        source = find_code(source, {pair[0] for pair in pairs}, "source")
        target = find_code(target, {pair[1] for pair in pairs if pair[0] == source}, "target")
        return Frame(source, target, prefix=prefixes[f"{source}-{target}"])
    if prefixes:
        warn(
            "the model was taught to translate by an instruction, and gets none since it is not told both "
            f"languages: choose from {', '.join(sorted(prefixes))}, unless it was trained to do without"
        )
    _check(source, facts.get("source"), "source")
    _check(target, facts.get("target"), "target")
    return Frame(source, target)


def _known(wanted: str | None, codes: dict[str, str], side: str) -> str:
    if not wanted:
        raise OptionError(
            f"this model translates several languages and must be told the {side} language "
            f"(--{side}-language): choose from {', '.join(sorted(codes))}"
        )
    return find_code(wanted, codes, side)


def _check(given: str | None, stated: str | None, side: str) -> None:
    """Raises if a user names another language than a model of one pair of languages says it is for."""
    if given and stated and not agrees(given, stated):
        raise OptionError(
            f"the {side} language of this model is {stated}, not {given}: leave out --{side}-language, or "
            "choose another model"
        )
