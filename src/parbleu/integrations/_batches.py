"""Converts what frameworks pass to what metrics take: names of metrics, references grouped by segment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any

import numpy as np

from parbleu._comparison.metric_inputs import named_metrics
from parbleu._core import sum_rows
from parbleu.errors import InputShapeError, InputTypeError, OptionError
from parbleu.metrics._base import Metric
from parbleu.metrics._corpus_warnings import warn_of_texts
from parbleu.metrics._metric_by_name import plain_name
from parbleu.metrics._score import Score
from parbleu.text._segments import shown
from parbleu.typing import MetricsLike

MOST_KEPT = 256
"""How many segments of an evaluation are kept, to warn of their text."""


def metrics_by_key(metrics: MetricsLike) -> dict[str, Metric[Any]]:
    """Returns metrics by the keys of their scores in logs: "bleu", "chrf++", or the names in a mapping.

    Raises:
        OptionError: two metrics have the same key.
        InputTypeError: something is not a metric.
    """
    by_key: dict[str, Metric[Any]] = {}
    for name, metric in named_metrics(metrics):
        if not isinstance(metric, Metric):
            raise InputTypeError(f"a framework logs scores of metrics of parbleu, not of {metric!r}")
        key = name or plain_name(metric.score_name).lower()
        if key in by_key:
            raise OptionError(
                f"two metrics are called {key!r}; name them: {{'bleu_zh': BLEU(tokenize='zh')}}"
            )
        by_key[key] = metric
    return by_key


def single_metric(metric: str | Metric[Any], options: dict[str, Any] | None = None) -> Metric[Any]:
    """Returns the metric of a name, "chrf++", with further options, or a metric as it is."""
    (chosen,) = metrics_by_key([metric]).values()
    return type(chosen)(**{**chosen.options, **options}) if options else chosen


def streams(references: Iterable[str | Sequence[str | None]]) -> list[list[str | None]]:
    """Returns K streams of N references for N segments' references, each a string or a list of strings.

    Segments with fewer references than others lack the last ones.

    Raises:
        InputTypeError: the references of a segment are something else.
    """
    groups = [[group] if isinstance(group, str) else group for group in references]
    for segment, group in enumerate(groups):
        if group is None or isinstance(group, (dict, bytes)) or not hasattr(group, "__iter__"):
            raise InputTypeError(
                f"the references of a segment are a string or a list of strings, not {shown(group)} (segment "
                f"{segment}, counted from 0)"
            )
    return [list(stream) for stream in zip_longest(*groups)]


def decoded(tokenizer: Any, ids: Any) -> list[str]:
    """Returns the texts of tokens' ids, with the blanks before marks and apostrophes.

    A tokenizer that transformers 4.44 or an older version saved takes them away unless told otherwise.
    """
    texts: list[str] = tokenizer.batch_decode(
        ids, skip_special_tokens=True, clean_up_tokenization_spaces=False
    )
    return texts


class TextSample:
    """The first texts of an evaluation whose segments come one by one, to warn of them at its end.

    It warns once: of evaluations that follow one another, of the first one with something to say.
    """

    def __init__(self) -> None:
        self._pairs: list[tuple[str, str | Sequence[str | None]]] = []
        self._has_warned = False

    def add(self, hypotheses: Sequence[str], references: Sequence[str | Sequence[str | None]]) -> None:
        """Keeps segments, each with its references, as long as there are few."""
        room = MOST_KEPT - len(self._pairs)
        if room <= 0 or self._has_warned or not isinstance(hypotheses, (list, tuple)):
            return
        pairs = zip(hypotheses[:room], references, strict=False)
        self._pairs += [(text, of_text) for text, of_text in pairs if isinstance(text, str)]

    def is_full(self) -> bool:
        """Returns whether no more segments are kept."""
        return len(self._pairs) >= MOST_KEPT

    def warn(self, metric: Metric[Any]) -> None:
        """Warns of text that makes the score meaningless; what was kept is forgotten."""
        pairs, self._pairs = self._pairs, []
        if pairs and not self._has_warned:
            hypotheses, references = zip(*pairs, strict=True)
            self._has_warned = warn_of_texts(list(hypotheses), streams(references), metric)


_samples: dict[str, TextSample] = {}
"""Metric, with its options -> the texts of segments whose statistics a framework keeps."""


def statistics_row(metric: Metric[Any], hypothesis: str, references: str | Sequence[str | None]) -> list[Any]:
    """Returns the row of statistics of one segment, as a list of numbers."""
    _samples.setdefault(repr(metric), TextSample()).add([hypothesis], [references])
    (table,) = metric.tables([[hypothesis]], streams([references]), threads=1)
    return list(sum_rows(table))


def score_of_rows(metric: Metric[Any], rows: Sequence[Sequence[Any]]) -> Score:
    """Returns the score of the segments that have these rows of statistics."""
    if not rows:
        raise InputShapeError(f"{metric.name}: there are no segments to score; update it with a batch first")
    if len(rows) > 1 and (sample := _samples.get(repr(metric))) is not None:
        sample.warn(metric)
    score: Score = metric.result(sum_rows(np.asarray(rows).data))
    return score
