"""A callback for trainers of transformers that translates a set at each evaluation, and logs its scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parbleu.integrations._batches import decoded, metrics_by_key, streams
from parbleu.integrations._framework import Base, framework

torch: Any = framework("torch", "transformers")
if TYPE_CHECKING:
    Callback = Base
else:
    Callback = framework("transformers").TrainerCallback


class ScoreTranslations(Callback):
    """Translates `sources` at each evaluation with the model in training; logs `eval_bleu`, `eval_chrf`.

    Also for decoder-only models, whose tokenizer has to pad on the left. The scores join the results of the
    evaluation, so `metric_for_best_model` may name them.

    Args:
        trainer: what logs.
        sources: texts or prompts.
        references: of each, a string or a list of strings.
        metrics: names or metrics, or a mapping from keys to these.
        generate: `batch_size`, and arguments of `model.generate`.
    """

    def __init__(
        self, trainer: Any, sources: Any, references: Any, metrics: Any = ("bleu", "chrf"), **generate: Any
    ) -> None:
        self.trainer: Any = trainer
        self.sources: list[str] = list(sources)
        self.references: Any = streams(references)
        self.metrics: dict[str, Any] = metrics_by_key(metrics)
        self.batch_size: int = generate.pop("batch_size", 16)
        self.scores: dict[str, Any] = {}  # the latest
        self.hypotheses: list[str] = []
        self.generate: dict[str, Any] = generate

    def on_evaluate(self, args: Any, state: Any, control: Any, **given: Any) -> None:  # noqa: ARG002
        """Translates and scores; the trainer calls this after each evaluation."""
        model, tokenizer, training = given["model"], given["processing_class"], given["model"].training
        self.hypotheses = []
        model.eval()
        for first in range(0, len(self.sources), self.batch_size):
            texts = self.sources[first : first + self.batch_size]
            batch = tokenizer(texts, return_tensors="pt", padding=True, truncation=True).to(model.device)
            with torch.no_grad():
                ids = model.generate(**batch, **self.generate)
            prompt = 0 if model.config.is_encoder_decoder else batch["input_ids"].shape[1]
            self.hypotheses += decoded(tokenizer, ids[:, prompt:])
        model.train(training)
        for key, metric in self.metrics.items():
            self.scores[key] = metric.corpus_score(self.hypotheses, self.references)
        logs = {f"eval_{key}": score.score for key, score in self.scores.items()}
        given["metrics"].update(logs)
        self.trainer.log(logs)
