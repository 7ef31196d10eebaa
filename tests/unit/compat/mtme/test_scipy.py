"""Tests that SciPy's functions, passed to the face, are computed natively with the same numbers."""

import numpy as np
import pytest

from extras import extra
from parbleu.compat.mt_metrics_eval import data, stats
from parbleu.compat.mt_metrics_eval.stats import UserFunction, native

scipy_stats = extra("scipy.stats")

FUNCTIONS = [
    (scipy_stats.pearsonr, {}),
    (scipy_stats.spearmanr, {}),
    (scipy_stats.kendalltau, {}),
    (scipy_stats.kendalltau, {"variant": "c"}),
]


def correlation(seed, missing=True):
    """Five systems, twenty items, with ties."""
    draw = np.random.default_rng(seed)
    gold = draw.integers(0, 12, 100).astype(float)
    metric = np.round(gold + draw.normal(size=100) * 6, 1)
    golds = [None if missing and place % 9 == 0 else score for place, score in enumerate(gold.tolist())]
    return stats.Correlation(5, golds, metric.tolist())


@pytest.mark.parametrize(("function", "options"), FUNCTIONS)
@pytest.mark.parametrize("average_by", ["none", "sys", "item"])
def test_ours_answer(function, options, average_by):
    def called(gold, metric):
        return function(gold, metric, **options)

    assert not isinstance(native(function, options), UserFunction)
    corr = correlation(1)
    ours = corr.AverageCorrelation(function, average_by, **options)(corr.gold_scores, corr.metric_scores)
    theirs = corr.AverageCorrelation(called, average_by)(corr.gold_scores, corr.metric_scores)
    assert ours == pytest.approx(theirs, rel=1e-9)


@pytest.mark.parametrize(("function", "options"), FUNCTIONS)
def test_comparisons(function, options):
    def called(gold, metric):
        return function(gold, metric, **options)

    one = correlation(1)
    noise = np.random.default_rng(3).normal(size=100) * 9
    corrs = {"one": one, "two": stats.Correlation(5, one.gold_scores, list(one.metric_scores + noise))}
    found = []
    for chosen, given in ((function, options), (called, {})):
        np.random.seed(5)
        found.append(data.CompareMetrics(corrs, chosen, "none", 30, **given))
    (ranks, matrix, _, draws), (other_ranks, other_matrix, _, other_draws) = found
    assert list(ranks) == list(other_ranks)
    assert [value for value, _ in ranks.values()] == pytest.approx(
        [value for value, _ in other_ranks.values()]
    )
    assert np.array_equal(matrix, other_matrix)
    np.testing.assert_allclose(draws, other_draws, atol=1e-9)


def test_with_options_that_are_only_theirs():
    corr = correlation(2, missing=False)
    average = corr.AverageCorrelation(scipy_stats.kendalltau, "none", method="asymptotic")
    theirs = scipy_stats.kendalltau(corr.gold_scores, corr.metric_scores, method="asymptotic")
    assert average(corr.gold_scores, corr.metric_scores) == pytest.approx([*theirs, 1], rel=1e-12)
    weighted = corr.AverageCorrelation(scipy_stats.weightedtau, "sys")(corr.gold_scores, corr.metric_scores)
    rows = zip(
        *(np.reshape(scores, (5, 20)) for scores in (corr.gold_scores, corr.metric_scores)), strict=True
    )
    assert weighted[0] == pytest.approx(np.mean([scipy_stats.weightedtau(*row).statistic for row in rows]))
