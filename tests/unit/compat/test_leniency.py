"""Tests that the face accepts with a warning what sacreBLEU accepts silently, and refuses the same input."""

from __future__ import annotations

import logging

import pytest

from parbleu.compat.sacrebleu import corpus_bleu, corpus_chrf, corpus_ter
from parbleu.compat.sacrebleu.metrics import BLEU, CHRF, TER


@pytest.mark.parametrize("score", [corpus_bleu, corpus_chrf, corpus_ter])
def test_streams_of_different_length(score: object, caplog: pytest.LogCaptureFixture) -> None:
    found = score(["a b", "c d", "e"], [["a b", "c x"], ["a b", "c d", "e", "f"]])
    assert found.score == score(["a b", "c d"], [["a b", "c x"], ["a b", "c d"]]).score
    (line,) = [record.getMessage() for record in caplog.records]
    assert "only the first 2 segments are scored" in line
    assert "3 hypotheses and reference streams of 2, 4 segments" in line
    assert "K streams" in line
    assert caplog.records[0].name == "sacrebleu"


def test_kept_references_longer_than_the_hypotheses(caplog: pytest.LogCaptureFixture) -> None:
    metric = CHRF(references=[["a b", "c d"]])
    assert metric.corpus_score(["a b"], None).score == pytest.approx(100)
    assert "only the first 1 segments are scored" in caplog.text


def test_a_string_for_a_list(caplog: pytest.LogCaptureFixture) -> None:
    TER().corpus_score(["a", "b"], ["ab"])
    assert "its characters are scored" in caplog.text


def test_a_segment_without_references(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(ZeroDivisionError):
        TER().corpus_score(["a", "b"], [["a", None]])
    assert "segment 1 (counted from 0) has no reference" in caplog.text


@pytest.mark.parametrize(
    ("hyps", "refs", "said"),
    [
        ([], [[]], "there are no hypotheses"),
        (["a"], [], "there are no references"),
        (["a"], [[]], "there are no references"),
    ],
)
def test_empty_lists(
    hyps: list[str], refs: list[list[str]], said: str, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(IndexError, match="list index out of range"):
        BLEU().corpus_score(hyps, refs)
    assert said in caplog.text


def test_good_texts_are_scored_silently(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        BLEU().corpus_score(["a b", "c ."], [["a b", "c ."], [None, "x"]], n_bootstrap=3)
        BLEU(effective_order=True).sentence_score("a", ("a", None))
    assert not caplog.records


def test_the_logger_is_the_originals(caplog: pytest.LogCaptureFixture) -> None:
    logging.getLogger("sacrebleu").setLevel(logging.ERROR)
    try:
        BLEU().sentence_score("a", ["a"])
        BLEU(trg_lang="zh", tokenize="char").corpus_score(["x ."] * 100, [["x ."] * 100])
    finally:
        logging.getLogger("sacrebleu").setLevel(logging.NOTSET)
    assert not caplog.records


def test_errors_are_plain_ones() -> None:
    for call, kind, message in (
        (
            lambda: BLEU().corpus_score({"a"}, [["a"]]),
            TypeError,
            "BLEU: `hyps` should be a sequence of strings.",
        ),
        (
            lambda: CHRF().sentence_score("a", "a"),
            TypeError,
            "CHRF: The argument `refs` should be a sequence of strings.",
        ),
        (
            lambda: TER().corpus_score(["a"], None),
            RuntimeError,
            "No references provided and the cache is empty.",
        ),
        (lambda: BLEU(tokenize="foo"), KeyError, "'foo'"),
    ):
        with pytest.raises(kind) as caught:
            call()
        assert type(caught.value) is kind
        assert str(caught.value) == message
