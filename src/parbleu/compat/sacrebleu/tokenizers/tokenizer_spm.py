"""Defines the tokenizers with SentencePiece models: spm, flores101, flores200 and spBLEU-1K."""

from __future__ import annotations

from parbleu.compat.sacrebleu._log import warn
from parbleu.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer as BaseTokenizer
from parbleu.compat.sacrebleu.tokenizers.tokenizer_base import NamedTokenizer
from parbleu.text._tokenizers.spm import MODELS

_NAMES = {"spm": "flores101", **{name: name for name in MODELS}}

SPM_MODELS = {key: {"url": MODELS[name][1][0], "signature": name} for key, name in _NAMES.items()}


class TokenizerSPM(NamedTokenizer):
    """The pieces that a model cuts a segment into.

    Args:
        key: which model, of `SPM_MODELS`; spm is the old name of flores101.

    Attributes:
        name: the model's name in signatures.
    """

    def __init__(self, key: str = "spm") -> None:
        if key == "spm":
            warn("Tokenizer 'spm' has been changed to 'flores101', and may be removed in the future.")
        self.name: str = SPM_MODELS[key]["signature"]
        super().__init__()

    def _native_name(self) -> str:
        return self.name


class Flores101Tokenizer(TokenizerSPM):
    """Pieces of the model of FLORES-101."""

    def __init__(self) -> None:
        super().__init__("flores101")


class Flores200Tokenizer(TokenizerSPM):
    """Pieces of the model of FLORES-200."""

    def __init__(self) -> None:
        super().__init__("flores200")


class spBLEU1KTokenizer(TokenizerSPM):  # noqa: N801 - the original's name
    """Pieces of the model of spBLEU-1K."""

    def __init__(self) -> None:
        super().__init__("spBLEU-1K")
