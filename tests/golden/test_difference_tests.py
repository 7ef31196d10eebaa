"""Tests corrections, effect sizes, rank tests against recorded numbers of statsmodels, scipy, baycomp."""

import json

import numpy as np
import pytest

from conftest import find_oracles
from parbleu.stats.effect_sizes import effect_sizes
from parbleu.stats.false_discovery import benjamini_hochberg, benjamini_yekutieli
from parbleu.stats.rank_clusters import holm
from parbleu.stats.signed_rank import bayesian_signed_rank, signed_rank_test

from .evalset_scores import EvalScores

EXACT = {"rel": 1e-9, "abs": 1e-12}


def recorded(name):
    return json.loads((find_oracles() / "golden" / "practice" / f"{name}.json").read_text())


@pytest.fixture(scope="module")
def scores():
    return EvalScores(find_oracles(), "wmt24", "en-cs", "esa")


def pair(scores, case, rows, kind):
    names = [case["left"], case["right"]]
    table = scores.gold(names) if kind == "esa" else scores.metric(f"{kind}-refA", names)
    return table[:, rows]


@pytest.mark.parametrize(
    ("name", "adjust"), [("holm", holm), ("fdr_bh", benjamini_hochberg), ("fdr_by", benjamini_yekutieli)]
)
def test_corrections(name, adjust):
    for case in recorded("multipletests")["cases"]:
        adjusted = adjust(case["p"])
        assert adjusted == pytest.approx(case[name], abs=1e-12)
        clear = [place for place, value in enumerate(adjusted) if abs(value - 0.05) > 1e-12]
        assert [adjusted[place] <= 0.05 for place in clear] == [
            case[f"{name}_reject"][place] for place in clear
        ]


def test_effect_sizes(scores):
    saved = recorded("paired-tests")
    for case in saved["tests"]:
        left, right = pair(scores, case, saved["rows"], case["scores"])
        found = effect_sizes(right, left)
        expected = {
            "n_pairs": case["n"],
            "mean": case["mean"],
            "sd": case["sd"],
            "t": case["t"],
            "t_p_value": case["t_two_sided"],
            "low": case["ci95"][0],
            "high": case["ci95"][1],
            "wins": case["win"],
            "ties": case["tie"],
            "losses": case["loss"],
            "d_z": case["d_z"],
            "d_av": case["d_av"],
            "hedges_g": case["hedges_g_z"],
            "superiority": case["p_superiority_paired"],
            "unpaired_superiority": case["A12_unpaired"],
            "sign_p_value": case["sign_test_two_sided"],
            "rank_biserial": case["rank_biserial"],
        }
        assert {name: getattr(found, name) for name in expected} == pytest.approx(expected, **EXACT)


@pytest.mark.parametrize("zeros", ["wilcox", "pratt", "zsplit"])
@pytest.mark.parametrize("alternative", ["two-sided", "greater"])
@pytest.mark.parametrize("correction", [False, True])
def test_wilcoxon(scores, zeros, alternative, correction):
    saved = recorded("paired-tests")
    name = f"wilcoxon_{zeros}_{alternative}{'_correction' if correction else ''}"
    for case in saved["tests"]:
        left, right = pair(scores, case, saved["rows"], case["scores"])
        found = signed_rank_test(right, left, alternative=alternative, zeros=zeros, correction=correction)
        statistic, p_value = case[name]
        assert found.p_value == pytest.approx(p_value, **EXACT)
        if alternative == "greater":
            assert found.statistic == pytest.approx(statistic)


def test_small_case():
    small = recorded("paired-tests")["small"]
    for case in small["wilcoxon"]:
        if case["method"] == "approx":
            found = signed_rank_test(small["y"], small["x"], alternative=case["alternative"])
            assert found.p_value == pytest.approx(case["p"], **EXACT)


def test_bayesian_signed_rank(scores):
    saved = recorded("baycomp")
    for case in saved["cases"]:
        left, right = pair(scores, case, saved["rows"], "chrF")
        found = bayesian_signed_rank(left, right, case["rope"], n_samples=case["nsamples"], seed=case["seed"])
        shares = [found.p_first, found.p_equivalent, found.p_second]
        expected = case["signedrank"]
        if len(expected) == 2:
            expected = [expected[0], 0.0, expected[1]]
        assert shares == pytest.approx(expected, abs=0.02)
        turned = bayesian_signed_rank(
            right, left, case["rope"], n_samples=case["nsamples"], seed=case["seed"]
        )
        assert [turned.p_second, turned.p_first] == pytest.approx([found.p_first, found.p_second], abs=0.03)
        assert np.sum([found.mass_first, found.mass_equivalent, found.mass_second]) == pytest.approx(1)


def test_everything_is_equivalent_in_a_wide_region(scores):
    case = recorded("baycomp")["cases"][0]
    left, right = pair(scores, case, recorded("baycomp")["rows"], "chrF")
    assert bayesian_signed_rank(left, right, 1e6, n_samples=100).p_equivalent == 1
