"""Pieces of a SentencePiece model: spBLEU and its kin."""

from __future__ import annotations

from parbleu.errors import MissingDependencyError, MissingModelError, UnknownNameError
from parbleu.text.tokenizers.base import Tokenizer, check_string, lone_surrogate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# name -> (file in the cache, where it comes from)
MODELS = {
    "flores101": (
        "sacrebleu_tokenizer_spm.model",
        "https://dl.fbaipublicfiles.com/fairseq/models/flores/sacrebleu_tokenizer_spm.model",
    ),
    "flores200": ("flores200sacrebleuspm", "https://tinyurl.com/flores200sacrebleuspm"),
    "spBLEU-1K": (
        "spbleu-1k_tokenizer_spm.model",
        "https://www.dlnlp.ai/spBLEU-1K/spbleu-1k_tokenizer_spm.model",
    ),
}


def model_path(name: str) -> str:
    """Returns where a model is looked for: in `models` under `$SACREBLEU`, or `~/.sacrebleu`."""
    from os import environ, path

    cache = environ.get("SACREBLEU") or path.join(path.expanduser("~"), ".sacrebleu")  # noqa: PTH111, PTH118
    return path.join(cache, "models", MODELS[name][0])  # noqa: PTH118


class SpmTokenizer(Tokenizer):
    """The pieces that a SentencePiece model cuts a segment into.

    Args:
        name: flores101, flores200 or spBLEU-1K; spm is the old name of flores101.

    Raises:
        MissingDependencyError: the package `sentencepiece` is not installed.
        MissingModelError: the model file is not there.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._model = "flores101" if name == "spm" else name
        if self._model not in MODELS:
            raise UnknownNameError("SentencePiece tokenizer", name, ["spm", *MODELS])
        self._processor = self._load()

    def _load(self) -> Any:
        try:
            from sentencepiece import SentencePieceProcessor
        except ImportError:
            raise MissingDependencyError(
                f"the tokenizer {self.name!r} needs the package sentencepiece; install it with\n"
                '    pip install "parbleu[spm]"'
            ) from None
        from os.path import exists

        path = model_path(self._model)
        if not exists(path):  # noqa: PTH110
            raise MissingModelError(
                f"the tokenizer {self.name!r} needs its model; download\n"
                f"    {MODELS[self._model][1]}\nto\n    {path}"
            )
        try:
            return SentencePieceProcessor(model_file=path)
        except (OSError, RuntimeError) as problem:
            raise MissingModelError(
                f"{path} is not a SentencePiece model ({problem}); download it again from "
                f"{MODELS[self._model][1]}"
            ) from None

    def signature(self) -> str:
        """Returns the name of the model."""
        return self._model

    def __call__(self, text: str) -> str:
        """Returns one segment tokenized.

        Raises:
            InputTypeError: `text` is not a string, or has a lone surrogate, which has no UTF-8.
        """
        return self.tokenize_all([text])[0]

    def tokenize_all(self, texts: list[str]) -> list[str]:
        """Returns many segments tokenized; raises as a call does."""
        for text in texts:
            check_string(text)
        try:
            pieces = self._processor.encode(texts, out_type=str)
        except (TypeError, RuntimeError):
            for text in texts:
                if not _has_utf8(text):
                    raise lone_surrogate(self.name, text) from None
            raise
        return [" ".join(line) for line in pieces]


def _has_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
