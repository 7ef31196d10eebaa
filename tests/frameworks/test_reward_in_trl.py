"""Tests a reward in a few steps of TRL's GRPO with a small model."""

import pytest
from datasets import Dataset
from trl import GRPOConfig, GRPOTrainer

import parbleu
from frameworks.small_model import SOURCES, TARGETS, make_decoder, make_tokenizer
from parbleu.integrations.reward import Reward

pytestmark = pytest.mark.frameworks


def test_training_is_rewarded_by_sentence_scores(tmp_path):
    seen = []

    class Recorded(Reward):
        def __call__(self, completions, **columns):
            found = super().__call__(completions, **columns)
            seen.extend(zip(completions, columns[self.references], found, strict=True))
            return found

    tokenizer = make_tokenizer(padding_side="left")
    trainer = GRPOTrainer(
        model=make_decoder(tokenizer),
        reward_funcs=[Recorded("chrf", references="target")],
        args=GRPOConfig(
            str(tmp_path),
            max_steps=2,
            per_device_train_batch_size=4,
            num_generations=4,
            max_completion_length=5,
            use_cpu=True,
            bf16=False,
            report_to=[],
            logging_steps=1,
        ),
        train_dataset=Dataset.from_dict({"prompt": SOURCES, "target": TARGETS}),
        processing_class=tokenizer,
    )
    trainer.train()
    logged = [entry["reward"] for entry in trainer.state.log_history if "reward" in entry]
    assert len(logged) == 2
    assert len(seen) == 8
    for completion, target, reward in seen:
        assert reward == parbleu.CHRF().sentence_score(completion, [target]).score / 100
    assert logged == pytest.approx(
        [sum(each[2] for each in seen[:4]) / 4, sum(each[2] for each in seen[4:]) / 4]
    )
