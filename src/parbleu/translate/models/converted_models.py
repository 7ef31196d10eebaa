"""Converts models of Hugging Face and Marian to CTranslate2's format once, and caches the result."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from parbleu.base.extras import install_command
from parbleu.errors import MissingDependencyError
from parbleu.translate.models import hugging_face, marian, model_cache
from parbleu.translate.models.conversion_process import convert_apart
from parbleu.translate.models.model_cache import file_checksums
from parbleu.translate.models.model_families import FAMILIES
from parbleu.translate.models.model_location import MARIAN, ModelLocation, hugging_face_files
from parbleu.translate.models.piece_tokenizer import tokenizer_files

EDITION = 1
"""Changes when the same conversion would give another folder."""


@dataclass(frozen=True, slots=True)
class UnconvertedModel:
    """A model to be converted: all `files` that the result depends on, and a function that fills a folder.

    The files of its tokenizer are copied beside the result, and the facts are stored there.
    """

    files: Iterable[Path]
    tokenizer: list[Path]
    facts: dict[str, Any]
    convert: Callable[[Path, str], None]


def converted(place: ModelLocation, quantization: str) -> Path:
    """Returns the folder of a model in CTranslate2's format; converts it if there is none yet.

    The same contents, quantization and version of CTranslate2 give the same folder, wherever the model is.

    Raises:
        MissingModelError: a part of the model is missing.
        MissingDependencyError: a package is not installed.
        TranslationError: the model cannot be converted.
        CacheError: the converted model cannot be stored.
    """
    from ctranslate2 import __version__

    source = _of_marian(place) if place.kind == MARIAN else _of_hugging_face(place.path)
    recipe = {
        "edition": EDITION,
        "source": file_checksums(source.files),
        "quantization": quantization,
        "ctranslate2": __version__,
    }

    def build(folder: Path) -> dict[str, Any]:
        source.convert(folder, quantization)
        for file in source.tokenizer:
            shutil.copyfile(file, folder / file.name)
        return source.facts

    return model_cache.cached_folder(_name(place.path), recipe, build)


def _of_hugging_face(folder: Path) -> UnconvertedModel:
    tokenizer = tokenizer_files(folder)

    def convert(output: Path, quantization: str) -> None:
        for package in ("torch", "transformers"):
            if find_spec(package) is None:
                raise MissingDependencyError(
                    f"to convert {folder}, once, {package} is needed: {install_command('transformers')}"
                )
        convert_apart("hugging face", [str(folder)], output, quantization)

    return UnconvertedModel(hugging_face_files(folder), tokenizer, hugging_face.facts(folder), convert)


def _of_marian(place: ModelLocation) -> UnconvertedModel:
    weights, vocabularies = marian.find(place.path, place.file)
    tokenizer = tokenizer_files(place.path)

    def convert(output: Path, quantization: str) -> None:
        with TemporaryDirectory() as folder:
            readable = marian.readable_vocabularies(vocabularies, Path(folder))
            convert_apart("marian", [str(weights), *readable], output, quantization)

    facts = {"family": "marian", "longest": FAMILIES["marian"].longest}
    return UnconvertedModel({weights, *vocabularies, *tokenizer}, tokenizer, facts, convert)


def _name(folder: Path) -> str:
    """Returns a short name for people: of a folder in the hub's cache, that of the model."""
    named = folder.parent.parent.name if folder.parent.name == "snapshots" else folder.name
    return re.sub(r"[^A-Za-z0-9_-]+", "-", named.removeprefix("models--")).strip("-")[:60] or "model"
