"""Tests gates of saved results."""

import json

import numpy as np
import pytest

import parbleu
from parbleu.errors import FormatError, UnreadableFileError
from parbleu.scale import gate_saved
from parbleu.scale._saved_results import read_saved

RANDOM = np.random.default_rng(1)


def saved(path, scores, signature="nrefs:1|tok:tercom|version:2.6.0", name="TER"):
    rows = [{"segment": number, name: score} for number, score in enumerate(scores, 1)]
    table = {"facts": {"signature": signature}, "notes": [], "rows": rows}
    path.write_text(json.dumps({"schema": 1, "version": "0.1.0", "tables": {"segments": table}}))
    return path


def test_saved_scores(tmp_path):
    scores = RANDOM.normal(50, 9, 200)
    signature = "nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|asian:no|version:2.6.0"
    base = saved(tmp_path / "base.json", scores, signature)
    candidate = saved(
        tmp_path / "new.json", scores + RANDOM.normal(3, 3, 200), signature.replace("2.6.0", "2.7.0")
    )
    assert gate_saved(base, candidate).outcome == "worse"  # more edits
    assert gate_saved(candidate, base).outcome == "better"
    assert dict(gate_saved(base, candidate).signatures) == {"mean of sentence TER": signature}
    [test] = gate_saved(base, candidate, max_drop={"ter": 9}).tests
    assert (test.metric, test.max_drop) == ("mean of sentence TER", 9)
    other = saved(tmp_path / "other.json", scores, signature.replace("norm:no", "norm:yes"))
    assert "norm:no" in gate_saved(base, other).reason
    assert gate_saved(base, other).outcome == "cannot compare"
    short = saved(tmp_path / "short.json", scores[1:], signature)
    assert "199" in gate_saved(base, short).reason
    named = saved(tmp_path / "named.json", scores, "nrefs:1|case:mixed|eff:yes|tok:13a|smooth:exp", "BLEU")
    assert "BLEU" in gate_saved(base, named).reason


@pytest.mark.parametrize("signature", ["", "nrefs:1|scores:given"])
def test_scores_without_a_direction_are_refused(tmp_path, signature):
    path = saved(tmp_path / "base.json", [1.0, 2.0], signature)
    with pytest.raises(FormatError, match="whether a higher score is better"):
        gate_saved(path, path)


@pytest.mark.parametrize(("better", "outcome"), [("higher", "better"), ("lower", "worse")])
def test_saved_scores_of_a_scorer(tmp_path, better, outcome):
    signature = (
        f"scorer:command:./lengths.sh%20of%20us:better={better}|file1:0123|cut:1|version:parbleu.0.1.0"
    )
    scores = RANDOM.normal(50, 9, 200)
    base = saved(tmp_path / "base.json", scores, signature, "lengths")
    candidate = saved(tmp_path / "new.json", scores + 3, signature.replace("cut:1", "cut:2"), "lengths")
    assert gate_saved(base, candidate).outcome == outcome
    other = saved(tmp_path / "other.json", scores, signature.replace("0123", "4567"), "lengths")
    assert "file1:0123" in gate_saved(base, other).reason


def test_saved_scores_of_a_scorer_that_is_not_installed(tmp_path, monkeypatch):
    monkeypatch.setenv("PARBLEU_SCORER_ENVIRONMENTS", str(tmp_path))
    path = saved(tmp_path / "base.json", [1.0, 2.0], "scorer:bleurt-pytorch:m|cut:0", "bleurt")
    with pytest.raises(FormatError, match=r"base\.json: .* parbleu scorer install bleurt-pytorch"):
        gate_saved(path, path)


def test_files_without_scores_of_segments(tmp_path):
    path = tmp_path / "base.json"
    for content in (
        "[]",
        "{}",
        '{"tables": {"scores": {}}}',
        '{"tables": {"segments": {"facts": {}, "rows": []}}}',
    ):
        path.write_text(content)
        with pytest.raises(FormatError, match="-sl -f json"):
            read_saved(str(path))
    with pytest.raises(FormatError, match="-sl -f json"):
        read_saved(str(saved(path, ["good"])))
    path.write_text("no JSON")
    with pytest.raises(FormatError, match="not JSON"):
        read_saved(str(path))
    with pytest.raises(UnreadableFileError):
        read_saved(str(tmp_path / "none.json"))


@pytest.mark.parametrize("part", ["systems", "metrics"])
def test_a_comparison_of_nothing(tmp_path, part):
    path = tmp_path / "comparison.json"
    parbleu.compare({"a": ["x y"] * 9, "b": ["x z"] * 9}, [["x y"] * 9], ["bleu"]).save(path)
    values = json.loads(path.read_text())
    values["input"][part] = {} if part == "systems" else []
    path.write_text(json.dumps(values))
    with pytest.raises(FormatError, match=f"{part}: there is none"):
        gate_saved(path)
