"""Tests the scorer for Inspect in an evaluation with its own model that answers what it is told."""

import pytest
from inspect_ai import Task
from inspect_ai import eval as evaluate
from inspect_ai import score as score_again
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput, ModelUsage, get_model

import parbleu
from frameworks.conftest import HYPOTHESES, REFERENCES
from parbleu._io.lines import read_lines
from parbleu.errors import FormatError
from parbleu.integrations.inspect_ai import translation

pytestmark = pytest.mark.frameworks

STREAMS = [list(stream) for stream in zip(*REFERENCES, strict=True)]


def values(log):
    assert log.status == "success", log.error
    return [{name: metric.value for name, metric in score.metrics.items()} for score in log.results.scores]


def test_an_evaluation_reports_the_score_of_the_corpus(tmp_path):
    task = Task(
        dataset=[Sample(input=str(index), target=each) for index, each in enumerate(REFERENCES)],
        scorer=[translation("bleu", lowercase=True), translation("chrf++"), translation("ter")],
    )
    outputs = [ModelOutput.from_content("mockllm/model", text) for text in HYPOTHESES]
    for output in outputs:
        output.usage = ModelUsage()  # else the tokens are counted by an encoding that is downloaded
    model = get_model("mockllm/model", custom_outputs=outputs)
    options = {"display": "none", "log_dir": str(tmp_path), "max_samples": 1, "max_connections": 1}
    (log,) = evaluate(task, model=model, **options)
    metrics = [parbleu.BLEU(lowercase=True), parbleu.CHRF(word_order=2), parbleu.TER()]
    expected = [metric.corpus_score(HYPOTHESES, STREAMS).score for metric in metrics]
    means = [metric.for_sentences().segment_scores(HYPOTHESES, STREAMS).mean() for metric in metrics]
    found = values(log)
    assert [each["corpus"] for each in found] == expected
    assert [each["mean"] for each in found] == pytest.approx(means)
    again = score_again(log, translation("chrf"), action="overwrite", display="none")
    assert values(again)[0]["corpus"] == parbleu.CHRF().corpus_score(HYPOTHESES, STREAMS).score
    (path,) = tmp_path.glob("*.eval")
    with pytest.raises(FormatError, match=r"`inspect log dump .*` makes JSON of it"):
        read_lines(path)
