"""Finds a model and its form: a folder of CTranslate2, of Hugging Face, or of Marian."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from parbleu.errors import MissingModelError, OptionError
from parbleu.translate.models.hub import fetch

COMMIT = re.compile(r"[0-9a-f]{40}")
NAME = re.compile(r"[A-Za-z0-9][\w.-]*(/[A-Za-z0-9][\w.-]*)?")
"""What a model on the hub can be called: owner/name, or the name alone of the oldest."""

CTRANSLATE2 = "ctranslate2"
HUGGING_FACE = "hugging face"
MARIAN = "marian"


@dataclass(frozen=True, slots=True)
class ModelLocation:
    """A model on disk.

    Attributes:
        kind: the form of the model: one of the constants of this module.
        path: the folder of the model.
        revision: the commit of the model, where that is known.
        file: the file of a Marian model that the user names; None if only the folder is named.
    """

    kind: str
    path: Path
    revision: str | None = None
    file: Path | None = None


def locate(model: str, revision: str | None = None) -> ModelLocation:
    """Finds a model on disk or on the hub.

    Args:
        model: a folder, a Marian model's `.npz` or its `.yml`, or a name on the hub of Hugging Face.
        revision: the branch, tag or commit of a model on the hub; None for a folder, or the commit that a
            folder in the hub's cache must have.

    Raises:
        MissingModelError: there is no such model, or a part of it is missing.
        OptionError: a folder has no revision, or another one.
    """
    path = Path(model).expanduser()
    if not os.path.exists(path):  # pathlib raises for names that no file can have
        if not NAME.fullmatch(model):
            raise MissingModelError(f"{model}: there is no such file or folder; give the folder of a model")
        path, revision = fetch(model, revision), None
    named = path.resolve()
    folder = named if named.is_dir() else named.parent
    place = ModelLocation(_kind(named), folder, _revision(folder), None if named.is_dir() else named)
    if revision and not (place.revision or "").startswith(revision):
        has = f"is of revision {place.revision}" if place.revision else "does not tell its revision"
        raise OptionError(f"{model} {has}: leave out --revision {revision}, which is for names on the hub")
    return place


def _kind(path: Path) -> str:
    if path.is_file():
        if path.suffix in {".npz", ".yml", ".yaml"}:
            return MARIAN
        raise MissingModelError(
            f"{path} is a file, but not a Marian model (.npz, .yml): give the folder of the model"
        )
    if (path / "model.bin").is_file() and vocabulary_files(path):
        return CTRANSLATE2
    if (path / "config.json").is_file() and weights(path):
        return HUGGING_FACE
    if any(path.glob("*.npz")):
        return MARIAN
    raise MissingModelError(
        f"{path} holds no model: neither model.bin with its vocabulary (CTranslate2), nor config.json with "
        "model.safetensors or pytorch_model.bin (Hugging Face), nor model.npz with decoder.yml (Marian)"
    )


def vocabulary_files(folder: Path) -> list[Path]:
    """Returns the vocabularies of a CTranslate2 model, that of the target last."""
    return [
        path
        for stem in ("source_vocabulary", "source_1_vocabulary", "shared_vocabulary", "target_vocabulary")
        for path in (folder / f"{stem}.json", folder / f"{stem}.txt")
        if path.is_file()
    ]


def weights(folder: Path) -> list[Path]:
    """Returns the files of weights of a Hugging Face model, those of the better format if there are two."""
    return sorted(folder.glob("model*.safetensors")) or sorted(folder.glob("pytorch_model*.bin"))


def hugging_face_files(folder: Path) -> list[Path]:
    """Returns the files of a Hugging Face model that its translations depend on."""
    others = [path for path in folder.iterdir() if path.suffix in {".json", ".spm", ".model"}]
    return [*weights(folder), *(path for path in others if path.is_file())]


def _revision(folder: Path) -> str | None:
    """Returns the commit that a folder was fetched from, if it was fetched by the hub's tools or by git."""
    if folder.parent.name == "snapshots" and COMMIT.fullmatch(folder.name):
        return folder.name
    told = folder / ".cache" / "huggingface" / "download" / "config.json.metadata"
    lines = told.read_text(encoding="utf-8").split() if told.is_file() else []
    if lines and COMMIT.fullmatch(lines[0]):
        return lines[0]
    head = folder / ".git" / "HEAD"
    text = head.read_text(encoding="utf-8").strip() if head.is_file() else ""
    branch = folder / ".git" / text.removeprefix("ref: ")
    if text.startswith("ref: ") and branch.is_file():
        text = branch.read_text(encoding="utf-8").strip()
    return text if COMMIT.fullmatch(text) else None
