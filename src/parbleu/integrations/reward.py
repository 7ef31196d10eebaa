"""Rewards for reinforcement learning: the score of every completion against its references, in one call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parbleu.errors import InputTypeError, OptionError
from parbleu.integrations._batches import TextSample, single_metric, streams
from parbleu.metrics._base import Metric
from parbleu.text._segments import shown


class Reward:
    """A reward function of TRL's form, which threads may share.

    A reward is the score of the single segment, from 0 to 1 for BLEU (with effective order) and chrF, or the
    negative of an error rate, from 0 down.

    Args:
        metric: its name, such as "chrf++", or a `parbleu.Metric`.
        references: the argument with the references, a column of the data set: strings, or lists of strings.
        threads: how many to use for a batch; by default one per core, or `PARBLEU_THREADS`.
    """

    def __init__(
        self, metric: str | Metric[Any] = "chrf", *, references: str = "reference", threads: int | None = None
    ) -> None:
        chosen = single_metric(metric)
        self.metric: Metric[Any] = chosen.for_sentences()
        self.references: str = references
        self.threads: int | None = threads
        self._sample = TextSample()
        self.__name__: str = f"reward_{chosen.score_name}"

    def __call__(self, completions: Sequence[Any], **columns: Any) -> list[float]:
        """Returns the reward of every completion: a string, or messages whose last one counts.

        The content of a message is a string, or a list of parts that are text.

        Raises:
            OptionError: there are no references under their name among `columns`.
            InputTypeError: a completion is something else, or its message has no text.
        """
        if self.references not in columns:
            raise OptionError(f"{self.__name__} needs {self.references}=..., the references of completions")
        texts = [_text(completion) for completion in completions]
        given = streams(columns[self.references])
        self._sample.add(texts, columns[self.references])
        if self._sample.is_full():
            self._sample.warn(self.metric)
        scores = self.metric.segment_scores(texts, given, threads=self.threads) / 100
        rewards: list[float] = (scores if self.metric.higher_is_better else -scores).tolist()
        return rewards


def _text(completion: Any) -> str:
    if isinstance(completion, str):
        return completion
    try:
        content = (completion if isinstance(completion, dict) else completion[-1])["content"]
        parts = content if isinstance(content, list) else [content]
        return "".join(part["text"] if isinstance(part, dict) else part for part in parts)
    except (TypeError, KeyError, IndexError):
        wrong = "a completion is a string or a list of messages, whose last one has text, not"
        raise InputTypeError(f"{wrong} {shown(completion)}") from None
