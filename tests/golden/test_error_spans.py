"""Tests parts of MQM, counts and overlaps of error spans against recorded numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from parbleu import Resampling
from parbleu.analysis import error_shares, span_counts
from parbleu.analysis._counted_spans import NO_ERROR
from parbleu.analysis._overlapping_spans import SEVERITIES, shared_characters
from parbleu.human import human_scores, read_ratings
from parbleu.human._judgement import Judgement


@pytest.fixture(scope="module")
def marot(read_golden: Any) -> Any:
    return read_golden("analysis/marot-mqm")


@pytest.fixture(scope="module")
def judgements(oracles: Path, marot: Any) -> list[Judgement]:
    return read_ratings(oracles / marot["file"])


@pytest.mark.parametrize(("by", "key"), [("rule", "weights"), ("slice", "slices")])
def test_parts_of_the_scores(marot: Any, judgements: list[Judgement], by: str, key: str) -> None:
    found = error_shares(judgements, by, "marot", resampling=Resampling("none"))
    assert set(found.systems) == set(marot["systems"])
    for place, system in enumerate(found.systems):
        expected = marot["systems"][system]
        assert found.segments[place] == expected["segments"]
        assert found.judgements[place] == expected["ratings"]
        assert -found.scores[place] == pytest.approx(expected["mqm"], abs=1e-12)
        parts = dict(zip(found.parts, found.contributions[place], strict=True))
        for part, value in expected[key].items():
            assert -parts.pop(part) == pytest.approx(value, abs=1e-12)
        assert not any(parts.values())


def test_scores_are_those_of_human_scores(judgements: list[Judgement]) -> None:
    found = error_shares(judgements, "category", "mqm", resampling=Resampling("none"))
    expected = human_scores(judgements, "mqm").system_scores()
    assert dict(zip(found.systems, found.scores, strict=True)) == pytest.approx(expected, abs=1e-12)


def test_scores_of_raters(marot: Any, judgements: list[Judgement]) -> None:
    found = error_shares(judgements, "severity", "marot", resampling=Resampling("none"))
    for rater, expected in marot["raters"].items():
        systems = found.raters[rater]
        assert {name: count for name, (_, count) in systems.items()} == {
            name: count for name, (_, count) in expected["by_system"].items()
        }
        for name, (score, _) in expected["by_system"].items():
            assert -systems[name][0] == pytest.approx(score, abs=1e-12)
        count = sum(number for _, number in systems.values())
        assert count == expected["segments"]
        mean = sum(score * number for score, number in systems.values()) / count
        assert -mean == pytest.approx(expected["mqm"], abs=1e-12)


def test_counts_of_severities_and_categories(marot: Any, judgements: list[Judgement]) -> None:
    found = span_counts(judgements, ("severity", "category", "system"), "marot")
    ours = {count.key: count.errors for count in found.counts}
    theirs = {
        (severity, category, system): count
        for severity, categories in marot["severity_category_system"].items()
        for category, systems in categories.items()
        for system, count in systems.items()
    }
    clean = {key for key in ours if key[0] == NO_ERROR}
    assert {key: count for key, count in ours.items() if key not in clean} == {
        key: count for key, count in theirs.items() if key[0] != "No-error"
    }
    # A rater may say twice that there is no error: rows count there, judgements here.
    assert all(ours[key] <= theirs["No-error", "No-error", key[2]] for key in clean)
    assert len(clean) == len(marot["systems"])


def test_overlap_is_the_character_f1_of_wmt25(read_golden: Any) -> None:
    checked = 0
    for case in read_golden("wmt25-26/span_f1")["cases"]:
        if not all(map(inside, case["items"])):
            continue  # the original takes offsets that ratings do not have as slices of Python
        totals = [0.0, 0, 0]
        for item in case["items"]:
            for k, number in enumerate(shared_characters(plain(item["gold"]), plain(item["pred"]))):
                totals[k] += number
        shared, gold, predicted = totals
        precision = shared / predicted if predicted else 1
        recall = shared / gold if gold else 1
        f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0
        for name, value in (("precision", precision), ("recall", recall), ("f1", f1)):
            assert value == pytest.approx(case["char_f1"][name], abs=1e-12)
        checked += 1
    assert checked > 150


def inside(item: Any) -> bool:
    spans = [span for span in (*item["gold"], *item["pred"]) if span["start"] != "missing"]
    return all(0 <= int(span["start"]) <= int(span["end"]) <= item["len"] for span in spans)


def plain(spans: list[Any]) -> list[tuple[int, int, int]]:
    found = []
    for span in spans:
        severity = SEVERITIES.get(span["severity"])
        if span["start"] != "missing" and severity is not None and int(span["start"]) < int(span["end"]):
            found.append((int(span["start"]), int(span["end"]), severity))
    return found
