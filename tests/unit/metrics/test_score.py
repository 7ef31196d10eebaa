"""Tests how results are printed, and how they behave in code."""

import copy
import json
import pickle

import numpy as np
import pytest

from parbleu import BLEU, CHRF, TER, Score
from parbleu.metrics import BLEUScore, CHRFScore, TERScore

HYPOTHESES = ["The dog bit the man.", "It wasn't surprising.", "The man had just bitten him."]
REFERENCES = [
    ["The dog bit the man.", "It was not unexpected.", "The man bit him first."],
    ["The dog had bit the man.", "No one was surprised.", "The man had bitten the dog."],
]


@pytest.fixture
def bleu():
    return BLEU().corpus_score(HYPOTHESES, REFERENCES)


def test_a_line(bleu):
    line = "BLEU = 48.53 82.4/50.0/45.5/37.5 (BP = 0.943 ratio = 0.944 hyp_len = 17 ref_len = 18)"
    assert str(bleu) == repr(bleu) == bleu.format() == line
    assert bleu.format(decimals=0).startswith("BLEU = 49 82.4")
    assert bleu.format(signature="a:b|c:d").startswith("BLEU|a:b|c:d = 48.53 82.4")
    assert bleu.format(score_only=True) == "48.53"
    assert bleu.format(score_only=True, is_json=True, decimals=1) == "48.5"


def test_json(bleu):
    assert bleu.format(signature="nrefs:2|x:y:z", is_json=True) == (
        '{\n "name": "BLEU",\n "score": 48.53,\n "signature": "nrefs:2|x:y:z",\n'
        ' "verbose_score": "82.4/50.0/45.5/37.5 (BP = 0.943 ratio = 0.944 hyp_len = 17 ref_len = 18)",\n'
        ' "nrefs": "2",\n "x": "y:z"\n}'
    )


def test_json_without_a_signature():
    assert json.loads(Score("X", 1.25).format(is_json=True, decimals=1)) == {
        "name": "X",
        "score": 1.2,
        "signature": "",
    }


def test_what_a_bleu_score_holds(bleu):
    assert bleu.counts == [14, 7, 5, 3]
    assert bleu.totals == [17, 14, 11, 8]
    assert all(type(number) is int for number in [*bleu.counts, *bleu.totals, bleu.sys_len, bleu.ref_len])
    assert type(bleu.score) is type(bleu.bp) is float
    assert bleu.prec_str == "82.4/50.0/45.5/37.5"
    assert bleu.ratio == 17 / 18
    bleu.counts[0] += 1
    bleu.score = 1.0
    bleu.note = "mine"
    assert bleu.counts[0] == 15
    assert str(bleu).startswith("BLEU = 1.00 82.4")
    twin = copy.deepcopy(bleu)
    assert (twin.note, twin.counts, str(twin)) == ("mine", [15, 7, 5, 3], str(bleu))


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda score: pickle.loads(pickle.dumps(score))]
)
def test_a_sentence_score_holds_the_same(copied):
    score = BLEU(effective_order=True).sentence_score(HYPOTHESES[0], [stream[0] for stream in REFERENCES])
    corpus = BLEU(effective_order=True).corpus_score(HYPOTHESES[:1], [stream[:1] for stream in REFERENCES])
    twin = copied(score)
    for attribute in ("name", "score", "counts", "totals", "precisions", "bp", "sys_len", "ref_len", "ratio"):
        assert getattr(twin, attribute) == getattr(score, attribute) == getattr(corpus, attribute)
    assert str(twin) == str(corpus)
    assert twin.signature == corpus.signature
    score.counts[0] = 1
    assert score.counts[0] == 1
    with pytest.raises(AttributeError, match="'BLEUScore' object has no attribute 'count'"):
        _ = score.count


def test_a_ratio_without_references():
    assert BLEUScore(0.0, [0], [0], [0.0], 1.0, 0, 0).ratio == 0


def test_chrf_names():
    assert CHRFScore(50.0, 6, 0, 2).name == "chrF2"
    assert CHRFScore(50.0, 6, 2, 2).name == "chrF2++"
    assert CHRFScore(50.0, 6, 1, 2.5).name == "chrF2.5+"
    score = CHRF(word_order=2, beta=3).corpus_score(HYPOTHESES, REFERENCES)
    assert (score.char_order, score.word_order, score.beta) == (6, 2, 3)
    assert str(score).startswith("chrF3++ = ")


def test_ter_holds_edits():
    score = TER().corpus_score(HYPOTHESES, REFERENCES)
    assert type(score.num_edits) is int
    assert type(score.ref_length) is float
    assert score.score == 100 * score.num_edits / score.ref_length
    assert TERScore(50.0, 3.0, 6.0).num_edits == 3


@pytest.mark.parametrize(
    ("count", "mean", "half"),
    [(1, 1.0, 0.0), (2, 1.625, 0.625), (39, 24.75, 23.75), (40, 25.375, 23.125), (41, 26.0, 23.75)],
)
def test_a_confidence_interval(count, mean, half):
    score = Score("X", 50.0)
    assert score.interval is None
    score.estimate_ci([Score("X", ((i * 7919) % count) * 1.25 + 1) for i in range(count)])
    assert score.interval == (mean, half)
    assert str(score) == f"X = 50.00 (μ = {mean:.2f} ± {half:.2f})"
    assert score.format(score_only=True) == f"50.00 (μ = {mean:.2f} ± {half:.2f})"
    found = json.loads(score.format(is_json=True))
    assert found["confidence"] == f"μ = {mean:.2f} ± {half:.2f}"
    assert found["confidence_mean"] == float(f"{mean:.2f}")
    assert found["confidence_var"] == float(f"{half:.2f}")
    assert "μ" in score.format(is_json=True)


def test_an_interval_around_zero_is_one():
    score = BLEU(smooth_method="none").corpus_score(["a b"], [["c d"]], intervals=True, n_samples=9)
    assert score.interval == (0, 0)
    assert "μ" not in str(score)  # sacreBLEU does not print it


def test_a_verbose_text_of_one_s_own():
    score = Score("X", 50.0)
    score._verbose = "so it is"
    assert str(score) == "X = 50.00 so it is"


def test_compute_bleu_leaves_its_arguments_alone():
    correct, total = [3, 1, 0, 0], [4, 3, 2, 1]
    score = BLEU.compute_bleu(correct, total, 4, 4, "add-k", 1)
    assert (correct, total) == ([3, 1, 0, 0], [4, 3, 2, 1])
    assert score.counts == [3, 2, 1, 1]
    assert score.totals == [4, 4, 3, 2]


def test_compute_bleu_takes_arrays_and_its_default_is_not_to_smooth():
    arrays = np.array([3, 1, 1, 0]), np.array([4, 3, 2, 1])
    assert BLEU.compute_bleu(*arrays, 4, 4).score == 0.0
    score = BLEU.compute_bleu(*arrays, 4, 4, smooth_method="exp")
    assert str(score) == str(BLEU.compute_bleu([3, 1, 1, 0], [4, 3, 2, 1], 4, 4, smooth_method="exp"))
    assert BLEU.compute_bleu([3, 1], [4, 3], 4, 4, max_ngram_order=2).precisions == [75.0, 100 / 3]


@pytest.mark.needs("pandas")
def test_it_is_a_result(bleu):
    """It has every format of results, and prints as the line all the same."""
    row = bleu.to_pandas().iloc[0]
    assert (row["metric"], row["score"], row["details"]) == ("BLEU", bleu.score, bleu.details)
    assert bleu.to_markdown().startswith("| metric | score |")
    assert str(bleu) == repr(bleu) == f"{bleu}" == bleu.format()


def test_a_score_as_a_number_and_as_a_dict(bleu):
    assert float(bleu) == bleu.score
    found = bleu.to_dict()
    assert json.loads(json.dumps(found)) == found
    assert (found["name"], found["score"], found["precisions"]) == ("BLEU", bleu.score, bleu.precisions)
    assert (found["signature"], found["mean"], found["seed"]) == (str(bleu.signature), None, None)
    sampled = CHRF().corpus_score(HYPOTHESES, REFERENCES, intervals=True, n_samples=20).to_dict()
    assert sampled["seed"] == 12345
    assert sampled["mean"] > sampled["ci"] > 0
    assert sampled["char_order"] == 6
    assert Score("X", 1.5).to_dict()["signature"] is None
