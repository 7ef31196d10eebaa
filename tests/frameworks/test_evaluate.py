"""Tests the metric for Hugging Face evaluate, which is loaded by its path."""

import evaluate
import pytest

import parbleu
import parbleu.integrations.evaluate
from frameworks.conftest import FIRST, HYPOTHESES, REFERENCES
from parbleu.errors import OptionError, UnknownMetricError

pytestmark = pytest.mark.frameworks

STREAMS = [list(stream) for stream in zip(*REFERENCES, strict=True)]
PATH = parbleu.integrations.evaluate.__file__


@pytest.fixture
def load(tmp_path):
    return lambda *name: evaluate.load(PATH, *name, cache_dir=str(tmp_path), keep_in_memory=True)


def test_scores_of_every_metric(load):
    expected = parbleu.BLEU().corpus_score(HYPOTHESES, STREAMS)
    assert load().compute(predictions=HYPOTHESES, references=REFERENCES) == expected.to_dict()
    expected = parbleu.CHRF(word_order=2).corpus_score(HYPOTHESES, [FIRST])
    assert load("chrf++").compute(predictions=HYPOTHESES, references=FIRST) == expected.to_dict()
    metric = load("bleu")
    for hypothesis, references in zip(HYPOTHESES, REFERENCES, strict=True):
        metric.add(prediction=hypothesis, reference=references)
    found = metric.compute(lowercase=True, tokenize="intl")
    assert found == parbleu.BLEU(lowercase=True, tokenize="intl").corpus_score(HYPOTHESES, STREAMS).to_dict()
    together = evaluate.combine([load("bleu"), load("ter")])
    found = together.compute(predictions=HYPOTHESES, references=FIRST)
    scores = {value for name, value in found.items() if name.endswith("score")}
    assert scores == {
        metric.corpus_score(HYPOTHESES, [FIRST]).score for metric in (parbleu.BLEU(), parbleu.TER())
    }


def test_what_is_wrong_is_told(load):
    with pytest.raises(UnknownMetricError, match="chrff"):
        load("chrff").compute(predictions=HYPOTHESES, references=FIRST)
    with pytest.raises((OptionError, TypeError), match="bogus"):
        load("bleu").compute(predictions=HYPOTHESES, references=FIRST, bogus=1)
