"""Tests the power of paired tests against recorded figures of statsmodels and of simulations."""

import math

import numpy as np
import pytest

from parbleu import Resampling
from parbleu.stats.assumed_power import assumed_power
from parbleu.stats.power import paired_power
from parbleu.stats.resampling import Mean
from parbleu.stats.t_test_power import pairs_for_effect, smallest_effect, t_test_power


@pytest.fixture(scope="module")
def recorded(read_golden):
    return read_golden("practice/power")


def test_power_of_the_t_test(recorded):
    for effect, n_pairs, two_sided, one_sided in recorded["analytic_paired_t"]["rows"]:
        # statsmodels has no figure for large noncentralities, where the power is 1
        found = t_test_power(effect, n_pairs)
        assert found == pytest.approx(1 if two_sided is None else two_sided, abs=1e-11)
        assert t_test_power(effect, n_pairs, one_sided=True) == pytest.approx(one_sided, abs=1e-11)


def test_pairs_and_effects_that_a_power_needs(recorded):
    for effect, power, n_pairs in recorded["analytic_paired_t"]["n_for_power"]["rows"]:
        assert pairs_for_effect(effect, power) == pytest.approx(n_pairs, rel=1e-6)
    for n_pairs, power, effect in recorded["analytic_paired_t"]["smallest_detectable_d"]["rows"]:
        # the recorded solver stops within 2e-5 of the power
        assert smallest_effect(n_pairs, power) == pytest.approx(effect, rel=1e-4)


def segment_scores(path, system):
    lines = (line.split("\t") for line in path.read_text().splitlines())
    return [math.nan if score == "None" else float(score) for name, score in lines if name == system]


def test_power_by_resampling_of_real_differences(recorded, read_golden, oracles):
    tests = read_golden("practice/paired-tests")
    path = oracles / tests["evalset"].split()[0] / "metric-scores" / "en-cs" / "chrF-refA.seg.score"
    tables = [
        np.array([[scores[row], 1.0] for row in tests["rows"]])
        for scores in (segment_scores(path, system) for system in tests["systems"][:2])
    ]
    simulated = recorded["bootstrap_of_rows"]
    for row in simulated["rows"]:
        found = paired_power(Mean(), *tables, n_segments=row["n"], resampling=Resampling(n_samples=4000))
        assert abs(found.difference) == pytest.approx(abs(simulated["mean"]))
        assert found.standard_error == pytest.approx(simulated["sd"] / math.sqrt(row["n"]))
        assert found.power_for(found.difference) == pytest.approx(row["simulated"], abs=0.024 * math.sqrt(2))
    for n_segments, level in simulated["null_centred"]:
        found = paired_power(Mean(), *tables, n_segments=n_segments, resampling=Resampling(n_samples=4000))
        assert found.power_for(0) == pytest.approx(level, abs=0.014)


def test_power_without_output(recorded):
    for row in recorded["card_2020"]["own_run_of_the_same_algorithm"]:
        found = assumed_power(row["delta"], row["N"], p_equal=row["p0"], spread=row["b0"], n_samples=400)
        shares = max(found.power * (1 - found.power), 0.01)
        assert found.power == pytest.approx(
            row["power"], abs=3 * math.sqrt(shares * (1 / row["trials"] + 1 / 400))
        )
        assert found.power == pytest.approx(row["normal_approximation"], abs=3 * math.sqrt(shares / 400))
        if row["power"] > 0.2:  # enough are significant to say how large they are
            assert found.exaggeration == pytest.approx(row["type_m"], rel=0.08)
            assert found.wrong_sign == pytest.approx(row["type_s"], abs=0.02)


def test_power_in_the_notebook(recorded):
    """Figures that the authors of the model printed."""
    row = recorded["card_2020"]["notebook_recorded"]
    found = assumed_power(row["delta"], row["N"], p_equal=row["p0"], spread=row["b0"])
    luck = 3 * math.sqrt(found.power * (1 - found.power) * (1 / row["trials"] + 1 / found.n_samples))
    assert found.power == pytest.approx(row["power"], abs=luck)
    assert found.exaggeration == pytest.approx(row["type_m"], rel=0.06)
    assert found.wrong_sign == row["type_s"]
