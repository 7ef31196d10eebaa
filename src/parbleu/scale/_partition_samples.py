"""Draws bootstrap samples partition by partition: `parbleu.scale.sample_batches`, `finish_samples`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parbleu._core import row_scores
from parbleu._inputs.record_batches import record_batches
from parbleu.errors import InputShapeError, OptionError
from parbleu.metrics._statistics import VARIES
from parbleu.metrics._statistics_table import (
    N_REFERENCES,
    N_SEGMENTS,
    STATISTICS,
    as_lists,
    checked_statistics,
    label_of,
    statistics_of,
    sums_table,
    whole_numbers,
)
from parbleu.scale._batch_scores import SCORER_MEAN
from parbleu.scale._batch_sums import reduce_batches
from parbleu.stats import paired_tests
from parbleu.stats.resampling import BOOTSTRAP_SAMPLES, check_sampling, seed_number
from parbleu.text._table_files.arrow_table import imported_pyarrow

SAMPLE = "sample"
BLOCK = 4096
"""How many segments are drawn from together; another number would draw others from the same seed."""


def sample_batches(
    statistics: Any,
    *,
    position: str,
    n_segments: int,
    n_samples: int = BOOTSTRAP_SAMPLES,
    seed: int | str | None = None,
) -> Any:
    """Returns the sums of statistics of bootstrap samples, as far as they are in these rows.

    How often a sample draws a segment depends on the seed, the numbers of segments and samples and the
    segment's position only, not on the rows that are here: sums of partitions, added up by
    `reduce_batches(..., by="sample")`, are those of one process. Blocks of 4,096 segments share the draws of
    a sample by binomial numbers, down a binary tree, so that all counts of a sample are multinomial; each
    number comes from a generator of its own, which any worker can make. Partitions of consecutive segments
    take the least time. All workers need the same version of NumPy.

    Args:
        statistics: what `score_batches(..., emit="statistics")` yields; integers, so not those of TER with
            several references if sums have to be the same to the last digit.
        position: the column with the number of the segment in the corpus, from 0.
        n_segments: how many the corpus has.
        n_samples: how many samples are drawn.
        seed: a whole number; None for `SACREBLEU_SEED`, or 12345. Not "none", since workers have to agree.

    Returns:
        A table of pyarrow as `reduce_batches` returns it, by the column `sample`: 0 is the corpus itself.

    Raises:
        OptionError: a position is not below `n_segments`, or an option has a value that it does not take.
        InputTypeError: the batches have no label of parbleu, or a column is missing.
    """
    check_sampling(n_samples)
    if seed is not None and str(seed).lower() == "none":
        raise OptionError("workers draw from one seed: give a number, and not 'none'")
    draws = _Draws(n_segments, n_samples, seed_number(seed))
    return reduce_batches((_sums(batch, position, draws) for batch in record_batches(statistics)), SAMPLE)


def finish_samples(sums: Any, *, all_pairs: bool = False) -> paired_tests.PairedResult:
    """Returns scores, 95 % intervals and paired bootstrap tests from the sums of samples.

    Args:
        sums: what `sample_batches` returned for all partitions.
        all_pairs: whether every pair of systems is tested; else the first with every other.

    Returns:
        The systems in the order of the columns of hypotheses.

    Raises:
        InputShapeError: partitions are missing, or are there twice.
    """
    table = reduce_batches(sums, SAMPLE).sort_by(SAMPLE)
    label = label_of(table.schema)
    sizes = whole_numbers(table, N_SEGMENTS, 0)
    if len(set(sizes.tolist())) != 1 or table.column(SAMPLE)[0].as_py() != 0:
        raise InputShapeError(
            f"samples have {sizes.min():,} to {sizes.max():,} segments and not the same number: sums of "
            "partitions are missing, or were added twice"
        )
    metric = label.make_metric(SCORER_MEAN)
    scores, samples = [], []
    for name in label.columns(STATISTICS):
        rows = np.ascontiguousarray(checked_statistics(table, name, metric))
        resampled = np.asarray(row_scores(metric.scorer_of([rows.data]), rows.data), np.float64)
        scores.append(float(resampled[0]))
        samples.append((np.ascontiguousarray(resampled[1:]).data, False))
    pairs = paired_tests.all_pairs if all_pairs else paired_tests.baseline_pairs
    return paired_tests.tests_of_samples(scores, samples, pairs(len(scores)), int(sizes[0]))


class _Draws:
    """How often samples draw the segments of a corpus."""

    def __init__(self, n_segments: int, n_samples: int, seed: int) -> None:
        self.n_segments = n_segments
        self.n_samples = n_samples
        self._seed = seed

    def counts(self, block: int) -> NDArray[np.float64]:
        """Returns the counts of the segments of a block, shape (n_samples, segments)."""
        low, high = 0, -(-self.n_segments // BLOCK)
        drawn = np.full(self.n_samples, self.n_segments, np.int64)
        while high - low > 1:
            middle = (low + high) // 2
            share = self._size(low, middle) / self._size(low, high)
            left = self._generator(low, high).binomial(drawn, share)
            if block < middle:
                high, drawn = middle, left
            else:
                low, drawn = middle, drawn - left
        size = self._size(low, high)
        places = self._generator(low, high).integers(0, size, int(drawn.sum()))
        places += np.repeat(np.arange(self.n_samples) * size, drawn)
        counts = np.bincount(places, minlength=self.n_samples * size)
        return counts.reshape(self.n_samples, size).astype(np.float64)

    def _size(self, low: int, high: int) -> int:
        return min(high * BLOCK, self.n_segments) - low * BLOCK

    def _generator(self, low: int, high: int) -> np.random.Generator:
        return np.random.default_rng(np.random.SeedSequence(self._seed, spawn_key=(low, high)))


def _sums(batch: Any, position: str, draws: _Draws) -> Any:
    """Returns a row for each sample, and for the corpus, of the sums of a batch's rows."""
    pyarrow = imported_pyarrow("parbleu.scale")
    label = label_of(batch.schema)
    label.check_columns(batch.schema, [position])
    places = whole_numbers(batch, position, 0)
    if batch.num_rows and not (places.min() >= 0 and places.max() < draws.n_segments):
        raise OptionError(
            f"column {position!r}: positions are from 0 to {draws.n_segments - 1}, not {places.min()} to "
            f"{places.max()}; is n_segments that of the corpus?"
        )
    tables = [statistics_of(batch, name) for name in label.columns(STATISTICS)]
    sums = [np.zeros((draws.n_samples + 1, table.shape[1]), np.float64) for table in tables]
    sizes = np.zeros(draws.n_samples + 1, np.int64)
    for block in np.unique(places // BLOCK).tolist():
        rows = np.flatnonzero(places // BLOCK == block)
        counts = draws.counts(block)[:, places[rows] - block * BLOCK]
        counts = np.vstack([np.ones(len(rows)), counts])
        sizes += counts.sum(axis=1).astype(np.int64)
        for sum_, table in zip(sums, tables, strict=True):
            sum_ += counts @ table[rows].astype(np.float64)
    samples = {SAMPLE: pyarrow.array(np.arange(draws.n_samples + 1, dtype=np.int32))}
    columns = [as_lists(sum_.astype(table.dtype)) for sum_, table in zip(sums, tables, strict=True)]
    made = sums_table(label, samples, columns, np.full(len(sizes), _references(batch)), sizes)
    return made if batch.num_rows else made.slice(0, 0)


def _references(batch: Any) -> int:
    counts: Sequence[int] = np.unique(whole_numbers(batch, N_REFERENCES, VARIES)).tolist()
    return counts[0] if len(counts) == 1 else VARIES
