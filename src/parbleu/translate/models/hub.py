"""Models of the Hugging Face hub, by name: in its own cache, or fetched into it."""

from __future__ import annotations

import os
from pathlib import Path

from parbleu.errors import DownloadError, MissingDependencyError, MissingModelError, OfflineError
from parbleu.fetch.environment import offline

WANTED = ["*.json", "*.txt", "*.spm", "*.model", "*.yml", "*.npz", "*.safetensors", "*.bin"]


def fetch(name: str, revision: str | None) -> Path:
    """Returns the folder of a model, with the weights in one format only. The hub's cache is used as it is.

    Raises:
        MissingModelError: the hub has no such model, or revision.
        OfflineError: it is not in the cache, and downloads are forbidden.
        DownloadError: the hub cannot be reached.
        MissingDependencyError: the hub's library is not installed.
    """
    try:
        from huggingface_hub import HfApi, errors, snapshot_download, try_to_load_from_cache
    except ImportError:
        raise MissingDependencyError(
            f"{name} is no folder here; to have it from the hub of Hugging Face: "
            "pip install 'parbleu[transformers]'"
        ) from None
    try:
        if not _forbidden():
            files = HfApi().model_info(name, revision=revision).siblings or []
            redundant = _redundant([file.rfilename for file in files])
            return Path(
                snapshot_download(name, revision=revision, allow_patterns=WANTED, ignore_patterns=redundant)
            )
        # What else is missing of a model that was fetched in part will be said by whoever needs it.
        found = try_to_load_from_cache(name, "config.json", revision=revision)
    except (errors.RepositoryNotFoundError, errors.RevisionNotFoundError, errors.HFValidationError):
        what = f"{name} in revision {revision}" if revision else name
        raise MissingModelError(
            f"{what}: there is no such folder, and no such model on the hub; check the name, or `hf auth "
            "login` if it is not public"
        ) from None
    except Exception as problem:  # the library lets those of whatever it uses for HTTP through
        reason = (str(problem).strip() or type(problem).__name__).splitlines()[0]
        raise DownloadError(
            f"{name} is no folder here, and cannot be had from the hub: {reason}"
        ) from problem
    if isinstance(found, str):
        return Path(found).parent
    raise OfflineError(
        f"{name} is neither a folder nor in the hub's cache, and PARBLEU_OFFLINE or HF_HUB_OFFLINE "
        "forbids downloads: give the folder of the model, or allow them"
    )


def _forbidden() -> bool:
    return offline() or os.environ.get("HF_HUB_OFFLINE", "").upper() in {"1", "ON", "YES", "TRUE"}


def _redundant(names: list[str]) -> list[str]:
    """Returns patterns of weights that a model also has in a better format, and of what is no model."""
    better = any(name.endswith(".safetensors") for name in names)
    return ["*/*", "tf_model*", "flax_model*", "rust_model*", *(["pytorch_model*"] if better else [])]
