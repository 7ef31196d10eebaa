"""Tokenizes with SentencePiece models that are downloaded: flores101, flores200 (spBLEU), spBLEU-1K."""

from __future__ import annotations

from parbleu.errors import CacheError, DownloadError, MissingModelError, UnknownNameError
from parbleu.text._tokenizers.sentencepiece_base import PieceTokenizer, load_native

_NLLB = "https://dl.fbaipublicfiles.com/large_objects/nllb/models/spm_200"

# name -> (file in the cache, where it comes from, MD5 if known)
MODELS: dict[str, tuple[str, list[str], str | None]] = {
    "flores101": (
        "sacrebleu_tokenizer_spm.model",
        ["https://dl.fbaipublicfiles.com/fairseq/models/flores/sacrebleu_tokenizer_spm.model"],
        None,
    ),
    "flores200": (
        "flores200sacrebleuspm",
        ["https://tinyurl.com/flores200sacrebleuspm", f"{_NLLB}/flores200_sacrebleu_tokenizer_spm.model"],
        "05c551ae7955b3980d5a9d044eb09d70",
    ),
    "spBLEU-1K": (
        "spbleu-1k_tokenizer_spm.model",
        ["https://www.dlnlp.ai/spBLEU-1K/spbleu-1k_tokenizer_spm.model"],
        None,
    ),
}


def model_path(name: str) -> str:
    """Returns the path of a model: in `models` under `$SACREBLEU`, or `~/.sacrebleu`."""
    from os import path

    from parbleu.fetch._environment import cache

    return path.join(cache(), "models", MODELS[name][0])  # noqa: PTH118


def get_model(name: str) -> str:
    """Returns the path of a model, which is downloaded if it is missing. An existing file is not verified.

    A warning says if the model has changed since its first use.

    Raises:
        DownloadError, CacheError: the model is missing, and cannot be downloaded.
    """
    from parbleu._base.log import warn
    from parbleu.fetch._checksums import Wanted, first_sha256, is_there, learn

    path = model_path(name)
    if is_there(path, Wanted()):
        learn(path)
        first = first_sha256(path)
        if first and not is_there(path, Wanted(sha256=first)):
            warn(
                f"{path} is another model than at its first use: its SHA-256 was {first}; "
                "scores with both must not be compared"
            )
    else:
        from parbleu.fetch._download import fetch

        _file, urls, md5 = MODELS[name]
        fetch(urls, path, md5=md5, check=model_flaw)
    return path


def model_flaw(path: str) -> str | None:
    """Returns why a file is no model; None if it is one."""
    try:
        load_native("", path)
    except ValueError:
        return "it is no SentencePiece model"
    return None


class SpmTokenizer(PieceTokenizer):
    """A tokenizer whose SentencePiece model is downloaded when it is first needed.

    Args:
        name: flores101, flores200 or spBLEU-1K; spm is the old name of flores101.

    Raises:
        MissingModelError: the model is not there and cannot be downloaded, or is no model.
    """

    def __init__(self, name: str) -> None:
        self._model = "flores101" if name == "spm" else name
        if self._model not in MODELS:
            raise UnknownNameError("SentencePiece tokenizer", name, ["spm", *MODELS])
        try:
            path = get_model(self._model)
        except (DownloadError, CacheError) as problem:
            raise MissingModelError(f"the tokenizer {name!r} needs its model: {problem}") from problem
        super().__init__(name, path)

    def _instead(self) -> str:
        return ": remove it, and it is downloaded again"

    @property
    def notice(self) -> str:
        """The warning of metrics that use the tokenizer."""
        if self.name != "spm":
            return ""
        return "Tokenizer 'spm' has been changed to 'flores101', and may be removed in the future."

    def signature(self) -> str:
        """Returns the name of the model."""
        return self._model
