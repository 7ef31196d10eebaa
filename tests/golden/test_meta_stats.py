"""Tests the statistics of meta-evaluation against recorded results of MT Metrics Eval."""

import json
import math

import numpy as np
import pytest

from parbleu import _core
from parbleu.compat.mt_metrics_eval.stats import Sample
from parbleu.evalset._levels import WORDS, spelled_out
from parbleu.stats._correlations.pce import SoftPairwiseAccuracy
from parbleu.stats.correlation import correlate
from parbleu.stats.pairwise_accuracy import pairwise_p_values, soft_pairwise_accuracy
from parbleu.stats.permutation_tests import EarlyStopping
from parbleu.stats.rank_clusters import significance_ranks
from parbleu.stats.tie_calibration import calibrate_ties
from parbleu.stats.williams import williams_test
from permutation_calls import pairs_permutation_test, permutation_test

TOLERANCE = 1e-12


@pytest.fixture(scope="session")
def unit(read_golden):
    """The recorded answers of that name."""
    return lambda name: read_golden(f"mtme/unit/{name}")


def number(recorded):
    return math.nan if recorded == "nan" else recorded


def close(ours, recorded, tolerance=TOLERANCE):
    theirs = number(recorded)
    if math.isnan(theirs):
        return math.isnan(ours)
    return abs(ours - theirs) <= tolerance * max(1e-3, abs(theirs))


def grid(case, name):
    return np.array(case[name], dtype=float).reshape(case["num_sys"], case["num_items"])


CORRELATIONS = {
    "Pearson": ("pearson", {}),
    "Pearson_pdp": ("pearson", {"pdp": True}),
    "Spearman": ("spearman", {}),
    "Kendall_b": ("kendall", {}),
    "Kendall_c": ("kendall", {"variant": "c"}),
    "KendallLike@0": ("KendallLike", {"thresh": 0}),
    "KendallLike@1": ("KendallLike", {"thresh": 1}),
    "KendallLike@25": ("KendallLike", {"thresh": 25}),
    "KendallVariants_b": ("KendallVariants", {"variant": "b"}),
    "KendallVariants_c": ("KendallVariants", {"variant": "c"}),
    "KendallVariants_23": ("KendallVariants", {"variant": "23"}),
    "KendallVariants_acc23": ("KendallVariants", {"variant": "acc23"}),
    "KendallVariants_b_eps0.5": ("KendallVariants", {"variant": "b", "epsilon": 0.5}),
    "KendallVariants_23_eps0.5": ("KendallVariants", {"variant": "23", "epsilon": 0.5}),
    "KendallVariants_acc23_eps0.5": ("KendallVariants", {"variant": "acc23", "epsilon": 0.5}),
}
for replace in (False, True):
    for macro in (False, True):
        for function in ("pearson", "kendall"):
            CORRELATIONS[f"AverageCorrelation_{function}_repl={replace}_macro={macro}"] = (
                function,
                {"undefined": "zero" if replace else "drop", "weighted": not macro},
            )


@pytest.mark.parametrize("recorded_name", CORRELATIONS)
def test_correlations(unit, recorded_name):
    name, options = CORRELATIONS[recorded_name]
    compared = 0
    for case in unit("correlation_class"):
        for average_by in ("none", "item", "system"):
            recorded = case[WORDS.get(average_by, average_by)][recorded_name]
            if "ok" not in recorded:
                continue  # a row of one score made it crash
            ours = correlate(name, grid(case, "gold"), grid(case, "metric"), average_by, **options)
            value, p_value, weight = recorded["ok"]
            assert close(ours.value, value), (case, average_by, ours)
            assert close(ours.p_value, p_value), (case, average_by, ours)
            assert ours.weight == weight
            compared += 1
    assert compared > 200


def test_functions_of_two_vectors(unit):
    for case in unit("vector_functions"):
        gold, metric = np.array(case["gold"], dtype=float), np.array(case["metric"], dtype=float)
        for recorded_name, recorded in case["KendallVariants"].items():
            if "ok" in recorded:
                variant, epsilon = recorded_name.split("|eps=")
                rows = [
                    _core.make_measure(
                        "kendall-variants", gold, np.array([0, len(gold)]), variant, float(epsilon)
                    )
                ]
                assert close(rows[0].figures(metric)[0, 0], recorded["ok"]), case
        for epsilon, key in ((0, "suffstats_con_dis_tx_ty_txy"), (1, "suffstats_eps1")):
            concordant, discordant, only_metric, only_gold, both = case[key]["ok"]
            counts = _core.count_pairs(gold, metric, epsilon)
            assert counts == (concordant, discordant, only_gold, only_metric, both), case
        for thresh in (0, 1, 25):
            value, _, pairs, _, _ = case[f"KendallLike@{thresh}"]["ok"]
            figures = _core.make_measure("kendall-like", gold, np.array([0, len(gold)]), "", thresh).figures(
                metric
            )
            assert close(figures[0, 0], value)
            assert figures[0, 2] == pairs
        agreements, pairs = case["Agreement"]["ok"]
        found = correlate("accuracy", gold, metric)
        assert (round(found.value * found.weight), found.weight) == (agreements, pairs)


def vectors(recorded):
    """Pairs of vectors, and what SciPy answered."""
    if recorded.shipped:
        return list(recorded.rows("correlations"))
    return json.loads((recorded.home.parent / "mtme" / "unit" / "vector_functions.json").read_text())


@pytest.mark.parametrize(
    ("recorded_name", "name", "options"),
    [
        ("scipy_kendalltau_b", "kendall", {}),
        ("scipy_kendalltau_c", "kendall", {"variant": "c"}),
        ("scipy_pearsonr", "pearson", {}),
        ("scipy_spearmanr", "spearman", {}),
    ],
)
def test_scipy(recorded, recorded_name, name, options):
    for case in vectors(recorded):
        if "ok" not in case[recorded_name]:
            continue
        value, p_value = case[recorded_name]["ok"]
        found = correlate(name, case["gold"], case["metric"], undefined="drop", **options)
        if math.isnan(number(value)):
            assert not found.defined
        else:
            assert close(found.value, value), case
            # Whether the last bit of a perfect correlation is there decides between 0 and 1e-8.
            assert close(found.p_value, p_value, 1e-4 if abs(value) > 1 - TOLERANCE else TOLERANCE), case


def test_random_numbers(unit):
    recorded = unit("rng")
    assert list(_core.Mersenne(2024).coins(64)) == recorded["legacy_seed_2024_binomial_1_0.5_first64"]
    generator = _core.Mersenne(2024)
    assert [generator.uniform() for _ in range(64)] == recorded["legacy_seed_2024_uniform_first64"]


def test_tie_calibration_is_exact(unit):
    for case in unit("tau_optimization"):
        rate = case["sample_rate"]
        options = {"variant": case["variant"], "sample_rate": rate, "seed": 77, "curve": True}
        found = calibrate_ties(case["human"], case["metric"], "system", **options)
        if "ok" not in case["result"]:
            assert math.isnan(found.value)
            continue
        recorded = case["result"]["ok"]
        assert found.thresholds.tolist() == recorded["thresholds"]
        assert found.values.tolist() == recorded["taus"]
        assert (found.threshold, found.value) == (recorded["best_threshold"], recorded["best_tau"])


@pytest.mark.parametrize("variant", ["23", "acc23"])
def test_calibrated_correlation(unit, variant):
    for case in unit("correlation_class"):
        for average_by in ("none", "item", "system"):
            recorded = case[WORDS.get(average_by, average_by)][f"KendallWithTiesOpt_{variant}_sr1"]
            gold, metric = grid(case, "gold"), grid(case, "metric")
            found = correlate("KendallWithTiesOpt", gold, metric, average_by, variant=variant)
            if "ok" not in recorded:
                assert not found.defined
            else:
                assert [found.value, found.p_value, found.weight] == recorded["ok"]


def upper(matrix):
    """The entries above the diagonal of a recorded matrix."""
    return [entry for i, row in enumerate(matrix) for entry in row[i + 1 :]]


def test_soft_accuracy(unit):
    for case in unit("pce"):
        options = case["num_permutations"], case.get("seed", case.get("seed_override"))
        for side in ("gold", "metric") if "metric" in case else ("gold",):
            ours = pairwise_p_values(case[side], *options).tolist()
            assert upper(ours) == upper(case[f"{side}_p_upper"])
        if "metric" in case and not math.isnan(number(case["one_minus_pce"])):
            ours = soft_pairwise_accuracy(case["gold"], case["metric"], *options).value
            assert close(ours, case["one_minus_pce"])


def test_soft_accuracy_with_missing_gold(unit):
    compared = 0
    for case in unit("correlation_class"):
        recorded = case["PairwiseConfidenceError"]
        gold, metric = grid(case, "gold"), grid(case, "metric")
        whole_ties = SoftPairwiseAccuracy()
        whole_ties.halves_ties = False  # of metrics that score everything alike
        found = correlate(whole_ties, gold, metric)
        aligned = (np.isnan(gold) == np.isnan(gold)[0]).all()
        if "ok" in recorded and aligned and not math.isnan(number(recorded["ok"][0])):
            assert found.value == pytest.approx(recorded["ok"][0], abs=2e-3)
            compared += 1
    assert compared > 20


PERMUTED = {
    "pearson": ("pearson", {}),
    "spearman": ("spearman", {}),
    "kendall": ("kendall", {}),
    "KendallLike@0": ("KendallLike", {"thresh": 0}),
    "KendallVariants_b": ("KendallVariants", {}),
    "KendallVariants_acc23_eps0.5": ("KendallVariants", {"variant": "acc23", "epsilon": 0.5}),
    "KendallWithTiesOpt_acc23": ("KendallWithTiesOpt", {}),
}


def check_permutation(found, recorded):
    assert found.p_value == recorded["pval"]
    assert found.n_samples == recorded["k_used"]
    assert close(found.delta, recorded["delta"])
    draws = [*recorded["draws_first3"], recorded["draws_last"]]
    for ours, theirs in zip([*found.draws[:3], found.draws[-1]], draws, strict=True):
        assert close(ours[0], theirs[0])
        assert close(ours[1], theirs[1])
    assert found.generator == "mt19937"


@pytest.mark.parametrize("threads", [1, 3])
def test_permutation_of_scores(unit, threads):
    compared = 0
    for case in unit("permutation"):
        if case["fn"] != "PermutationSigDiff":
            continue
        name, options = PERMUTED[case["corr"]]
        tables = [
            np.array(case[key], dtype=float).reshape(case["num_sys"], -1)
            for key in ("gold", "metric1", "metric2")
        ]
        found = permutation_test(
            name,
            *tables,
            spelled_out(case["avg"]),
            n_samples=case["k"],
            stopping=EarlyStopping(case["block_size"], case["early_min"], case["early_max"]),
            seed=case["np_random_seed"],
            threads=threads,
            **options,
        )
        check_permutation(found, case["result"]["ok"])
        compared += 1
    assert compared == 140


def test_permutation_of_pairs(unit):
    compared = 0
    for case in unit("permutation"):
        if case["fn"] == "PermutationSigDiff":
            continue
        tables = [
            np.array(case[key], dtype=float).reshape(case["num_sys"], -1)
            for key in ("gold", "metric1", "metric2")
        ]
        found = pairs_permutation_test(
            *tables,
            spelled_out(case["avg"]),
            variant=case["variant"],
            epsilons=(case["epsilon1"], case["epsilon2"]) if "epsilon1" in case else None,
            n_samples=case["k"],
            stopping=EarlyStopping(case["block_size"]),
            seed=case["np_random_seed"],
        )
        check_permutation(found, case["result"]["ok"])
        compared += 1
    assert compared == 50


def test_ranks(unit):
    for case in unit("assign_ranks"):
        matrix = [[number(p) for p in row] for row in case["sig_matrix"]]
        assert significance_ranks(matrix, case["pval"]) == case["ranks"]


def test_williams(unit):
    for case in unit("williams"):
        for one_sided, key in ((True, "one"), (False, "two")):
            found = williams_test(case["r12"], case["r13"], case["r23"], case["n"], one_sided)
            assert close(found, case[key]["ok"]), case


def test_samples(unit):
    for case in unit("sample"):
        bins = case.get("bins")
        np.random.seed(case.get("np_random_seed"))
        found = Sample(case.get("total") or sum(bins), case["size"], case["method"], bins, case["seed"])
        assert found.sample.tolist() == case["sample"]
