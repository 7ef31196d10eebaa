"""Tests every tokenizer on random hostile text against the installed sacreBLEU's."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import sacrebleu.metrics
import sentencepiece
from hypothesis import given, settings
from hypothesis import strategies as st

import parbleu
from parbleu import _core

from .hostile import NOT_SPACES, PIECES, PUNCTUATION, SCRIPTS, SIGMAS, SPACES, Hostile, ordinary
from .options import TER_OPTIONS, TOKENIZERS, Options

SEED = os.environ.get("PARBLEU_FUZZ_SEED", "1")
LINES = 8000

ATOMS = [*PIECES, *SIGMAS, *PUNCTUATION, *SPACES, *NOT_SPACES, *SCRIPTS, *"aB1"]
TEXTS = st.lists(st.sampled_from(ATOMS)).map("".join)
"""Text of hostile pieces, which hypothesis can shorten piece by piece."""


@cache
def hostile_lines() -> list[str]:
    lines = []
    for index in range(LINES // 500):
        source = Hostile(f"{SEED}/lines/{index}")
        lines += [source.line() for _ in range(500)]
    return lines


def differing(
    ours: Callable[[str], str], theirs: Callable[[str], str], lines: list[str]
) -> list[tuple[str, str, str]]:
    """The shortest line that the two do not treat alike, with both results; empty if there is none."""
    bad = [line for line in lines if ours(line) != theirs(line)]
    return [(line, ours(line), theirs(line)) for line in sorted(bad, key=len)[:1]]


@cache
def original(name: str) -> Any:
    return sacrebleu.metrics.BLEU(tokenize=name).tokenizer


@cache
def original_ter(*options: bool) -> Any:
    return sacrebleu.metrics.TER(*options).tokenizer


@pytest.mark.parametrize("name", TOKENIZERS)
def test_hostile_lines(name: str) -> None:
    assert not differing(lambda line: parbleu.tokenize(line, name), original(name), hostile_lines())


@pytest.mark.parametrize("options", TER_OPTIONS, ids=str)
def test_hostile_lines_ter(options: Options) -> None:
    theirs = original_ter(*options.values())
    assert not differing(lambda line: _core.tokenize_ter(line, **options), theirs, hostile_lines()[:2000])


@pytest.mark.parametrize("name", ["ja-mecab", "ko-mecab"])
def test_ordinary_lines(name: str) -> None:
    lines = list(filter(ordinary, hostile_lines()))
    assert not differing(lambda line: parbleu.tokenize(line, name), original(name), lines)


def test_ordinary_lines_spm(small_models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pieces of the model, joined by blanks; here of a small model."""
    monkeypatch.setenv("SACREBLEU", str(small_models))
    monkeypatch.setattr("parbleu.text._tokenizers._made", {})  # other tests have other models
    model = str(small_models / "models" / "flores200sacrebleuspm")
    pieces = sentencepiece.SentencePieceProcessor(model_file=model).encode_as_pieces
    lines = list(filter(ordinary, hostile_lines()))
    tokens = [parbleu.tokenize(line, "flores200") for line in lines]
    assert [line for line, ours in zip(lines, tokens, strict=True) if ours != " ".join(pieces(line))] == []


def test_lower() -> None:
    assert not differing(_core.lower, str.lower, hostile_lines())


@pytest.mark.parametrize("name", TOKENIZERS)
def test_shrinkable_lines(name: str) -> None:
    @settings(max_examples=300, derandomize=True, database=None)
    @given(TEXTS)
    def check(line: str) -> None:
        assert parbleu.tokenize(line, name) == original(name)(line)

    check()


@settings(max_examples=600, derandomize=True, database=None)
@given(TEXTS, st.sampled_from(TER_OPTIONS))
def test_shrinkable_lines_ter(line: str, options: Options) -> None:
    assert _core.tokenize_ter(line, **options) == original_ter(*options.values())(line)


@settings(max_examples=600, derandomize=True, database=None)
@given(TEXTS)
def test_shrinkable_lower(line: str) -> None:
    assert _core.lower(line) == line.lower()


@settings(max_examples=400, derandomize=True, database=None)
@given(TEXTS, TEXTS, st.integers(1, 7), st.integers(0, 3), st.booleans())
def test_shrinkable_chrf(hyp: str, ref: str, char_order: int, word_order: int, whitespace: bool) -> None:
    options: Options = {"char_order": char_order, "word_order": word_order, "whitespace": whitespace}
    theirs = sacrebleu.metrics.CHRF(**options)._extract_corpus_statistics([hyp], [[ref]])
    assert parbleu.CHRF(**options).statistics([hyp], [[ref]]).tolist() == theirs
