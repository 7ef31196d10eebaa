"""Tells of a sample of texts that a closer look would find nothing in it, which is so of most.

The signs that `LineSampler` counts are cheap. Where all that they name are other quotes, dashes or blanks,
lines are scored again without these. The closer look is that of `parbleu.text._corpus_sample`.
"""

from __future__ import annotations

import sys

from parbleu._core import Bleu, Segments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from parbleu._core import LineSampler

JUMP = 2.0
"""Points of a score: smaller differences are not told."""


def is_ordinary(sample: LineSampler, metrics: Sequence[Any], code: str) -> bool:
    """Returns whether a closer look at a sample would find nothing to tell.

    Args:
        sample: lines of both sides.
        metrics: the scores that are computed.
        code: of the language that is expected; "" is any.
    """
    registry = sys.modules.get("parbleu.text._normalizations")  # which loads to register another one
    if registry and registry.NORMALIZATIONS.registered():
        return False
    if any(getattr(metric, "normalize", None) for metric in metrics):
        return False
    language = sample.language
    if language and any(metric.options_for(language) is not None for metric in metrics):
        return False
    respellings = sample.respellings()  # which takes longest
    if respellings is None:
        return False
    if sample.n_references and (code or language):
        from parbleu.text._expected_language import is_expected

        if not is_expected(sample.systems, sample.references[0], code or language):
            return False
    return not (respellings and _changes_much(respellings, metrics))


def engine_of_search(metrics: Sequence[Any]) -> tuple[Any, str]:
    """Returns what scores texts again once they are normalized, and the name of the score.

    It is BLEU if that is there, or if all metrics are computed in Python: what is said does not depend on the
    order of the metrics.
    """
    native = [metric for metric in metrics if hasattr(metric, "native")]
    chosen = min(native, key=lambda metric: (metric.score_name != "BLEU", metric.score_name), default=None)
    if chosen is None:
        return Bleu("13a", False, 4, "exp", 0.0, False), "BLEU"
    return chosen.engine, chosen.score_name


def streams_of(references: Sequence[Sequence[str]]) -> list[Segments]:
    """Returns streams of references, in which further ones lack what is empty."""
    first, *others = references
    return [Segments(first), *(Segments([text or None for text in side]) for side in others)]


def score_of(engine: Any, output: Sequence[str], references: Any) -> float:
    """Returns the score of lines of an output against references, prepared or not."""
    return float(engine.score(engine.total(Segments(output), references, 1)))


def _changes_much(
    respellings: Sequence[tuple[list[list[str]], list[list[str]]]], metrics: Sequence[Any]
) -> bool:
    """Returns whether a score may change by `JUMP` points or more once texts are normalized.

    Args:
        respellings: of each system lines of its output and of each stream of references, as they are, and
            normalized.
        metrics: what is computed.
    """
    if not all(metric.takes_normalization for metric in metrics):
        return True
    engine, _ = engine_of_search(metrics)
    scores = [
        [score_of(engine, output, streams_of(references)) for output, *references in sides]
        for sides in respellings
    ]
    return any(abs(after - before) >= JUMP for before, after in scores)
