"""Permutation tests: the rules of counting and stopping, random numbers, threads, and what they refuse."""

import numpy as np
import pytest

from parbleu.errors import InputShapeError, OptionError, UnknownNameError
from parbleu.stats._correlations.base import Correlation
from parbleu.stats._correlations.pearson import Pearson
from parbleu.stats._random_generators import GENERATORS, fast_generator, legacy_generator
from parbleu.stats._score_rows import rows_of_sets
from parbleu.stats.correlation import correlate
from parbleu.stats.pairwise_accuracy import joined
from parbleu.stats.permutation_tests import EarlyStopping, PermutationTests
from parbleu.stats.rank_clusters import significance_ranks
from parbleu.stats.tie_calibration import calibrate_ties
from permutation_calls import pairs_permutation_test, pairs_significance, permutation_test, significance


def tables(seed=0, shape=(6, 20), metrics=2, noises=(2, 1, 0.5, 4)):
    draw = np.random.default_rng(seed)
    gold = np.round(draw.normal(size=shape) * 2)
    found = [gold + noise * draw.normal(size=shape) for noise in noises[:metrics]]
    gold[draw.random(shape) < 0.1] = np.nan
    return gold, *found


def same(one, other):
    return one.p_value == other.p_value and one.draws.tolist() == other.draws.tolist()


@pytest.mark.parametrize("seed", [3, None])
@pytest.mark.parametrize("correlation", ["pearson", "KendallWithTiesOpt", "pce", "accuracy"])
def test_threads_change_nothing(correlation, seed):
    data, average_by = tables(shape=(6, 300)), "none" if correlation in ("pce", "accuracy") else "item"
    found = [
        permutation_test(
            correlation,
            *data,
            average_by,
            n_samples=70,
            stopping=EarlyStopping(25, -1, 2),
            seed=fast_generator(8) if seed is None else seed,
            threads=threads,
        )
        for threads in (1, 2, 5)
    ]
    assert all(same(each, found[0]) for each in found)
    assert found[0].n_samples == 70


@pytest.mark.parametrize("unit", ["pair", "row"])
@pytest.mark.parametrize("recalibrate", [False, True])
def test_threads_change_nothing_for_pairs(unit, recalibrate):
    options = {
        "unit": unit,
        "recalibrate": recalibrate,
        "n_samples": 300,
        "stopping": EarlyStopping(128, -1, 2),
    }
    for seed in (fast_generator, legacy_generator):
        found = [
            pairs_permutation_test(*tables(shape=(9, 200)), "item", seed=seed(4), threads=threads, **options)
            for threads in (1, 3)
        ]
        assert same(*found)


def test_values_are_those_of_the_metrics():
    gold, first, second = tables()
    found = pairs_permutation_test(gold, first, second, "item")
    assert found.values == pytest.approx([calibrate_ties(gold, m, "item").value for m in (first, second)])
    recalibrated = pairs_permutation_test(gold, first, second, "item", recalibrate=True)
    assert recalibrated.values == pytest.approx(found.values)
    tau = pairs_permutation_test(gold, first, second, "item", recalibrate=True, variant="23")
    expected = [calibrate_ties(gold, m, "item", variant="23").value for m in (first, second)]
    assert tau.values == pytest.approx(expected)
    kendall = pairs_permutation_test(gold, first, second, "item", variant="b", epsilons=(0.5, 0.25))
    expected = [
        correlate("KendallVariants", gold, metric, "item", epsilon=epsilon).value
        for metric, epsilon in ((first, 0.5), (second, 0.25))
    ]
    assert kendall.values == pytest.approx(expected)
    assert kendall.delta == kendall.values[1] - kendall.values[0]


def test_p_values_count_draws():
    found = permutation_test("pearson", *tables(), n_samples=200, seed=5)
    second, first = found.draws.T
    assert found.p_value == np.mean(second - first >= found.delta)
    assert found.p_calibrated == (found.p_value * 200 + 1) / 201


def test_seeds_may_be_numbers_of_numpy():
    data = tables()
    assert same(
        permutation_test("pearson", *data, seed=np.int64(7), n_samples=5),
        permutation_test("pearson", *data, seed=7, n_samples=5),
    )


@pytest.mark.parametrize("generator", GENERATORS)
def test_the_seed_is_reported(generator, monkeypatch):
    def tested(**options):
        return permutation_test("pearson", *tables(), n_samples=30, generator=generator, **options)

    monkeypatch.delenv("SACREBLEU_SEED", raising=False)
    usual = tested()
    assert (usual.generator, usual.seed) == (generator, 12345)
    assert same(usual, tested(seed=12345))
    drawn = tested(seed="none")
    assert drawn.seed != tested(seed="none").seed
    assert same(drawn, tested(seed=drawn.seed))
    monkeypatch.setenv("SACREBLEU_SEED", "7")
    assert same(tested(), tested(seed=7))
    handed = tested(seed=fast_generator(7) if generator == "splitmix64" else legacy_generator(7))
    assert handed.seed is None
    assert same(handed, tested())


def test_tests_end_early_between_blocks():
    gold, first, second = tables(shape=(8, 50), noises=(9, 0.1))
    sure = permutation_test("pearson", gold, first, second, stopping=EarlyStopping(30), n_samples=500, seed=1)
    assert (sure.n_samples, sure.p_value) == (30, 0)
    wrong = permutation_test("pearson", gold, second, first, stopping=EarlyStopping(30), seed=1)
    assert (wrong.n_samples, wrong.p_value) == (30, 1)
    # MT Metrics Eval's test on pairs does not notice, since no draw is counted; ours does.
    ours = {"stopping": EarlyStopping(30), "generator": "splitmix64"}
    assert pairs_permutation_test(gold, first, second, stopping=EarlyStopping(30), seed=1).n_samples == 1000
    assert pairs_permutation_test(gold, first, second, **ours).n_samples == 30


def test_equal_metrics_are_never_different():
    gold, metric, _ = tables()
    for generator in GENERATORS:
        for correlation in ("pearson", "kendall", "KendallWithTiesOpt", "pce"):
            found = permutation_test(correlation, gold, metric, metric, n_samples=20, generator=generator)
            assert (found.p_value, found.p_calibrated, found.delta) == (1, 1, 0)


@pytest.mark.parametrize("generator", GENERATORS)
def test_a_metric_that_scores_everything_alike(generator):
    """It is no evidence, whatever the draws."""
    gold, metric, _ = tables(noises=(0.5, 1))
    options = {"n_samples": 100, "generator": generator}
    for level in (0.0, 0.1, 1e300 / 3):
        constant = np.full(gold.shape, level)
        for pair in ((constant, metric), (metric, constant), (constant, constant)):
            found = permutation_test("pearson", gold, *pair, **options)
            assert (found.p_value, found.p_calibrated, found.n_samples) == (1, 1, 100)
        found = significance("KendallVariants", gold, [metric, constant], **options)
        assert found.p_values[0, 1] == 1


@pytest.mark.parametrize("level", [0.0, 0.1, 1e300 / 3])
def test_as_mt_metrics_eval_tests_a_metric_that_scores_everything_alike(level):
    """All hybrids have the value 0, though the scores' mean is no exact 0.1."""
    gold, metric, _ = tables(noises=(0.5, 1))
    options = {"n_samples": 100, "seed": 1, "test_constant": True}
    better = permutation_test("pearson", gold, np.full(gold.shape, level), metric, **options)
    worse = permutation_test("pearson", gold, metric, np.full(gold.shape, level), **options)
    assert (better.p_value, worse.p_value) == (0, 1)
    assert not better.draws.any()
    fast = permutation_test(
        "pearson", gold, metric, np.full(gold.shape, level), **options | {"generator": "splitmix64"}
    )
    assert fast.draws.any()
    assert fast.p_value > 0.5


class Mean(Correlation):
    """Pearson's r, in Python."""

    name = "mean"

    def row(self, gold, metric):
        return float(np.corrcoef(gold, metric)[0, 1]) if len(gold) > 1 else float("nan")


def test_correlations_in_python_are_tested_alike():
    data = tables()
    ours = permutation_test(Mean(), *data, "item", n_samples=40, seed=6, threads=2)
    native = permutation_test(Pearson(), *data, "item", n_samples=40, seed=6)
    assert ours.p_value == native.p_value
    assert ours.draws == pytest.approx(native.draws)


class Broken(Correlation):
    def row(self, gold, metric):
        raise KeyError("row")


def test_errors_in_python_come_through():
    with pytest.raises(KeyError, match="row"):
        permutation_test(Broken(), *tables(), "item", n_samples=40, threads=3)


def test_all_pairs_of_metrics():
    gold, *metrics = tables(metrics=4)
    metrics.sort(key=lambda metric: -correlate("kendall", gold, metric, "item").value)
    calls = []
    found = significance(
        "kendall", gold, metrics, "item", n_samples=60, seed=9, after_test=lambda: calls.append(1)
    )
    assert len(calls) == 6
    generator = legacy_generator(9)  # one test after another
    for better in range(4):
        for worse in range(better + 1, 4):
            test = permutation_test(
                "kendall", gold, metrics[worse], metrics[better], "item", n_samples=60, seed=generator
            )
            assert found.p_values[better, worse] == test.p_value
            assert found.p_calibrated[better, worse] == test.p_calibrated
            start, end = found.draws_index[better, worse], found.draws_index[worse, better]
            assert found.draws[start:end].tolist() == test.draws.tolist()
    assert len(found.draws) == end
    assert significance_ranks(found.p_values)[0] == 1


def test_all_pairs_of_metrics_by_comparisons():
    gold, *metrics = tables(metrics=3)
    for sample_rate in (1.0, 0.5):
        options = {"n_samples": 30, "sample_rate": sample_rate, "variant": "23"}
        found = pairs_significance(gold, metrics, "item", seed=2, **options)
        generator = legacy_generator(2)
        for better, worse in ((0, 1), (0, 2), (1, 2)):
            pair = metrics[worse], metrics[better]
            test = pairs_permutation_test(gold, *pair, "item", seed=generator, **options)
            assert found.p_values[better, worse] == test.p_value


def test_accuracy_over_test_sets():
    draw = np.random.default_rng(1)
    golds = [draw.normal(size=size) for size in (7, 12, 9)]
    first, second = ([gold + noise * draw.normal(size=len(gold)) for gold in golds] for noise in (3, 0.1))
    rows = rows_of_sets(golds)
    found = permutation_test("accuracy", rows, joined(first, golds), joined(second, golds))
    assert found.p_calibrated < 0.05
    assert found.values[1] > found.values[0]


def test_what_they_refuse():
    gold, first, second = tables()
    for wrong, error in (
        ({"n_samples": 0}, OptionError),
        ({"undefined": "nan"}, OptionError),
        ({"seed": -1}, OptionError),
        ({"seed": 2**32}, OptionError),
        ({"seed": "x"}, OptionError),
        ({"generator": "pcg64"}, UnknownNameError),
        ({"correlation": "KendallWithTiesOpt", "sample_rate": 0.5}, OptionError),
        ({"second": second[1:]}, InputShapeError),
    ):
        with pytest.raises(error):
            permutation_test(
                **{"correlation": "pearson", "gold": gold, "first": first, "second": second} | wrong
            )
    for wrong, error in (
        ({"n_samples": 0}, OptionError),
        ({"variant": "c"}, OptionError),
        ({"variant": "b"}, OptionError),
        ({"variant": "b", "recalibrate": True}, OptionError),
        ({"variant": "24"}, OptionError),
        ({"epsilons": (-1, 0)}, OptionError),
        ({"epsilons": (0, 0), "recalibrate": True}, OptionError),
        ({"sample_rate": 0.5, "recalibrate": True}, OptionError),
        ({"undefined": "nan"}, OptionError),
        ({"second": np.where(second > 1, np.nan, second)}, InputShapeError),
    ):
        with pytest.raises(error):
            pairs_permutation_test(**{"gold": gold, "first": first, "second": second} | wrong)
    with pytest.raises(OptionError, match="epsilons"):
        pairs_significance(gold, [first, second], variant="b")
    with pytest.raises(OptionError, match="exchanges scores, pairs, rows, not 'segments'"):
        PermutationTests("segments")
    with pytest.raises(OptionError, match="block_size"):
        EarlyStopping(0)
    with pytest.raises(OptionError, match="seed"):
        fast_generator(2**64)


@pytest.mark.parametrize("missing", [False, True])
def test_hybrids_of_soft_accuracy(missing):
    """They are rounded as the metrics are, as in MT Metrics Eval."""
    gold, first, second = tables(4, (7, 40))
    gold = np.where(np.isnan(gold), np.nan if missing else 0.0, gold)
    gold[:, 30:35] = np.nan
    found = permutation_test("pce", gold, first, second, n_samples=8, seed=3)
    known = ~np.isnan(gold)
    one, other = ((m - m[known].mean()) / m[known].std() for m in (first, second))
    generator = legacy_generator(3)
    for draw in found.draws:
        coins = np.zeros(gold.shape, dtype=bool)
        coins[known] = np.asarray(generator.coins(int(known.sum()))) == 1
        hybrids = np.where(coins, other, one), np.where(coins, one, other)
        assert draw.tolist() == [correlate("pce", gold, hybrid).value for hybrid in hybrids]


@pytest.mark.parametrize("seed", [1, None])
def test_draws_that_are_as_far_apart_but_for_rounding_count(seed):
    """Rows of different length add up to the same in another order, which no reference prescribes here."""
    draw = np.random.default_rng(0)
    nearly = 0
    for _ in range(20):
        gold = np.round(draw.normal(size=(6, 9)) * 1.5)
        first, second = (gold + 2 * draw.normal(size=gold.shape) for _ in range(2))
        gold[draw.random(gold.shape) < 0.3] = np.nan
        found = pairs_permutation_test(gold, first, second, "item", recalibrate=True, unit="row", seed=seed)
        apart = found.draws[:, 0] - found.draws[:, 1]
        assert found.p_value == (apart >= found.delta - 1e-12).mean()
        nearly += np.count_nonzero((apart < found.delta) & (apart >= found.delta - 1e-12))
    assert nearly > 0
