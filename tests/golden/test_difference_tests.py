"""Tests corrections, effect sizes, rank tests against recorded numbers of statsmodels, SciPy, baycomp.

The shipped numbers are SciPy's, recorded by tools/record_goldens.py.
"""

import json

import numpy as np
import pytest

from conftest import FOUND, RECORDED, find_oracles
from parbleu.stats.effect_sizes import effect_sizes
from parbleu.stats.false_discovery import benjamini_hochberg, benjamini_yekutieli
from parbleu.stats.rank_clusters import holm
from parbleu.stats.signed_rank import bayesian_signed_rank, signed_rank_test

from .evalset_scores import EvalScores
from .recorded import Recorded

EXACT = {"rel": 1e-9, "abs": 1e-12}
SHIPPED = Recorded(*RECORDED[0][1:])
FOLDERS = ["shipped", "elsewhere"] if FOUND else ["shipped"]


def recorded(name):
    return json.loads((find_oracles() / "golden" / "practice" / f"{name}.json").read_text())


@pytest.fixture(scope="module")
def scores():
    return EvalScores(find_oracles(), "wmt24", "en-cs", "esa")


def pair(scores, case, rows, kind):
    names = [case["left"], case["right"]]
    table = scores.gold(names) if kind == "esa" else scores.metric(f"{kind}-refA", names)
    return table[:, rows]


@pytest.fixture(scope="module", params=FOLDERS)
def paired_cases(request):
    """Pairs of scores, and recorded figures of their differences: (first, second, figures)."""
    if request.param == "shipped":
        return [(row["first"], row["second"], row) for row in SHIPPED.rows("paired_tests")]
    scores = request.getfixturevalue("scores")
    saved = recorded("paired-tests")
    return [(*pair(scores, case, saved["rows"], case["scores"]), case) for case in saved["tests"]]


def check_correction(case, name, adjust):
    adjusted = adjust(case["p"])
    assert adjusted == pytest.approx(case[name], abs=1e-12)
    clear = [place for place, value in enumerate(adjusted) if abs(value - 0.05) > 1e-12]
    rejected = case.get(f"{name}_reject") or [value <= 0.05 for value in case[name]]
    assert [adjusted[place] <= 0.05 for place in clear] == [rejected[place] for place in clear]


@pytest.mark.parametrize(
    ("name", "adjust"), [("fdr_bh", benjamini_hochberg), ("fdr_by", benjamini_yekutieli)]
)
@pytest.mark.parametrize("folder", FOLDERS)
def test_false_discovery_rates(folder, name, adjust):
    cases = list(SHIPPED.rows("corrections")) if folder == "shipped" else recorded("multipletests")["cases"]
    assert len(cases) >= 20
    for case in cases:
        check_correction(case, name, adjust)


def test_holm():
    for case in recorded("multipletests")["cases"]:
        check_correction(case, "holm", holm)


FIGURES = {
    "n_pairs": "n",
    "mean": "mean",
    "sd": "sd",
    "t": "t",
    "t_p_value": "t_two_sided",
    "wins": "win",
    "ties": "tie",
    "losses": "loss",
    "d_z": "d_z",
    "d_av": "d_av",
    "hedges_g": "hedges_g_z",
    "superiority": "p_superiority_paired",
    "unpaired_superiority": "A12_unpaired",
    "sign_p_value": "sign_test_two_sided",
    "rank_biserial": "rank_biserial",
}
"""The attributes of EffectSizes and the keys of the recorded figures; SciPy has only the tests."""


def test_effect_sizes(paired_cases):
    for first, second, case in paired_cases:
        found = effect_sizes(second, first)
        expected = {name: case[key] for name, key in FIGURES.items() if key in case}
        expected |= dict(zip(("low", "high"), case["ci95"], strict=True))
        assert {"t", "t_p_value", "sign_p_value"} <= set(expected)
        assert {name: getattr(found, name) for name in expected} == pytest.approx(expected, **EXACT)


@pytest.mark.parametrize("zeros", ["wilcox", "pratt", "zsplit"])
@pytest.mark.parametrize("alternative", ["two-sided", "greater"])
@pytest.mark.parametrize("correction", [False, True])
def test_wilcoxon(paired_cases, zeros, alternative, correction):
    name = f"wilcoxon_{zeros}_{alternative}{'_correction' if correction else ''}"
    assert len(paired_cases) >= 9
    for first, second, case in paired_cases:
        found = signed_rank_test(second, first, alternative=alternative, zeros=zeros, correction=correction)
        statistic, p_value = case[name]
        assert found.p_value == pytest.approx(p_value, **EXACT)
        if alternative == "greater":
            assert found.statistic == pytest.approx(statistic)


def test_small_case():
    """SciPy's exact figures are those of whole ranks, with half ranks rounded against the alternative."""
    small = recorded("paired-tests")["small"]
    negative = {"two-sided": (2, 4), "greater": (2, 4), "less": (5,)}  # ranks of nine differences
    assert len(small["wilcoxon"]) == 6
    for case in small["wilcoxon"]:
        options = {"alternative": case["alternative"]}
        if case["method"] == "approx":
            found = signed_rank_test(small["y"], small["x"], **options)
            assert found.p_value == pytest.approx(case["p"], **EXACT)
            continue
        sizes = [-rank if rank in negative[case["alternative"]] else rank for rank in range(1, 10)]
        whole = signed_rank_test([0] * 9, sizes, **options, method="exact")
        assert whole.p_value == pytest.approx(case["p"], **EXACT)
        exact = signed_rank_test(small["y"], small["x"], **options, method="exact")
        assert exact.statistic == 39.5
        assert exact.p_value < case["p"]


def test_bayesian_signed_rank(scores):
    saved = recorded("baycomp")
    assert len(saved["cases"]) == 24
    for case in saved["cases"]:
        left, right = pair(scores, case, saved["rows"], "chrF")
        options = {"n_samples": case["nsamples"], "seed": case["seed"]}
        found = bayesian_signed_rank(left, right, case["rope"], **options)
        shares = [found.p_first, found.p_equivalent, found.p_second]
        expected = case["signedrank"]
        if len(expected) == 2:
            expected = [expected[0], 0.0, expected[1]]
        assert shares == pytest.approx(expected, abs=0.02)
        turned = bayesian_signed_rank(right, left, case["rope"], **options)
        assert [turned.p_second, turned.p_first] == pytest.approx([found.p_first, found.p_second], abs=0.03)
        assert np.sum([found.mass_first, found.mass_equivalent, found.mass_second]) == pytest.approx(1)


def test_everything_is_equivalent_in_a_wide_region():
    for row in SHIPPED.rows("paired_tests"):
        found = bayesian_signed_rank(row["first"], row["second"], 1e9, n_samples=100)
        assert found.p_equivalent == 1
