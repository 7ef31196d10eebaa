"""Tests error classes against what Hjerson was recorded to print, and where ours differ on purpose."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from compare_mt import checksum, lines
from parbleu import Resampling
from parbleu.analysis import ErrorClasses, compared_texts, error_classes
from parbleu.analysis._classified_errors import SUMS, hjerson_counts

REFERENCE_CLASSES = ["x", "infl", "reord", "miss", "lex", "x"]
HYPOTHESIS_CLASSES = ["x", "infl", "reord", "ext", "lex", "x"]


@pytest.fixture
def runs(read_golden: Any) -> list[Any]:
    return [run for run in read_golden("analysis/hjerson")["runs"] if "totals" in run]


def classified(oracles: Path, run: Any) -> ErrorClasses:
    count = len(run["sentence_counts"])
    if "texts" in run:
        references, hypotheses = (
            [[text["ref"] for text in run["texts"]]],
            [text["hyp"] for text in run["texts"]],
        )
    else:
        pair, system = run["name"].split(",")[0].split(" ")[:2]
        data = oracles / "data" / "wmt23" / pair
        language = pair.partition("-")[2]
        tokenizer = "char" if language == "ja" else "13a"
        names = ("refA", "refB")[: run["refs"]]
        references = [lines(data / f"{name}.{language}", tokenizer, count) for name in names]
        hypotheses = lines(data / "systems" / f"{system}.{language}", tokenizer, count)
        if "sha256" in run:
            assert [*map(checksum, (*references, hypotheses))] == run["sha256"]

    def stem(word: str) -> str:
        return re.sub("(ing|ed|es|s|ly)$", "", word.lower(), count=1) or word.lower()

    base_forms = stem if "base forms given" in run["name"] else "first-four"
    texts = compared_texts({"system": hypotheses}, references, tokenize="none")
    return error_classes(texts, base_forms=base_forms, resampling=Resampling("none"))


def names(number: int) -> str:
    return f"run {number}"


@pytest.mark.parametrize("number", range(10), ids=names)
def test_counts_totals_and_classes(oracles: Path, runs: list[Any], number: int) -> None:
    run = runs[number]
    found = classified(oracles, run)
    counts = hjerson_counts(found, "system")
    for column, name in enumerate(run["sentence_columns"]):
        assert counts[name] == [row[column] for row in run["sentence_counts"]], name
    totals = {row[0]: row[1:] for row in found.hjerson("system").rows}
    assert set(totals) == set(run["totals"])
    for name, (count, percent) in run["totals"].items():
        assert totals[name][0] == count
        assert totals[name][1] == pytest.approx(percent, abs=0.0051), name
    for segment, recorded in enumerate(run["categories_first_40"]):
        for sides, classes, side in (
            (found.reference_classes, REFERENCE_CLASSES, "ref"),
            (found.hypothesis_classes, HYPOTHESIS_CLASSES, "hyp"),
        ):
            assert [classes[number] for number in sides["system"][segment]] == recorded[side]


@pytest.mark.parametrize("number", range(10), ids=names)
def test_rates_of_sentences(oracles: Path, runs: list[Any], number: int) -> None:
    """Each is count / words, but for what Hjerson divides wrongly."""
    run = runs[number]
    found = classified(oracles, run)
    counts = hjerson_counts(found, "system")
    several = run["refs"] > 1
    for segment, recorded in enumerate(run["sentence_rates_first_20"]):
        row = found.rows[segment, 0]
        words = {"ref": int(row[1]), "hyp": int(row[13])}
        rates = dict(zip(run["sentence_columns"], recorded, strict=True))
        if not words["ref"] or not words["hyp"]:
            continue  # there it divides by 1e-8
        for name, rate in rates.items():
            if name in SUMS or (several and name in ("Rper", "refINFer")):
                continue
            side = "hyp" if "hyp" in name or name in ("Hper", "EXTer", "bEXTer") else "ref"
            # The rate of inflection of the reference is that of all position-free errors.
            counted = "Rper" if name == "refINFer" else name
            assert 100 * counts[counted][segment] / words[side] == pytest.approx(rate, abs=0.0051), name


def test_the_rate_of_inflection_of_a_sentence_is_that_of_inflection(oracles: Path, runs: list[Any]) -> None:
    """Hjerson's is the rate of all position-free errors of the reference."""
    run = runs[0]
    found = classified(oracles, run)
    recorded = dict(zip(run["sentence_columns"], run["sentence_rates_first_20"][1], strict=True))
    count, words = hjerson_counts(found, "system")["refINFer"][1], int(found.rows[1, 0, 1])
    assert (recorded["refINFer"], round(100 * count / words, 2)) == (19.19, 1.01)
