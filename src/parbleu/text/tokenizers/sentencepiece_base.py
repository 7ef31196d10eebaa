"""Defines the base class of tokenizers that use a SentencePiece model."""

from __future__ import annotations

from typing import Any

from parbleu.base.extras import install_command
from parbleu.errors import MissingDependencyError, MissingModelError
from parbleu.text.tokenizers.base import Tokenizer, check_string, lone_surrogate

_PART = 10_000


class PieceTokenizer(Tokenizer):
    """A tokenizer whose tokens are the pieces of a SentencePiece model.

    Args:
        name: what messages call it.
        model: the model's file.

    Raises:
        MissingDependencyError: the package `sentencepiece` is not installed.
        MissingModelError: the file is no model.
    """

    def __init__(self, name: str, model: str) -> None:
        super().__init__(name)
        load = check_package(name)
        try:
            self._processor = load(model_file=model)
        except (OSError, RuntimeError):
            raise MissingModelError(f"{model} is not a SentencePiece model{self._instead()}") from None

    def _instead(self) -> str:
        """Returns what to do about a file that is no model."""
        return ""

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
        return [line for part in _parts(texts) for line in self._tokenized(part)]

    def _tokenized(self, texts: list[str]) -> list[str]:
        try:
            pieces = self._processor.encode(texts, out_type=str)
        except (TypeError, RuntimeError):
            for text in texts:
                if not _has_utf8(text):
                    raise lone_surrogate(self.name, text) from None
            raise
        return [" ".join(line) for line in pieces]

    def restore(self, lines: list[str]) -> list[str]:
        """Returns the text of lines of pieces, as far as the model keeps it."""
        return [
            text for part in _parts(lines) for text in self._processor.decode([line.split() for line in part])
        ]


def _parts(lines: list[str]) -> list[list[str]]:
    """Returns consecutive parts of a list, since all its pieces at once would take much memory."""
    return [lines[start : start + _PART] for start in range(0, len(lines), _PART)]


def check_package(name: str) -> Any:
    """Returns the class of the package `sentencepiece` that loads models.

    Raises:
        MissingDependencyError: the package `sentencepiece` is not installed.
    """
    try:
        from sentencepiece import SentencePieceProcessor
    except ImportError:
        raise MissingDependencyError(
            f"the tokenizer {name!r} needs the package sentencepiece; install it with\n"
            f"    {install_command('spm')}"
        ) from None
    return SentencePieceProcessor


def _has_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
