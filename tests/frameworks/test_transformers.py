"""Tests `compute_metrics` and the callback with a small model that is trained for a few steps."""

import numpy as np
import pytest
import transformers
from transformers import EvalPrediction

import parbleu
from frameworks.small_model import SOURCES, TARGETS, make_decoder, make_seq2seq, make_tokenizer, rows
from parbleu.errors import InputShapeError, OptionError
from parbleu.integrations.transformers import ComputeMetrics
from parbleu.integrations.transformers_callback import ScoreTranslations

pytestmark = pytest.mark.frameworks

SETTINGS = {
    "max_steps": 4,
    "eval_strategy": "steps",
    "eval_steps": 2,
    "save_strategy": "steps",
    "save_steps": 2,
    "per_device_train_batch_size": 8,
    "per_device_eval_batch_size": 7,
    "report_to": [],
    "use_cpu": True,
    "disable_tqdm": True,
}
METRICS = {"bleu": parbleu.BLEU(), "chrf++": parbleu.CHRF(word_order=2), "ter": parbleu.TER()}


@pytest.fixture(scope="module")
def tokenizer():
    return make_tokenizer()


def trainer(tokenizer, folder, compute=None, **settings):
    model = make_seq2seq(tokenizer)
    return transformers.Seq2SeqTrainer(
        model=model,
        args=transformers.Seq2SeqTrainingArguments(output_dir=str(folder), **SETTINGS, **settings),
        train_dataset=rows(tokenizer),
        eval_dataset=rows(tokenizer),
        processing_class=tokenizer,
        data_collator=transformers.DataCollatorForSeq2Seq(tokenizer, model=model),
        compute_metrics=compute,
    )


def test_training_logs_the_scores_of_the_evaluation_set(tokenizer, tmp_path):
    compute = ComputeMetrics(tokenizer, list(METRICS))
    generated = {"predict_with_generate": True, "generation_max_length": 6}
    training = trainer(tokenizer, tmp_path / "a", compute, metric_for_best_model="chrf++", **generated)
    training.train()
    logged = [entry for entry in training.state.log_history if "eval_loss" in entry]
    assert [entry["step"] for entry in logged] == [2, 4]
    assert training.state.best_metric == max(entry["eval_chrf++"] for entry in logged)
    found = training.predict(rows(tokenizer))
    ids = np.where(found.predictions < 0, tokenizer.pad_token_id, found.predictions)
    hypotheses = tokenizer.batch_decode(ids, skip_special_tokens=True)
    assert len(set(hypotheses)) > 2
    for key, metric in METRICS.items():
        score = metric.corpus_score(hypotheses, [TARGETS])
        assert found.metrics[f"test_{key}"] == score.score
        assert str(compute.scores[key].signature) == str(score.signature)
    # The same seed and batches, but metrics that are computed batch by batch.
    batched = trainer(
        tokenizer,
        tmp_path / "b",
        ComputeMetrics(tokenizer, list(METRICS)),
        batch_eval_metrics=True,
        **generated,
    )
    batched.train()
    again = [entry for entry in batched.state.log_history if "eval_loss" in entry]
    assert [[entry[f"eval_{key}"] for key in METRICS] for entry in again] == [
        [entry[f"eval_{key}"] for key in METRICS] for entry in logged
    ]


def test_references_of_ones_own(tokenizer):
    ids = np.array(tokenizer(TARGETS, return_token_type_ids=False)["input_ids"])
    labels = np.where(np.arange(ids.shape[1]) > 2, -100, ids)
    references = [[target, source] for target, source in zip(TARGETS, SOURCES, strict=True)]
    compute = ComputeMetrics(tokenizer, {"score": "bleu"}, references)
    assert compute(EvalPrediction(ids[:5], labels[:5]), compute_result=False) == {}
    found = compute(EvalPrediction((ids[5:], None), labels[5:]))
    expected = parbleu.BLEU().corpus_score(TARGETS, [TARGETS, SOURCES])
    assert found == {"score": expected.score}
    assert str(compute.scores["score"].signature) == str(expected.signature)
    assert ComputeMetrics(tokenizer, "ter")(EvalPrediction(ids, labels)) == {"ter": 0.0}
    with pytest.raises(InputShapeError, match="12 segments but there are 5 hypotheses"):
        compute(EvalPrediction(ids[:5], labels[:5]))
    with pytest.raises(OptionError, match="predict_with_generate"):
        compute(EvalPrediction(np.zeros((2, 3, 10)), labels))


def test_blanks_before_marks_stay(tmp_path):
    """A tokenizer that transformers 4.44 or an older version saved takes them away."""
    make_tokenizer(clean_up_tokenization_spaces=True).save_pretrained(tmp_path)
    tokenizer = transformers.AutoTokenizer.from_pretrained(tmp_path)
    tokenizer.add_tokens(["?", "'s"])
    text = "two 's dogs ?"
    ids = np.array(tokenizer([text])["input_ids"])
    assert tokenizer.batch_decode(ids, skip_special_tokens=True) == ["two's dogs?"]
    prediction = EvalPrediction(ids, ids)
    assert ComputeMetrics(tokenizer, ["ter"], [text])(prediction) == {"ter": 0.0}


def test_the_callback_translates_at_each_evaluation(tokenizer, tmp_path):
    training = trainer(tokenizer, tmp_path, metric_for_best_model="chrf")
    references = [[target, source] for target, source in zip(TARGETS, SOURCES, strict=True)]
    callback = ScoreTranslations(training, SOURCES, references, max_new_tokens=5, batch_size=7)
    training.add_callback(callback)
    training.train()
    logged = [entry for entry in training.state.log_history if "eval_chrf" in entry]
    assert [entry["step"] for entry in logged] == [2, 4]
    assert training.state.best_metric == max(entry["eval_chrf"] for entry in logged)
    expected = parbleu.CHRF().corpus_score(callback.hypotheses, [TARGETS, SOURCES])
    assert len(set(callback.hypotheses)) > 2
    assert logged[-1]["eval_chrf"] == expected.score
    assert str(callback.scores["chrf"].signature) == str(expected.signature)


def test_the_callback_cuts_prompts_off(tmp_path):
    tokenizer = make_tokenizer(padding_side="left")
    model = make_decoder(tokenizer)
    training = transformers.Trainer(
        model=model,
        args=transformers.TrainingArguments(
            output_dir=str(tmp_path), report_to=[], use_cpu=True, disable_tqdm=True
        ),
        eval_dataset=[{**row, "labels": row["input_ids"]} for row in rows(tokenizer)],
        processing_class=tokenizer,
        data_collator=transformers.DataCollatorForSeq2Seq(tokenizer),
    )
    callback = ScoreTranslations(training, SOURCES, TARGETS, "chrf", max_new_tokens=4, do_sample=False)
    training.add_callback(callback)
    metrics = training.evaluate()
    assert len(callback.hypotheses) == len(SOURCES)
    assert not any(text.startswith(source) for text, source in zip(callback.hypotheses, SOURCES, strict=True))
    assert all(len(text.split()) <= 4 for text in callback.hypotheses)
    assert metrics["eval_chrf"] == parbleu.CHRF().corpus_score(callback.hypotheses, [TARGETS]).score
