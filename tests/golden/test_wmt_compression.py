"""Tests the comparison of compressed models, and meta-evaluation as of 2025, against recorded outputs."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from parbleu import Resampling
from parbleu.evalset import load_evalset
from parbleu.meta import run_protocol
from parbleu.wmt import clean_segments, compare_compressed, run_speed


@pytest.fixture(scope="module")
def recorded(read_golden: Any) -> Any:
    return read_golden("wmt25-26/model_compression")


def lines(lengths: Any) -> list[str]:
    return ["x" * length for length in lengths]


def test_hallucinations_of_2025(recorded: Any) -> None:
    official = recorded["wmt25_official_run"]
    outputs = {str(number): lines(output["out_lengths"]) for number, output in enumerate(official["outputs"])}
    found = clean_segments(lines(official["source_lengths"]), outputs)
    assert len(found.skipped) == 1
    # Lines are counted from 1 in the file that the script writes.
    assert list(found.clean) in (official["clean_lines"], [number - 1 for number in official["clean_lines"]])
    assert [len(bad) for bad in found.hallucinated.values()] == [
        int(row["n_hall"]) for row in official["stats"]
    ]


def test_clean_subset_of_2026(recorded: Any) -> None:
    for case in recorded["wmt26_clean_subset_own"]:
        systems = case["systems"]
        made = compare_compressed(
            lines(case["source_lengths"]),
            {name: lines(system["out"]) for name, system in systems.items()},
            {"ck": {name: system["ck"] for name, system in systems.items()}},
            resampling=Resampling("none"),
        )
        assert made.n_clean == case["n_clean"]
        for row in made.models:
            expected = case["result"][row.system]
            assert row.hallucinated == expected["n_hall"]
            assert row.hallucinated_share == pytest.approx(expected["hall_pct"])
            assert row.score == pytest.approx(expected["ck"], abs=1e-12)
            assert row.delta == pytest.approx(expected["delta"], abs=1e-12)
            if expected["ck_clean"] is None or row.clean_score is None:
                assert row.clean_score is None
                assert expected["ck_clean"] in (None, "nan")
            else:
                assert row.clean_score == pytest.approx(expected["ck_clean"], abs=1e-12)


def test_speed_of_2026(recorded: Any) -> None:
    for case in recorded["wmt26_speed_own"]:
        made = run_speed(case["wall"], case["source_chars"], case["warmup"] or ())
        found = (made.median, made.lowest, made.highest, made.variation, made.warm_up, made.gross, made.net)
        names = ("median", "min", "max", "cv_pct", "load_median", "gross_cps", "net_cps")
        for value, name in zip(found, names, strict=True):
            expected = case[name]
            assert value == (None if expected is None else pytest.approx(expected, rel=1e-9)), name
        assert list(made.outliers) == case["outliers"]


def test_meta_evaluation_as_of_2025(oracles: Path, read_golden: Any) -> None:
    expected = read_golden("wmt25-26/meta_eval_wmt25_style")
    load = partial(load_evalset, path=str(oracles / "data" / "evalsets"))
    pairs = ["en-cs", "en-ja", "en-zh"]
    made = run_protocol("wmt25", "wmt24", pairs, load=load, primary=False, resampling=None, gold="esa")

    def names(values: Any) -> dict[str, Any]:
        return {
            name.removeprefix("*").removesuffix("[noref]").removesuffix("-refA").removesuffix("-src"): value
            for name, value in values.items()
        }

    assert len(made.results) == len(expected["tasks"])
    for task, result in zip(expected["tasks"], made.results, strict=True):
        correlations = {name: value for name, (value, _) in names(task["corr_ranks"]).items()}
        # Soft pairwise accuracy depends on the order of systems; that of a constant metric on nothing else.
        tolerance = 3e-3 if "corr_fcn=pce" in task["name"] else 1e-9
        found = names(result.correlations)
        assert found.keys() == correlations.keys()
        for name, value in correlations.items():
            assert name == "Const" or found[name] == pytest.approx(value, abs=tolerance), (task["name"], name)
    averages = {name: value for name, (value, _) in names(made.averages).items()}
    for name, value in names(expected["average"]).items():
        assert name == "Const" or averages[name] == pytest.approx(value, abs=1e-3)
