"""How programs call MT Metrics Eval, and what they find in what it returns."""

import math

import numpy as np
import pytest

from parbleu.compat.mt_metrics_eval import data, meta_info, ratings, standalone_ratings, stats, tasks
from parbleu.compat.mt_metrics_eval.tau_optimization import TauSufficientStats, tau_optimization

GOLD = [1.0, None, 3.0, 2.5, 0.0, 1.5]
ONE = [0.2, 0.4, 0.9, 0.1, 0.3, 0.6]
TWO = [0.9, 0.1, 0.3, 0.2, 0.2, 0.4]


def test_gold_scores_may_be_given_prepared():
    gold, metric = [1.0, 2.0, 2.0, 4.0], [0.5, 0.25, 1.0, 2.0]
    prepared = stats.KendallPreproc(gold)
    for variant in ("b", "c", "23", "acc23"):
        expected = stats.KendallVariants(gold, metric, variant)
        assert stats.KendallVariants(None, metric, variant, preproc=prepared) == expected
    differences = stats.PairwiseDiffs(metric, 0.3)
    found = stats.KendallVariants(None, None, "acc23", preproc=prepared, metric_preproc=differences)
    assert found == stats.KendallVariants(gold, metric, "acc23", epsilon=0.3)


def test_curves_are_lists():
    found = tau_optimization([[1, 2, 4]], [[1, 1, 2]], TauSufficientStats.acc_23)
    again = stats.KendallWithTiesOpt([1, 1, 2], [1, 2, 4], sample_rate=1.0)[2]
    for result in (found, again):
        assert (result.thresholds, result.taus) == ([0.0, 1.0, 2.0, 3.0], [2 / 3, 1.0, 2 / 3, 1 / 3])


def test_differences_need_two_scores_in_a_row():
    for gold in (GOLD, [score or 0.0 for score in GOLD]):
        with pytest.raises(ValueError, match="at least two scores"):
            stats.Correlation(1, gold, ONE).Pearson("item", pdp=True)


def test_differences_of_rows():
    average = stats.AverageCorrelation(stats.KendallVariants)
    human, metric = average._enumerate_pairwise_diffs([[1, None], [1, 4]], [[0.5, 1], [2, 2]])
    assert human == [0, None, None, None, 0, 3, -3, 0]
    assert metric == [0, 0.5, -0.5, 0, 0, 0, 0, 0]
    with pytest.raises(ValueError, match="at least two scores"):
        average._enumerate_pairwise_diffs([[1]], [[2]])


def test_an_average_has_a_method_of_its_own():
    corr = stats.Correlation(2, GOLD, ONE)
    average = corr.AverageCorrelation(stats.KendallVariants, "sys", variant="acc23")
    assert average.Corr(gold_vect=GOLD, metric_vect=ONE) == average(GOLD, ONE)


def test_rows_and_what_is_left_of_them():
    assert stats._Reshape(ONE, 2, "item").tolist() == [[0.2, 0.1], [0.4, 0.3], [0.9, 0.6]]
    assert stats._Reshape(ONE, 2, "sys").shape == (2, 3)
    assert stats._Reshape(ONE, 2, "none").shape == (1, 6)
    corrs = stats.Correlation(2, GOLD, ONE), stats.Correlation(2, GOLD, TWO)
    lengths, gold, one, two = stats._ReshapeAndFilter(*corrs, "item")
    assert (lengths, gold.tolist()) == ([2, 1, 2], [1.0, 2.5, 0.0, 3.0, 1.5])
    assert (one.tolist(), two.tolist()) == ([0.2, 0.1, 0.3, 0.9, 0.6], [0.9, 0.2, 0.2, 0.3, 0.4])
    unrated = stats.Correlation(2, [None, 1.0, None, 2.0], [1.0, 2.0, 3.0, 4.0])
    assert stats._ReshapeAndFilter(unrated, unrated, "item")[0] == [2]


def test_williams_of_three_scores_is_undefined():
    assert math.isnan(stats.WilliamsTest(0.5, 0.4, 0.3, 3))
    one, two = stats.Correlation(1, GOLD[2:5], ONE[2:5]), stats.Correlation(1, GOLD[2:5], TWO[2:5])
    average = one.AverageCorrelation(stats.KendallVariants, "none")
    p_value, first, second = stats.WilliamsSigDiff(one, two, average)
    assert math.isnan(p_value)
    assert (first, second) == (average(GOLD[2:5], ONE[2:5])[0], average(GOLD[2:5], TWO[2:5])[0])


@pytest.mark.parametrize("level", [0.0, 0.5, 3.0])
def test_a_metric_that_scores_everything_alike(level):
    """It is worse than any other for certain, whatever NumPy's generator draws; its mean is not rounded."""
    gold = np.random.default_rng(0).normal(size=30).tolist()
    good = stats.Correlation(3, gold, [score + 1 for score in gold])
    same = stats.Correlation(3, gold, [level] * 30)
    np.random.seed(1)
    for function in (tasks.CORRELATION_FUNCTIONS["pearson"], tasks.CORRELATION_FUNCTIONS["kendall"]):
        p_value, delta, used, draws = stats.PermutationSigDiff(same, good, function, k=50)
        assert (p_value, used, set(draws)) == (0.0, 50, {(0.0, 0.0)})
        assert delta == pytest.approx(1)
        assert stats.PermutationSigDiff(good, same, function, k=50)[0] == 1.0
        ranks, matrix, *_ = data.CompareMetrics({"good": good, "same": same}, function, k=50)
        assert (ranks["same"], matrix[0, 1]) == ([0.0, 2], 0.0)


def test_samples_leave_numpys_generator_where_the_original_leaves_it():
    np.random.seed(1)
    found = stats.Sample(total_size=20, size=9, method="stratify", bin_sizes=[3, 7, 10], seed=6)
    state = np.random.random()
    assert found.sample.tolist() == [1, 6, 5, 9, 13, 11, 17, 12, 18]
    np.random.seed(1)
    np.random.permutation(3)
    assert np.random.random() == state
    assert found.Select(v=list("abcdefghijklmnopqrst")).tolist() == list("bgfjnlrms")


def test_samples_of_bins_have_the_given_sizes():
    found = stats.Sample(100, 10, "stratify", [10, 30, 60], seed=5).sample.tolist()
    assert len(set(found)) == 10
    assert np.histogram(found, [0, 10, 40, 100])[0].tolist() == [1, 3, 6]
    assert sorted(stats.Sample(5, 9, "stratify", [2, 0, 3]).sample) == [0, 1, 2, 3, 4]
    assert sorted(stats.Sample(4, 9, "uniform").sample) == [0, 1, 2, 3]
    assert stats.Sample(0, 0, "stratify", []).sample.tolist() == []


def test_equal_rests_are_decided_by_numpys_generator():
    drawn = set()
    for seed in range(40):
        np.random.seed(seed)
        first = np.random.permutation(4)[0]
        np.random.seed(seed)
        sample = stats.Sample(8, 1, "stratify", [2, 2, 2, 2], seed=3).sample
        assert sample[0] // 2 == first
        drawn.add(int(first))
    assert drawn == {0, 1, 2, 3}


def test_results_of_tasks_are_made_of_the_task():
    task = tasks.Task("wmt23", "en-de", pval=0.1, k=0)
    gold = [1.0, 2.0, 3.0]
    metrics = {
        name: stats.Correlation(3, gold, scores) for name, scores in {"m": gold, "n": [1, 3, 2]}.items()
    }
    compared = data.CompareMetrics(metrics, tasks.CORRELATION_FUNCTIONS["kendall"], k=0)
    results = tasks.TaskResults(task=task, compare_metrics_results=compared)
    assert (results.name, results.pval, results.attr_vals["lang"]) == (task.name, 0.1, "en-de")
    assert (results.metrics, results.Rank("n"), results.Corr(metric="m")) == (["m", "n"], 2, 1.0)
    table = tasks.TaskSetResults([results]).Table(attr_list=["lang", "level"])
    assert table.splitlines()[-2:] == ["m       1 1.000", "n       2 0.333"]
    assert (task.StrVal("refs"), task.StrVal("k"), task.StrVal("lang")) == ("{'refA'}", "0", "en-de")
    assert (task._StdGold("en-de", "sys"), task._StdRefs("he-en")) == ("mqm", {"refB"})


def test_weights_have_a_total():
    results = [tasks.TaskResults(tasks.Task("wmt23", pair, k=0)) for pair in ("en-de", "zh-en")]
    assert tasks.TaskSetResults(results).AssignWeights(["lang"], total_wt=3) == [1.5, 1.5]


def test_tables_of_metrics():
    """Ties of new ranks stand in the order of their column; what only columns have is sorted, at the end."""
    columns = [{"b": (0.5, 1), "a": (0.5, 1), "d": (0.5, 1)}, {"c": (0.1, 1), "a": (0.2, 1)}]
    union = tasks.MetricsTable(["b"], columns, [], "tsv", "union")
    assert [line.split("\t")[0] for line in union.splitlines()] == ["b", "a", "c", "d"]
    again = tasks.MetricsTable(["d", "a", "b"], columns[:1], [], "tsv", "listed", [True])
    assert again == "d\t3\t0.500000\na\t2\t0.500000\nb\t1\t0.500000\n"


def test_external_metrics_of_several_sets_have_one_name(home, evs):
    """Their references may differ from set to set."""
    info = meta_info.MetaInfo("refB", evs.info.std_gold, {"C"}, {"BLEU"})
    other = data.EvalSet("tiny", "en-de", True, info, home)
    extern = [
        {"mine-refA": {"A": [1], "B": [2]}, "own": {"A": [2], "B": [1]}, "free-src": {"A": [1], "B": [2]}}
    ]
    extern.append(
        {"mine-refB": {"A": [3], "B": [4]}, "own": {"A": [2], "B": [1]}, "free-src": {"A": [1], "B": [2]}}
    )
    ranks, *_ = data.CompareMetricsWithGlobalAccuracy(
        [evs, other],
        [{"refA"}, {"refB"}],
        [set(), set()],
        False,
        False,
        "std",
        False,
        k=0,
        extern_metrics_list=extern,
    )
    assert {name: value for name, (value, _) in ranks.items()} == {
        "*Part[noref]": 1.0,
        "*free[noref]": 1.0,
        "*mine": 1.0,
        "own": 0.0,
    }


def test_names_of_files(evs):
    assert evs.ParseMetricFilename("x/BLEU-refA.refB.seg.score") == ("BLEU-refA.refB", "seg")
    assert evs.ParseHumanScoreFilename("en-de.round2.mqm.sys.score") == ("en-de", "round2.mqm", "sys")
    assert evs.ParseHumanScoreFilename("en-de.mqm.seg.rating", rating_file=True) == ("en-de", "mqm", "seg")
    for wrong in ("BLEU.score", "en-de.mqm.seg.rating", "en-de.mqm.word.score"):
        with pytest.raises(ValueError, match="the name of a file"):
            evs.ParseHumanScoreFilename(wrong)
    with pytest.raises(ValueError, match="the name of a file"):
        evs.ParseMetricFilename("BLEU-refA.score")


def test_positions():
    items = ["aa", "aa", "bb", "cc", "cc"]
    assert data._MapPositions([*items, "aa"]) == {"aa": [[0, 2], [5, 6]], "bb": [[2, 3]], "cc": [[3, 5]]}
    assert data._MapPositions(items, True) == {"aa": [0, 2], "bb": [2, 3], "cc": [3, 5]}
    for contiguous in (False, True):
        assert data._UnmapPositions(data._MapPositions(items, contiguous), contiguous) == items
    with pytest.raises(ValueError, match="several places"):
        data._MapPositions([*items, "aa"], contiguous=True)


def test_a_name_of_a_comparison():
    found = data.MakeTaskName(
        "t", "en-de", None, "sys", True, "none", "kendall", 0, "mqm", {"refA"}, variant="c"
    )
    assert found == (
        "test_set=t lang=en-de domain=None level=sys human=True avg_by=none corr_fcn=kendall k=0 gold=mqm "
        "refs={'refA'} close_refs=None use_outliers=False primary=True pval=0.05 block_size=1000 "
        "early_min=0.02 early_max=0.5 replace_nans_with_zeros=False corr_fcn_args={'variant':'c'}"
    )


def test_files_of_ratings(evs, tmp_path):
    named, who = evs.Ratings(rating_name="mqm.rater1"), evs.RaterIdsPerSeg(rating_name="mqm.rater1")
    path = str(tmp_path / "en-de.mqm.rater1.seg.rating")
    ratings.WriteRatingFile(named, path, who)
    assert ratings.ReadRatingFile(path, "somebody") == (named, who)
    listed = standalone_ratings.EvalSetRatingsToRatingsList(
        {"rater1": named}, evs, {"rater1": who}, rename_raters={"rater1": "Ann"}
    )
    assert [rating.rater_id for rating in listed] == ["Ann"]
    standalone_ratings.WriteRatingFile(listed, str(tmp_path / "alone.jsonl"))
    assert standalone_ratings.ReadRatingFile(str(tmp_path / "alone.jsonl")) == listed
    found, renamed, ids = standalone_ratings.RatingsListToEvalSetRatings(listed, evs, anonymize_raters=True)
    assert renamed == {"Ann": "rater1"}
    merged, raters = standalone_ratings.MergeEvalSetRaters(found, evs, ids)
    assert (merged["A"][0], raters["A"][0]) == (named["A"][0], "rater1")


def test_printed_comparisons(capsys):
    data.PrintMetricComparison(ranks={"m": [0.5, 1]}, matrix=np.zeros((1, 1)))
    assert capsys.readouterr().out == "m  1  0.5000000  . \n"
