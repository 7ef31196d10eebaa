"""Trains SentencePiece models on the texts, in place of the published ones."""

from __future__ import annotations

from pathlib import Path

from benchmarks.texts import Texts

LANGUAGES = ("en", "de", "zh", "ja", "ru", "he", "cs", "uk")
LARGEST = 256_000
"""The number of pieces of the largest model; the texts have fewer, 141,121."""


def train(texts: Texts, path: Path, size: int, count: int = 20_000) -> int:
    """Trains a model; returns how many pieces it has: fewer than asked for if the texts have not so many.

    Args:
        texts: what it is trained on.
        path: its file.
        size: the number of pieces.
        count: how many pairs of lines of each language are taken.
    """
    from sentencepiece import SentencePieceProcessor, SentencePieceTrainer

    pairs = [texts.target(name).first(count) for name in LANGUAGES]
    lines = [line for each in pairs for line in [*each.refs, *each.hyps]]
    with path.open("wb") as file:
        # The trainer drops what is too rare, so a large model needs each line several times.
        SentencePieceTrainer.train(
            sentence_iterator=iter(lines * (4 if size > len(lines) else 1)),
            model_writer=file,
            vocab_size=size,
            hard_vocab_limit=False,
            max_sentence_length=1 << 20,
            minloglevel=2,
            num_threads=1,
        )
    return int(SentencePieceProcessor(model_file=str(path)).vocab_size())
