"""Pairwise accuracy over test sets, and soft pairwise accuracy with missing scores."""

from itertools import permutations

import numpy as np
import pytest

from parbleu.errors import InputShapeError, OptionError
from parbleu.meta._contestants import Contest
from parbleu.meta._metric_comparison import compare_metrics
from parbleu.stats._correlations.pce import SoftPairwiseAccuracy
from parbleu.stats.chance_levels import chance_level
from parbleu.stats.correlation import correlate
from parbleu.stats.pairwise_accuracy import global_accuracy, pairwise_p_values, soft_pairwise_accuracy


def test_pairs_are_formed_within_test_sets():
    golds = [[3, 2, 1], [10, 20, None, 5]]
    metrics = [[0.3, 0.1, 0.2], [1.0, 2.0, 7.0, 3.0]]
    found = global_accuracy(golds, metrics)
    # The first set: 3 > 2 and 3 > 1 are right; the second: 10 < 20 is right, 5 is the best for the metric.
    assert (found.value, found.weight) == (pytest.approx(3 / 6), 6)


def test_what_global_accuracy_refuses():
    with pytest.raises(InputShapeError, match="1 test sets"):
        global_accuracy([[1, 2]], [[1, 2], [3, 4]])
    with pytest.raises(InputShapeError, match="test set 0"):
        global_accuracy([[1, 2]], [[1, 2, 3]])
    with pytest.raises(InputShapeError, match="system-level"):
        global_accuracy([[[1, 2], [3, 4]]], [[1, 2]])
    with pytest.raises(InputShapeError, match="no score"):
        global_accuracy([[1, 2]], [[1, None]])


def slow_p_values(scores, signs):
    """From the definition, on the segments that both systems have."""
    systems = len(scores)
    found = np.full((systems, systems), np.nan)
    for i in range(systems):
        for j in range(i + 1, systems):
            both = ~np.isnan(scores[i]) & ~np.isnan(scores[j])
            difference = scores[i, both] - scores[j, both]
            if both.any():
                found[i, j] = np.mean(signs[:, both] @ difference >= difference.sum())
    return found


def drawn_signs(trials, items, seed=4):
    uniform = np.random.default_rng(seed).random((trials, items), dtype=np.float32)
    return np.round(uniform).astype(float) * 2 - 1


@pytest.mark.parametrize(("systems", "segments"), [(2, 1), (3, 8), (9, 37), (17, 64)])
def test_p_values(systems, segments):
    scores = np.random.default_rng(0).integers(-9, 9, (systems, segments)) / 4
    expected = slow_p_values(scores, drawn_signs(1000, segments))
    assert np.array_equal(pairwise_p_values(scores), expected, equal_nan=True)


def test_trials_tie_as_sums_of_single_precision_do():
    """0.3 + 0.1 and 0.2 + 0.2 are one number there, though the scores rounded to it add up otherwise."""
    found = pairwise_p_values([[0.3, 0.1], [0.1, 0.3], [0.2, 0.2]])
    assert found[np.triu_indices(3, 1)].tolist() == [0.707, 0.707, 0.758]


@pytest.mark.parametrize(("systems", "segments"), [(3, 2), (9, 37), (17, 448), (4, 449), (3, 2000)])
def test_p_values_are_those_of_single_precision(systems, segments):
    """Added up one by one, in blocks of 448 segments; what is left of two is halved, to a multiple of 16."""
    scores = np.random.default_rng(3).normal(size=(systems, segments)).round(2).astype(np.float32)
    signs = drawn_signs(1000, segments).astype(np.float32)
    sums = np.zeros((1000, systems), dtype=np.float32)
    ends = {448: [448], 449: [240, 449], 2000: [448, 896, 1344, 1680, 2000]}.get(segments, [segments])
    for first, end in zip([0, *ends[:-1]], ends, strict=True):
        sums += np.add.accumulate(signs[:, first:end, None] * scores.T[None, first:end], axis=1)[:, -1]
    i, j = np.triu_indices(systems, 1)
    observed = scores.sum(axis=1)
    expected = (sums[:, i] - sums[:, j] >= observed[i] - observed[j]).mean(axis=0)
    assert pairwise_p_values(scores)[i, j].tolist() == expected.tolist()


def test_pairs_are_compared_on_their_common_segments():
    scores = np.random.default_rng(1).integers(-9, 9, (5, 40)) / 4
    scores[0, :10] = np.nan
    scores[1, 5:20] = np.nan
    scores[2, 30:] = np.nan
    scores[4, :39] = np.nan
    scores[2:, 39] = np.nan
    used = (~np.isnan(scores)).sum(axis=0) > 1  # signs are drawn for these
    expected = slow_p_values(scores[:, used], drawn_signs(200, used.sum()))
    assert np.array_equal(pairwise_p_values(scores, 200), expected, equal_nan=True)
    found = soft_pairwise_accuracy(scores, np.nan_to_num(scores), 200)
    assert (found.value, found.weight) == (1, 1)


def test_it_is_one_less_the_mean_difference():
    draw = np.random.default_rng(2)
    gold = draw.normal(size=(6, 50))
    metric = gold + draw.normal(size=gold.shape)
    apart = np.abs(pairwise_p_values(gold) - pairwise_p_values(metric))
    assert soft_pairwise_accuracy(gold, metric).value == pytest.approx(1 - np.nanmean(apart))
    assert soft_pairwise_accuracy(gold, metric, seed=5).value != soft_pairwise_accuracy(gold, metric).value


def test_one_system_has_no_rival():
    assert not soft_pairwise_accuracy([[1.0, 2.0]], [[1.0, 2.0]]).defined


def test_what_it_refuses():
    with pytest.raises(OptionError, match="n_samples"):
        pairwise_p_values([[1.0, 2.0]], 0)
    with pytest.raises(OptionError, match="seed"):
        pairwise_p_values([[1.0, 2.0]], seed=-1)


def test_soft_accuracy_of_a_constant_metric_does_not_depend_on_the_order_of_systems() -> None:
    """A tie counts half; MT Metrics Eval counts it whole, so that names decide: 1 or 0 for two systems."""
    gold = np.random.default_rng(8).normal(size=(3, 40)) + np.array([[0.0], [0.5], [2.0]])
    orders = list(map(list, permutations(range(3))))
    values = [chance_level("pce", gold[order], n_samples=1).constant for order in orders]
    assert max(values) - min(values) < 0.01  # of trials
    assert 0.5 <= values[0] < 0.6
    for agreement in (
        lambda pair: chance_level("pce", pair, n_samples=2).constant,
        lambda pair: soft_pairwise_accuracy(pair, np.ones((2, 40))).value,
        lambda pair: correlate("pce", pair, np.ones((2, 40))).value,
    ):
        assert [agreement(gold[order]) for order in ([0, 2], [2, 0])] == pytest.approx([0.5, 0.5], abs=0.01)
    whole = SoftPairwiseAccuracy()
    whole.halves_ties = False
    assert [correlate(whole, gold[order], np.ones((2, 40))).value for order in ([0, 2], [2, 0])] == [
        pytest.approx(1, abs=0.01),
        pytest.approx(0, abs=0.01),
    ]
    names = [f"s{place}" for place in range(3)]
    ranked = compare_metrics(Contest(names, gold, {}).with_chance(), "pce", resampling=None)
    assert ranked.correlation("(constant)") == values[0]
    pairs = SoftPairwiseAccuracy().pair_values(gold, np.ones((3, 40)))
    assert np.nanmean(pairs[np.triu_indices(3, 1)]) == pytest.approx(values[0])
