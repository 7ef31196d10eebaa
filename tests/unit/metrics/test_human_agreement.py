"""Tests which scores have a published curve of agreement, and the printed thresholds."""

import pytest

import parbleu
from parbleu.errors import OptionError
from parbleu.metrics._human_agreement import (
    agreement_curve,
    agreement_overview,
    curve_of_scores,
    delta_agreement,
)
from parbleu.metrics._score import Signature

PRINTED = {
    "bleu": (0.27, 0.78, 1.39, 1.79, 2.34, 3.35, None, None),
    "chrf": (0.14, 0.54, 1.00, 1.28, 1.63, 2.12, 3.05, None),
    "comet22": (0.03, 0.18, 0.35, 0.45, 0.56, 0.71, 0.94, 1.53),
    "bleurt20": (0.02, 0.33, 0.66, 0.85, 1.07, 1.35, 1.73, 2.44),
}


@pytest.mark.parametrize("name", PRINTED)
def test_printed_thresholds(name):
    (table,) = agreement_overview().tables()
    row = table.rows[table.column("metric").index(name)]
    assert [cell if cell is None else round(cell, 2) for cell in row[1:9]] == list(PRINTED[name])


def signature_of(metric, references=1):
    texts = [["a cat"]] * references
    metric.corpus_score(["a cat"], texts)
    return metric.get_signature().info


@pytest.mark.parametrize(
    ("metric", "curve"),
    [
        (parbleu.BLEU(), "bleu"),
        (parbleu.BLEU(tokenize="zh"), "bleu"),
        (parbleu.BLEU(lowercase=True), None),
        (parbleu.BLEU(tokenize="char"), None),
        (parbleu.CHRF(), "chrf"),
        (parbleu.CHRF(word_order=2), None),
        (parbleu.CHRF(beta=3), None),
        (parbleu.TER(), None),
    ],
)
def test_curves_of_computed_scores(metric, curve):
    found, why = curve_of_scores(metric.score_name, signature_of(metric))
    assert (found and found.metric) == curve
    assert bool(why) == (curve is None)


def test_several_references_are_outside_the_calibration():
    found, why = curve_of_scores("BLEU", signature_of(parbleu.BLEU(), references=2))
    assert found is None
    assert "nrefs:2" in why


def test_given_scores_need_an_exact_name():
    given = Signature({"num_refs": -2})
    given.update("scores", "given")
    assert curve_of_scores("wmt22-comet-da", given.info)[0] is agreement_curve("comet22")
    assert curve_of_scores("COMET", given.info)[0] is None


def test_bad_numbers():
    for options in (
        {"agreement": 40},
        {"agreement": 101},
        {"agreement": "x"},
        {"difference": float("inf")},
        {"difference": "x"},
    ):
        with pytest.raises(OptionError):
            delta_agreement("bleu", **options)
    with pytest.raises(OptionError):
        delta_agreement("bleu", 1, agreement=80)
