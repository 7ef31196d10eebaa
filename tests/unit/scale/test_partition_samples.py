"""Tests bootstrap samples that are drawn partition by partition: the same by any partitioning."""

from itertools import pairwise

import numpy as np
import pytest

import parbleu
from extras import extra
from parbleu.errors import InputShapeError, InputTypeError, OptionError
from parbleu.scale import _partition_samples as partition_samples
from parbleu.scale import finish_samples, reduce_batches, sample_batches, score_batches
from parbleu.scale._batch_scores import metric_of
from parbleu.stats.paired_tests import paired_bootstrap

pa = extra("pyarrow")

COUNT = 60
RANDOM = np.random.default_rng(3)
WORDS = np.array(["the", "a", "cat", "dog", "sat", "on", "mat", "tree"])


def lines(texts, share):
    return [
        " ".join(RANDOM.choice(WORDS) if RANDOM.random() < share else word for word in text.split())
        for text in texts
    ]


REFS = [" ".join(RANDOM.choice(WORDS, RANDOM.integers(4, 12))) for _ in range(COUNT)]
TABLE = pa.table({"at": range(COUNT), "a": lines(REFS, 0.3), "b": lines(REFS, 0.4), "ref": REFS})


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch):
    monkeypatch.setattr(partition_samples, "BLOCK", 7)


def counted(table, metric="bleu"):
    return list(score_batches(table, metric, hypothesis=["a", "b"], emit="statistics", threads=1))


def drawn(table, metric="bleu", **options):
    words = {"position": "at", "n_segments": COUNT, "n_samples": 200, "seed": 5, **options}
    return sample_batches(counted(table, metric), **words)


@pytest.mark.long
@pytest.mark.parametrize("metric", ["bleu", "chrf++", "ter"])
def test_any_partitioning_draws_the_same_samples(metric):
    whole = drawn(TABLE, metric)
    order = RANDOM.permutation(COUNT)
    for cuts in ([0, COUNT], [0, 1, 20, 20, 43, COUNT], [*range(COUNT + 1)]):
        parts = [TABLE.take(order[begin:end]) for begin, end in pairwise(cuts)]
        sums = [drawn(part, metric) for part in parts if part.num_rows]
        assert reduce_batches(sums, "sample").equals(whole)
        assert finish_samples(sums) == finish_samples(whole)
    result = finish_samples(whole)
    assert result.scores[1] == metric_of(metric).corpus_score(TABLE["b"], [TABLE["ref"]]).score


def test_counts_are_multinomial():
    draws = partition_samples._Draws(COUNT, 20_000, 1)
    counts = np.hstack([draws.counts(block) for block in range(9)])
    assert counts.shape == (20_000, COUNT)
    assert (counts.sum(axis=1) == COUNT).all()
    share = 1 / COUNT
    deviation = np.sqrt(COUNT * share * (1 - share))
    assert np.abs(counts.mean(axis=0) - 1).max() < 5 * deviation / np.sqrt(20_000)
    covariance = np.cov(counts.T)
    assert np.abs(np.diag(covariance) - deviation**2).max() < 0.08
    apart = covariance[~np.eye(COUNT, dtype=bool)]
    assert np.abs(apart + COUNT * share**2).max() < 0.05
    assert abs(apart.mean() + share) < 0.002
    # How often a segment is drawn k times: binomial.
    for times, wanted in enumerate((0.3648, 0.3709, 0.1854, 0.0607)):
        assert abs((counts == times).mean() - wanted) < 0.004


def test_intervals_and_p_values_are_near_those_of_one_process():
    tables = [
        np.ascontiguousarray(parbleu.BLEU().statistics(TABLE[name], [TABLE["ref"]])) for name in ("a", "b")
    ]
    scorer = parbleu.BLEU().scorer_of([tables[0].data])
    (exact,) = paired_bootstrap([(scorer, tables)], n_samples=4000, seed=1)
    found = finish_samples(drawn(TABLE, n_samples=4000))
    assert found.scores == pytest.approx(exact.scores)
    for one, other in zip(found.intervals, exact.intervals, strict=True):
        assert one.low == pytest.approx(other.low, abs=0.6)
        assert one.high == pytest.approx(other.high, abs=0.6)
        assert one.mean == pytest.approx(other.mean, abs=0.3)
    assert found.pairs[0].p_value == pytest.approx(exact.pairs[0].p_value, abs=0.05)
    assert found.pairs[0].p_sacrebleu == pytest.approx(exact.pairs[0].p_sacrebleu, abs=0.05)


def test_missing_and_repeated_partitions_are_refused():
    parts = [drawn(TABLE.slice(0, 20)), drawn(TABLE.slice(20))]
    for wrong in (parts[:1], [*parts, parts[0]]):
        with pytest.raises(InputShapeError, match="partitions are missing, or were added twice"):
            finish_samples(wrong)
    empty = drawn(pa.Table.from_batches([], TABLE.schema))
    assert finish_samples([*parts, empty]) == finish_samples(parts)


def test_what_workers_cannot_agree_on_is_refused():
    with pytest.raises(OptionError, match="not 'none'"):
        drawn(TABLE, seed="none")
    with pytest.raises(OptionError, match="is n_segments that of the corpus"):
        drawn(TABLE, n_segments=COUNT - 1)
    with pytest.raises(InputTypeError, match="there is no column 'x'"):
        drawn(TABLE, position="x")
