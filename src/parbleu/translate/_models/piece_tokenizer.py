"""Converts text to a model's subword pieces and back with the tokenizer beside the model."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from parbleu._base.extras import imported
from parbleu.errors import MissingModelError
from parbleu.metrics.tokens._text_encoding import load_tokenizer

PAIR = ("source.spm", "target.spm")
SHARED = (
    "sentencepiece.bpe.model",
    "sentencepiece.model",
    "spiece.model",
    "spm.model",
    "vocab.spm",
    "tokenizer.model",
)
FAST = "tokenizer.json"


def tokenizer_files(folder: Path) -> list[Path]:
    """Returns the tokenizer's files: SentencePiece's for each side, one for both, or `tokenizer.json`."""
    pair = [folder / name for name in PAIR]
    if all(path.is_file() for path in pair):
        return pair
    for name in SHARED:
        if (folder / name).is_file():
            return [folder / name]
    others = sorted(path for path in folder.iterdir() if path.suffix in {".spm", ".model"} and path.is_file())
    if len(others) == 1:
        return others
    if (folder / FAST).is_file():
        return [folder / FAST]
    what = f"several SentencePiece models ({', '.join(path.name for path in others)})" if others else "none"
    raise MissingModelError(
        f"{folder} needs the tokenizer of the model and has {what}: copy the files source.spm and target.spm "
        "of a Marian model there, or the sentencepiece.bpe.model of others"
    )


class Pieces:
    """The tokenizer of a model, which converts text to pieces and back.

    Args:
        files: the files of the tokenizer, as `tokenizer_files` returns them.

    Attributes:
        package: the name of the tokenizer's package, and its version.

    Raises:
        MissingDependencyError: the tokenizer's package is not installed.
        MissingModelError: a file is not a tokenizer.
    """

    cut: Callable[[list[str]], list[list[str]]]
    """Returns the pieces of every text."""
    join: Callable[[list[list[str]]], list[str]]
    """Returns the text of all pieces. There must be none that stand for languages and the like."""

    def __init__(self, files: list[Path]) -> None:
        if files[0].name == FAST:
            self._use_fast(files[0])
        else:
            self._use_sentencepiece(files)

    def _use_sentencepiece(self, files: list[Path]) -> None:
        source, target = load_sentencepiece(files[0]), load_sentencepiece(files[-1])
        self.package: dict[str, str] = {"sentencepiece": version("sentencepiece")}
        self.cut = lambda texts: source.encode(texts, out_type=str)
        # Pieces that only the source's model knows keep their mark of a word's beginning.
        self.join = lambda lists: [
            target.decode_pieces(pieces).replace("\N{LOWER ONE EIGHTH BLOCK}", " ").strip()
            for pieces in lists
        ]

    def _use_fast(self, file: Path) -> None:
        model = load_tokenizer(str(file))
        model.no_truncation()
        model.no_padding()
        self.package = {"tokenizers": version("tokenizers")}

        def cut(texts: list[str]) -> list[list[str]]:
            return [encoding.tokens for encoding in model.encode_batch(texts, add_special_tokens=False)]

        def join(lists: list[list[str]]) -> list[str]:
            ids = [[model.token_to_id(piece) for piece in pieces] for pieces in lists]
            ids = [[number for number in numbers if number is not None] for numbers in ids]
            return [str(text) for text in model.decode_batch(ids)]

        self.cut, self.join = cut, join


def load_sentencepiece(file: Path) -> Any:
    """Returns the processor of a SentencePiece file."""
    package = imported("sentencepiece", f"{file.name} needs the package sentencepiece", "translate")
    try:
        return package.SentencePieceProcessor(model_file=str(file))
    except (OSError, RuntimeError):
        raise MissingModelError(
            f"{file} is no SentencePiece model: get it again from where it came"
        ) from None
