"""Tests how accumulators are merged, stored and emptied."""

import json
import pickle

import pytest

from parbleu import BLEU, CHRF, TER
from parbleu.errors import (
    InputShapeError,
    InputTypeError,
    NoReferenceError,
    OptionError,
    SegmentTooLongError,
)

HYPOTHESES = ["The dog bit the man.", "It wasn't surprising.", "The man had just bitten him."]
REFERENCES = [
    ["The dog bit the man.", "It was not unexpected.", "The man bit him first."],
    ["The dog had bit the man.", "No one was surprised.", None],
]
METRICS = [BLEU(), CHRF(word_order=2), TER()]


def part(metric, begin, end):
    accumulator = metric.accumulator()
    accumulator.add(HYPOTHESES[begin:end], [stream[begin:end] for stream in REFERENCES])
    return accumulator


@pytest.mark.parametrize("metric", METRICS, ids=repr)
def test_merged_pieces_score_like_the_corpus(metric):
    expected = metric.corpus_score(HYPOTHESES, REFERENCES)
    merged = metric.accumulator()
    for begin in (2, 0):
        merged += pickle.loads(pickle.dumps(part(metric, begin, begin + 2)))
    merged.merge(metric.accumulator())
    assert merged.segments == len(HYPOTHESES)
    assert (merged.result().score, merged.result().signature) == (expected.score, expected.signature)


@pytest.mark.parametrize("metric", METRICS, ids=repr)
def test_a_state_survives_json(metric):
    first = part(metric, 0, 1)
    restored = metric.accumulator()
    restored.state = json.loads(json.dumps(first.state))
    assert restored.state == first.state
    restored.add(HYPOTHESES[1:], [stream[1:] for stream in REFERENCES])
    assert str(restored.result()) == str(metric.corpus_score(HYPOTHESES, REFERENCES))


def test_an_empty_state():
    accumulator = part(BLEU(), 0, 3)
    accumulator.state = BLEU().accumulator().state
    with pytest.raises(InputShapeError, match="no hypotheses"):
        accumulator.result()


def test_reset_keeps_the_number_of_reference_streams():
    accumulator = BLEU().accumulator(num_refs=2)
    accumulator.add(HYPOTHESES, REFERENCES)
    accumulator.reset()
    assert (accumulator.segments, accumulator.state["row"]) == (0, None)
    with pytest.raises(InputShapeError, match="had 2"):
        accumulator.add(HYPOTHESES, REFERENCES[:1])


def test_other_metrics_do_not_merge():
    accumulator = part(BLEU(), 0, 1)
    before = accumulator.state
    with pytest.raises(OptionError, match=r"BLEU\(tokenize='zh'\)"):
        accumulator.merge(part(BLEU(tokenize="zh"), 0, 1))
    with pytest.raises(OptionError, match="CHRF"):
        accumulator.state = CHRF().accumulator().state
    with pytest.raises(InputTypeError, match="not with 3"):
        accumulator += 3
    with pytest.raises(InputTypeError, match="segments"):
        accumulator.state = {"metric": "BLEU()"}
    one = BLEU().accumulator()
    one.add(["a"], [["a"]])
    with pytest.raises(InputShapeError, match="1 reference streams, this one has 2"):
        accumulator.merge(one)
    with pytest.raises(InputShapeError, match="statistics"):
        accumulator.state = {**before, "row": [1, 2]}
    assert accumulator.state == before


def test_a_piece_that_fails_changes_nothing(caplog):
    accumulator = BLEU().accumulator()
    tokenized = ["a b c ."] * 150
    with pytest.raises(NoReferenceError, match="segment 149"):
        accumulator.add(tokenized, [["a b c ."] * 149 + [None], [None] * 150])
    assert accumulator.state == BLEU().accumulator().state
    assert not caplog.messages
    accumulator.add(tokenized, [["a b c ."] * 150])
    assert "tokenized period" in caplog.text
    accumulator = TER().accumulator()
    accumulator.add(["a"], [["a"]])
    with pytest.raises(SegmentTooLongError, match="segment 2 "):
        accumulator.add(["a", "a " * (2**20 + 1)], [["a", "a"]])


@pytest.mark.parametrize("sizes", [(150, 150), (150, 10), (10, 150)])
def test_merging_does_not_warn_again(sizes, caplog):
    parts = []
    for size in sizes:
        parts.append(BLEU().accumulator())
        parts[-1].add(["a b c ."] * size, [["a b c ."] * size])
    assert "tokenized period" in caplog.text
    caplog.clear()
    merged = BLEU().accumulator()
    for other in parts:
        merged.merge(other)
    merged.add(["a b c ."] * 200, [["a b c ."] * 200])
    assert not caplog.messages


def test_it_says_what_it_is():
    accumulator = TER().accumulator()
    accumulator.add(["a"], [["b"]])
    assert repr(accumulator) == "<Accumulator of TER: 1 segment>"
