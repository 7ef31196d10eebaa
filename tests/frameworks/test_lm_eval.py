"""Tests the metrics for the LM Evaluation Harness in an evaluation with a model of our own."""

import json

import lm_eval
import pytest
from lm_eval.api.model import LM
from lm_eval.tasks import TaskManager

import parbleu
from frameworks.conftest import FIRST, HYPOTHESES, REFERENCES
from parbleu.errors import InputTypeError
from parbleu.integrations.lm_eval import corpus_bleu, corpus_metric

pytestmark = pytest.mark.frameworks

STREAMS = [list(stream) for stream in zip(*REFERENCES, strict=True)]
TASK = """
task: {name}
dataset_path: json
dataset_kwargs: {{data_files: {{test: {data}}}}}
test_split: test
output_type: generate_until
doc_to_text: "{{{{source}}}}"
doc_to_target: "{{{{references[0]}}}}"
generation_kwargs: {{until: ["</s>"]}}
"""
NAMES = """
metric_list:
  - {metric: parbleu_bleu, aggregation: parbleu_bleu, higher_is_better: true}
  - {metric: parbleu_lower, aggregation: parbleu_lower, higher_is_better: true}
  - metric: !function parbleu.integrations.lm_eval.chrf
    aggregation: !function parbleu.integrations.lm_eval.corpus_chrf
    higher_is_better: true
"""
SEVERAL = """
process_results: !function parbleu.integrations.lm_eval.process_results
metric_list:
  - {metric: parbleu_bleu, aggregation: parbleu_bleu, higher_is_better: true}
  - {metric: parbleu_chrf, aggregation: parbleu_chrf, higher_is_better: true}
  - {metric: parbleu_chrf++, aggregation: parbleu_chrf++, higher_is_better: true}
  - {metric: parbleu_ter, aggregation: parbleu_ter, higher_is_better: false}
"""


class Parrot(LM):
    def generate_until(self, requests, disable_tqdm=False):
        return [HYPOTHESES[int(request.args[0])] for request in requests]

    def loglikelihood(self, requests):
        raise NotImplementedError

    def loglikelihood_rolling(self, requests):
        raise NotImplementedError


def evaluate(folder, **tasks):
    rows = [{"source": str(index), "references": each} for index, each in enumerate(REFERENCES)]
    (data := folder / "data.jsonl").write_text(
        "".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8"
    )
    (place := folder / "tasks").mkdir()
    for name, metrics in tasks.items():
        (place / f"{name}.yaml").write_text(TASK.format(name=name, data=data) + metrics, encoding="utf-8")
    manager = TaskManager(include_path=str(place), include_defaults=False)
    return lm_eval.simple_evaluate(model=Parrot(), tasks=list(tasks), task_manager=manager)["results"]


def test_an_evaluation_reports_the_scores_of_the_corpus(tmp_path):
    corpus_metric(parbleu.BLEU(lowercase=True), "parbleu_lower")
    results = evaluate(tmp_path, one=NAMES, several=SEVERAL)
    assert results["one"]["parbleu_bleu,none"] == parbleu.BLEU().corpus_score(HYPOTHESES, [FIRST]).score
    lower = parbleu.BLEU(lowercase=True).corpus_score(HYPOTHESES, [FIRST]).score
    assert results["one"]["parbleu_lower,none"] == lower
    assert results["one"]["parbleu_chrf,none"] == parbleu.CHRF().corpus_score(HYPOTHESES, [FIRST]).score
    assert results["several"]["parbleu_bleu,none"] == parbleu.BLEU().corpus_score(HYPOTHESES, STREAMS).score
    expected = parbleu.CHRF(word_order=2).corpus_score(HYPOTHESES, STREAMS).score
    assert results["several"]["parbleu_chrf++,none"] == expected
    assert results["several"]["parbleu_ter,none"] == parbleu.TER().corpus_score(HYPOTHESES, STREAMS).score


def test_what_the_harness_makes_of_several_targets_is_an_error(tmp_path):
    with pytest.raises(InputTypeError, match="process_results"):
        evaluate(tmp_path, lists=NAMES.replace("metric_list", 'doc_to_target: "references"\nmetric_list'))
    with pytest.raises(InputTypeError, match="process_results"):
        corpus_bleu([1.0, 0.0])
