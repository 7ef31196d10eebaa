"""Tests the metrics for lighteval on the documents of a task, from answers to aggregated results."""

import json

import pytest
from lighteval.logging.evaluation_tracker import EvaluationTracker
from lighteval.logging.info_loggers import MetricsLogger
from lighteval.metrics import apply_metric
from lighteval.metrics.metrics import Metrics
from lighteval.models.dummy.dummy_model import DummyModel, DummyModelConfig
from lighteval.models.model_output import ModelResponse
from lighteval.pipeline import ParallelismManager, Pipeline, PipelineParameters
from lighteval.tasks.lighteval_task import LightevalTask, LightevalTaskConfig
from lighteval.tasks.registry import Registry
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


def test_documents_behind_the_first_one_count():
    # chrf of lighteval 0.13.0 is that of the first document, of which it takes all golds for references.
    golds = ["The ship left the port.", "A dog barks at night."]
    answers = [golds[1], "x"]
    docs = [Doc(query="", choices=[gold], gold_index=0) for gold in golds]
    theirs = Metrics.chrf.value
    values = apply_metric([ModelResponse(text=[answer]) for answer in answers], docs, [chrf, theirs])
    score, first = (
        metric.corpus_level_fn.compute_corpus([row[metric.metric_name] for row in values])
        for metric in (chrf, theirs)
    )
    assert score == parbleu.CHRF().corpus_score(answers, [golds]).score < 20
    assert first == pytest.approx(100)


TASKS = """
import json
from pathlib import Path

from lighteval.tasks.lighteval_task import LightevalTaskConfig
from lighteval.tasks.requests import Doc
from parbleu.integrations.lighteval import bleu, chrfpp

FOLDER = Path(__file__).parent


def prompt(line, task_name=None):
    golds = list(range(len(line["references"])))
    return Doc(task_name=task_name, query=line["source"], choices=line["references"], gold_index=golds)


TASKS_TABLE = [
    LightevalTaskConfig(
        name="ours",
        prompt_function=prompt,
        hf_repo=str(FOLDER),
        hf_subset="default",
        hf_avail_splits=["test"],
        evaluation_splits=["test"],
        generation_size=20,
        metrics=[bleu, chrfpp],
    )
]
"""


class Answers(DummyModel):
    """Answers with the hypothesis whose number is the query."""

    def greedy_until(self, docs):
        return [ModelResponse(text=[HYPOTHESES[int(doc.query)]]) for doc in docs]


def test_the_pipeline_of_lighteval_reports_the_scores_of_the_corpus(tmp_path, monkeypatch):
    rows = [{"source": str(index), "references": each} for index, each in enumerate(REFERENCES)]
    (tmp_path / "test.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    (tmp_path / "our_tasks.py").write_text(TASKS, encoding="utf-8")
    # One of lighteval's own tasks downloads a file when it is imported.
    for load in ("_load_from_files", "_load_from_subdirs"):
        monkeypatch.setattr(Registry, load, staticmethod(lambda *_: {}))
    pipeline = Pipeline(
        tasks="ours|0",
        pipeline_parameters=PipelineParameters(
            launcher_type=ParallelismManager.NONE,
            custom_tasks_directory=str(tmp_path / "our_tasks.py"),
            bootstrap_iters=20,
        ),
        evaluation_tracker=EvaluationTracker(output_dir=str(tmp_path / "results")),
        model=Answers(DummyModelConfig(cache_dir=str(tmp_path / "cache"))),
    )
    pipeline.evaluate()
    [found] = [
        values for task, values in pipeline.get_results()["results"].items() if task.startswith("ours")
    ]
    assert found["parbleu_bleu"] == parbleu.BLEU().corpus_score(HYPOTHESES, STREAMS).score
    assert found["parbleu_chrf++"] == parbleu.CHRF(word_order=2).corpus_score(HYPOTHESES, STREAMS).score
    assert found["parbleu_bleu_stderr"] > 0
