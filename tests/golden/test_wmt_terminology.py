"""Tests terminology success and consistency against recorded numbers and published ones."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from parbleu import Resampling
from parbleu.errors import InputShapeError
from parbleu.wmt import term_consistency, terminology_success
from parbleu.wmt._terminology import (
    exclusive_hits,
    form_spans,
    normalized_text,
    score_consistency,
    term_share,
)

NONE = Resampling("none")


@pytest.fixture(scope="module")
def recorded(oracles: Path) -> Any:
    path = oracles / "golden" / "wmt25-26" / "terminology25.json"
    return json.loads(path.read_text(encoding="utf-8"))


def rows(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_track_1(oracles: Path, recorded: Any) -> None:
    folder = oracles / "data" / "wmt25" / "terminology"
    data = rows(folder / "full_data.ende.jsonl")
    dictionaries = {name: [row[name] for row in data] for name in ("proper", "random")}
    source, references = [row["en"] for row in data], [row["de"] for row in data]
    for system, modes in recorded["track1"].items():
        outputs = {
            mode: [row["de"] for row in rows(folder / f"{system}.ende.{mode}.jsonl")] for mode in modes
        }
        made = terminology_success(source, outputs, dictionaries, references=references, resampling=NONE)
        found = {(row.system, row.measure): (row.success, row.hits, row.terms) for row in made.rates}
        for mode, expected in modes.items():
            for dictionary, counts in expected["excerpt_60"]["surface_only"].items():
                assert found[mode, dictionary] == (counts["rate"], counts["hits"], counts["terms"])
        assert ("reference", "proper") in found


def test_track_2(oracles: Path, recorded: Any) -> None:
    folder = oracles / "data" / "wmt25" / "terminology"
    data = rows(folder / "track2.full_data_2016.jsonl")
    source, references = [row["zh"] for row in data], [row["en"] for row in data]
    for system, modes in recorded["track2_excerpt"].items():
        outputs = {
            mode: [row["en"] for row in rows(folder / f"track2.{system}.2016.zhen.{mode}.jsonl")]
            for mode in modes
        }
        dictionaries = {name: [row[name] for row in data] for name in ("proper", "random")}
        made = terminology_success(
            source, outputs, dictionaries, references=references, rule="wmt25-track2", resampling=NONE
        )
        found = {(row.system, row.measure): (row.success, row.terms) for row in made.rates}
        for mode, expected in modes.items():
            for dictionary, counts in expected.items():
                rate, terms = found[mode, dictionary]
                assert terms == counts["valid_terms"]
                assert rate == pytest.approx(counts["rate"], abs=1e-12)


def test_function_of_track_2(recorded: Any) -> None:
    for case in recorded["track2_function_cases"]:
        given = (case["src"], case["hyp"], case["term"], case["targets"])
        if case["rate"] == "ZeroDivisionError":
            with pytest.raises(InputShapeError):
                term_share(*given)
        else:
            assert term_share(*given) == case["rate"]


def test_consistency(oracles: Path, recorded: Any) -> None:
    kinds = ("first", "frequent", "predefined")
    for case in recorded["consistency"]:
        path = oracles / "data" / "wmt25" / "terminology" / case["file"]
        with path.open(encoding="utf-8", newline="") as file:
            lines = list(csv.reader(file, delimiter="\t"))[1:]
        pairs = {kind: [(line[1 + 2 * n], line[2 + 2 * n]) for line in lines] for n, kind in enumerate(kinds)}
        made = term_consistency(pairs).systems
        for row in made:
            expected = case["recomputed"][row.system]
            assert (row.micro, row.macro) == pytest.approx((expected["micro"], expected["macro"]), abs=1e-12)
        read = score_consistency({"mine": str(path)}).systems
        assert [(row.kind, row.micro, row.macro) for row in read] == [
            (row.system, row.micro, row.macro) for row in made
        ]


def test_matching_of_2026(oracles: Path) -> None:
    path = oracles / "golden" / "wmt25-26" / "terminology26_matching.json"
    for case in json.loads(path.read_text(encoding="utf-8"))["cases"]:
        text = normalized_text(case["hyp"])
        spans = [
            [span for form in forms for span in form_spans(text, normalized_text(form))]
            for forms in case["required"]
        ]
        assert len(spans) == len(case["required"])
        assert exclusive_hits(spans) == case["exclusive_hits"], case["note"]
        if len(case["independent_hits"]) == len(spans):
            assert list(map(bool, spans)) == case["independent_hits"], case["note"]
