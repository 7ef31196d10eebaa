"""Tests BLEU of text that is tokenized in Python: it gives what the same tokenizer gives in C++."""

from copy import copy

import numpy as np
import pytest

from parbleu._core import Bleu, Segments
from parbleu.metrics._changed_text_engines import TokenizedBleu
from parbleu.text import get_tokenizer

HYPOTHESES = Segments(["The cat, sat. ", "on THE mat", "", "a dog's life"])
REFERENCES = [
    Segments(["the cat sat.", "on the mat!", "x", None]),
    Segments(["A cat, sat", None, "", "a dog's"]),
]
NATIVE = Bleu("13a", True, 4, "exp", 0.0, True)
ENGINE = TokenizedBleu(Bleu("none", False, 4, "exp", 0.0, True), get_tokenizer("13a"), lowercase=True)


@pytest.mark.parametrize("prepared", [False, True])
def test_corpora(prepared):
    sides = [engine.prepare(REFERENCES, 1) if prepared else REFERENCES for engine in (ENGINE, NATIVE)]
    for name in ("total", "statistics", "segment_scores"):
        ours, theirs = (
            getattr(engine, name)(HYPOTHESES, side, 1)
            for engine, side in zip((ENGINE, NATIVE), sides, strict=True)
        )
        assert np.array_equal(ours, theirs), name
    ours, theirs = (
        engine.tables([HYPOTHESES, REFERENCES[0]], side, 1)
        for engine, side in zip((ENGINE, NATIVE), sides, strict=True)
    )
    assert [table.tolist() for table in ours] == [table.tolist() for table in theirs]


def test_lists():
    starts = np.array([0, 2, 4], np.uint64)
    arguments = HYPOTHESES, HYPOTHESES, starts, starts
    assert np.array_equal(ENGINE.list_scores(*arguments, 1), NATIVE.list_scores(*arguments, 1))
    weights = np.array([0.5, 0.5, 0.25, 0.75])
    texts = HYPOTHESES, HYPOTHESES, starts, starts, weights
    assert np.array_equal(ENGINE.aggregate_scores(*texts, 1), NATIVE.aggregate_scores(*texts, 1))
    pair = HYPOTHESES, HYPOTHESES, 1
    assert np.array_equal(ENGINE.pairwise_scores(*pair), NATIVE.pairwise_scores(*pair))


def test_sentences():
    for hypothesis in HYPOTHESES.to_list():
        found = [engine.sentence_score(hypothesis, ["The cat, sat.", None]) for engine in (ENGINE, NATIVE)]
        assert found[0] == found[1]
    with pytest.raises(TypeError, match="a segment is a string"):
        ENGINE.sentence_score(["a"], ["a"])


def test_a_copy_scores_alike():
    text = HYPOTHESES.to_list()[0]
    assert copy(ENGINE).sentence_score(text, ["a cat"]) == ENGINE.sentence_score(text, ["a cat"])
    with pytest.raises(AttributeError, match="'TokenizedBleu' object has no attribute '_scores'"):
        _ = ENGINE._scores
