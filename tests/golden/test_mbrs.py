"""Expected utilities and choices of mbrs, which computes in single precision, on mixtures of examples/."""

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from parbleu import BLEU, CHRF, TER
from parbleu.nbest import NbestList, decode

ROWS = json.loads(gzip.decompress((Path(__file__).parent / "shipped" / "mbrs.json.gz").read_bytes()))
UTILITIES = {
    "chrf": CHRF(),
    "chrf_fast": CHRF(),
    "chrf++": CHRF(word_order=2),
    "bleu": BLEU(force=True),
    "ter": TER(),
}


def lists(row):
    number = str(ROWS.index(row))
    references = NbestList(number, tuple(row["references"]), tuple(row["scores"]))
    return [NbestList(number, tuple(row["candidates"]))], [references]


def test_there_is_something():
    assert len(ROWS) > 30
    assert max(len(row["candidates"]) for row in ROWS) > 8


@pytest.mark.parametrize("name", UTILITIES)
def test_matrices(name):
    utility = UTILITIES[name].for_sentences()
    for row in ROWS:
        found = utility.pairwise_scores(row["candidates"], row["references"])
        assert found.astype(np.float32).tolist() == row["answers"][name]["matrix"]


@pytest.mark.parametrize("weights", ["uniform", "probability"])
@pytest.mark.parametrize("name", UTILITIES)
def test_choices(name, weights):
    for row in ROWS:
        candidates, references = lists(row)
        (found,) = decode(candidates, UTILITIES[name], references=references, weights=weights)
        expected = row["answers"][name][weights]
        assert found.utilities == pytest.approx(expected["expected"], rel=2e-6, abs=1e-6)
        assert found.utility == pytest.approx(expected["score"], rel=2e-6, abs=1e-6)
        # Of candidates that are equal in single precision, mbrs takes any.
        assert expected["expected"][found.chosen] == pytest.approx(expected["score"], rel=3e-7)


@pytest.mark.parametrize("name", ["chrf", "chrf_fast", "chrf++", "bleu"])
def test_aggregated_references(name):
    checked = 0
    for row in ROWS:
        candidates, references = lists(row)
        for weights, expected in row["answers"][name]["aggregate"].items():
            (found,) = decode(
                candidates, UTILITIES[name], references=references, weights=weights, aggregate=True
            )
            assert found.utilities == pytest.approx(expected, rel=2e-6, abs=1e-6)
            checked += 1
    assert checked >= len(ROWS)
