"""Tests curves of agreement against recorded numbers of mt-thresholds."""

import pytest

from parbleu.errors import OptionError, UnknownNameError
from parbleu.metrics._human_agreement import CHANCE, agreement_curve, agreement_curves, delta_agreement

pytestmark = pytest.mark.usefixtures("oracles")


@pytest.fixture(scope="module")
def recorded(read_golden):
    return read_golden("practice/mt-thresholds")


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
    """The original refuses names with hyphens that it has curves of, and a fraction below a half."""
    for call in recorded["command_line"]:
        name, value, *flags = call["args"]
        if flags:
            assert flags == ["--delta"]
            if call["exit"]:
                with pytest.raises(OptionError, match="50 to 100"):
                    delta_agreement(name, agreement=100 * float(value))
                continue
            (point,) = delta_agreement(name, agreement=100 * float(value)).points
            shown = "nan" if point[0] is None else f"{point[0]:.3f}"
            assert call["stdout"] == shown
        elif call["exit"] == 0 or name in agreement_curves():
            (point,) = delta_agreement(name, float(value)).points
            assert call["stdout"] in (f"{point[1]:.3f}", "")
        elif name not in ALIASES:
            with pytest.raises(UnknownNameError):
                delta_agreement(name, float(value))


ALIASES = {"wmt21-comet-qe-mqm": "comet21qe", "chrf2": "chrf"}
"""Names that the original does not know, and what they are here."""


def test_names_that_the_original_does_not_know():
    for name, curve in ALIASES.items():
        assert delta_agreement(name, 1).points == delta_agreement(curve, 1).points


def test_what_both_refuse(recorded):
    """Names in capitals are a mistake there only."""
    for kind, value, name, _ in recorded["errors"]:
        if name != "BLEU":
            difference, agreement = (None, 100 * value) if kind == "delta" else (value, None)
            with pytest.raises(OptionError):
                delta_agreement(name, difference, agreement=agreement)


def test_round_agreements(recorded):
    for name, saved in recorded["metrics"].items():
        for percent, expected in zip((60, 70, 80, 90), saved["delta_at_60_70_80_90"], strict=True):
            found = agreement_curve(name).difference(percent)
            assert (found is None) == (expected is None)
            assert expected is None or found == pytest.approx(expected, rel=1e-9)
    assert agreement_curve("bleu").difference(90) is None


def test_a_metric_without_curve():
    for name in ("comet23", "chrf++", "ter", "metricx-24"):
        with pytest.raises(UnknownNameError):
            delta_agreement(name, 1)


def test_chance():
    assert agreement_curve("bleu").agreement(0) < CHANCE
