"""Tests BLEU over tokens against the slow twin, and against the installed sacreBLEU and NLTK."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np
import pytest
import sacrebleu
from hypothesis import given, settings
from hypothesis import strategies as st

from extras import extra
from parbleu import BLEU, _core
from parbleu.metrics import tokens

from . import slow_bleu

METHODS_OF_NLTK = {"none": "method0", "floor": "method1", "add-k": "method2", "exp": "method3"}
LARGE = 2**63 - 1


@st.composite
def corpora(draw: st.DrawFn) -> tuple[list[list[Any]], list[list[list[Any]]]]:
    """Hypotheses, and for each its references; now and then long ones, which are counted otherwise."""
    few = st.integers(0, 3) | st.sampled_from([-1, -LARGE, LARGE, 256])
    words = st.text(max_size=9) | st.sampled_from(["a", "aaaaaaa", "aaaaaaaa", "ä", "äaaaaaa", "\U0001f600"])
    token = draw(st.sampled_from([few, words]))
    line = st.lists(token, max_size=12) | st.lists(token, min_size=60, max_size=70)
    sizes = st.integers(1, 3)
    segments = draw(st.integers(1, 4))
    hypotheses, references = [], []
    for _ in range(segments):
        hypotheses.append(draw(line))
        near = [hypotheses[-1][draw(st.integers(0, 2)) :] for _ in range(draw(sizes) - 1)]
        references.append([draw(line), *near])
    return hypotheses, references


def close(value: float) -> Any:
    return pytest.approx(value, rel=1e-12, abs=1e-300, nan_ok=True)


SMOOTHING = st.sampled_from(["none", "floor", "add-k", "exp"])
WEIGHTS = st.none() | st.lists(st.sampled_from([0.0, 0.1, 0.25, 1.0, 2.5]), min_size=1, max_size=10)


@settings(max_examples=25)
@given(corpora(), st.integers(1, 6), st.sampled_from([*tokens.VARIANTS]), st.sampled_from(["none", "floor"]))
def test_sums_of_full_statistics_score_as_the_corpus(
    corpus: Any, orders: int, variant: str, method: str
) -> None:
    hypotheses, references = corpus
    native = _core.IdBleu(variant, method, 0.1, False, orders, [])
    vocabulary = _core.Vocabulary()
    ours = _core.TokenLists(hypotheses, "x", False, False, vocabulary)
    given_lists = [_core.TokenLists(references, "x", True, True, vocabulary)]
    table = native.full_statistics(ours, given_lists, 2)
    assert table.shape == (len(hypotheses), 2 + 4 * orders)
    assert np.array_equal(np.asarray(table)[:, : 2 + 2 * orders], native.statistics(ours, given_lists, 1))
    ((scored,),) = _core.corpus_scores([(native, [table])])
    wanted = native.total(ours, given_lists, 1)[0]
    assert scored == (0 if math.isnan(wanted) else wanted)


@settings(max_examples=60)
@given(corpora(), st.integers(1, 10), st.sampled_from(_core.simd_levels()))
def test_statistics(corpus: Any, orders: int, simd: str) -> None:
    hypotheses, references = corpus
    table = tokens.TokenBLEU(max_ngram_order=orders).statistics(hypotheses, references, layout="segments")
    for variant in tokens.VARIANTS:
        rows = [
            slow_bleu.row(ours, theirs, orders, variant == "sacrebleu-r")
            for ours, theirs in zip(hypotheses, references, strict=True)
        ]
        vocabulary = _core.Vocabulary()
        lists = [
            _core.TokenLists(data, "x", grouped, False, vocabulary)
            for data, grouped in ((hypotheses, False), (references, True))
        ]
        metric = _core.IdBleu(variant, "none", 0, False, orders, [], simd)
        assert np.asarray(metric.statistics(lists[0], lists[1:], 1)).tolist() == rows
        if variant == "sacrebleu":
            assert table.tolist() == rows


@settings(max_examples=60)
@given(corpora(), SMOOTHING.filter(lambda method: method != "exp"), st.sampled_from([0.1, 1, 2.7]), WEIGHTS)
def test_sacrebleu_r(corpus: Any, method: str, value: float, weights: list[float] | None) -> None:
    hypotheses, references = corpus
    orders = len(weights) if weights else 4
    options = {"smooth_method": method, "smooth_value": value, "weights": weights, "variant": "sacrebleu-r"}
    rows = [
        slow_bleu.row(ours, theirs, orders, True) for ours, theirs in zip(hypotheses, references, strict=True)
    ]
    score = tokens.corpus_bleu(hypotheses, references, layout="segments", **options)
    expected = slow_bleu.sacrebleu_r(rows, orders, method, value, weights)
    assert score.fraction == close(expected)
    assert score.score == close(100 * expected)
    segments = tokens.TokenBLEU(**options).segment_scores(hypotheses, references, layout="segments")
    alone = [100 * slow_bleu.sacrebleu_r([each], orders, method, value, weights) for each in rows]
    assert segments.tolist() == close(alone)


@settings(max_examples=40)
@given(corpora(), SMOOTHING, st.sampled_from([0.1, 1, 2.7]), WEIGHTS.filter(bool), st.booleans())
def test_weights(corpus: Any, method: str, value: float, weights: list[float], effective: bool) -> None:
    if sum(weights) == 0:
        weights[0] = 1.0
    hypotheses, references = corpus
    rows = [
        slow_bleu.row(ours, theirs, len(weights), False)
        for ours, theirs in zip(hypotheses, references, strict=True)
    ]
    score = tokens.corpus_bleu(
        hypotheses,
        references,
        layout="segments",
        smooth_method=method,
        smooth_value=value,
        weights=weights,
        effective_order=effective,
    )
    expected = slow_bleu.sacrebleu(rows, len(weights), method, value, weights, effective)
    assert score.fraction == pytest.approx(expected, rel=1e-11, abs=1e-300)


@settings(max_examples=50)
@given(corpora(), SMOOTHING, st.sampled_from([0.1, 1, 2.7]), st.booleans(), st.integers(1, 6))
def test_the_default_is_sacrebleu(corpus: Any, method: str, value: float, effective: bool, n: int) -> None:
    hypotheses, references = corpus
    numbers = {token: str(at) for at, token in enumerate(set(flat(hypotheses, references)))}
    theirs = sacrebleu.BLEU(
        tokenize="none",
        force=True,
        smooth_method=method,
        smooth_value=value,
        effective_order=effective,
        max_ngram_order=n,
    )
    joined = [[" ".join(map(numbers.get, line)) for line in lines] for lines in streams(references)]
    wanted = theirs.corpus_score([" ".join(map(numbers.get, line)) for line in hypotheses], joined)
    score = tokens.corpus_bleu(
        hypotheses,
        streams(references),
        smooth_method=method,
        smooth_value=None if method in ("none", "exp") else value,
        effective_order=effective,
        max_ngram_order=n,
    )
    for name in ("score", "counts", "totals", "precisions", "bp", "sys_len", "ref_len"):
        assert getattr(score, name) == getattr(wanted, name)
    assert str(score) == str(wanted)
    table = tokens.TokenBLEU(max_ngram_order=n).statistics(hypotheses, streams(references))
    ours = BLEU(smooth_method=method, smooth_value=value, effective_order=effective, max_ngram_order=n)
    assert ours.score(table.sum(axis=0)).score == score.score


@settings(max_examples=60)
@given(corpora(), SMOOTHING, st.sampled_from([0.1, 1, 2.7]), WEIGHTS)
def test_nltk(corpus: Any, method: str, value: float, weights: list[float] | None) -> None:
    hypotheses, references = corpus
    theirs = extra("nltk.translate.bleu_score")
    smoothing = getattr(theirs.SmoothingFunction(epsilon=value), METHODS_OF_NLTK[method])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of zero counts
        wanted = theirs.corpus_bleu(
            references, hypotheses, weights=weights or (0.25,) * 4, smoothing_function=smoothing
        )
    score = tokens.corpus_bleu(
        hypotheses,
        references,
        layout="segments",
        variant="nltk",
        smooth_method=method,
        smooth_value=value if method == "floor" else None,
        weights=weights,
    )
    assert score.fraction == close(float(wanted))
    metric = tokens.TokenBLEU(variant="nltk", smooth_method=method, weights=weights)
    segments = metric.segment_scores(hypotheses, references, layout="segments")
    assert metric.sentence_score(hypotheses[0], references[0]).score == close(segments[0])


def flat(hypotheses: list[list[Any]], references: list[list[list[Any]]]) -> list[Any]:
    return [token for segment in [hypotheses, *references] for line in segment for token in line]


def streams(references: list[list[list[Any]]]) -> list[list[list[Any]]]:
    """As many references for each segment, the first of them again where there are fewer."""
    most = max(map(len, references))
    return [[segment[k] if k < len(segment) else segment[0] for segment in references] for k in range(most)]


def test_nan_is_only_where_r_has_it() -> None:
    empty = {"hypotheses": [[]], "references": [[[]]]}
    assert math.isnan(tokens.corpus_bleu(**empty, variant="sacrebleu-r").score)
    assert tokens.corpus_bleu(**empty).score == 0
    assert tokens.corpus_bleu(**empty, variant="nltk").score == 0
