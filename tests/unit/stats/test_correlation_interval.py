"""Tests that intervals of correlations agree with resampling and have their nominal coverage."""

import numpy as np
import pytest

from parbleu.errors import OptionError
from parbleu.stats.correlation import correlate
from parbleu.stats.correlation_interval import correlation_interval, fisher_interval
from parbleu.stats.resampling import Resampling


def sampling(n_samples):
    return Resampling(n_samples=n_samples)


def tables(draw, shape, noise=1.0):
    gold = draw.normal(size=shape)
    return gold, gold + noise * draw.normal(size=shape)


def with_gaps(draw, shape):
    gold, metric = tables(draw, shape)
    gold = np.round(gold * 2)
    gold[draw.random(shape) < 0.2] = np.nan
    return gold, metric


def slow_samples(name, gold, metric, average_by, over, n_samples, **options):
    draw = np.random.default_rng(12345)
    found = []
    for _ in range(n_samples):
        one, other = gold, metric
        if over != "items":
            systems = draw.integers(len(gold), size=len(gold))
            one, other = one[systems], other[systems]
        if over != "systems":
            items = draw.integers(gold.shape[1], size=gold.shape[1])
            one, other = one[:, items], other[:, items]
        result = correlate(name, one, other, average_by, **options)
        if result.defined:
            found.append(result.value)
    return found


@pytest.mark.parametrize("over", ["items", "systems", "both"])
@pytest.mark.parametrize("average_by", ["none", "item", "system"])
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("pearson", {}),
        ("pearson", {"pdp": True}),
        ("kendall", {"undefined": "zero"}),
        ("KendallLike", {"thresh": 1}),
    ],
)
def test_samples_are_correlated_anew(name, options, average_by, over):
    gold, metric = with_gaps(np.random.default_rng(3), (5, 12))
    found = correlation_interval(name, gold, metric, average_by, sampling(12), resample=over, **options)
    expected = slow_samples(name, gold, metric, average_by, over, 12, **options)
    if average_by == {"items": "item", "systems": "system"}.get(over) and not options.get("pdp"):
        # Rows keep their values: whether a row of one score counts no more depends on what else was drawn.
        assert found.samples == pytest.approx(expected, abs=0.05)
    else:
        assert found.samples == pytest.approx(expected)
    assert found.method == f"bootstrap over {over}"
    assert [found.low, found.high] == pytest.approx(np.quantile(found.samples, [0.025, 0.975]))


def test_what_credits_ties_is_resampled_over_items():
    gold, metric = with_gaps(np.random.default_rng(4), (5, 12))
    for name, options in (("KendallWithTiesOpt", {}), ("KendallVariants", {"variant": "acc23"})):
        found = correlation_interval(name, gold, metric, "item", resampling=sampling(20), **options)
        assert found.method == "bootstrap over items"
        assert found.low < found.high
        with pytest.raises(OptionError, match="resample items"):
            correlation_interval(name, gold, metric, "item", resample="systems", **options)
    with pytest.raises(OptionError, match="resample items"):
        correlation_interval("pce", gold, metric, resample="both")


@pytest.mark.parametrize("name", ["accuracy", "pce"])
def test_systems_are_not_compared_with_themselves(name):
    draw = np.random.default_rng(5)
    gold, metric = tables(draw, (9, 1) if name == "accuracy" else (9, 40), 0.3)
    found = correlation_interval(name, gold, metric, resample="systems", resampling=sampling(300))
    assert found.value == correlate(name, gold, metric).value
    assert found.low < found.value < found.high
    assert np.mean(found.samples) == pytest.approx(found.value, abs=0.03)
    exact = correlation_interval(name, gold, gold, resample="systems", resampling=sampling(10))
    assert (exact.low, exact.high) == (1, 1)


def coverage(interval, rounds, truth):
    held = [found.low <= truth <= found.high for found in (interval() for _ in range(rounds))]
    return np.mean(held)


@pytest.mark.long
def test_intervals_hold_the_truth():
    draw = np.random.default_rng(6)
    truth = 1 / np.sqrt(2)  # of scores and scores with as much noise

    def over_items():
        return correlation_interval("pearson", *tables(draw, (1, 80)), resampling=sampling(150))

    def by_item():
        return correlation_interval(
            "pearson",
            *tables(draw, (60, 25)),
            "system",
            resampling=sampling(150),
            resample="systems",
        )

    def fisher():
        return fisher_interval("pearson", *tables(draw, (12, 1)))

    assert 0.88 <= coverage(over_items, 150, truth) <= 0.99
    assert 0.91 <= coverage(fisher, 400, truth) <= 0.98
    mean = np.mean([correlate("pearson", *tables(draw, (60, 25)), "system").value for _ in range(100)])
    assert 0.88 <= coverage(by_item, 150, mean) <= 0.99


@pytest.mark.parametrize("name", ["pearson", "spearman", "kendall"])
def test_fisher_intervals(name):
    gold, metric = tables(np.random.default_rng(7), (20, 1))
    wide, narrow = (fisher_interval(name, gold, metric, confidence) for confidence in (0.99, 0.5))
    assert -1 < wide.low < narrow.low < narrow.value < narrow.high < wide.high < 1
    assert fisher_interval(name, gold, gold).high == pytest.approx(1)


def test_a_constant_metric_has_no_interval():
    gold, metric = tables(np.random.default_rng(8), (4, 9))
    found = correlation_interval("pearson", gold, np.ones_like(metric), resampling=sampling(5))
    assert (found.value, len(found.samples)) == (0, 0)
    assert np.isnan([found.low, found.high]).all()


def test_what_they_refuse():
    gold, metric = tables(np.random.default_rng(9), (4, 9))
    for wrong in ({"resample": "rows"}, {"undefined": "nan"}):
        with pytest.raises(OptionError):
            correlation_interval("pearson", gold, metric, **wrong)
    for wrong in ({"n_samples": 0}, {"alpha": 0}):
        with pytest.raises(OptionError):
            correlation_interval("pearson", gold, metric, resampling=Resampling(**wrong))
    with pytest.raises(OptionError, match="pearson, spearman and kendall"):
        fisher_interval("accuracy", gold, metric)
    with pytest.raises(OptionError, match="five"):
        fisher_interval("pearson", gold[:, 0], metric[:, 0])
