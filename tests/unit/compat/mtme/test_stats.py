"""Statistics of the face: functions of users, NumPy's global generator, and what has no recorded answer."""

import pickle

import numpy as np
import pytest

from parbleu.compat.mt_metrics_eval import data, pce, stats, tasks, tau_optimization

GOLD = [1.0, None, 3.0, 2.5, 0.0, 1.5, 2.0, None, 0.5, 3.5, 4.0, 1.0]
ONE = [0.2, 0.4, 0.9, 0.1, 0.3, 0.6, 0.5, 0.5, 0.4, 0.8, 0.7, 0.2]
TWO = [0.9, 0.1, 0.3, 0.2, 0.2, 0.4, 0.6, 0.1, 0.7, 0.2, 0.4, 0.5]


def corrs():
    return stats.Correlation(3, GOLD, ONE), stats.Correlation(3, GOLD, TWO)


def own_pearson(gold, metric):
    return np.corrcoef(gold, metric)[0, 1], 0.25


class Counted:
    """A callable without a name, of a weight of its own, that remembers what it was called with."""

    def __init__(self):
        self.calls = []

    def __call__(self, gold, metric, factor=1):
        self.calls.append((list(gold), list(metric)))
        return factor * float(gold[0] - metric[0]), 1.0, len(self.calls)


def test_a_function_of_the_user_is_called_row_by_row():
    one, _ = corrs()
    function = Counted()
    value, p_value, weight = one.AverageCorrelation(function, "sys", macro=False, factor=2)(GOLD, ONE)
    rows = [([1.0, 3.0, 2.5], [0.2, 0.9, 0.1]), ([0.0, 1.5, 2.0], [0.3, 0.6, 0.5])]
    assert function.calls == [*rows, ([0.5, 3.5, 4.0, 1.0], [0.4, 0.8, 0.7, 0.2])]
    assert (p_value, weight) == (1.0, 1 + 2 + 3)
    assert value == pytest.approx(2 * (1 * 0.8 + 2 * -0.3 + 3 * 0.1) / 6)


@pytest.mark.parametrize("average_by", ["none", "sys", "item"])
def test_a_function_of_the_user_gives_what_ours_gives(average_by):
    one, two = corrs()
    params = stats.PermutationSigDiffParams(10, 0.02, 0.5)
    found, compared = [], []
    for function in (own_pearson, stats._pearsonr):
        average = one.AverageCorrelation(function, average_by)
        np.random.seed(11)
        p_value, delta, k_used, draws = stats.PermutationSigDiff(one, two, function, average_by, 40, params)
        ranks, matrix, *_ = data.CompareMetrics({"one": one, "two": two}, function, average_by, 20, params)
        found.append([average(GOLD, ONE)[0], p_value, delta, k_used, *np.ravel(draws)])
        compared.append([*(value for value, _ in ranks.values()), *matrix.ravel()])
        williams = stats.WilliamsSigDiff(one, two, average)
        assert williams[1:] == (average(GOLD, ONE)[0], average(GOLD, TWO)[0])
    assert found[0] == pytest.approx(found[1])
    assert compared[0] == pytest.approx(compared[1])


def test_errors_of_a_function_reach_the_caller():
    one, two = corrs()

    def fail(gold, metric):
        raise LookupError("mine")

    for call in (
        lambda: one.AverageCorrelation(fail, "item")(GOLD, ONE),
        lambda: stats.PermutationSigDiff(one, two, fail),
        lambda: data.CompareMetrics({"one": one, "two": two}, fail),
    ):
        with pytest.raises(LookupError, match="mine"):
            call()


def test_ours_is_recognised_with_its_own_options_only():
    """With others the function itself is called, which then has its say about them."""
    one, _ = corrs()
    preproc = stats.KendallPreproc([gold for gold in GOLD if gold is not None])
    direct = one.KendallVariants(variant="23")
    assert one.AverageCorrelation(stats.KendallVariants, "none", variant="23", preproc=preproc)(
        GOLD, ONE
    ) == pytest.approx(direct)
    with pytest.raises(TypeError, match="method"):
        one.AverageCorrelation(stats._pearsonr, "none", method="exact")(GOLD, ONE)


@pytest.mark.parametrize("average_by", ["none", "sys", "item"])
@pytest.mark.parametrize("block", [10, 1000])
def test_the_global_generator_is_left_where_the_original_leaves_it(average_by, block):
    one, two = corrs()
    params = stats.PermutationSigDiffParams(block, 0.02, 0.5)
    rows = np.array(GOLD, dtype=float).reshape(3, 4)
    rows = {"none": rows.reshape(1, -1), "sys": rows, "item": rows.T}[average_by]
    sizes = [int((~np.isnan(row)).sum()) for row in rows]
    for first, second in ((one, two), (two, one)):
        start()
        *_, k_used, _ = stats.PermutationSigDiff(
            first, second, stats.KendallVariants, average_by, 50, params, variant="acc23"
        )
        found = np.random.get_state()
        start()
        np.random.binomial(1, 0.5, sum(sizes) * k_used)
        assert all(map(np.array_equal, found, np.random.get_state()))
        start()
        *_, k_used, _ = stats.PairwisePermutationSigDiff(first, second, "acc23", average_by, 50, params)
        found = np.random.get_state()
        start()
        np.random.binomial(1, 0.5, sum(size**2 for size in sizes) * k_used)
        assert all(map(np.array_equal, found, np.random.get_state()))


def start():
    """Seeds, and leaves a normal number in stock."""
    np.random.seed(2)
    np.random.normal()


def test_samples_of_pairs_are_drawn_from_the_global_generator():
    one, _ = corrs()
    values = []
    for _ in range(2):
        np.random.seed(4)
        values.append([one.KendallWithTiesOpt("none", sample_rate=0.5) for _ in range(4)])
    assert values[0] == values[1]
    assert len({value for value, _, _ in values[0]}) > 1
    before = np.random.get_state()
    one.KendallWithTiesOpt("none", sample_rate=1.0)
    one.Pearson()
    assert all(map(np.array_equal, before, np.random.get_state()))


@pytest.mark.filterwarnings("ignore:Precision loss occurred in moment calculation")
@pytest.mark.parametrize("constant", [0.1, 1.0, 3.3, -0.06, 7.7e-5])
def test_equal_scores_are_standardized_as_scipy_does(constant):
    """Their mean is rounded, and what they differ from it is noise: of 30 times 0.1 it counts."""
    zscore = pytest.importorskip("scipy.stats").zscore
    gold, equal = np.arange(30.0), np.full(30, constant)
    function = Counted()
    one, two = (stats.Correlation(3, list(gold), list(scores)) for scores in (gold, equal))
    stats.PermutationSigDiff(one, two, function, k=1)
    second = next(scores for _, scores in function.calls if len(set(map(str, scores))) == 1)
    assert np.array_equal(second, zscore(equal), equal_nan=True)


def test_an_error_leaves_the_generator_alone():
    one, _ = corrs()
    np.random.seed(4)
    before = np.random.get_state()
    with pytest.raises(ValueError, match="different gold"):
        stats.PermutationSigDiff(one, stats.Correlation(3, ONE, TWO), stats._pearsonr)
    assert all(map(np.array_equal, before, np.random.get_state()))


def test_draws_of_a_function_are_not_taken_back():
    one, _ = corrs()
    np.random.seed(4)
    noise = one.AverageCorrelation(lambda gold, metric: np.random.normal(), "item")
    assert noise(GOLD, ONE) != noise(GOLD, ONE)


@pytest.mark.skipif(not hasattr(np.random, "set_bit_generator"), reason="NumPy 1.24 has it first")
def test_another_global_generator():
    kept = np.random.get_bit_generator()
    np.random.set_bit_generator(np.random.PCG64(1))
    try:
        with pytest.raises(ValueError, match="PCG64, but must by MT19937"):
            corrs()[0].Pearson()
    finally:
        np.random.set_bit_generator(kept)


def test_scores_may_be_arrays_of_objects():
    arrays = [np.array(scores, dtype=object) for scores in (GOLD, ONE)]
    one, _ = corrs()
    assert stats.Correlation(3, *arrays).Kendall("item") == one.Kendall("item")
    found = stats.PairwiseConfidenceError(*arrays, 3, filter_nones=True)
    assert found == (one.PairwiseConfidenceError()[0],)
    tables = [scores.reshape(3, 4).T for scores in arrays[::-1]]
    best = tau_optimization.tau_optimization(*tables, tau_optimization.TauSufficientStats.acc_23)
    assert best.best_tau == one.KendallWithTiesOpt("item", sample_rate=1.0)[0]


def test_numbers_without_anything_to_average():
    """A metric that scores everything alike; rows of one score; one system."""
    constant = stats.Correlation(3, GOLD, [1.0] * 12)
    assert constant.Pearson() == constant.Kendall("item") == (0, 0, 0)
    assert stats.Correlation(3, [1, None, 2], [1, 2, 3]).Pearson("sys") == (0, 0, 0)
    assert np.isnan(stats.Correlation(1, GOLD, ONE).PairwiseConfidenceError()[0])
    assert np.isnan(pce.compute_one_minus_pce(*[np.full((1, 1), np.nan)] * 2))
    assert stats.Agreement([], []) == (0, 0)
    assert stats.filter_gold_nones([None], [1]) == ([], [])
    assert stats.filter_gold_nones([None, 2, 3], "abc") == ((2, 3), ("b", "c"))
    assert [stats.is_constant_array(np.array(values)) for values in ([1, 1], [1, 2])] == [True, False]


def test_differences_of_pairs():
    one, two = corrs()
    assert one.Pearson("item", pdp=True) == one.AverageCorrelation(stats._pearsonr, "item", pdp=True)(
        GOLD, ONE
    )
    with pytest.raises(ValueError, match="pdp"):
        one.AverageCorrelation(stats.KendallLike, "item", pdp=True)
    halves = np.full((12, 12), 0.5)
    metrics = [stats.PairwiseDiffs(corr.metric_scores) for corr in (one, two)]
    mixed = metrics[0].Combine(metrics[1], halves, halves)
    np.testing.assert_allclose(mixed.x_diffs, (metrics[0].x_diffs + metrics[1].x_diffs) / 2)
    ones, nothing = np.ones((12, 12)), np.zeros((12, 12))
    same = metrics[0].Combine(metrics[1], ones, nothing)
    gold = [0.0 if score is None else score for score in GOLD]
    for variant in ("b", "c", "23", "acc23"):
        assert stats.KendallVariants(gold, ONE, variant, metric_preproc=same) == pytest.approx(
            stats.KendallVariants(gold, ONE, variant)
        )


def test_what_gold_scores_are_prepared_to():
    found = stats.KendallPreproc([2.0, 1.0, 2.0, 3.0])
    assert found.perm.tolist() == [1, 0, 2, 3]
    assert found.y_cumsum.tolist() == [1, 2, 2, 3]
    assert (found.ytie, found.y_is_tie.sum()) == (1, 6)
    assert found.y_diffs[0].tolist() == [0, -1, 0, 1]


@pytest.mark.parametrize(
    "call",
    [
        lambda: stats.Correlation(5, GOLD, ONE),
        lambda: stats.Correlation(3, GOLD, ONE[:-1]),
        lambda: corrs()[0].Pearson("segment"),
        lambda: corrs()[0].KendallVariants(variant="x"),
        lambda: stats.KendallVariants([1, 2], [1, 2], "c", epsilon=0.1),
        lambda: stats.KendallVariants([], []),
        lambda: corrs()[0].KendallWithTiesOpt(variant="b"),
        lambda: corrs()[0].KendallWithTiesOpt(sample_rate=0),
        lambda: stats.PairwisePermutationSigDiff(*corrs(), "b"),
        lambda: stats.Correlation(1, GOLD, [None] * 12).Pearson(),
        lambda: stats.Correlation(1, GOLD, GOLD).Pearson("item", pdp=True),
        lambda: stats.Correlation(1, ONE, ONE).Pearson("item", pdp=True),
        lambda: stats.KendallVariants(None, [1, 2]),
        lambda: stats.Sample(5, 2, "any"),
        lambda: stats.Sample(-1, 1, "uniform"),
        lambda: stats.Sample(1, -1, "uniform"),
        lambda: tau_optimization.tau_optimization([[1, 2]], [[1]], lambda counts: 0),
        lambda: data.CompareMetrics({}, stats._pearsonr),
        lambda: data.CompareMetrics({"x": corrs()[0]}, stats._pearsonr, perm_test="all"),
        lambda: data.CompareMetricsWithPairwiseConfidenceError({"x": corrs()[0]}, perm_test="pairs"),
    ],
)
def test_what_is_refused_is_a_value_error_that_says_why(call):
    with pytest.raises(ValueError, match=r"\w+ \w+"):
        call()


def test_soft_pairwise_accuracy_is_compared_like_others():
    gold = [0.0 if score is None else score for score in GOLD]
    metrics = {"one": stats.Correlation(3, gold, ONE), "two": stats.Correlation(3, gold, TWO)}
    np.random.seed(1)
    ranks, matrix, index, draws = data.CompareMetricsWithPairwiseConfidenceError(metrics, 20)
    for name, corr in metrics.items():
        assert ranks[name][0] == corr.PairwiseConfidenceError()[0]
    assert 0 <= matrix[0, 1] <= 1
    assert len(draws) == index[1, 0] == 20


def test_counts_of_pairs():
    counts = tau_optimization.TauSufficientStats(1, 2, 3, 4, 5)
    assert str(counts) == "(C=1,D=2,T_h=3,T_m=4,T_hm=5)"
    assert (counts.num_pairs, counts.acc_23(), counts.tau_23()) == (15, 6 / 15, -3 / 15)
    counts += tau_optimization.TauSufficientStats(1, 1, 1, 1, 1)
    assert counts == tau_optimization.TauSufficientStats(2, 3, 4, 5, 6)
    counts -= tau_optimization.TauSufficientStats(1, 1, 1, 1, 1)
    assert counts.num_pairs == 15


def test_pickles():
    one, _ = corrs()
    again = pickle.loads(pickle.dumps(one))
    assert again.Kendall() == one.Kendall()
    average = one.AverageCorrelation(stats.KendallVariants, "item", variant="23")
    assert pickle.loads(pickle.dumps(average))(GOLD, ONE) == average(GOLD, ONE)
    assert pickle.loads(pickle.dumps(tasks.CORRELATION_FUNCTIONS)) == tasks.CORRELATION_FUNCTIONS
    task = tasks.Task(test_set="wmt24", lang="en-de")
    assert pickle.loads(pickle.dumps(task)) == task
