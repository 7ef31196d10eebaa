"""Tests the scores of the tasks of metrics against recorded outputs of the official code."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from parbleu import Resampling
from parbleu.wmt import PostEditedTexts, gain_to_edit, labels_of_scores, score_error_free
from parbleu.wmt._task_scores import official_criticality

NONE = Resampling("none")


def keyed(values: Any) -> Any:
    return {("en-de", "A", ("", number)): value for number, value in enumerate(values)}


def test_error_free_translations(read_golden: Any) -> None:
    recorded = read_golden("wmt25-26/error_free")
    for case in recorded["cases"]:
        gold = [
            score >= 85 and spans == 0 for score, spans in zip(case["score"], case["n_spans"], strict=True)
        ]
        assert [int(label) for label in gold] == case["gold"]
        made = score_error_free(keyed(gold), {"one": keyed(map(bool, case["pred"]))}, resampling=NONE)
        [row] = made.scores
        assert [row.tp, row.fp, row.fn, row.tn] == [case[name] for name in ("tp", "fp", "fn", "tn")]
        found = [value or 0.0 for value in (row.mcc, row.f1, row.precision, row.recall)]
        expected = [case[name] for name in ("mcc", "f1_error_free", "precision", "recall")]
        assert found == pytest.approx(expected, abs=1e-12)
    for case in recorded["score_to_label"]:
        labels = labels_of_scores(keyed(case["scores"]), case["threshold"], only_above=case["strict"])
        assert [int(label) for label in labels.values()] == case["labels"]


def test_criticality(read_golden: Any) -> None:
    for case in read_golden("wmt25-26/criticality")["cases"]:
        if case["best"] is None:  # a single translation, of which the official code has no cut
            continue
        critical = np.array(case["human"]) < 10
        found = official_criticality(np.array(case["metric"], dtype=float), critical)
        assert found == pytest.approx(case["best"], abs=1e-12)


def test_gain_to_edit(read_golden: Any) -> None:
    compared = 0
    for case in read_golden("wmt25-26/gain_to_edit")["cases"]:
        items = case["items"]
        if items is None:
            continue
        done = PostEditedTexts(
            *(
                tuple(item[name] for item in items)
                for name in ("hyp", "post_edit", "score_before", "score_after")
            )
        )
        made = gain_to_edit({("one", case["langs"]): done}, resampling=NONE)
        [row] = made.gains
        assert row.gain == pytest.approx(case["avg_delta"], abs=1e-12)
        assert row.ter == pytest.approx(case["corpus_ter"], abs=1e-9)
        ratio = -999.0 if row.ratio is None else row.ratio
        assert ratio == pytest.approx(case["without_subsample"]["gain_to_edit_ratio"], abs=1e-9)
        compared += 1
    assert compared >= 30
