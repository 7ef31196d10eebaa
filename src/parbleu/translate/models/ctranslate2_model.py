"""Describes a CTranslate2 model that is ready to load: its folder and all facts needed to use it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parbleu.errors import MissingModelError
from parbleu.io.json_text import parse_json
from parbleu.translate.models import hugging_face, model_cache
from parbleu.translate.models.converted_models import converted
from parbleu.translate.models.model_families import FAMILIES, Family, recognized, refined
from parbleu.translate.models.model_location import CTRANSLATE2, ModelLocation, vocabulary_files
from parbleu.translate.models.piece_tokenizer import tokenizer_files

_SPECIAL = re.compile(r"<(unk|s|/s|pad|mask|extra_id_[0-9]+)>")
"""Tokens that are no text in any family, such as T5's placeholders."""


@dataclass(frozen=True, slots=True)
class Model:
    """A model of CTranslate2.

    Attributes:
        folder: the folder of the model.
        family: the family of the model.
        codes: the languages that the model knows: code -> token.
        facts: the facts that were stored when it was converted, as `hugging_face.facts` returns them.
        files: the files that translations depend on.
        specials: special tokens, which are left out of translations.
        end: the token at the end of every sequence.
        ends_source: whether parbleu adds `end` to a source segment.
        adds: how many tokens CTranslate2 itself adds to a source segment.
    """

    folder: Path
    family: Family
    codes: dict[str, str]
    facts: dict[str, Any]
    files: list[Path]
    specials: frozenset[str]
    end: str
    ends_source: bool
    adds: int


def ready(place: ModelLocation, quantization: str) -> Model:
    """Returns a model that is ready to load; converts it if necessary, to such weights as "int8".

    Raises:
        MissingModelError: a part of the model is missing.
        MissingDependencyError: a package is not installed.
        TranslationError: the model cannot be converted.
        CacheError: the converted model cannot be stored.
    """
    folder = place.path if place.kind == CTRANSLATE2 else converted(place, quantization)
    config = hugging_face.read(folder / hugging_face.CONFIG)
    vocabularies = vocabulary_files(folder)
    vocabulary = _vocabulary(vocabularies[0])
    facts = model_cache.folder_facts(folder)
    if facts:
        family = refined(FAMILIES[facts["family"]], vocabulary)
    else:
        told = hugging_face.read(folder / hugging_face.TOKENIZER_CONFIG)
        family = recognized(str(told.get("tokenizer_class") or ""), vocabulary)
        facts = hugging_face.tokenizer_facts(folder, family)
    settings = [folder / name for name in (hugging_face.CONFIG, hugging_face.TOKENIZER_CONFIG)]
    end = str(config.get("eos_token") or "</s>")
    codes = family.codes(vocabulary)
    return Model(
        folder=folder,
        family=family,
        codes=codes,
        facts=facts,
        files=[
            *(folder / "model.bin", *vocabularies, *tokenizer_files(folder)),
            *(path for path in settings if path.is_file()),
        ],
        specials=frozenset({*filter(_SPECIAL.fullmatch, vocabulary), *codes.values(), end}),
        end=end,
        # Models that begin with <s> are OpenNMT's, whose source segments have no end.
        ends_source=not config.get("add_source_eos") and config.get("decoder_start_token") != "<s>",
        adds=bool(config.get("add_source_bos")) + bool(config.get("add_source_eos")),
    )


def _vocabulary(file: Path) -> list[str]:
    try:
        text = file.read_text(encoding="utf-8")
        found = parse_json(text) if file.suffix == ".json" else text.split("\n")
    except (OSError, ValueError) as problem:
        raise MissingModelError(f"{file} cannot be read, convert the model again: {problem}") from None
    if not isinstance(found, list):
        raise MissingModelError(f"{file} is not a vocabulary of CTranslate2: get the model again")
    return [str(token) for token in found]
