"""How sure the correlations of a comparison are."""

from __future__ import annotations

from parbleu.cli.meta_progress import progress
from parbleu.errors import OptionError
from parbleu.stats.correlation_interval import CorrelationInterval, correlation_interval

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from parbleu.meta.contests import Contest
    from parbleu.meta.tasks import Task

Interval = CorrelationInterval


def intervals(task: Task, contests: Sequence[Contest], metrics: Sequence[str]) -> dict[str, Interval]:
    """Returns metric -> 95 % interval of its correlation.

    Args:
        task: what is compared.
        contests: the scores.
        metrics: the names of metrics, in the order that is wanted.

    Raises:
        OptionError: there is no interval for accuracy over several language pairs.
    """
    if len(contests) > 1:
        raise OptionError("there are no --intervals over several language pairs: ask for one after another")
    found = contests[0]
    undefined = "zero" if task.replace_nans_with_zeros else "drop"
    bounds = {}
    with progress("intervals", len(metrics)) as advance:
        for name in metrics:
            bounds[name] = correlation_interval(
                task.corr_fcn,
                found.gold,
                found.metrics[name],
                task.avg_by,
                undefined=undefined,
                weighted=False,
                **task.corr_fcn_args,
            )
            advance()
    return bounds
