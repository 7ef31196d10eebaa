"""Converts models of Hugging Face and Marian to CTranslate2's format once, and caches the result."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from signal import Signals
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

from parbleu._base.extras import install_command
from parbleu._base.log import inform
from parbleu._base.wording import first_line, last_line
from parbleu._io.atomic import FULL
from parbleu._io.json_text import parse_json
from parbleu.errors import MissingDependencyError, MissingModelError, TranslationError
from parbleu.translate._models import model_cache, model_facts
from parbleu.translate._models.model_cache import file_checksums
from parbleu.translate._models.model_facts import FAMILIES, vocabulary
from parbleu.translate._models.model_location import MARIAN, ModelLocation, hugging_face_files
from parbleu.translate._models.piece_tokenizer import load_sentencepiece, tokenizer_files

_START = (
    "import json, sys; job = json.loads(sys.argv[1]); sys.path[:] = job.pop('search'); "
    "from parbleu.translate._models.converted_models import convert; convert(**job)"
)
EDITION = 1
"""Changes when the same conversion would give another folder."""


def find_marian_files(folder: Path, named: Path | None) -> tuple[Path, list[Path]]:
    """Finds the files of the model in a folder.

    Args:
        folder: the folder of the model.
        named: the `.npz` or the configuration that the user names; None for the only one in the folder.

    Returns:
        The `.npz` file of the weights; the vocabularies of the source and of the target, `.yml` or
        SentencePiece's `.spm`.

    Raises:
        MissingModelError: a file is missing, or there are several models.
    """
    config = named if named and named.suffix != ".npz" else _config(folder, named)
    options = _read(config) if config else {}
    models = _paths(options, "models", folder)
    if named and named.suffix == ".npz":
        models = [named]
    weights = _only(models or sorted(folder.glob("*.npz")), folder, "model (.npz)")
    vocabularies = _paths(options, "vocabs", folder) or _vocabularies(folder)
    if len(vocabularies) == 1:
        vocabularies *= 2
    if len(vocabularies) != 2:
        raise MissingModelError(
            f"{folder} has {len(vocabularies)} vocabularies, where Marian's model needs one or two: let "
            "decoder.yml name them (vocabs: [source.yml, target.yml])"
        )
    for path in (weights, *vocabularies):
        if not path.is_file():
            raise MissingModelError(f"{path} is missing, which {config or folder} names: copy it there")
    return weights, vocabularies


def readable_vocabularies(vocabularies: list[Path], folder: Path) -> list[str]:
    """Returns the paths of the vocabularies; those of SentencePiece are written as `.yml` to `folder`."""
    paths = []
    for index, path in enumerate(vocabularies):
        if path.suffix != ".spm":
            paths.append(str(path))
            continue
        model = load_sentencepiece(path)
        pieces = [model.id_to_piece(number) for number in range(model.vocab_size())]
        lines = [
            f"{json.dumps(piece, ensure_ascii=False)}: {number}\n" for number, piece in enumerate(pieces)
        ]
        written = folder / f"vocabulary{index}.yml"
        written.write_text("".join(lines), encoding="utf-8")
        paths.append(str(written))
    return paths


def _paths(options: dict[str, Any], key: str, folder: Path) -> list[Path]:
    """Returns the files that a configuration names, relative to its folder: a list, or only one."""
    names = options.get(key) or []
    return [folder / str(path) for path in (names if isinstance(names, list) else [names])]


def _config(folder: Path, weights: Path | None) -> Path | None:
    of_weights = [folder / f"{weights.name}.decoder.yml"] if weights else []
    for path in (*of_weights, folder / "decoder.yml"):
        if path.is_file():
            return path
    configs = sorted(folder.glob("*.decoder.yml"))
    return _only(configs, folder, "decoder.yml") if configs and not weights else None


def _vocabularies(folder: Path) -> list[Path]:
    pair = [folder / f"vocab.{side}.yml" for side in ("source", "target")]
    if all(path.is_file() for path in pair):
        return pair
    return sorted(folder.glob("*vocab*.yml")) or sorted(folder.glob("*vocab*.spm"))


def _only(paths: list[Path], folder: Path, what: str) -> Path:
    if len(paths) != 1:
        names = ", ".join(path.name for path in paths) or "none"
        raise MissingModelError(
            f"{folder}: one {what} is needed, and there is {names}: name one as the --model"
        )
    return paths[0]


def _read(path: Path) -> dict[str, Any]:
    import yaml  # which CTranslate2 needs, too

    try:
        options = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, yaml.YAMLError) as problem:
        raise MissingModelError(
            f"{path} must be a configuration of Marian in YAML: {first_line(problem)}"
        ) from None
    if not isinstance(options, dict):
        raise MissingModelError(f"{path} is not a configuration of Marian: name the model's .npz or .yml")
    return options


def convert_apart(kind: str, source: list[str], output: Path, quantization: str) -> None:
    """Converts a model into an empty folder, in another process.

    Args:
        kind: "hugging face" or "marian".
        source: the folder of a model of Hugging Face; or the `.npz` and the vocabularies of a Marian model.
        output: the empty folder.
        quantization: the type of the weights, such as "int8".

    Raises:
        TranslationError: the model cannot be converted; the message has that of the converter.
        OSError: the disk is full.
    """
    job = {"kind": kind, "source": source, "output": str(output), "quantization": quantization}
    environment = {
        "HF_HUB_OFFLINE": "1",
        "TRANSFORMERS_VERBOSITY": "error",
        "HF_HUB_DISABLE_PROGRESS_BARS": "1",
    }
    inform(f"Converting {source[0]} for CTranslate2, with weights in {quantization}")
    alive, ours = os.pipe()
    try:
        done = subprocess.run(
            [sys.executable, "-c", _START, json.dumps(job | {"search": sys.path})],
            env=os.environ | environment,
            stdin=alive,
            capture_output=True,
            check=False,
        )
    finally:
        os.close(alive)
        os.close(ours)
    if done.returncode:
        reason = last_line(done.stderr)
        for code in FULL:
            if f"[Errno {code}]" in reason:
                raise OSError(code, os.strerror(code))
        if done.returncode < 0:
            reason = f"its process was ended by {Signals(-done.returncode).name}; see whether memory suffices"
        raise TranslationError(f"{source[0]} cannot be converted for CTranslate2: {reason}")


def convert(kind: str, source: list[str], output: str, quantization: str) -> None:
    """Converts a model in this process, which ends if its parent closes its standard input.

    Args:
        kind: "hugging face" or "marian".
        source: the folder of a model of Hugging Face; or the `.npz` and the vocabularies of a Marian model.
        output: the empty folder.
        quantization: the type of the weights, such as "int8".
    """
    from ctranslate2 import converters

    Thread(target=_end_with_parent, daemon=True).start()
    converter: Any
    if kind == "marian":
        converter = converters.MarianConverter(source[0], source[1:])
    else:
        converter = _transformers_converter(source[0])
    converter.convert(output, quantization=quantization, force=True)
    if kind == "hugging face":
        _repair(Path(output) / "config.json", Path(source[0]) / "config.json")


def _end_with_parent() -> None:
    os.read(0, 1)
    os._exit(1)


def _transformers_converter(folder: str) -> Any:
    from ctranslate2.converters import TransformersConverter

    class ModelConverter(TransformersConverter):  # type: ignore[misc]
        """Gives the library the tokens that tokenizers of transformers 5 keep apart from their vocabulary."""

        def load_tokenizer(self, *arguments: Any, **options: Any) -> Any:
            tokenizer = super().load_tokenizer(*arguments, **options)
            known, complete = tokenizer.get_vocab(), vocabulary(tokenizer)
            if not complete.keys() <= {*known, *tokenizer.all_special_tokens}:
                tokenizer.get_vocab = lambda: complete
            return tokenizer

    return ModelConverter(folder)


def _repair(written: Path, original: Path) -> None:
    """Says how mBART-50 begins: tokenizers of transformers 5 know no <s>, and the library writes null."""
    config = parse_json(written.read_bytes())
    if parse_json(original.read_bytes(), repeated_keys=True)["model_type"] == "mbart":
        config |= {"bos_token": "<s>", "decoder_start_token": "</s>"}
        written.write_text(json.dumps(config, indent=2), encoding="utf-8")


@dataclass(frozen=True, slots=True)
class UnconvertedModel:
    """A model to be converted: all `files` that the result depends on, and a function that fills a folder.

    The files of its tokenizer are copied beside the result, and the facts are stored there.
    """

    files: Iterable[Path]
    tokenizer: list[Path]
    facts: dict[str, Any]
    convert: Callable[[Path, str], None]


def converted(location: ModelLocation, quantization: str) -> Path:
    """Returns the folder of a model in CTranslate2's format; converts it if there is none yet.

    The same contents, quantization and version of CTranslate2 give the same folder, wherever the model is.

    Raises:
        MissingModelError: a part of the model is missing.
        MissingDependencyError: a package is not installed.
        TranslationError: the model cannot be converted.
        CacheError: the converted model cannot be stored.
    """
    from ctranslate2 import __version__

    source = _of_marian(location) if location.kind == MARIAN else _of_hugging_face(location.path)
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

    return model_cache.cached_folder(_name(location.path), recipe, build)


def _of_hugging_face(folder: Path) -> UnconvertedModel:
    tokenizer = tokenizer_files(folder)

    def convert(output: Path, quantization: str) -> None:
        for package in ("torch", "transformers"):
            if find_spec(package) is None:
                raise MissingDependencyError(
                    f"to convert {folder}, once, {package} is needed: {install_command('transformers')}"
                )
        convert_apart("hugging face", [str(folder)], output, quantization)

    return UnconvertedModel(hugging_face_files(folder), tokenizer, model_facts.facts(folder), convert)


def _of_marian(location: ModelLocation) -> UnconvertedModel:
    weights, vocabularies = find_marian_files(location.path, location.file)
    tokenizer = tokenizer_files(location.path)

    def convert(output: Path, quantization: str) -> None:
        with TemporaryDirectory() as folder:
            readable = readable_vocabularies(vocabularies, Path(folder))
            convert_apart("marian", [str(weights), *readable], output, quantization)

    facts = {"family": "marian", "longest": FAMILIES["marian"].longest}
    return UnconvertedModel({weights, *vocabularies, *tokenizer}, tokenizer, facts, convert)


def _name(folder: Path) -> str:
    """Returns a short name for people: of a folder in the hub's cache, that of the model."""
    name = folder.parent.parent.name if folder.parent.name == "snapshots" else folder.name
    return re.sub(r"[^A-Za-z0-9_-]+", "-", name.removeprefix("models--")).strip("-")[:60] or "model"
