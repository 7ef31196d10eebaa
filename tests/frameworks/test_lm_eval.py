"""Tests the metrics for the LM Evaluation Harness in an evaluation with a model of our own."""

import json
from pathlib import Path

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
    """Answers a request by `answers[request]`."""

    def __init__(self, answers):
        super().__init__()
        self.answers = answers

    def generate_until(self, requests, disable_tqdm=False):
        return [self.answers[request.args[0]] for request in requests]

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
    return results(folder, dict(zip(map(str, range(len(HYPOTHESES))), HYPOTHESES, strict=True)), *tasks)


def results(folder, answers, *tasks):
    manager = TaskManager(include_path=str(folder / "tasks"), include_defaults=False)
    return lm_eval.simple_evaluate(model=Parrot(answers), tasks=[*tasks], task_manager=manager)["results"]


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


def test_documents_may_have_different_numbers_of_references():
    to_row, to_score = corpus_metric("chrf", "parbleu_uneven")
    fewer = [*REFERENCES[:-1], REFERENCES[-1][:1]]
    rows = [to_row([each], [text]) for each, text in zip(fewer, HYPOTHESES, strict=True)]
    streams = [FIRST, [*STREAMS[1][:-1], None]]
    expected = parbleu.CHRF().corpus_score(HYPOTHESES, streams).score
    assert to_score(rows) == expected != parbleu.CHRF().corpus_score(HYPOTHESES, [FIRST]).score


def test_what_the_harness_makes_of_several_targets_is_an_error(tmp_path):
    with pytest.raises(InputTypeError, match="process_results"):
        evaluate(tmp_path, lists=NAMES.replace("metric_list", 'doc_to_target: "references"\nmetric_list'))
    with pytest.raises(InputTypeError, match="process_results"):
        corpus_bleu([1.0, 0.0])


WMT24PP = """
task: wmt24pp
dataset_path: {folder}
dataset_name: en-de_DE
test_split: train
process_docs: !function rows.without_bad_sources
output_type: generate_until
doc_to_text: "{{{{source}}}}"
doc_to_target: "{{{{target}}}}"
generation_kwargs: {{until: ["</s>"]}}
metric_list:
  - {{metric: bleu, aggregation: bleu, higher_is_better: true}}
  - {{metric: chrf, aggregation: chrf, higher_is_better: true}}
"""
CARD = """---
configs:
  - config_name: en-de_DE
    data_files:
    - split: train
      path: "en-de_DE.jsonl"
---
"""


def test_wmt24pp_as_the_harness_loads_it(tmp_path, monkeypatch):
    """The harness and parbleu read one file, of a folder as the hub has it: the same segments and scores."""
    rows = [
        {
            "lp": "en-de_DE",
            "domain": "canary" if row == 0 else ("news", "literary")[row % 2],
            "document_id": f"doc{row // 9}",
            "segment_id": row,
            "is_bad_source": row % 7 == 0,
            "source": f"Line {row},\u00a0of the harbour.",
            "target": f"Zeile {row},\u00a0vom alten Hafen\n\nam Kai {row * row}.",
            "original_target": f"Zeile {row}.",
        }
        for row in range(60)
    ]
    (hub := tmp_path / "hub").mkdir()
    (hub / "README.md").write_text(CARD)
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (hub / "en-de_DE.jsonl").write_text(text, encoding="utf-8")
    (place := tmp_path / "tasks").mkdir()
    (place / "wmt24pp.yaml").write_text(WMT24PP.format(folder=hub))
    (place / "rows.py").write_text(
        "def without_bad_sources(rows):\n    return rows.filter(lambda row: not row['is_bad_source'])\n"
    )
    bundled = Path(parbleu.__file__).parent / "testsets" / "data" / "wmt24pp.json"
    entry = json.loads(bundled.read_text(encoding="utf-8"))
    entry = {key: entry[key] for key in ("format", "options", "references", "labels")}
    pairs = {"en-de_DE": [str(hub / "en-de_DE.jsonl")]}
    (sets := tmp_path / "sets").mkdir()
    entry = {**entry, "name": "of-hub", "description": "x", "language_pairs": pairs}
    (sets / "of-hub.json").write_text(json.dumps(entry))
    monkeypatch.setenv("PARBLEU_TESTSETS", str(sets))
    monkeypatch.setenv("SACREBLEU", str(tmp_path / "cache"))

    loaded = parbleu.load_test_set("of-hub", "en-de_DE")
    outputs = [text.replace("vom", "von dem") for text in loaded.references[0]]
    found = results(tmp_path, dict(zip(loaded.source, outputs, strict=True)), "wmt24pp")["wmt24pp"]
    assert found["sample_len"] == len(loaded.source) == 51
    assert found["bleu,none"] == parbleu.corpus_bleu(outputs, loaded.references).score
    assert found["chrf,none"] == parbleu.corpus_chrf(outputs, loaded.references).score
