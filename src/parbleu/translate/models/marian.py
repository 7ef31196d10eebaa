"""Finds the weights and vocabularies of a Marian model from its configuration."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from parbleu.base.wording import first_line
from parbleu.errors import MissingModelError
from parbleu.translate.models.piece_tokenizer import load_sentencepiece


def find(folder: Path, named: Path | None) -> tuple[Path, list[Path]]:
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
    told = _read(config) if config else {}
    models = _paths(told, "models", folder)
    if named and named.suffix == ".npz":
        models = [named]
    weights = _only(models or sorted(folder.glob("*.npz")), folder, "model (.npz)")
    vocabularies = _paths(told, "vocabs", folder) or _vocabularies(folder)
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
    found = []
    for index, path in enumerate(vocabularies):
        if path.suffix != ".spm":
            found.append(str(path))
            continue
        model = load_sentencepiece(path)
        pieces = [model.id_to_piece(number) for number in range(model.vocab_size())]
        lines = [
            f"{json.dumps(piece, ensure_ascii=False)}: {number}\n" for number, piece in enumerate(pieces)
        ]
        written = folder / f"vocabulary{index}.yml"
        written.write_text("".join(lines), encoding="utf-8")
        found.append(str(written))
    return found


def _paths(told: dict[str, Any], key: str, folder: Path) -> list[Path]:
    """Returns the files that a configuration names, relative to its folder: a list, or only one."""
    named = told.get(key) or []
    return [folder / str(path) for path in (named if isinstance(named, list) else [named])]


def _config(folder: Path, weights: Path | None) -> Path | None:
    own = [folder / f"{weights.name}.decoder.yml"] if weights else []
    for path in (*own, folder / "decoder.yml"):
        if path.is_file():
            return path
    others = sorted(folder.glob("*.decoder.yml"))
    return _only(others, folder, "decoder.yml") if others and not weights else None


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
        told = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, yaml.YAMLError) as problem:
        raise MissingModelError(
            f"{path} must be a configuration of Marian in YAML: {first_line(problem)}"
        ) from None
    if not isinstance(told, dict):
        raise MissingModelError(f"{path} is not a configuration of Marian: name the model's .npz or .yml")
    return told
