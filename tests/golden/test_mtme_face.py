"""Tests that the face of MT Metrics Eval returns the original's recorded numbers."""

import json
import math
import pickle
from functools import cache

import numpy as np
import pytest

from parbleu.compat.mt_metrics_eval import data, meta_info, pce, stats, tasks, tau_optimization
from parbleu.evalset._levels import OF_WORDS

PAIRS = ("en-cs", "en-ja", "en-zh")
SCIPY = {
    "pearson": stats._pearsonr,
    "spearman": stats._spearmanr,
    "kendall": stats._kendalltau,
}


@pytest.fixture(scope="session")
def recorded(read_golden):
    return lambda name: read_golden(f"mtme/{name}")


@pytest.fixture(scope="session")
def evalsets(oracles):
    """Loads a set. Where the standard reference is not public, another one stands for it, as recorded."""

    @cache
    def load(name, lp):
        info = meta_info.DATA[name][lp]
        if (name, lp) == ("wmt21.news", "zh-en"):
            info = meta_info.MetaInfo("refA", info.std_gold, set(), info.primary_metrics)
        return data.EvalSet(name, lp, True, info, oracles / "data" / "evalsets", read_stored_ratings=True)

    return load


def close(ours, theirs, tolerance=1e-12):
    theirs = math.nan if theirs == "nan" else theirs
    if math.isnan(theirs):
        return math.isnan(ours)
    return abs(ours - theirs) <= tolerance * max(1e-3, abs(theirs))


METHODS = {
    "Pearson": lambda corr, by: corr.Pearson(by),
    "Pearson_pdp": lambda corr, by: corr.Pearson(by, True),
    "Spearman": lambda corr, by: corr.Spearman(by),
    "Kendall_b": lambda corr, by: corr.Kendall(by),
    "Kendall_c": lambda corr, by: corr.Kendall(by, "c"),
    "KendallLike@0": lambda corr, by: corr.KendallLike(by, 0),
    "KendallLike@25": lambda corr, by: corr.KendallLike(by),
    "KendallVariants_b": lambda corr, by: corr.KendallVariants(by),
    "KendallVariants_c": lambda corr, by: corr.KendallVariants(by, "c"),
    "KendallVariants_23": lambda corr, by: corr.KendallVariants(by, "23"),
    "KendallVariants_acc23": lambda corr, by: corr.KendallVariants(by, "acc23"),
    "KendallVariants_acc23_eps0.5": lambda corr, by: corr.KendallVariants(by, "acc23", 0.5),
    "KendallWithTiesOpt_23_sr1": lambda corr, by: corr.KendallWithTiesOpt(by, "23", 1.0),
    "KendallWithTiesOpt_acc23_sr1": lambda corr, by: corr.KendallWithTiesOpt(by, sample_rate=1.0),
}
for replace in (False, True):
    for macro in (False, True):
        for name in ("pearson", "kendall"):

            def average(corr, by, name=name, replace=replace, macro=macro):
                average = corr.AverageCorrelation(SCIPY[name], by, replace, macro)
                return average(corr.gold_scores, corr.metric_scores)

            METHODS[f"AverageCorrelation_{name}_repl={replace}_macro={macro}"] = average


@pytest.mark.parametrize("name", METHODS)
def test_correlations(recorded, name):
    compared = 0
    for case in recorded("unit/correlation_class"):
        corr = stats.Correlation(case["num_sys"], case["gold"], case["metric"])
        assert (corr.num_items, corr.none_count) == (case["num_items"], case["none_count"])
        for average_by in ("none", "item", "sys"):
            theirs = case[average_by][name]
            if "ok" not in theirs:
                continue  # a row of one score, or of none, made it crash
            ours = METHODS[name](corr, average_by)
            assert all(map(close, ours, theirs["ok"])), (case, average_by, ours)
            assert isinstance(ours[2], int)
            compared += 1
    assert compared > 200


def test_functions_of_two_vectors(recorded):
    for case in recorded("unit/vector_functions"):
        gold, metric = case["gold"], case["metric"]
        for name, theirs in case["KendallVariants"].items():
            variant, epsilon = name.split("|eps=")
            if "raises" in theirs:
                with pytest.raises(ValueError, match="epsilon"):
                    stats.KendallVariants(gold, metric, variant, epsilon=float(epsilon))
                continue
            ours = stats.KendallVariants(gold, metric, variant, epsilon=float(epsilon))
            prepared = stats.KendallPreproc(gold), float(epsilon), stats.PairwiseDiffs(metric, float(epsilon))
            for value, p_value in (ours, stats.KendallVariants(gold, metric, variant, *prepared)):
                assert close(value, theirs["ok"])
                assert p_value == 0
        counts = case["suffstats_con_dis_tx_ty_txy"]["ok"]
        assert list(stats._FenwickTreeSufficientStatistics(metric, gold, None)) == counts
        for prepared in (None, stats.PairwiseDiffs(metric, 1)):
            found = stats._MatrixSufficientStatistics(metric, gold, 1, None, prepared)
            assert list(found) == case["suffstats_eps1"]["ok"]
        for thresh in (0, 1, 25):
            assert list(stats.KendallLike(gold, metric, thresh)) == case[f"KendallLike@{thresh}"]["ok"]
        assert list(stats.Agreement(gold, metric)) == case["Agreement"]["ok"]


def test_tie_calibration(recorded):
    functions = {
        "acc23": tau_optimization.TauSufficientStats.acc_23,
        "23": tau_optimization.TauSufficientStats.tau_23,
    }
    for case in recorded("unit/tau_optimization"):
        known = functions[case["variant"]]
        for function in (known, lambda counts, known=known: known(counts)):  # ours, and one of a user's
            np.random.seed(77)
            found = tau_optimization.tau_optimization(
                case["metric"], case["human"], function, case["sample_rate"]
            )
            if "ok" not in case["result"]:
                assert math.isnan(found.best_tau)  # there is no pair: it divides by zero
                continue
            theirs = case["result"]["ok"]
            assert list(found.thresholds) == theirs["thresholds"]
            assert list(found.taus) == theirs["taus"]
            best = theirs["best_threshold"], theirs["best_tau"]
            assert (found.best_threshold, found.best_tau) == best


def test_soft_pairwise_accuracy(recorded):
    compared = 0
    for case in recorded("unit/pce"):
        if "metric" not in case:
            continue
        options = case["num_permutations"], case["seed"]
        matrices = [pce.compute_pairwise_p_values(case[side], *options) for side in ("gold", "metric")]
        assert close(pce.compute_one_minus_pce(*matrices), case["one_minus_pce"])
        if options == (1000, 4) and len(case["gold"]) > 1:
            vectors = [[score for row in case[side] for score in row] for side in ("gold", "metric")]
            found = stats.PairwiseConfidenceError(*vectors, len(case["gold"]))
            assert list(map(close, found, case["PairwiseConfidenceError"])) == [True]
        compared += 1
    assert compared > 5


def test_permutation_tests(recorded):
    cases = recorded("unit/permutation")
    for case in cases:
        texts = case if "gold" in case else texts  # noqa: F821 - the first has them
        corrs = [
            stats.Correlation(case["num_sys"], texts["gold"], texts[name]) for name in ("metric1", "metric2")
        ]
        np.random.seed(case["np_random_seed"])
        params = stats.PermutationSigDiffParams(
            case["block_size"], case.get("early_min", 0.02), case.get("early_max", 0.5)
        )
        found, without = (run_test(case, corrs, k, params) for k in (case["k"], 0))
        theirs = case["result"]["ok"]
        assert (found[0], found[2], len(found[3])) == (theirs["pval"], theirs["k_used"], theirs["k_used"])
        assert close(found[1], theirs["delta"])
        draws = [*found[3][:3], found[3][-1]]
        for ours, draw in zip(draws, [*theirs["draws_first3"], theirs["draws_last"]], strict=True):
            assert all(map(close, ours, draw))
        assert without == (0, found[1], 1, [])
    assert len(cases) == 190


def run_test(case, corrs, k, params):
    if case["fn"] == "PairwisePermutationSigDiff":
        epsilons = {name: case[name] for name in ("epsilon1", "epsilon2") if name in case}
        return stats.PairwisePermutationSigDiff(*corrs, case["variant"], case["avg"], k, params, **epsilons)
    name = case["corr"].split("_")[0].split("@")[0]
    function = SCIPY.get(name) or getattr(stats, name)
    return stats.PermutationSigDiff(*corrs, function, case["avg"], k, params, **case["args"])


def test_williams_and_samples(recorded):
    for case in recorded("unit/williams"):
        numbers = [case[name] for name in ("r12", "r13", "r23", "n")]
        for name, one_sided in (("one", True), ("two", False)):
            if "ok" in case[name]:
                assert close(stats.WilliamsTest(*numbers, one_sided), case[name]["ok"], 1e-9)
    for case in recorded("unit/sample"):
        bins = case.get("bins")
        total = case["total"] if bins is None else sum(bins)
        sample = stats.Sample(total, case["size"], case["method"], bins, case["seed"])
        assert sample.Select(np.arange(total)).tolist() == case["sample"]
    for case in recorded("unit/assign_ranks"):
        assert data.AssignRanks(np.array(case["sig_matrix"]), case["pval"]) == case["ranks"]


@pytest.mark.parametrize(
    ("test_set", "lp"),
    [("wmt21.tedtalks", "en-de"), ("wmt24", "en-cs"), ("wmt24", "en-hi")],
)
def test_real_correlations(evalsets, recorded, test_set, lp):
    """Some of the sets; tests/golden/test_evalsets.py has all, below the face."""
    methods = {
        **METHODS,
        "Pearson_nan0": lambda corr, by: corr.AverageCorrelation(SCIPY["pearson"], by, True)(
            corr.gold_scores, corr.metric_scores
        ),
        "KendallVariants_b_eps1.0": lambda corr, by: corr.KendallVariants(by, "b", 1.0),
        "KendallVariants_23_eps1.0": lambda corr, by: corr.KendallVariants(by, "23", 1.0),
        "KendallVariants_acc23_eps1.0": lambda corr, by: corr.KendallVariants(by, "acc23", 1.0),
        "KendallLike@5": lambda corr, by: corr.KendallLike(by, 5),
    }
    evs = evalsets(test_set, lp)
    compared = 0
    for row in recorded(f"evalsets/{test_set}.{lp}.correlations")["results"]:
        scores = [evs.Scores(row["level"], row[side]) for side in ("gold", "metric")]
        corr = evs.Correlation(*scores, row["sys_order"])
        assert (corr.num_sys, corr.num_items, corr.none_count) == (
            row["num_sys"],
            row["num_items"],
            row["none_count"],
        )
        for average_by in ("none", "item", "sys"):
            for name, theirs in row.get(average_by, {}).items():
                if "raises" not in theirs:
                    ours = methods[name](corr, average_by)
                    assert all(close(*pair, 1e-10) for pair in zip(ours, theirs[:3], strict=True)), (
                        row,
                        name,
                    )
                    compared += 1
    assert compared > 300


MATRICES = {
    "sys_kendall": ("sys", SCIPY["kendall"], "none", {}),
    "seg_pearson_none": ("seg", SCIPY["pearson"], "none", {}),
    "seg_pearson_item": ("seg", SCIPY["pearson"], "item", {}),
    "seg_KV_b_item": ("seg", stats.KendallVariants, "item", {}),
    "seg_acct_item_pairs": (
        "seg",
        stats.KendallWithTiesOpt,
        "item",
        {"sample_rate": 1.0, "perm_test": "pairs"},
    ),
}


@pytest.mark.parametrize("setting", MATRICES)
def test_matrices(evalsets, recorded, setting):
    evs = evalsets("wmt24", "en-ja")
    level, function, average_by, options = MATRICES[setting]
    (row,) = [
        row for row in recorded("evalsets/wmt24.en-ja.matrix") if row["name"].startswith(f"{setting}_k")
    ]
    draws, _, block = row["name"].removeprefix(f"{setting}_k").partition("_blk")
    gold = [score for name in row["sys_order"] for score in evs.Scores(level, "esa")[name]]
    corrs = {}
    for metric in row["metric_order_in"]:
        scores = evs.Scores(level, metric)
        own = [score for name in row["sys_order"] for score in scores[name]]
        corrs[metric] = stats.Correlation(len(row["sys_order"]), gold, own)
    np.random.seed(row["np_random_seed"])
    psd = stats.PermutationSigDiffParams(int(block))
    ranks, matrix, index, found = data.CompareMetrics(corrs, function, average_by, int(draws), psd, **options)
    assert list(ranks) == list(row["corr_ranks"])
    for name, (value, rank) in row["corr_ranks"].items():
        assert close(ranks[name][0], value)
        assert ranks[name][1] == rank
    assert matrix.tolist() == row["matrix"]
    assert index.tolist() == row["draws_index"]
    assert len(found) == row["n_draws"]
    np.testing.assert_allclose(found[:4], row["draws_head"], rtol=1e-12)


def test_sampled_calibration(evalsets, recorded):
    """On a sample of pairs, which NumPy's global generator draws."""
    evs = evalsets("wmt21.tedtalks", "en-de")
    compared = 0
    for row in recorded("evalsets/wmt21.tedtalks.en-de.tiesopt"):
        if "np_random_seed" not in row:
            continue
        gold, metric = (
            [score for name in row["sys_order"] for score in evs.Scores("seg", scorer)[name]]
            for scorer in ("mqm", row["metric"])
        )
        options = row["variant"], len(row["sys_order"]), row["avg"], row["sample_rate"]
        np.random.seed(row["np_random_seed"])
        value, threshold, _ = stats.KendallWithTiesOpt(gold, metric, *options)
        assert (value, threshold) == (row["best_tau"], row["best_threshold"])
        corr = stats.Correlation(options[1], gold, metric)
        np.random.seed(row["np_random_seed"])
        assert corr.KendallWithTiesOpt(row["avg"], row["variant"], row["sample_rate"])[0] == value
        compared += 1
    assert compared > 2


def test_global_accuracy(evalsets, recorded):
    """The order of systems is not that of the recording, which moves p-values but no correlation."""
    for row in recorded("global_accuracy"):
        found = [evalsets(row["test_set"], lp) for lp in row["lps"]]
        refs = [{evs.std_ref} for evs in found]
        ranks, _, _, draws = data.CompareMetricsWithGlobalAccuracy(
            found, refs, [set()] * len(found), row["human"], False, "std", False, k=0
        )
        assert {name: value for name, (value, _) in ranks.items()} == {
            name: value for name, (value, _) in row["corr_ranks"].items()
        }
        assert len(draws) == 0


def test_names_of_tasks(recorded):
    theirs = recorded("tasks")
    assert tasks.Attributes() == theirs["Attributes"]
    assert tasks.Task().name == theirs["default_task"]
    for name in ("WMT23", "WMT24OnWMT23", "WMT24", "WMT25"):
        found, weights = getattr(tasks, name)()
        assert [task.name for task in found] == theirs[name]["names"]
        assert weights == theirs[name]["weights"]


def tasks_of_the_run(recorded):
    chosen = tasks.TaskSet()
    for row in recorded("tasks")["run"]["per_task"]:
        values = dict(word.split("=", 1) for word in row["name"].split(" "))
        shared = {"test_set": "wmt24", "lang": [values["lang"]], "human": [False], "primary": [False]}
        if values["corr_fcn"] == "KendallWithTiesOpt":
            options = {"level": "seg", "avg_by": "item", "perm_test": "pairs"}
            options["corr_fcn_args"] = {"sample_rate": 1.0}
        else:
            options = {}
        shared.pop("test_set")
        chosen += tasks.TaskSet(shared, test_set="wmt24", corr_fcn=values["corr_fcn"], k=0, **options)
    assert [task.name for task in chosen] == [row["name"] for row in recorded("tasks")["run"]["per_task"]]
    return chosen


@pytest.fixture(scope="session")
def results(recorded, evalsets):
    return tasks_of_the_run(recorded).Run({("wmt24", lp): evalsets("wmt24", lp) for lp in PAIRS})


def test_a_run_of_tasks(recorded, results):
    for found, row in zip(results, recorded("tasks")["run"]["per_task"], strict=True):
        assert (found.name, list(found.range)) == (row["name"], row["range"])
        if "corr_fcn=pce" in row["name"]:  # depends on the order of systems, and on rounding to floats
            for name, (value, _) in row["corr_ranks"].items():
                assert name == "*Const" or abs(found.Corr(name) - value) < 3e-3, name
            continue
        for name, (value, rank) in row["corr_ranks"].items():
            assert close(found.Corr(name), value)
            assert found.Rank(name) == rank


def test_tables(recorded):
    run = recorded("tasks")["run"]
    found = tasks.TaskSetResults(
        [
            tasks.TaskResults(task, (row["corr_ranks"], np.zeros((0, 0)), np.zeros((0, 0)), np.zeros((0, 2))))
            for task, row in zip(tasks_of_the_run(recorded), run["per_task"], strict=True)
        ]
    )
    weights = found.AssignWeights(["lang", "level"])
    assert weights == run["weights"]
    assert list(found.AverageCorrs(weights).items()) == list(run["avg_corrs"].items())
    assert list(found.AverageRanks(weights).items()) == list(run["avg_ranks"].items())
    averages = found.AverageCorrs(weights)
    for fmt in ("text", "tsv", "latex"):
        table = found.Table(
            list(averages),
            averages,
            "avg-corr",
            attr_list=["lang", "level", "corr_fcn"],
            nicknames={"KendallWithTiesOpt": "acc-t"},
            fmt=fmt,
            baselines_metainfo=meta_info.WMT24,
        )
        assert table == run[f"table_{fmt}"]
    assert found.Table(task_indices=[1, 2], rerank=[True, False]) == run["table_rerank"]
    columns = [
        {"m1": (0.9, 1), "m2[noref]": (0.8, 1), "*m_3": (0.5, 2)},
        {"m1": (0.5, 1), "m2[noref]": (-0.2, 2)},
        {"m1": (0.2, 2), "*m_3": (0.5, 1)},
    ]
    for row in recorded("tasks")["metrics_table"]:
        options = row["headers"], row["fmt"], row["which"], row["rerank"]
        assert tasks.MetricsTable(row["metrics"], columns, *options) == row["out"]
    average = recorded("tasks")["avg_corr_matrix"]
    for probs, name in ((False, "str"), (True, "str_probs")):
        assert tasks.MatrixString(average["corr_ranks"], average["matrix"], probs=probs) == average[name]


def test_saved_results(oracles, tmp_path):
    path = oracles / "golden" / "mtme" / "cli" / "matrix_save"
    found = tasks.TaskResults.Load(path)
    assert f"{found.name}\n{found.Str()}" == path.with_suffix(".txt").read_text()
    found.Save(tmp_path / "again")
    assert (tmp_path / "again.json").read_bytes() == path.with_suffix(".json").read_bytes()
    filled = tasks.TaskResults()
    filled.Load(tmp_path / "again")
    assert filled == found == pickle.loads(pickle.dumps(found))


def test_what_is_standard(oracles):
    theirs = json.loads((oracles / "facts" / "mtme_meta_info.json").read_text())
    assert {name: list(pairs) for name, pairs in meta_info.DATA.items()} == {
        name: list(pairs) for name, pairs in theirs.items()
    }
    for name, pairs in theirs.items():
        for lp, info in pairs.items():
            gold = {OF_WORDS[word]: scores for word, scores in info["std_gold"].items()}
            assert meta_info.DATA[name][lp].std_gold == info["std_gold"]
            assert meta_info.as_info(meta_info.DATA[name][lp]).to_dict() == {**info, "std_gold": gold}


def test_an_evaluation_set(evalsets, recorded):
    evs = evalsets("wmt24", "en-cs")
    theirs = recorded("evalsets/wmt24.en-cs.correlations")
    (report,) = [row for row in recorded("load_report") if (row["set"], row["lp"]) == ("wmt24", "en-cs")]
    assert (evs.std_ref, len(evs.src), len(evs.docs)) == (
        theirs["std_ref"],
        theirs["num_segs"],
        theirs["num_docs"],
    )
    for name in ("sys_names", "human_sys_names", "ref_names", "human_score_names", "metric_basenames"):
        assert getattr(evs, name) == set(theirs[name]), name
    assert evs.levels == set(theirs["levels"])
    assert evs.domains == theirs["domains"]
    assert list(evs.domain_names) == list(theirs["domains"])
    assert dict(list(evs.docs.items())[:3]) == theirs["docs_first3"]
    assert len(evs.sys_outputs) == report["systems"]
    again = pickle.loads(pickle.dumps(evs))
    assert again.Scores("seg", "esa") == evs.Scores("seg", "esa")


def test_ratings(evalsets):
    from parbleu.compat.mt_metrics_eval import standalone_ratings

    evs = evalsets("wmt21.tedtalks", "en-de")
    ratings, raters = evs.Ratings("mqm.merged"), evs.RaterIdsPerSeg("mqm.merged")
    alone = standalone_ratings.EvalSetRatingsToRatingsList({"m": ratings}, evs, {"m": raters})
    assert len(alone) == sum(rating is not None for found in ratings.values() for rating in found)
    found, names, ids = standalone_ratings.RatingsListToEvalSetRatings(alone, evs)
    assert sorted(names) == ["rater1", "rater2", "rater3", "rater4"]
    merged, who = standalone_ratings.MergeEvalSetRaters(found, evs, ids)
    rated = {system: each for system, each in merged.items() if any(each)}
    assert rated == {system: each for system, each in ratings.items() if any(each)}
    assert all(who[system] == raters[system] for system in rated)
