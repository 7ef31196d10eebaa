"""Tests what the integrations share, and that none is loaded or needed before it is imported."""

import re
import sys
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import parbleu
import parbleu.integrations
from own_process import printed
from parbleu.errors import InputShapeError, InputTypeError, MissingDependencyError, OptionError
from parbleu.integrations._batches import (
    TextSample,
    metrics_by_key,
    score_of_rows,
    single_metric,
    statistics_row,
    streams,
)
from parbleu.integrations._framework import framework
from parbleu.integrations.transformers import ComputeMetrics

FOLDER = Path(parbleu.integrations.__file__).parent
SHARED = {"__init__.py", "_batches.py", "_framework.py"}


def test_keys_of_metrics():
    found = metrics_by_key(["bleu", "chrF2++", parbleu.CHRF, parbleu.TER(case_sensitive=True)])
    assert list(found) == ["bleu", "chrf++", "chrf", "ter"]
    named = metrics_by_key({"zh": parbleu.BLEU(tokenize="zh"), "13a": "bleu"})
    assert [repr(metric) for metric in named.values()] == ["BLEU(tokenize='zh')", "BLEU()"]
    with pytest.raises(OptionError, match="two metrics are called 'bleu'"):
        metrics_by_key(["bleu", parbleu.BLEU(lowercase=True)])
    with pytest.raises(InputTypeError, match="of parbleu"):
        metrics_by_key({"COMET": {"a": [0.5]}})


REFERENCES = [f"Der Kran {n} liegt seit gestern “früh” im Hafen" for n in range(40)]
CUT = [f"<think>What is {n}" if n % 4 == 0 else line for n, line in enumerate(REFERENCES)]


def test_segments_one_by_one_are_looked_at_when_an_evaluation_ends(caplog):
    metric = parbleu.BLEU(max_ngram_order=3)
    for _ in range(2):
        rows = [statistics_row(metric, *each) for each in zip(CUT, REFERENCES, strict=True)]
        score_of_rows(metric, rows[:1])  # of one segment
        score_of_rows(metric, rows)
        [record] = caplog.records  # warned once
    assert "25 % of the segments of hypotheses are reasoning" in record.message


def test_a_sample_of_texts_is_small(caplog):
    sample = TextSample()
    for _ in range(99):
        sample.add(REFERENCES, REFERENCES)
    assert sample.is_full()
    sample.warn(parbleu.CHRF())
    assert not sample.is_full()
    sample.add(iter(REFERENCES), iter(REFERENCES))
    sample.add([None, 3], REFERENCES)
    sample.warn(parbleu.CHRF())
    assert caplog.text == ""


def test_options_of_a_single_metric():
    assert repr(single_metric("chrf++", {"beta": 1})) == "CHRF(word_order=2, beta=1)"
    with pytest.raises((OptionError, TypeError), match="bogus"):
        single_metric("bleu", {"bogus": 1})


def test_references_by_segment_become_streams():
    assert streams(["a", ["b", "c"], ("d",)]) == [["a", "b", "d"], [None, "c", None]]


@pytest.mark.parametrize("metric", [parbleu.BLEU(), parbleu.CHRF(word_order=2), parbleu.TER()], ids=repr)
def test_rows_add_up_to_the_corpus(metric):
    hypotheses = ["a small cat sat down", "", "two dogs"]
    references = [["a cat sat", "the small cat sat down"], "nothing", ["two big dogs", "dogs", "2 dogs"]]
    rows = [statistics_row(metric, *each) for each in zip(hypotheses, references, strict=True)]
    expected = metric.corpus_score(hypotheses, streams(references))
    assert str(score_of_rows(metric, rows)) == str(expected)
    assert score_of_rows(metric, rows).score == expected.score
    with pytest.raises(InputShapeError, match="no segments"):
        score_of_rows(metric, [])


@pytest.mark.parametrize("file", sorted(path.name for path in FOLDER.glob("*.py") if path.name not in SHARED))
def test_an_integration_is_short(file):
    assert len((FOLDER / file).read_text(encoding="utf-8").splitlines()) <= 100


def test_a_missing_framework_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "lm_eval", None)
    with pytest.raises(
        MissingDependencyError, match=r"parbleu\.integrations\.lm_eval: .*pip install .*lm-eval"
    ):
        framework("lm_eval.api.registry")


@pytest.mark.parametrize(
    ("name", "missing", "extra"),
    [
        ("torchmetrics", "torch", "torchmetrics"),
        ("transformers_callback", "torch", "transformers"),
        ("evaluate", "datasets", "evaluate"),
    ],
)
def test_what_to_install_is_an_extra_that_exists(monkeypatch, name, missing, extra):
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.delitem(sys.modules, f"parbleu.integrations.{name}", raising=False)
    monkeypatch.setattr(
        "parbleu.integrations._framework.install_command", lambda extra: f"pip install '.[{extra}]'"
    )
    with pytest.raises(MissingDependencyError, match=rf"parbleu\.integrations\.{extra}: .*\[{extra}\]"):
        import_module(f"parbleu.integrations.{name}")


def test_nothing_is_loaded_that_was_not_asked_for():
    code = "import sys, parbleu.integrations; print(*[name for name in sys.modules if 'parbleu.' in name])"
    assert not re.search(r"parbleu\.(metrics|comparison|integrations\.)", printed(code))


class Words:
    """A tokenizer whose ids are the places of words."""

    pad_token_id = 0

    def batch_decode(self, ids, skip_special_tokens, clean_up_tokenization_spaces):
        assert (skip_special_tokens, clean_up_tokenization_spaces) == (True, False)
        return [" ".join(f"w{number}" for number in row if number) for row in ids]


def test_references_of_another_evaluation_set_are_refused():
    def predicted(labels):
        return SimpleNamespace(predictions=np.array([[1, 2], [3, 4]]), label_ids=np.array(labels))

    compute = ComputeMetrics(Words(), ["chrf"], references=["w1 w2", "w3 w4"])
    assert compute(predicted([[1, 2], [3, -100]])) == {"chrf": 100.0}
    assert compute(predicted([[1, 2], [3, -100]])) == {"chrf": 100.0}
    with pytest.raises(OptionError, match="labels are those of another evaluation set"):
        compute(predicted([[5, 6], [7, 8]]))
    compute = ComputeMetrics(Words(), ["chrf"])
    assert compute(predicted([[1, 2], [3, 4]])) == {"chrf": 100.0}
    assert compute(predicted([[5, 6], [7, 8]]))["chrf"] < 100
