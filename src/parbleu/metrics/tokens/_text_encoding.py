"""Encodes text to ids with a tokenizer of Hugging Face's library `tokenizers`."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike, fspath
from pathlib import Path
from typing import Any, TypeGuard

from parbleu._base.extras import imported
from parbleu.errors import InputTypeError, MissingModelError
from parbleu.fetch._checksums import digest
from parbleu.metrics._score import quote
from parbleu.text._segments import shown
from parbleu.typing import EncoderLike


def encode(
    texts: Iterable[str | None], tokenizer: EncoderLike, *, add_special_tokens: bool = False
) -> list[list[int] | None]:
    """Returns the ids of every text; None stays None.

    Args:
        texts: the segments.
        tokenizer: the path of a `tokenizer.json`, a `tokenizers.Tokenizer`, or a fast tokenizer of
            transformers.
        add_special_tokens: whether ids such as those of [CLS] and [SEP] are added to each text. They would
            count as tokens that match.

    Raises:
        InputTypeError: a text is no string, or `tokenizer` no tokenizer.
        MissingDependencyError: the package `tokenizers` is not installed.
        MissingModelError: the file is not there, or holds no tokenizer.
    """
    model = load_tokenizer(tokenizer)
    if isinstance(texts, (str, bytes)) or not hasattr(texts, "__iter__"):
        raise InputTypeError(f"tokens: texts is {shown(texts)}; pass a list of strings")
    segments = list(texts)
    for index, text in enumerate(segments):
        if text is not None and not isinstance(text, str):
            raise InputTypeError(
                f"tokens: segment {index} (counted from 0) is {shown(text)}, not a string to tokenize"
            )
    present = [text for text in segments if text is not None]
    batch = getattr(model, "encode_batch_fast", model.encode_batch)  # which leaves out places in the text
    encoded = iter(batch(present, add_special_tokens=add_special_tokens))
    return [None if text is None else next(encoded).ids for text in segments]


def is_path(tokenizer: EncoderLike) -> TypeGuard[str | PathLike[str]]:
    """Returns whether a tokenizer's name is the path of a file."""
    return isinstance(tokenizer, str) or hasattr(tokenizer, "__fspath__")


def file_signature(path: str | PathLike[str]) -> str:
    """Returns a file's value in signatures: its name and the beginning of its SHA-256.

    Raises:
        MissingModelError: it cannot be read.
    """
    try:
        checksum = digest(str(path), "sha256")
    except OSError as problem:
        raise MissingModelError(f"cannot read {path}: {problem.strerror}") from None
    return f"{quote(Path(path).name)}-{checksum[:8]}"


def load_tokenizer(tokenizer: EncoderLike) -> Any:
    """Returns the tokenizer of a file, or the one that was given.

    Raises:
        InputTypeError: `tokenizer` is no tokenizer.
        MissingDependencyError: the package `tokenizers` is not installed.
        MissingModelError: the file is not there, or holds no tokenizer.
    """
    if is_path(tokenizer):
        package = imported("tokenizers", "tokenizer files need the package tokenizers", "tokenizers")
        path = fspath(tokenizer)
        try:
            return package.Tokenizer.from_file(path)
        except Exception as problem:
            raise MissingModelError(f"{path} is not a valid tokenizer.json: {problem}") from None
    model = getattr(tokenizer, "backend_tokenizer", tokenizer)
    if not hasattr(model, "encode_batch"):
        raise InputTypeError(
            f"tokens: tokenizer is {shown(tokenizer)}; pass the path of a tokenizer.json or a "
            "tokenizers.Tokenizer"
        )
    return model


def encode_references(references: Any, tokenizer: EncoderLike, add_special_tokens: bool) -> list[Any]:
    """Returns the ids of references of either layout: of each list, the list of its texts' ids."""
    if isinstance(references, (str, bytes)) or not hasattr(references, "__iter__"):
        raise InputTypeError(f"tokens: references is {shown(references)}; pass lists of strings")
    lists = [[] if texts is None else list(texts) for texts in _lists_of_strings(references)]
    # In one batch, since the library shares a batch among threads.
    ids = iter(
        encode([text for texts in lists for text in texts], tokenizer, add_special_tokens=add_special_tokens)
    )
    return [[next(ids) for _ in texts] for texts in lists]


def _lists_of_strings(references: Iterable[Any]) -> Iterable[Any]:
    for index, texts in enumerate(references):
        if isinstance(texts, (str, bytes)) or (texts is not None and not hasattr(texts, "__iter__")):
            raise InputTypeError(
                f"tokens: references[{index}] is {shown(texts)}, where a list of strings belongs"
            )
        yield texts
