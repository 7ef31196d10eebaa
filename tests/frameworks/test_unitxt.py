"""Tests the metric for unitxt through its `evaluate`."""

import typing

import pytest
from unitxt import evaluate, load_dataset
from unitxt.blocks import Task, TaskCard
from unitxt.loaders import LoadFromDictionary
from unitxt.templates import MultiReferenceTemplate

import parbleu
from frameworks.conftest import HYPOTHESES, REFERENCES
from parbleu.integrations.unitxt import ParbleuScore

pytestmark = pytest.mark.frameworks

STREAMS = [list(stream) for stream in zip(*REFERENCES, strict=True)]


def test_an_evaluation_reports_the_score_of_the_corpus():
    metrics = [
        ParbleuScore(metric="bleu", options={"lowercase": True}, n_resamples=30),
        ParbleuScore(metric="chrf++", n_resamples=None),
        ParbleuScore(metric="ter", n_resamples=None),
    ]
    task = Task(
        input_fields={"source": str},
        reference_fields={"targets": typing.List[str]},  # noqa: UP006 - unitxt knows no list[str]
        prediction_type=str,
        metrics=metrics,
    )
    rows = [{"source": str(index), "targets": each} for index, each in enumerate(REFERENCES)]
    card = TaskCard(loader=LoadFromDictionary(data={"test": rows}), task=task)
    template = MultiReferenceTemplate(input_format="{source}", references_field="targets")
    dataset = load_dataset(card=card, template=template, split="test", use_cache=False)
    results = evaluate(predictions=HYPOTHESES, data=dataset)
    found = results.global_scores
    bleu = parbleu.BLEU(lowercase=True)
    assert found["bleu"] == bleu.corpus_score(HYPOTHESES, STREAMS).score
    assert found["bleu_ci_low"] < found["bleu"] < found["bleu_ci_high"]
    assert found["chrf++"] == parbleu.CHRF(word_order=2).corpus_score(HYPOTHESES, STREAMS).score
    assert found["ter"] == parbleu.TER().corpus_score(HYPOTHESES, STREAMS).score
    sentences = bleu.for_sentences().segment_scores(HYPOTHESES, STREAMS).tolist()
    assert [instance["score"]["instance"]["bleu"] for instance in results] == sentences
