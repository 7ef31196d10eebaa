"""A scorer for Inspect: the score of each sample, and of the corpus from the samples' statistics."""

from __future__ import annotations

from typing import Any

from parbleu.errors import InputTypeError
from parbleu.integrations._batches import score_of_rows, single_metric, statistics_row
from parbleu.integrations._framework import framework

scorers: Any = framework("inspect_ai.scorer")


@scorers.metric(name="corpus")  # type: ignore[untyped-decorator]
def corpus() -> Any:
    """Returns the score of all samples as one corpus, which is not the mean of their scores."""

    def compute(scores: list[Any]) -> float:
        made = [score.score.metadata for score in scores]
        if not made or not all(metadata and "statistics" in metadata for metadata in made):
            raise InputTypeError(
                "corpus() is of the scores of parbleu/translation, all of which have statistics"
            )
        rows = [metadata["statistics"] for metadata in made]
        return float(score_of_rows(single_metric(made[0]["metric"], made[0]["options"]), rows))

    return compute


@scorers.scorer(metrics=[corpus(), scorers.mean(), scorers.stderr()])  # type: ignore[untyped-decorator]
def translation(metric: str = "chrf", **options: Any) -> Any:
    """Scores completions against their targets, one reference or a list of them.

    Args:
        metric: "bleu", "chrf", "chrf++", "ter", or the name of another metric.
        options: the metric's, such as `tokenize="zh"`.
    """
    chosen = single_metric(metric, options)
    sentences = chosen.for_sentences()

    async def score(state: Any, target: Any) -> Any:
        text = state.output.completion
        row = {
            "metric": metric,
            "options": options,
            "statistics": statistics_row(chosen, text, target.target),
        }
        return scorers.Score(
            value=sentences.sentence_score(text, target.target).score, answer=text, metadata=row
        )

    return score
