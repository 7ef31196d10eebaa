"""Finds models of the Hugging Face hub by name, in its cache or by download."""

from __future__ import annotations

import os
from pathlib import Path
from time import sleep

from parbleu.base.extras import imported
from parbleu.base.wording import first_line
from parbleu.errors import DownloadError, MissingModelError, OfflineError
from parbleu.fetch.environment import offline
from parbleu.io.retry import (
    TRANSIENT_STATUSES,
    Attempts,
    RetryPolicy,
    TransientError,
    retry_after,
    unknown_server,
)

WANTED = ["*.json", "*.txt", "*.spm", "*.model", "*.yml", "*.npz", "*.safetensors", "*.bin"]
UNWANTED = ["*/*", "tf_model*", "flax_model*", "rust_model*"]
POLICY = RetryPolicy(attempts=4, first_wait=1.0, longest_wait=20.0, longest_asked=60.0)
_TRANSIENT = {"ConnectionError", "TimeoutError", "TransportError"}
"""Names of exceptions of Python, httpx and requests, which the hub's library lets through."""


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

    found = try_to_load_from_cache(name, "config.json", revision=revision)
    if isinstance(found, str):
        return Path(found).parent
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
