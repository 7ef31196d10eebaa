"""Tests scores of error spans against recorded outputs of the official code."""

from __future__ import annotations

from typing import Any

import pytest

from parbleu.human import Error
from parbleu.wmt._span_scores import SpanArrays, character_counts, item_spans, matched_counts, ratios

CLOSE = pytest.approx


@pytest.fixture(scope="module")
def cases(read_golden: Any) -> Any:
    return read_golden("wmt25-26/span_f1")["cases"]


def arrays(items: Any, side: str) -> SpanArrays:
    spans = []
    for number, item in enumerate(items):
        errors = [
            Error(int(span["start"]), int(span["end"]), severity=span["severity"])
            for span in item[side]
            if span["start"] != "missing"
        ]
        spans += item_spans(errors, "x" * item["len"], number)
    return SpanArrays.of(spans)


def test_character_f1(cases: Any) -> None:
    for case in cases:
        gold, predicted = arrays(case["items"], "gold"), arrays(case["items"], "pred")
        counts = character_counts(gold, predicted, len(case["items"]))
        expected = case["char_f1"]
        assert ratios(counts.sum(axis=0)).tolist() == CLOSE(
            [expected["precision"], expected["recall"], expected["f1"]], abs=1e-12
        ), case["note"]
        for made, item in zip(ratios(counts).tolist(), expected["per_item"], strict=True):
            assert made == CLOSE(item, abs=1e-12)


def test_matching(cases: Any) -> None:
    compared = 0
    for case in cases:
        gold, predicted = arrays(case["items"], "gold"), arrays(case["items"], "pred")
        for settings, measures in case.get("matching", {}).items():
            penalty, fix_edge = (part.partition("=")[2] for part in settings.split(","))
            fix = fix_edge == "True"
            for measure, expected in measures.items():
                counts = matched_counts(gold, predicted, len(case["items"]), measure, float(penalty), False)
                sums = counts.sum(axis=0)
                found = [sums[0], sums[2], sums[1] - sums[0], sums[3] - sums[2]]
                assert found == CLOSE([expected[key] for key in ("tp_p", "tp_r", "fp", "fn")], abs=1e-9), (
                    case["note"],
                    settings,
                    measure,
                )
                assert ratios(sums, fix).tolist() == CLOSE(expected["micro"], abs=1e-9)
                assert ratios(counts, fix).mean(axis=0).tolist() == CLOSE(expected["macro"], abs=1e-9)
                compared += 1
    assert compared > 1500


def test_characters_without_matching_are_character_f1(cases: Any) -> None:
    for case in cases:
        severities = {
            span["severity"] for item in case["items"] for side in ("gold", "pred") for span in item[side]
        }
        if "no_matching" not in case or not severities <= {"minor", "major"}:
            continue
        gold, predicted = arrays(case["items"], "gold"), arrays(case["items"], "pred")
        counts = character_counts(gold, predicted, len(case["items"]))
        [expected] = case["no_matching"].values()
        assert ratios(counts.sum(axis=0)).tolist() == CLOSE(expected["mc"]["micro"], abs=1e-9)
