"""Reads facts about a model from the files of a Hugging Face folder, and recognizes its family.

A family says how its models mark languages, and how long a text they take.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parbleu._io.json_text import parse_json
from parbleu.errors import MissingModelError, TranslationError

ENOUGH = 3
"""So many tokens of languages in a vocabulary are no accident."""
CONFIG = "config.json"
TOKENIZER_CONFIG = "tokenizer_config.json"
_TASK = re.compile(r"translation_([^_-]+)_to_([^_-]+)")
_ABSURD = 1_000_000
"""Tokenizers that know no limit say that they have a huge one."""


@dataclass(frozen=True, slots=True)
class Family:
    """A family of models that take the same input.

    Attributes:
        name: the name of the family.
        token: a regular expression for tokens of languages, with the code of the language as the only group;
            None if there are no such tokens.
        source_token: whether a source segment begins with the token of its language.
        target_begins: the token of the target language begins the translation ("translation"), or stands
            before the source ("source"); None if it is nowhere.
        longest: the largest number of tokens of a source segment, with the tokens that are added to it.
        tokenizer: what the names of the family's tokenizers begin with; "" if other families have them, too.
    """

    name: str
    token: re.Pattern[str] | None = None
    source_token: bool = False
    target_begins: str | None = None
    longest: int = 512
    tokenizer: str | None = None

    def codes(self, vocabulary: Iterable[str]) -> dict[str, str]:
        """Returns the languages that a model knows: code -> token."""
        if self.token is None:
            return {}
        matches = {token: self.token.fullmatch(token) for token in vocabulary}
        return {match[1]: token for token, match in matches.items() if match}


FAMILIES = {
    family.name: family
    for family in (
        Family("marian", re.compile(r">>(.+)<<"), target_begins="source", tokenizer="Marian"),
        Family("mbart-50", re.compile(r"([a-z]{2}_[A-Z]{2})"), True, "translation", 1024, "MBart50"),
        Family("nllb", re.compile(r"([a-z]{3}_[A-Z][a-z]{3})"), True, "translation", 1024, "Nllb"),
        Family("m2m-100", re.compile(r"__([a-z]{2,3})__"), True, "translation", 1024, "M2M100"),
        Family("t5", tokenizer="T5"),
        Family("madlad", re.compile(r"<2([^<>]+)>"), target_begins="source"),
    )
}


def declared(config: Mapping[str, Any], tokenizer_class: str) -> Family:
    """Returns the family that the `config.json` of Hugging Face states, or its tokenizer's class.

    Raises:
        TranslationError: the family is not known.
    """
    kind = config.get("model_type")
    if kind == "marian":
        return FAMILIES["marian"]
    if kind in {"t5", "mt5", "umt5"}:
        return FAMILIES["t5"]
    if kind == "m2m_100":
        return FAMILIES["nllb" if tokenizer_class.startswith("Nllb") else "m2m-100"]
    if kind == "mbart" and tokenizer_class.startswith("MBart50"):
        return FAMILIES["mbart-50"]
    which = f" with the tokenizer {tokenizer_class or 'of no name'}" if kind == "mbart" else ""
    raise TranslationError(
        f"the model's config.json says model_type {kind}{which}; known are marian, mbart with "
        "MBart50Tokenizer, m2m_100 (M2M-100 and NLLB) and t5"
    )


def recognized(tokenizer_class: str, vocabulary: list[str]) -> Family:
    """Returns the family of a model of CTranslate2, whose own `config.json` does not state it.

    The class of its tokenizer does if that is known, or else the shape of the tokens of languages.
    """
    for family in FAMILIES.values():
        if family.tokenizer and tokenizer_class.startswith(family.tokenizer):
            return refined(family, vocabulary)
    for family in FAMILIES.values():
        if len(family.codes(vocabulary)) >= ENOUGH:
            return family
    return FAMILIES["marian"]


def refined(family: Family, vocabulary: list[str]) -> Family:
    """Returns the family of a model whose vocabulary is known: MADLAD is T5 with tokens of languages."""
    madlad = FAMILIES["madlad"]
    return madlad if family.name == "t5" and len(madlad.codes(vocabulary)) >= ENOUGH else family


def facts(folder: Path) -> dict[str, Any]:
    """Returns facts about a model from its files, without loading it.

    Returns:
        "family": the name of the model's family; "longest": the largest number of tokens it takes; "source"
        and "target": its languages, if the files name them; "prefixes": language pair, such as "en-de" ->
        the text that T5 reads before a segment.

    Raises:
        MissingModelError: a file is missing or is not JSON.
        TranslationError: the model belongs to no known family.
    """
    config, tokenizer = read(folder / CONFIG), read(folder / TOKENIZER_CONFIG)
    family = declared(config, str(config.get("tokenizer_class") or tokenizer.get("tokenizer_class") or ""))
    return tokenizer_facts(folder, family, config.get("max_position_embeddings")) | {
        "family": family.name,
        "prefixes": _prefixes(config.get("task_specific_params")),
    }


def tokenizer_facts(folder: Path, family: Family, positions: int | None = None) -> dict[str, Any]:
    """Returns the facts in a tokenizer's configuration, if there is one.

    Args:
        folder: the folder of the model.
        family: the family of the model, whose limit of tokens holds where the files state none.
        positions: the limit of tokens in the model's configuration; None if there is none.
    """
    config = read(folder / TOKENIZER_CONFIG)
    limit = config.get("model_max_length")
    limits = [number for number in (limit, positions) if isinstance(number, int) and 0 < number < _ABSURD]
    return {
        "longest": min(limits, default=family.longest),
        "source": _text(config.get("source_lang")),
        "target": _text(config.get("target_lang")),
    }


def read(file: Path) -> dict[str, Any]:
    """Returns the contents of a JSON file; an empty dict if it does not exist.

    Raises:
        MissingModelError: the file is not JSON.
    """
    try:
        config = parse_json(file.read_bytes(), repeated_keys=True)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as problem:
        raise MissingModelError(f"{file} cannot be read, download the model again: {problem}") from None
    if not isinstance(config, dict):
        raise MissingModelError(f"{file} holds no JSON object: get the model again from where it came")
    return config


def vocabulary(tokenizer: Any) -> dict[str, int]:
    """Returns the tokens of a tokenizer of transformers and their ids, with the tokens of languages.

    The tokenizer of M2M-100 has these in another place from transformers 5 on.
    """
    return {**tokenizer.get_vocab(), **vars(tokenizer).get("lang_token_to_id", {})}


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _prefixes(tasks: Any) -> dict[str, str]:
    """Returns what T5 was taught: pair of languages -> instruction, of tasks "translation_en_to_de"."""
    prefixes = {}
    for name, task in tasks.items() if isinstance(tasks, dict) else ():
        match = _TASK.fullmatch(name)
        if match and isinstance(task, dict) and "prefix" in task:
            prefixes[f"{match[1]}-{match[2]}"] = str(task["prefix"])
    return prefixes
