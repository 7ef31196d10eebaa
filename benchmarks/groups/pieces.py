"""Measures BLEU with SentencePiece models, trained on the texts in place of the published ones."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import sacrebleu
from sacrebleu.tokenizers import tokenizer_spm

import parbleu
from benchmarks.groups.threads import threads_row
from benchmarks.measure import Group, Row, compare
from benchmarks.piece_models import LARGEST, train
from benchmarks.settings import Settings
from parbleu.text._tokenizers.spm import MODELS

SIZES = {"flores101": 8_000, "flores200": 32_000, "spBLEU-1K": LARGEST}
"""How many pieces the stand-in for each model has."""

LANGUAGES = ("en", "de", "zh")


@contextmanager
def models_in(folder: str) -> Iterator[Path]:
    """Where both sides look for the models."""
    models = Path(folder, "models")
    models.mkdir()
    with patch.dict(os.environ, SACREBLEU=folder), patch.object(tokenizer_spm, "SACREBLEU_DIR", folder):
        yield models


def row(settings: Settings, tokenizer: str, pieces: int, language: str) -> Row:
    """One thread against sacreBLEU, whose cache of lines is emptied."""
    pairs = settings.texts.target(language).first(settings.size(3_000, 500))
    ours, theirs = (module.BLEU(tokenize=tokenizer) for module in (parbleu, sacrebleu))

    def their_score() -> float:
        tokenizer_spm.TokenizerSPM.__call__.cache_clear()
        return float(theirs.corpus_score(pairs.hyps, [pairs.refs]).score)

    return compare(
        f"BLEU, {pieces:,} pieces, {language} text",
        lambda: ours.corpus_score(pairs.hyps, [pairs.refs]).score,
        their_score,
        len(pairs),
        rounds=settings.rounds,
        target="25x, dream 120x",
    )


def measure(settings: Settings) -> Group:
    group = Group(
        "Pieces", "BLEU with stand-ins for the published SentencePiece models; loading them is left out."
    )
    sizes = {"flores200": 4_000} if settings.quick else SIZES
    with tempfile.TemporaryDirectory() as folder, models_in(folder) as models:
        for tokenizer, size in sizes.items():
            path = models / MODELS[tokenizer][0]
            pieces = train(settings.texts, path, size, settings.size(20_000, 500))
            group.rows += [row(settings, tokenizer, pieces, language) for language in LANGUAGES]
        many = settings.texts.target("en").repeated(settings.size(60_000, 20_000))
        bleu = parbleu.BLEU(tokenize="flores200")
        group.rows.append(threads_row("BLEU, flores200", bleu, many, "1.7x, dream 1.95x"))
    return group
