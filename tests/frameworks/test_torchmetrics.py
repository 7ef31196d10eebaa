"""Tests the modules of torchmetrics: one process, two processes, collections."""

import copy
import json
import multiprocessing
import pickle

import pytest
import torch
import torchmetrics

import parbleu
from frameworks.conftest import FIRST, HYPOTHESES, REFERENCES
from frameworks.gloo_process import MODULES, count
from parbleu.errors import InputShapeError, OptionError
from parbleu.integrations.torchmetrics import BLEU, CHRF, CorpusScore

pytestmark = pytest.mark.frameworks

STREAMS = [list(stream) for stream in zip(*REFERENCES, strict=True)]


@pytest.mark.parametrize(("module", "options"), MODULES)
@pytest.mark.parametrize("batch", [1, 3, 7])
def test_batches_give_the_score_of_the_corpus(module, options, batch):
    metric, expected = module(**options), getattr(parbleu, module.__name__)(**options)
    for first in range(0, len(HYPOTHESES), batch):
        part = slice(first, first + batch)
        value = metric(HYPOTHESES[part], REFERENCES[part])
        of_batch = expected.corpus_score(HYPOTHESES[part], [stream[part] for stream in STREAMS])
        assert value.item() == of_batch.score
    score = expected.corpus_score(HYPOTHESES, STREAMS)
    assert metric.compute().dtype == torch.float64
    assert metric.compute().item() == score.score
    assert str(metric.latest) == str(score)
    assert str(metric.latest.signature) == str(score.signature)
    assert metric.higher_is_better is expected.higher_is_better
    assert pickle.loads(pickle.dumps(metric)).compute() == copy.deepcopy(metric).compute() == metric.compute()
    metric.reset()
    metric.update(HYPOTHESES, FIRST)
    assert metric.compute().item() == expected.corpus_score(HYPOTHESES, [FIRST]).score


def test_an_empty_translation_lowers_the_score():
    # chrF of torchmetrics 1.9.0 leaves the reference of such a segment out, and its smoothed BLEU is 0.
    right, other = "The ship left the port.", "A dog barks."
    score = CHRF()([right, ""], [[right], [other]]).item()
    assert score == parbleu.CHRF().corpus_score([right, ""], [[right, other]]).score < 74
    theirs = torchmetrics.text.CHRFScore(n_word_order=0)
    assert theirs([right, ""], [[right], [other]]).item() == pytest.approx(1)
    pair = ["the ship left a port at night"], [["the ship left the port at night"]]
    assert BLEU(smooth_method="add-k", smooth_value=1)(*pair).item() > 49
    assert torchmetrics.text.SacreBLEUScore(smooth=True)(*pair) == 0


def test_two_processes_give_the_bits_of_one(tmp_path):
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=count, args=(rank, tmp_path)) for rank in (0, 1)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0, 0]
    answers = [json.loads((tmp_path / f"{rank}.json").read_text(encoding="utf-8")) for rank in (0, 1)]
    expected = []
    for module, options in MODULES:
        metric = module(**options)
        metric.update(HYPOTHESES, REFERENCES)
        expected.append([metric.compute().item().hex(), str(metric.latest.signature)])
    assert [answer["scores"] for answer in answers] == [expected, expected]
    assert [answer["idle"] for answer in answers] == [expected[0][0]] * 2
    whole = parbleu.BLEU().statistics(HYPOTHESES, STREAMS).sum(axis=0).tolist()
    rows = [answer["row"] for answer in answers]
    assert [sum(column) for column in zip(*rows, strict=True)] == whole
    assert rows[0] != whole  # after `compute` each has its own part again


def test_a_collection_keeps_metrics_apart_whose_first_batches_are_equal():
    collection = torchmetrics.MetricCollection({"cased": BLEU(), "lower": BLEU(lowercase=True)})
    collection.update(["all is in lower case here"], [["all is in lower case here"]])
    collection.update(HYPOTHESES, [[text.upper()] for text in FIRST])
    hypotheses = ["all is in lower case here", *HYPOTHESES]
    references = [["all is in lower case here", *(text.upper() for text in FIRST)]]
    found = {name: value.item() for name, value in collection.compute().items()}
    assert found["cased"] == parbleu.BLEU().corpus_score(hypotheses, references).score
    assert found["lower"] == parbleu.BLEU(lowercase=True).corpus_score(hypotheses, references).score
    assert found["lower"] > found["cased"]


def test_any_metric_and_all_references_that_there_are():
    several = [[None, "It was raining."], ["It rained."]]
    metric = CorpusScore("chrf++", sync_on_compute=False)
    metric.update(["It was raining."] * 2, several)
    streams = [[None, "It rained."], ["It was raining.", None]]
    assert (
        metric.compute().item()
        == parbleu.CHRF(word_order=2).corpus_score(["It was raining."] * 2, streams).score
    )
    assert metric.latest.signature.info["nrefs"] == 1


def test_what_is_wrong_is_told():
    with pytest.raises(ValueError, match="`bogus`"):
        BLEU(bogus=1)
    with pytest.raises(OptionError, match="tokenize"):
        BLEU(tokenize="14a")
    metric = BLEU()
    with pytest.raises(InputShapeError, match="7 hypotheses"):
        metric.update(HYPOTHESES, REFERENCES[:6])
    with pytest.raises(InputShapeError, match="no hypotheses"):
        metric.compute()
