"""How sure the correlations of a comparison are."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from parbleu.base.threads import thread_count
from parbleu.cli.meta.progress_bars import progress
from parbleu.stats.correlation_interval import CorrelationInterval, correlation_interval

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from parbleu.meta.contestants import Contest
    from parbleu.meta.tasks import Task

Interval = CorrelationInterval


def intervals(
    task: Task, contest: Contest, metrics: Sequence[str], threads: int | None
) -> dict[str, Interval]:
    """Returns metric -> 95 % interval of its correlation.

    Args:
        task: what is compared.
        contest: the scores.
        metrics: the names of metrics, in the order that is wanted.
        threads: how many threads work; None for what `thread_count` says. They change no number.
    """
    undefined = "zero" if task.replace_nans_with_zeros else "drop"

    def interval(name: str) -> Interval:
        return correlation_interval(
            task.corr_fcn,
            contest.gold,
            contest.metrics[name],
            task.avg_by,
            undefined=undefined,
            weighted=False,
            **task.corr_fcn_args,
        )

    bounds = {}
    title = f"intervals of {task.corr_fcn}"
    workers = ThreadPoolExecutor(thread_count(threads))
    try:
        with progress(title, len(metrics)) as advance:
            for name, bound in zip(metrics, workers.map(interval, metrics), strict=True):
                bounds[name] = bound
                advance()
    finally:
        workers.shutdown(wait=False, cancel_futures=True)  # after Ctrl-C nobody waits for samples to be drawn
    return bounds


def interval_lines(bounds: Mapping[str, Interval], before: str = "") -> str:
    """Returns a line for each metric, which begins with `before`."""
    width = max(map(len, bounds), default=0)
    return "".join(
        f"{before}{name:<{width}}  95 % from {found.low:10.7f} to {found.high:10.7f} ({found.method})\n"
        for name, found in bounds.items()
    )
