"""Tests the metrics for lighteval on the documents of a task, from answers to aggregated results."""

import json

import pytest
from lighteval.logging.info_loggers import MetricsLogger
from lighteval.metrics import apply_metric
from lighteval.models.model_output import ModelResponse
from lighteval.tasks.lighteval_task import LightevalTask, LightevalTaskConfig
from lighteval.tasks.requests import Doc

import parbleu
from frameworks.conftest import HYPOTHESES, REFERENCES
from parbleu.integrations.lighteval import bleu, chrf, chrfpp, corpus_metric, ter

pytestmark = pytest.mark.frameworks

STREAMS = [list(stream) for stream in zip(*REFERENCES, strict=True)]


def prompt(line, task_name=None):
    golds = list(range(len(line["references"])))
    return Doc(task_name=task_name, query=line["source"], choices=line["references"], gold_index=golds)


def test_a_task_reports_the_scores_of_the_corpus(tmp_path):
    rows = [{"source": str(index), "references": each} for index, each in enumerate(REFERENCES)]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (tmp_path / "test.jsonl").write_text(lines, encoding="utf-8")
    config = LightevalTaskConfig(
        name="ours",
        prompt_function=prompt,
        hf_repo=str(tmp_path),
        hf_subset="default",
        hf_avail_splits=["test"],
        evaluation_splits=["test"],
        metrics=[bleu, chrf, chrfpp, ter, corpus_metric(parbleu.BLEU(lowercase=True), "bleu_lc")],
    )
    task = LightevalTask(config)
    docs = task.get_docs()
    answers = [ModelResponse(text=[HYPOTHESES[int(doc.query)], "another sample"]) for doc in docs]
    logger = MetricsLogger()
    for values in apply_metric(answers, docs, task.metrics):
        logger.log(task.full_name, values)
    logger.aggregate({task.full_name: task}, bootstrap_iters=20)
    expected = {
        "parbleu_bleu": parbleu.BLEU(),
        "parbleu_chrf": parbleu.CHRF(),
        "parbleu_chrf++": parbleu.CHRF(word_order=2),
        "parbleu_ter": parbleu.TER(),
        "bleu_lc": parbleu.BLEU(lowercase=True),
    }
    for name, metric in expected.items():
        results = logger.metric_aggregated[task.full_name]
        assert results[name] == metric.corpus_score(HYPOTHESES, STREAMS).score
        assert results[f"{name}_stderr"] > 0
