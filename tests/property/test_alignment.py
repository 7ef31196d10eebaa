"""Tests edit scripts, error classes, matched n-grams and alignments of TER against slow twins."""

from __future__ import annotations

import os
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from sacrebleu.metrics import lib_ter

from parbleu import _core, tokenize
from parbleu._core import Segments

from . import slow_alignment as slow
from .hostile import Hostile

SEED = os.environ.get("PARBLEU_FUZZ_SEED", "1")
THREADS = 3


def parts(ragged: tuple[Any, Any]) -> list[Any]:
    """The rows of each segment as lists."""
    rows, starts = ragged
    assert len(rows) == starts[-1]
    return [rows[begin:end].tolist() for begin, end in pairwise(starts)]


def units(line: str | None, unit: str) -> Any:
    return None if line is None else line.split() if unit == "word" else line


@pytest.mark.parametrize("unit", ["word", "character"])
def test_edit_scripts(unit: str) -> None:
    source = Hostile(f"{SEED} scripts {unit}")
    hyps, refs = source.corpus(100, 3, missing=True)
    hyps += source.units(150), source.units(70), "", " ", "a" * 300
    for stream in refs:
        stream += [source.edited(hyp) for hyp in hyps[-5:]]
    streams = [Segments(stream) for stream in refs]
    runs, chosen, coarse = _core.edit_scripts(streams, Segments(hyps), unit, THREADS)
    assert not coarse.any()
    for segment, found in enumerate(parts(runs)):
        sides = [units(stream[segment], unit) for stream in refs]
        hypothesis = units(hyps[segment], unit)
        assert chosen[segment] == slow.closest(sides, hypothesis)
        assert found == slow.script(sides[chosen[segment]], hypothesis)


def test_the_number_of_threads_changes_nothing() -> None:
    hyps, refs = Hostile(f"{SEED} threads").corpus(1500, 2)
    streams = [Segments(stream) for stream in refs]
    one, other = (_core.edit_scripts(streams, Segments(hyps), "character", threads) for threads in (1, 4))
    for first, second in zip((*one[0], *one[1:]), (*other[0], *other[1:]), strict=True):
        assert np.array_equal(first, second)


def test_error_classes() -> None:
    hyps, refs = Hostile(f"{SEED} classes").corpus(150, 2, missing=True)

    def bases(lines: list[Any]) -> Segments:
        return Segments([None if line is None else " ".join(w[:2] for w in line.split()) for line in lines])

    rows, chosen, of_references, of_hypotheses = _core.classify_errors(
        [Segments(stream) for stream in refs], list(map(bases, refs)), Segments(hyps), bases(hyps), THREADS
    )
    for segment, (left, right) in enumerate(zip(parts(of_references), parts(of_hypotheses), strict=True)):
        reference, hypothesis = (refs[chosen[segment]][segment] or "").split(), hyps[segment].split()
        assert (left, right) == slow.classes(
            reference, [word[:2] for word in reference], hypothesis, [word[:2] for word in hypothesis]
        )
        edits = sum(edit != slow.EQUAL for edit in slow.steps(reference, hypothesis))
        assert rows[segment, 0] == edits
        for side, words in ((rows[segment, 1:13], left), (rows[segment, 13:], right)):
            assert side[0] == len(words)
            assert side[2:7].tolist() == [words.count(kind) for kind in range(1, 6)]
            blocks = [at for at, kind in enumerate(words) if kind and (at == 0 or words[at - 1] != kind)]
            assert side[7:].sum() == len(blocks)


@pytest.mark.parametrize("unit", ["word", "character"])
def test_matched_ngrams(unit: str) -> None:
    hyps, refs = Hostile(f"{SEED} matches {unit}").corpus(100, 3, missing=True)
    masks = _core.matched_ngrams([Segments(stream) for stream in refs], Segments(hyps), unit, 6, THREADS)
    for segment, found in enumerate(parts(masks)):
        sides = [units(stream[segment], unit) for stream in refs if stream[segment] is not None]
        hypothesis = units(hyps[segment], unit)
        if unit == "character":
            places = [at for at, char in enumerate(hypothesis) if not char.isspace()]
            dense = slow.matches(["".join(side.split()) for side in sides], "".join(hypothesis.split()), 6)
            expected = [0] * len(hypothesis)
            for place, mask in zip(places, dense, strict=True):
                expected[place] = mask
            assert found == expected
        else:
            assert found == slow.matches(sides, hypothesis, 6)


def test_matched_ngrams_are_those_that_metrics_count() -> None:
    hyps, refs = Hostile(f"{SEED} counts").corpus(300, 2)
    streams = [Segments(stream) for stream in refs]

    def counts(ragged: tuple[Any, Any], order: int) -> list[int]:
        return [sum(mask >> (order - 1) & 1 for mask in masks) for masks in parts(ragged)]

    bleu = _core.Bleu("13a", False, 4, "exp", 0.0, False).statistics(Segments(hyps), streams, 1)
    lines = [Segments([tokenize(line, "13a") for line in stream]) for stream in (hyps, *refs)]
    words = _core.matched_ngrams(lines[1:], lines[0], "word", 4, THREADS)
    chrf = _core.Chrf(6, 0, 2, False, False, False).statistics(Segments(hyps), streams[:1], 1)
    characters = _core.matched_ngrams(streams[:1], Segments(hyps), "character", 6, THREADS)
    for order in range(1, 5):
        assert counts(words, order) == bleu[:, 1 + order].tolist()
    for order in range(1, 7):
        assert counts(characters, order) == chrf[:, 3 * order - 1].tolist()


@pytest.mark.parametrize("words_only", [0.0, 1.0])
def test_alignments_of_ter(words_only: float) -> None:
    hyps, refs = Hostile(f"{SEED} ter {words_only}", words_only).corpus(120, 2, missing=True)
    ter = _core.Ter(False, False, False, False)
    streams = [Segments(stream) for stream in refs]
    edits = ter.statistics(Segments(hyps), streams, 1)[:, 0]
    steps, shifts, chosen = _core.ter_alignments(ter, streams, Segments(hyps), THREADS)
    for segment, (path, moves) in enumerate(zip(parts(steps), parts(shifts), strict=True)):
        reference, hypothesis = (
            _core.tokenize_ter(line or "", False, False, False, False).split()
            for line in (refs[chosen[segment]][segment], hyps[segment])
        )
        assert sum(step[0] != slow.EQUAL for step in path) + len(moves) == edits[segment]
        order = list(range(len(hypothesis)))
        moved = [-1] * len(hypothesis)
        for number, (start, length, to) in enumerate(moves):
            block = order[start : start + length]
            del order[start : start + length]
            order[to:to] = block
            for word in block:
                moved[word] = number
        assert [step[2] for step in path if step[2] >= 0] == order
        assert [step[1] for step in path if step[1] >= 0] == list(range(len(reference)))
        assert all(step[3] == (moved[step[2]] if step[2] >= 0 else -1) for step in path)
        if reference and hypothesis:
            _, trace = lib_ter.BeamEditDistance(reference)([hypothesis[word] for word in order])
            assert "".join(" sid"[step[0]] for step in path) == trace


@pytest.mark.parametrize("tokenizer", ["13a", "intl", "zh", "char", "tercom"])
def test_places_of_tokens(tokenizer: str) -> None:
    source = Hostile(f"{SEED} places {tokenizer}")
    texts = [source.line() for _ in range(300)]
    lines = [tokenize(text, tokenizer) for text in texts]
    exact = tokenizer in ("intl", "zh", "char")
    found = parts(_core.token_places(Segments(texts), Segments(lines), THREADS))
    for text, line, places in zip(texts, lines, found, strict=True):
        tokens = line.split()
        assert len(places) == len(tokens)
        before = 0
        for token, (begin, end) in zip(tokens, places, strict=True):
            assert before <= begin <= end <= len(text)
            before = end
            if exact:
                assert "".join(text[begin:end].split()) == token


def test_places_of_tokens_whose_characters_change() -> None:
    text = "Er sagte &quot;No&quot; &amp; ging."
    for tokenizer, tokens in (("13a", "Er sagte &quot; No &quot; &amp; ging ."), ("tercom", text)):
        found = parts(_core.token_places(Segments([text]), Segments([tokenize(text, tokenizer)]), 1))[0]
        assert [text[begin:end] for begin, end in found] == tokens.split()


def test_refusals() -> None:
    two, one = Segments(["a b", "c"]), Segments(["a"])
    for call in (
        lambda: _core.edit_scripts([one], two, "word", 1),
        lambda: _core.edit_scripts([two], two, "sentence", 1),
        lambda: _core.matched_ngrams([two], two, "word", 17, 1),
        lambda: _core.matched_ngrams([two], two, "word", 0, 1),
        lambda: _core.token_places(one, two, 1),
        lambda: _core.classify_errors([two], [], two, two, 1),
    ):
        with pytest.raises(ValueError, match=r"streams differ|unit is|orders of n-grams"):
            call()
    with pytest.raises(ValueError, match="line 1 has 1 base forms for 2 words"):
        _core.classify_errors([two], [Segments(["a", "c"])], two, two, 1)
