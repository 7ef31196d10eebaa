"""A study of hostile text: rows are what BLEU makes of it, and texts that tokens do not spell are found."""

from __future__ import annotations

import os

import pytest

import parbleu
from parbleu import study

from .hostile import Hostile

SEED = os.environ.get("PARBLEU_FUZZ_SEED", "1")
NATIVE = ["13a", "none", "intl", "char", "zh"]


def spelt(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize("number", range(12))
def test_rows(number: int) -> None:
    source = Hostile(f"study {SEED} {number}")
    texts = [source.line()[:200] for _ in range(12)]
    systems = {"a": [source.edited(text) for text in texts], "b": texts[::-1]}
    references: list[list[str | None]] = [list(texts), [None, *texts[1:]]]
    lowercase = bool(number % 2)
    found = study.tokenization(systems, references, NATIVE, vary="tokenizer", lowercase=lowercase, test=None)
    given = [text for stream in (*systems.values(), *references) for text in stream if text is not None]
    given = [(parbleu._core.lower(text) if lowercase else text).rstrip() for text in given]
    for row in found["tokenizer"].rows:
        bleu = parbleu.BLEU(lowercase, tokenize=row.name, force=True)
        scores = [bleu.corpus_score(stream, references) for stream in systems.values()]
        assert row.scores == tuple(score.score for score in scores)
        assert row.signature == str(scores[0].signature)
        assert row.changed == sum(spelt(parbleu.tokenize(text, row.name)) != spelt(text) for text in given)
