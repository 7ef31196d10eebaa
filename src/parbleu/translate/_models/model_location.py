"""Finds a model by its path or its name on the Hugging Face hub, and recognizes its form."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from time import sleep

from parbleu._base.extras import imported
from parbleu._base.wording import first_line
from parbleu._io.retry import (
    TRANSIENT_STATUSES,
    Attempts,
    RetryPolicy,
    TransientError,
    retry_after,
    unknown_server,
)
from parbleu.errors import DownloadError, MissingModelError, OfflineError, OptionError
from parbleu.fetch._environment import offline

WANTED = ["*.json", "*.txt", "*.spm", "*.model", "*.yml", "*.npz", "*.safetensors", "*.bin"]
UNWANTED = ["*/*", "tf_model*", "flax_model*", "rust_model*"]
POLICY = RetryPolicy(attempts=4, first_wait=1.0, longest_wait=20.0, longest_asked=60.0)
_TRANSIENT = {"ConnectionError", "TimeoutError", "TransportError"}
"""Names of exceptions of Python, httpx and requests, which the hub's library lets through."""

COMMIT = re.compile(r"[0-9a-f]{40}")
NAME = re.compile(r"[A-Za-z0-9][\w.-]*(/[A-Za-z0-9][\w.-]*)?")
"""What a model on the hub can be called: owner/name, or the name alone of the oldest."""
CTRANSLATE2 = "ctranslate2"
HUGGING_FACE = "hugging face"
MARIAN = "marian"


def fetch(name: str, revision: str | None) -> Path:
    """Returns the folder of a model in the hub's own cache; downloads it, with one format of the weights.

    Args:
        name: the name of the model, such as "owner/model".
        revision: a branch, tag or commit; None for the main branch.

    Raises:
        MissingDependencyError: the package of the hub is not installed.
        MissingModelError: the hub has no such model, or it may not be read.
        OfflineError: downloads are forbidden, and the model is not in the cache.
        DownloadError: the model cannot be downloaded.
    """
    need = f"{name} is not a folder on this machine; to download it from the hub of Hugging Face"
    errors = imported("huggingface_hub.errors", need, "transformers")
    attempts = Attempts(POLICY)
    forbidden = offline() or os.environ.get("HF_HUB_OFFLINE", "").upper() in {"1", "ON", "YES", "TRUE"}
    while True:
        try:
            return _cached(name, revision) if forbidden else _downloaded(name, revision)
        except OfflineError:  # noqa: PERF203 - attempts are few
            raise
        except (errors.RepositoryNotFoundError, errors.RevisionNotFoundError, errors.HFValidationError):
            what = f"{name} in revision {revision}" if revision else name
            raise MissingModelError(
                f"{what}: there is no such folder, and no such model on the hub; check the name, or `hf auth "
                "login` if it is not public"
            ) from None
        except Exception as problem:  # the library lets the errors of its HTTP client through
            transient = _transient(problem)
            seconds = None if transient is None else attempts.wait_after(transient)
            if seconds is None:
                raise DownloadError(
                    f"{name} is not a folder on this machine, and cannot be downloaded from the hub: "
                    f"{first_line(problem)}"
                ) from problem
            sleep(seconds)


def _downloaded(name: str, revision: str | None) -> Path:
    from huggingface_hub import HfApi, snapshot_download

    files = HfApi().model_info(name, revision=revision).siblings or []
    unwanted = [*UNWANTED]
    if any(file.rfilename.endswith(".safetensors") for file in files):
        unwanted.append("pytorch_model*")  # the same weights in a worse format
    return Path(snapshot_download(name, revision=revision, allow_patterns=WANTED, ignore_patterns=unwanted))


def _cached(name: str, revision: str | None) -> Path:
    """Returns the cached folder. A model that was downloaded in part fails when it is read."""
    from huggingface_hub import try_to_load_from_cache

    config = try_to_load_from_cache(name, "config.json", revision=revision)
    if isinstance(config, str):
        return Path(config).parent
    raise OfflineError(
        f"{name} is neither a folder nor in the hub's cache, and PARBLEU_OFFLINE or HF_HUB_OFFLINE "
        "forbids downloads: give the folder of the model, or allow them"
    )


def _transient(problem: Exception) -> TransientError | None:
    """Returns what a failure means if it may pass."""
    response = getattr(problem, "response", None)
    if unknown_server(problem):
        return None
    if response is None:
        kinds = {kind.__name__ for kind in type(problem).__mro__}
        return TransientError(str(problem)) if kinds & _TRANSIENT else None
    if response.status_code not in TRANSIENT_STATUSES:
        return None
    return TransientError(str(problem), retry_after(response.headers))


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
    location = ModelLocation(_kind(named), folder, _revision(folder), None if named.is_dir() else named)
    if revision and not (location.revision or "").startswith(revision):
        has = f"is of revision {location.revision}" if location.revision else "does not tell its revision"
        raise OptionError(f"{model} {has}: leave out --revision {revision}, which is for names on the hub")
    return location


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
    settings = [path for path in folder.iterdir() if path.suffix in {".json", ".spm", ".model"}]
    return [*weights(folder), *(path for path in settings if path.is_file())]


def _revision(folder: Path) -> str | None:
    """Returns the commit that a folder was fetched from, if it was fetched by the hub's tools or by git."""
    if folder.parent.name == "snapshots" and COMMIT.fullmatch(folder.name):
        return folder.name
    metadata = folder / ".cache" / "huggingface" / "download" / "config.json.metadata"
    lines = metadata.read_text(encoding="utf-8").split() if metadata.is_file() else []
    if lines and COMMIT.fullmatch(lines[0]):
        return lines[0]
    head = folder / ".git" / "HEAD"
    text = head.read_text(encoding="utf-8").strip() if head.is_file() else ""
    branch = folder / ".git" / text.removeprefix("ref: ")
    if text.startswith("ref: ") and branch.is_file():
        text = branch.read_text(encoding="utf-8").strip()
    return text if COMMIT.fullmatch(text) else None
