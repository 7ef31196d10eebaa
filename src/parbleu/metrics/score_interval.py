"""Computes the score of a corpus with a confidence interval."""

from __future__ import annotations

from parbleu._core import sum_rows
from parbleu.stats.resampling import bootstrap_interval
from parbleu.stats.seed import chosen_seed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.metrics.base import Metric
    from parbleu.metrics.score_type import ScoreType


def bootstrapped(
    metric: Metric[ScoreType], table: memoryview, samples: int, threads: int, seed: int | str | None = None
) -> tuple[ScoreType, str]:
    """Returns a score with its 95 % confidence interval, and the seed as text.

    Args:
        metric: what scores sums of rows.
        table: the statistics of the corpus, as the metric's engine makes them.
        samples: how many bootstrap resamples to draw.
        threads: how many may work.
        seed: as for `parbleu.stats.seed.chosen_seed`.

    Raises:
        OptionError: the seed, or the environment's `SACREBLEU_SEED`, is no whole number.
    """
    seed_text, number = chosen_seed(seed)
    score = metric._score_row(sum_rows(table))
    interval = bootstrap_interval(metric.scorer, table, samples, number, threads)
    score._mean, score._ci = interval.mean, interval.half_width
    return score, seed_text
