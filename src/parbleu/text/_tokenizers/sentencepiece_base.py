"""Defines the base class of tokenizers that use a SentencePiece model."""

from __future__ import annotations

from typing import Any

from parbleu import _core
from parbleu._base.extras import install_command
from parbleu.errors import MissingDependencyError, MissingModelError
from parbleu.text._tokenizers.base import Tokenizer, check_string, lone_surrogate

_PART = 10_000


class PieceTokenizer(Tokenizer):
    """A tokenizer whose tokens are the pieces of a SentencePiece model.

    Models of the type unigram, as all that are downloaded, need no package: `native` has them.

    Raises:
        MissingDependencyError: the model is of another type, and needs the package `sentencepiece`.
        MissingModelError: the file is no model.
    """

    native: _core.PieceModel | None

    def __init__(self, name: str, model: str) -> None:
        super().__init__(name)
        try:
            self.native = load_native(name, model)
        except (OSError, ValueError) as problem:
            reason = f" ({problem})" if isinstance(problem, ValueError) else ""
            raise self._no_model(model, reason) from None
        if self.native is None:
            try:
                from sentencepiece import SentencePieceProcessor
            except ImportError:
                raise MissingDependencyError(
                    f"the tokenizer {name!r} needs the package sentencepiece; install it with\n"
                    f"    {install_command('spm')}"
                ) from None
            try:
                self._processor: Any = SentencePieceProcessor(model_file=model)
            except (OSError, RuntimeError):
                raise self._no_model(model) from None

    def _no_model(self, model: str, reason: str = "") -> MissingModelError:
        return MissingModelError(f"{model} is not a SentencePiece model{reason}{self._instead()}")

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
        """Returns many segments tokenized.

        Raises:
            InputTypeError: a text is not a string, or has a lone surrogate, which has no UTF-8.
        """
        for text in texts:
            check_string(text)
        if self.native is not None:
            return [_core.tokenize(text, self.native) for text in texts]
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
        if self.native is not None:
            return [self.native.decode(line.split()) for line in lines]
        return [
            text for part in _parts(lines) for text in self._processor.decode([line.split() for line in part])
        ]


def _parts(lines: list[str]) -> list[list[str]]:
    """Returns consecutive parts of a list, since all its pieces at once would take much memory."""
    return [lines[start : start + _PART] for start in range(0, len(lines), _PART)]


def load_native(name: str, path: str) -> _core.PieceModel | None:
    """Returns the core's tokenizer of a model; None for one that needs the package `sentencepiece`.

    Raises:
        OSError: the file cannot be read.
        ValueError: it holds no model; says why.
    """
    with open(path, "rb") as file:  # noqa: PTH123 - not worth loading pathlib
        content = file.read()
    try:
        return _core.PieceModel(name, content)
    except NotImplementedError:
        return None


def _has_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
