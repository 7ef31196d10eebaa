"""Reads facts about a model from the files of a Hugging Face folder."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from parbleu.errors import MissingModelError
from parbleu.io.json_text import parse_json
from parbleu.translate.models.model_families import Family, declared

CONFIG = "config.json"
TOKENIZER_CONFIG = "tokenizer_config.json"
_TASK = re.compile(r"translation_([^_-]+)_to_([^_-]+)")
_ABSURD = 1_000_000
"""Tokenizers that know no limit say that they have a huge one."""


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
    told = read(folder / TOKENIZER_CONFIG)
    limit = told.get("model_max_length")
    limits = [each for each in (limit, positions) if isinstance(each, int) and 0 < each < _ABSURD]
    return {
        "longest": min(limits, default=family.longest),
        "source": _text(told.get("source_lang")),
        "target": _text(told.get("target_lang")),
    }


def read(file: Path) -> dict[str, Any]:
    """Returns the contents of a JSON file; an empty dict if it does not exist.

    Raises:
        MissingModelError: the file is not JSON.
    """
    try:
        found = parse_json(file.read_bytes(), repeated_keys=True)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as problem:
        raise MissingModelError(f"{file} cannot be read, download the model again: {problem}") from None
    if not isinstance(found, dict):
        raise MissingModelError(f"{file} holds no JSON object: get the model again from where it came")
    return found


def vocabulary(tokenizer: Any) -> dict[str, int]:
    """Returns the tokens of a tokenizer of transformers and their ids, with the tokens of languages.

    The tokenizer of M2M-100 has these in another place from transformers 5 on.
    """
    return {**tokenizer.get_vocab(), **vars(tokenizer).get("lang_token_to_id", {})}


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _prefixes(tasks: Any) -> dict[str, str]:
    """Returns what T5 was taught: pair of languages -> instruction, of tasks "translation_en_to_de"."""
    found = {}
    for name, task in tasks.items() if isinstance(tasks, dict) else ():
        match = _TASK.fullmatch(name)
        if match and isinstance(task, dict) and "prefix" in task:
            found[f"{match[1]}-{match[2]}"] = str(task["prefix"])
    return found
