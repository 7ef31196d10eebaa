"""Assertions for tests of translation systems, which work with pytest and with any other runner."""

from __future__ import annotations

from typing import Any

from parbleu._comparison.gate_result import Gate
from parbleu._comparison.regression_gate import gate
from parbleu.typing import MetricsLike, ReferencesLike, SegmentsLike

__all__ = ["assert_no_worse"]


def assert_no_worse(
    *,
    candidate: SegmentsLike,
    base: SegmentsLike,
    references: ReferencesLike,
    metrics: MetricsLike = ("chrf",),
    fail_on_warning: bool = False,
    **options: Any,
) -> Gate:
    """Fails a test if a system is significantly worse than the one in use.

    A test that passes shows no more than that there is no evidence of a loss; `smallest_loss` of the result's
    tests says what loss would have shown.

    Args:
        candidate: N hypotheses of the system under test.
        base: N hypotheses of the one in use.
        references: K streams of N segments.
        metrics: metrics, their names, or `{name: metric}`.
        fail_on_warning: whether to fail, too, if there is a warning of the texts, or if normalized texts have
            another outcome, as `parbleu gate --fail-on-warning` does.
        options: the other options of `parbleu.gate`, such as `max_drop=0.3`.

    Returns:
        The result, if the candidate is not worse.

    Raises:
        AssertionError: the candidate is worse, or the two cannot be compared, or the outcome cannot be
            trusted; the message says by how much and how certainly, or why.
        ParbleuError: the texts differ in length, or an option has a value that it does not take.
    """
    __tracebackhide__ = True  # pytest then shows the line that called this function
    verdict = gate(base, candidate, references, metrics, **options)
    if not verdict.passed:
        raise AssertionError(f"the candidate is {verdict.explain()}" if verdict.tests else verdict.explain())
    if fail_on_warning and not verdict.is_trusted:
        reasons = [*verdict.warnings, verdict.reservation()]
        told = "\n".join(f"  {reason}" for reason in reasons if reason)
        raise AssertionError(
            f"the outcome {verdict.outcome!r} cannot be trusted (fail_on_warning=True):\n{told}"
        )
    return verdict
