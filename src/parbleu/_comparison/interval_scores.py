"""Scores one system, with intervals."""

from __future__ import annotations

from parbleu._base.progress import no_progress
from parbleu._comparison.corpus_scores import CorpusScores, announced, only_system
from parbleu.metrics._statistics import Statistics
from parbleu.stats._seed import chosen_seed
from parbleu.stats.resampling import BOOTSTRAP_SAMPLES, bootstrap_intervals, check_sampling

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from parbleu._base.progress import ProgressBar
    from parbleu._comparison.corpus_scores import OnPart
    from parbleu._inputs.corpus import CorpusReader
    from parbleu.metrics import Metric


def score_with_intervals(
    reader: CorpusReader,
    metrics: Sequence[Metric[Any]],
    *,
    n_samples: int | None = None,
    seed: int | str | None = None,
    threads: int | None = None,
    short: bool = False,
    on_part: OnPart | None = None,
    progress: ProgressBar = no_progress,
) -> CorpusScores:
    """Scores a system piece by piece, with 95 % intervals. Its tables of statistics are kept, and no text.

    The intervals are those of `Metric.corpus_score`, from `n_samples` bootstrap samples, by default 1000,
    which all metrics share.

    Args:
        reader: of the system's output and its references.
        metrics: what to compute.
        n_samples: how many bootstrap samples to draw.
        seed: a whole number from 0, or "none" for a new one.
        threads: how many may work; None for the default. No number depends on it.
        short: whether tables show short signatures.
        on_part: called with each part of the corpus.
        progress: `parbleu._base.progress.progress_bar` to show the resampling's on a terminal.

    Raises:
        InputShapeError: there are several systems, or the files have not the same number of lines.
        ParbleuError: a file cannot be read, or a metric refuses its text.
    """
    count, chosen = BOOTSTRAP_SAMPLES if n_samples is None else n_samples, chosen_seed(seed)
    check_sampling(count)
    statistics = Statistics(metrics, keeps_rows=True, narrow=True, threads=threads)
    for part in announced(reader.parts(), on_part):
        statistics.add({"": only_system(part)}, part.references)
    reader.warn_of_text(metrics)
    for metric in metrics:
        metric.num_refs = statistics.n_references()
    tables = [statistics.table(metric) for metric in metrics]
    return scores_of_tables(metrics, tables, count, chosen, threads, short, progress)


def scores_of_tables(
    metrics: Sequence[Metric[Any]],
    tables: Sequence[Any],
    n_samples: int,
    seed: tuple[str, int],
    threads: int | None = None,
    short: bool = False,
    progress: ProgressBar = no_progress,
) -> CorpusScores:
    """Returns the scores of one system's statistics, with 95 % intervals.

    Args:
        metrics: their `num_refs` is that of the segments.
        tables: one by each metric.
        n_samples: how many bootstrap samples the intervals come from.
        seed: of the samples, as `parbleu.stats._seed.chosen_seed` returns it.
        threads: how many may work.
        short: whether tables show short signatures.
        progress: shows the resampling's.
    """
    entries = [(metric.scorer_of([table]), [table]) for metric, table in zip(metrics, tables, strict=True)]
    intervals = bootstrap_intervals(entries, n_samples, seed[1], threads, progress)
    scores = [
        metric._score_with_interval(table, metric.num_refs or 0, interval, n_samples, seed)
        for metric, table, [interval] in zip(metrics, tables, intervals, strict=True)
    ]
    return CorpusScores(scores, short=short)
