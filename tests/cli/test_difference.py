"""Tests `parbleu power difference`."""

import json


def test_forward_and_inverse(run):
    (row,) = json.loads(run("power", "difference", "bleu", "1", "-f", "json").out)["tables"]["agreement"][
        "rows"
    ]
    assert abs(row["agreement"] - 63.98865795921434) < 1e-9
    (row,) = json.loads(run("power", "difference", "bleu", "--agreement", "80", "-f", "json").out)["tables"][
        "agreement"
    ]["rows"]
    assert abs(row["difference"] - 2.340418252932708) < 1e-9


def test_above_the_ceiling(run):
    assert "above the ceiling" in run("power", "difference", "bleu", "--agreement", "95").out


def test_mistakes(run):
    for words in (["bleu", "x"], ["bleu", "1", "2"], ["--agreement", "80"]):
        assert run("power", "difference", *words).status == 2
    found = run("power", "difference", "comett22", "1")
    assert found.status == 1
    assert "comet22" in found.err
