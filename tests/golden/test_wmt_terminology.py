"""Tests terminology success and consistency against recorded numbers and published ones."""

from __future__ import annotations

import csv
import json
import re
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
    score_terms,
    term_share,
)

NONE = Resampling("none")


@pytest.fixture(scope="module")
def recorded(read_golden: Any) -> Any:
    return read_golden("wmt25-26/terminology25")


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


def test_matching_of_2026(read_golden: Any) -> None:
    for case in read_golden("wmt25-26/terminology26_matching")["cases"]:
        text = normalized_text(case["hyp"])
        spans = [
            [span for form in forms for span in form_spans(text, normalized_text(form))]
            for forms in case["required"]
        ]
        assert len(spans) == len(case["required"])
        assert exclusive_hits(spans) == case["exclusive_hits"], case["note"]
        if len(case["independent_hits"]) == len(spans):
            assert list(map(bool, spans)) == case["independent_hits"], case["note"]


def places(text: str, form: str) -> set[tuple[int, int]]:
    """Returns where a form stands in a text between characters that are part of no word."""
    found = re.finditer(rf"(?<!\w)(?={re.escape(form.lower())}(?!\w))", text.lower())
    return {(match.start(), match.start() + len(form)) for match in found}


def most_disjoint(options: list[set[tuple[int, int]]]) -> int:
    """Returns how many occurrences can have disjoint places, by trying all ways."""
    if not options:
        return 0
    first, *rest = options
    best = most_disjoint(rest)
    for begin, end in first:
        left = [{place for place in others if place[1] <= begin or place[0] >= end} for others in rest]
        best = max(best, 1 + most_disjoint(left))
    return best


@pytest.mark.parametrize("mode", ["noterm", "proper", "random"])
def test_rule_of_2026_on_real_texts_of_2025(oracles: Path, tmp_path: Path, mode: str) -> None:
    """No real test set with the terms of 2026 could be had: real texts and terms of 2025 in its form."""
    folder = oracles / "data" / "wmt25" / "terminology"
    data = rows(folder / "full_data.ende.jsonl")
    documents, required = [], []
    for row in data:
        terms = [*row["proper"].items(), *row["random"].items()]
        required.append([target for _, target in terms])
        of_segment = {"terms": [{"source": source, "target": target} for source, target in terms]}
        documents.append(
            {"paragraphs": [{"source": row["en"], "reference": row["de"], "segments": [of_segment]}]}
        )
    (tmp_path / "set.json").write_text(json.dumps({"documents": documents}), encoding="utf-8")
    texts = {"reference": [row["de"] for row in data]}
    for system in ("laniqo", "duterm"):
        texts[system] = [row["de"] for row in rows(folder / f"{system}.ende.{mode}.jsonl")]
        (tmp_path / f"{system}.json").write_text(json.dumps(texts[system]), encoding="utf-8")
    outputs = {system: str(tmp_path / f"{system}.json") for system in ("laniqo", "duterm")}
    made = score_terms(str(tmp_path / "set.json"), outputs, "wmt26", resampling=NONE)
    found = {(row.system, row.measure): (row.hits, row.terms) for row in made.rates}
    n_terms = sum(map(len, required))
    assert n_terms > 100
    for system, translations in texts.items():
        options = [
            [places(text, target) for target in targets]
            for text, targets in zip(translations, required, strict=True)
        ]
        hits = sum(bool(own) for of_text in options for own in of_text)
        assert found[system, "annotated"] == (hits, n_terms)
        assert found[system, "exclusive"] == (sum(map(most_disjoint, options)), n_terms)
