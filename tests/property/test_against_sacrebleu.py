"""Scores and statistics of random hostile text, ours against the installed sacreBLEU's.

`PARBLEU_FUZZ_SEED=...` chooses other text; `make fuzz N=...` compares as much of it as one likes.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from .against import Pair, batch, check_batch
from .hostile import Hostile, ordinary

SEED = os.environ.get("PARBLEU_FUZZ_SEED", "1")
PAIRS = 1000
TER_PAIRS = 50
CHUNK = 10
EXTERNAL_BATCHES = 12
EXTERNAL_PAIRS = 80


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """Silences the advice on effective order, one warning for each sentence."""
    logging.disable(logging.WARNING)
    yield
    logging.disable(logging.NOTSET)


# 40 batches of 1000 pairs; a million by night (`make fuzz`). And of TER, in all of its settings, as many as
# the original, which is slow, does in some seconds. In chunks, which run at the same time if there are
# several processors.
BATCHES = {"BLEU": (20, PAIRS), "CHRF": (20, PAIRS), "TER": (30, TER_PAIRS)}


@pytest.mark.parametrize(
    ("metric", "first"),
    [(metric, first) for metric in BATCHES for first in range(0, BATCHES[metric][0], CHUNK)],
)
def test_hostile_text(metric: str, first: int) -> None:
    for index in range(first, first + CHUNK):
        found = check_batch(metric, f"{SEED}/{index}", BATCHES[metric][1])
        shown = "\n".join(map(str, found))
        assert not found, f"PARBLEU_FUZZ_SEED={SEED}, batch {index} of {metric}:\n{shown}"


@pytest.mark.parametrize("metric", ["BLEU", "CHRF", "TER"])
def test_sentences_one_by_one(metric: str) -> None:
    """`sentence_score` and everything that its result says."""
    for index in range(10):
        options, hyps, refs = batch(metric, f"{SEED}/sentences/{index}", 40)
        pair = Pair(metric, options)
        for hyp, *group in zip(hyps, *refs, strict=True):
            ours, theirs = pair.ours.sentence_score(hyp, group), pair.theirs.sentence_score(hyp, group)
            expected = {key: value for key, value in vars(theirs).items() if not key.startswith("_")}
            said = {key: getattr(ours, key) for key in expected}
            assert (said, str(ours)) == (expected, str(theirs)), (options, hyp, group)


def check_external(tokenizer: str) -> None:
    """Random options of BLEU, on short lines that other tools can take: they have UTF-8, and no NUL."""
    total, several = 0, 0
    for index in range(EXTERNAL_BATCHES):
        options, hyps, refs = batch("BLEU", f"{SEED}/{tokenizer}/{index}", EXTERNAL_PAIRS)
        options["tokenize"] = tokenizer
        segments = zip(hyps, *refs, strict=True)
        kept = [at for at, lines in enumerate(segments) if all(map(ordinary, lines)) and short(*lines)]
        hyps, refs = [hyps[at] for at in kept], [[stream[at] for at in kept] for stream in refs]
        total, several = total + len(hyps), several + (len(refs) > 1)
        found = Pair("BLEU", options).differences(hyps, refs)
        assert not found, f"PARBLEU_FUZZ_SEED={SEED}, batch {index}: {found[0]}"
    assert total > EXTERNAL_BATCHES * EXTERNAL_PAIRS // 3, total
    assert several, "no batch has several references"


def short(*lines: str | None) -> bool:
    return all(len(line or "") <= 200 for line in lines)


@pytest.mark.parametrize("tokenizer", ["ja-mecab", "ko-mecab"])
def test_mecab(tokenizer: str) -> None:
    check_external(tokenizer)


@pytest.mark.parametrize("tokenizer", ["flores101", "flores200", "spBLEU-1K"])
def test_sentencepiece(small_models: Path, monkeypatch: pytest.MonkeyPatch, tokenizer: str) -> None:
    """With a small model, which has the names of the large ones."""
    models = str(small_models)
    monkeypatch.setenv("SACREBLEU", models)
    monkeypatch.setattr("parbleu.text._tokenizers._made", {})  # other tests have other models
    # The original read the variable when it was imported.
    monkeypatch.setattr("sacrebleu.tokenizers.tokenizer_spm.SACREBLEU_DIR", models)
    check_external(tokenizer)


LONG = [
    ("BLEU", {"tokenize": "13a"}, 300_000),
    ("CHRF", {"char_order": 3, "word_order": 2}, 300_000),
    ("BLEU", {"tokenize": "char"}, 100_000),
    ("BLEU", {"tokenize": "intl"}, 100_000),
    ("BLEU", {"tokenize": "zh"}, 100_000),
    ("CHRF", {}, 100_000),
]


@pytest.mark.parametrize(("metric", "options", "size"), LONG)
def test_very_long_lines(metric: str, options: dict[str, object], size: int) -> None:
    source = Hostile(f"{SEED}/long")
    hyp = source.long_line(size)
    token = "x" * size
    hyps, refs = [hyp, token, hyp], [[hyp[: size // 2] + hyp[size // 3 :], token[1:], ""]]
    found = Pair(metric, options).differences(hyps, refs)
    shown = [(difference.what, difference.ours, difference.theirs) for difference in found]
    assert not found, shown
