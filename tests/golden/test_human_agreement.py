"""Tests curves of agreement against recorded numbers of mt-thresholds."""

import json

import pytest

from conftest import find_oracles
from parbleu.errors import UnknownNameError
from parbleu.metrics.human_agreement import CHANCE, agreement_curve, agreement_curves, delta_agreement

pytestmark = pytest.mark.usefixtures("oracles")


@pytest.fixture(scope="module")
def recorded():
    return json.loads((find_oracles() / "golden" / "practice" / "mt-thresholds.json").read_text())


def test_the_same_metrics(recorded):
    assert set(agreement_curves()) == set(recorded["metrics"])


def test_agreement_of_differences(recorded):
    for name, saved in recorded["metrics"].items():
        curve = agreement_curve(name)
        for difference, agreement in saved["accuracy_of_delta"]:
            found = curve.agreement(difference)
            expected = agreement if difference >= 0 else curve.ceiling - agreement
            assert found == pytest.approx(expected, rel=1e-12)


def test_differences_for_agreement(recorded):
    for name, saved in recorded["metrics"].items():
        curve = agreement_curve(name)
        for fraction, difference in saved["delta_of_accuracy"]:
            found = curve.difference(100 * fraction)
            assert (found is None) == (difference is None)
            if difference is not None:
                assert found == pytest.approx(difference, rel=1e-9)
                assert curve.agreement(found) == pytest.approx(100 * fraction, rel=1e-12)


def test_names_of_the_command_line(recorded):
    for call in recorded["command_line"]:
        name, value, *flags = call["args"]
        if call["exit"] == 0 and not flags:
            (point,) = delta_agreement(name, float(value)).points
            assert f"{point[1]:.3f}" == call["stdout"]


def test_a_metric_without_curve():
    for name in ("comet23", "chrf++", "ter", "metricx-24"):
        with pytest.raises(UnknownNameError):
            delta_agreement(name, 1)


def test_chance():
    assert agreement_curve("bleu").agreement(0) < CHANCE
