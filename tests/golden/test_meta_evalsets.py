"""Tests meta-evaluation on real scores against recorded results of MT Metrics Eval."""

import math

import numpy as np
import pytest

from parbleu.evalset._levels import spelled_out
from parbleu.stats._correlations.pce import SoftPairwiseAccuracy
from parbleu.stats.correlation import correlate
from parbleu.stats.pairwise_accuracy import soft_pairwise_accuracy
from parbleu.stats.permutation_tests import EarlyStopping
from parbleu.stats.rank_clusters import significance_ranks
from parbleu.stats.tie_calibration import calibrate_ties
from permutation_calls import pairs_significance, significance

from .evalset_scores import SETS, EvalScores


@pytest.fixture(params=SETS, ids=lambda chosen: ".".join(chosen[:2]))
def evalset(request, oracles):
    return EvalScores(oracles, *request.param)


def test_tie_calibration(evalset):
    for row in evalset.recorded("tiesopt"):
        systems = row.get("sys_order")
        if systems is None:
            continue
        found = calibrate_ties(
            evalset.gold(systems),
            evalset.metric(row["metric"], systems),
            spelled_out(row["avg"]),
            variant=row["variant"],
            sample_rate=row.get("sample_rate", 1.0),
            seed=7,
            curve=True,
        )
        assert (found.value, found.threshold) == (row["best_tau"], row["best_threshold"]), row
        if "num_thresholds" in row:
            curve = row["num_thresholds"], row["taus_first"], row["taus_last"]
            assert (len(found.values), found.values[0], found.values[-1]) == curve


def test_soft_pairwise_accuracy(evalset):
    """Equal, but for one trial of gold scores in one set, which ties as the recording's processor rounds."""
    recorded = evalset.recorded("pce")
    systems = recorded["sys_order"]
    one_trial = 1 / max(1, len(systems) * (len(systems) - 1) // 2) / 1000
    all_pairs = len(systems) != 13 or "NiuTrans" not in systems
    gold = evalset.gold(systems)
    whole_ties = SoftPairwiseAccuracy()
    whole_ties.halves_ties = False  # of metrics that score everything alike
    for row in recorded["rows"]:
        metric = evalset.metric(row["metric"], systems)
        found = correlate(whole_ties, gold, metric)
        if not (metric == metric[0, 0]).all():
            assert found == soft_pairwise_accuracy(gold, metric)
        if row["spa"] == "nan":
            assert not found.defined
        else:
            assert abs(found.value - row["spa"]) <= (0 if all_pairs else 1.01 * one_trial)


SETTINGS = {
    "sys_pearson": ("pearson", {}),
    "sys_kendall": ("kendall", {}),
    "sys_KV_acc23": ("KendallVariants", {"variant": "acc23"}),
    "seg_pearson_none": ("pearson", {}),
    "seg_pearson_item": ("pearson", {}),
    "seg_KV_b_item": ("KendallVariants", {}),
    "seg_acct_item_pairs": ("KendallWithTiesOpt", {}),
    "seg_acct_item": ("KendallWithTiesOpt", {}),
}


def draws_and_block(name):
    """ "sys_pearson_k1000_blk100" -> "sys_pearson", 1000, 100."""
    setting, _, numbers = name.rpartition("_k")
    draws, _, block = numbers.partition("_blk")
    return setting, int(draws), int(block or 1000)


def test_matrices(evalset):
    for recorded in evalset.recorded("matrix"):
        setting, n_samples, block = draws_and_block(recorded["name"])
        level, average_by = setting[:3], "item" if "item" in setting else "none"
        correlation, options = SETTINGS[setting]
        if "raises" in recorded:
            continue  # one system: nothing to compare
        systems, ranked = recorded["sys_order"], list(recorded["corr_ranks"])
        gold = evalset.gold(systems, level)
        metrics = [evalset.metric(name, systems, level) for name in ranked]
        for metric, (value, _) in zip(metrics, recorded["corr_ranks"].values(), strict=True):
            found = correlate(correlation, gold, metric, average_by, **options)
            assert math.isclose(found.value, value, rel_tol=1e-12, abs_tol=1e-15), recorded["name"]
        if n_samples == 0:
            continue
        shared = {
            "n_samples": n_samples,
            "stopping": EarlyStopping(block),
            "seed": recorded["np_random_seed"],
            "threads": 2,
        }
        if setting.endswith("pairs"):
            found = pairs_significance(gold, metrics, average_by, **shared)
        else:
            shared["test_constant"] = True
            found = significance(correlation, gold, metrics, average_by, **options, **shared)
        assert found.p_values.tolist() == recorded["matrix"], recorded["name"]
        assert found.draws_index.tolist() == recorded["draws_index"]
        assert len(found.draws) == recorded["n_draws"]
        assert np.allclose(found.draws[:4], recorded["draws_head"], rtol=1e-12, atol=0)
        ranks = [rank for _, rank in recorded["corr_ranks"].values()]
        assert significance_ranks(found.p_values, 0.05) == ranks
