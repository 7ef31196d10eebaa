"""Tests compressed models beside the uncompressed one."""

from __future__ import annotations

import numpy as np
import pytest

from parbleu import Resampling, wmt
from parbleu.errors import InputShapeError, OptionError

BASE = "baseline--uncompressed"


def test_differences_have_tests():
    random = np.random.default_rng(0)
    base = random.random(80)
    scores = {
        "CometKiwi": {
            "bad": (base - 0.2 + random.normal(0, 0.05, 80)).tolist(),
            BASE: base.tolist(),
            "same": (base + random.normal(0, 0.01, 80)).tolist(),
        }
    }
    outputs = {name: ["x" * 10] * 80 for name in scores["CometKiwi"]}
    outputs["bad"] = ["x" * 30, *outputs["bad"][1:]]
    made = wmt.compare_compressed(
        ["y" * 10] * 80,
        outputs,
        scores,
        sizes={BASE: 10, "bad": 2},
        documents=[number // 4 for number in range(80)],
        resampling=Resampling(n_samples=200, unit="document"),
    )
    uncompressed, bad, same = made.models
    assert (uncompressed.system, uncompressed.delta, uncompressed.p_value, uncompressed.size) == (
        BASE,
        0,
        None,
        100,
    )
    assert (bad.hallucinated, bad.size, made.n_clean) == (1, 20, 79)
    assert bad.p_holm < 0.05 < same.p_holm
    assert bad.low < bad.delta < bad.high
    assert "20 documents" in made.notes[-1]


def test_what_does_not_fit_is_refused():
    with pytest.raises(OptionError, match="no scores of the baseline"):
        wmt.compare_compressed(["a"], {}, {"m": {"b": [1]}})
    with pytest.raises(InputShapeError, match="b has 2 scores, the source 1 lines"):
        wmt.compare_compressed(["a"], {}, {"m": {BASE: [1], "b": [1, 2]}})
    with pytest.raises(InputShapeError, match="b: give as many lines"):
        wmt.compare_compressed(["a"], {"b": []}, {"m": {BASE: [1]}})
    with pytest.raises(InputShapeError, match="there is no item to draw"):
        wmt.compare_compressed([], {}, {"m": {BASE: [], "b": []}})
    with pytest.raises(InputShapeError, match="one or more runs of b"):
        wmt.compare_compressed(["a"], {}, {}, seconds={"b": []})
    with pytest.raises(InputShapeError, match="one or more runs"):
        wmt.run_speed([], 1)


def test_scores_that_are_missing_are_told():
    made = wmt.compare_compressed(
        ["a", "b"], {}, {"m": {BASE: [1, None], "q4": [2, 3]}}, resampling=Resampling("none")
    )
    assert made.notes[-1] == f"m lacks scores, which no mean contains: {BASE} 1 of 2."


def test_empty_source_lines_are_never_flagged():
    found = wmt.clean_segments(["", "abc"], {"a": ["xx", "x" * 7], "b": ["x"]})
    assert (found.clean, found.hallucinated, found.skipped) == ((0,), {"a": (1,)}, ("b",))


def test_loading_may_take_most_of_the_time():
    made = wmt.run_speed([10, 10.2, 30], 1000, [7, 7.1])
    assert (made.is_doubtful, made.outliers, made.gross) == (True, (2,), pytest.approx(1000 / 10.2))
    assert wmt.run_speed([10], 1000).net is None
