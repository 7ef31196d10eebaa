"""Tests AutoRank against the tables that the WMT published, and recorded numbers."""

from __future__ import annotations

from typing import Any

import pytest

from parbleu.errors import InputShapeError
from parbleu.wmt import autorank


@pytest.fixture(scope="module")
def recorded(read_golden: Any) -> Any:
    return read_golden("wmt25-26/autorank")


def table(metrics: Any, systems: Any, scores: Any) -> Any:
    return {
        metric: dict(zip(systems, values, strict=True))
        for metric, values in zip(metrics, scores, strict=True)
    }


def test_published_language_pairs(recorded: Any) -> None:
    assert len(recorded["real"]) >= 22
    for pair in recorded["real"]:
        systems, metrics = pair["systems"], pair["metrics"]
        constrained = None
        if pair["constrained"] is not None:
            constrained = [name for name, flag in zip(systems, pair["constrained"], strict=True) if flag]
        made = autorank(
            table(metrics, systems, [pair["scores"][metric] for metric in metrics]), constrained=constrained
        )
        ranked = {system.system: system for system in made.systems}
        values = [ranked[name].autorank for name in systems]
        assert values == pytest.approx(pair["autorank"], rel=1e-9)
        for value, printed in zip(values, pair["published_autorank"], strict=True):
            assert abs(value - printed) <= 0.05 + 1e-9
        for scale in made.scales:
            expected = pair["scaling"][scale.metric]
            found = {"median": scale.median, "q25": scale.q25, "q100": scale.q100, "D": scale.spread}
            assert found == pytest.approx(expected, rel=1e-9)
        if pair["rule_selection_18"]:
            assert list(made.chosen) == pair["rule_selection_18"]


def test_made_up_scores(recorded: Any) -> None:
    for case in recorded["synthetic"]:
        systems = [f"s{number}" for number in range(len(case["scores"][0]))]
        metrics = [f"m{number}" for number in range(len(case["scores"]))]
        scores = table(metrics, systems, case["scores"])
        if "all equal everywhere" in case["note"]:
            with pytest.raises(InputShapeError, match="same mean"):
                autorank(scores, refuse_zero_spread=False)
            continue
        made = autorank(scores, refuse_zero_spread=False)
        ranked = {system.system: system for system in made.systems}
        assert [ranked[name].autorank for name in systems] == pytest.approx(case["autorank"], rel=1e-9)
        assert [ranked[name].mean_z for name in systems] == pytest.approx(case["zbar"], rel=1e-9, abs=1e-12)
