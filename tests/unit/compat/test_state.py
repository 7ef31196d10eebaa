"""Metrics and tokenizers of the face in pickles, copies, processes and threads."""

from __future__ import annotations

import copy
import json
import multiprocessing
import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from parbleu.compat.sacrebleu import significance
from parbleu.compat.sacrebleu.metrics import BLEU, CHRF, TER

HYPS = ["The cat sat on the mat.", "A dog, it barked!", "nothing"] * 3
REFS = [["The cat sat on a mat.", "The dog barked.", "nothing at all"] * 3, [None, "A dog barked!", None] * 3]


def metrics() -> list[Any]:
    return [
        BLEU(references=REFS),
        CHRF(word_order=2),
        TER(normalized=True, references=REFS),
        BLEU(tokenize="ja-mecab"),
    ]


def results(metric: Any) -> list[str]:
    return [
        str(metric.corpus_score(HYPS, REFS, n_bootstrap=5)),
        str(metric.sentence_score(HYPS[0], [REFS[0][0]])),
        str(metric.get_signature()),
        str(metric._ref_cache and metric.corpus_score(HYPS, None)),
    ]


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> Any:
    with caplog.at_level("ERROR", logger="sacrebleu"):
        yield


@pytest.mark.parametrize("again", [lambda it: pickle.loads(pickle.dumps(it)), copy.copy, copy.deepcopy])
def test_copies(again: Any) -> None:
    for metric in metrics():
        before = vars(again(metric)).keys()
        assert before == vars(metric).keys()
        copied = again(metric)
        assert results(copied) == results(metric)
        assert results(again(metric)) == results(metric)


def test_scores_and_signatures_can_be_pickled() -> None:
    for metric in metrics():
        score = metric.corpus_score(HYPS, REFS, n_bootstrap=5)
        again = pickle.loads(pickle.dumps(score))
        assert vars(again) == vars(score)
        signature = metric.get_signature()
        assert str(pickle.loads(pickle.dumps(signature))) == str(signature)


def test_tokenizers_can_be_pickled() -> None:
    for metric in metrics():
        tokenizer = getattr(metric, "tokenizer", None)
        if tokenizer is not None:
            again = pickle.loads(pickle.dumps(tokenizer))
            assert again("a. b") == tokenizer("a. b")
            assert again.signature() == tokenizer.signature()


def sentence(task: tuple[Any, str, list[str]]) -> float:
    metric, hypothesis, references = task
    return float(metric.sentence_score(hypothesis, references).score)


def test_processes_and_threads() -> None:
    tasks = [(metric, hyp, [ref]) for metric in metrics()[:3] for hyp, ref in zip(HYPS, REFS[0], strict=True)]
    alone = list(map(sentence, tasks))
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(sentence, tasks * 20)) == alone * 20
    with multiprocessing.get_context("fork").Pool(2) as processes:
        assert processes.map(sentence, tasks) == alone


def test_one_metric_in_many_threads() -> None:
    metric = CHRF(references=[REFS[0]])
    expected = str(metric.corpus_score(HYPS, None))
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda _: str(metric.corpus_score(HYPS, None)), range(100)))
    assert set(found) == {expected}


def test_results_can_be_written_as_json() -> None:
    test = significance.PairedTest(
        [("a", HYPS), ("b", HYPS[::-1])], {"c": CHRF(), "t": TER()}, REFS, "bs", 20
    )
    _, scores = test()
    for name in ("chrF2", "TER"):
        assert json.loads(json.dumps([vars(result) for result in scores[name]]))[1]["p_value"] > 0


def test_the_seed_0_is_a_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SACREBLEU_SEED", "0")
    runs = []
    for _ in range(2):
        test = significance.PairedTest([("a", HYPS), ("b", HYPS[::-1])], {"c": CHRF()}, REFS, "bs", 20)
        signatures, scores = test()
        runs.append(str(scores["chrF2"]))
        assert signatures["chrF2"].info["seed"] == "0"
    assert runs[0] == runs[1]
