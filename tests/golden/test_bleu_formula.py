"""Tests BLEU from given counts with every smoothing method, value and order."""

from __future__ import annotations

import pytest

import parbleu
from parbleu.errors import ParbleuError

from .exclusions import EXTENDS, RAISES
from .recorded import Comparison, Recorded, Row

ATTRIBUTES = ("score", "counts", "totals", "precisions", "bp", "sys_len", "ref_len", "ratio")


def compute(row: Row) -> tuple[parbleu.metrics.BLEUScore, list[int], list[int]]:
    correct, total = list(row["correct"]), list(row["total"])
    score = parbleu.BLEU.compute_bleu(correct, total, row["sys_len"], row["ref_len"], **row["args"])
    return score, correct, total


def test_scores_from_counts(recorded: Recorded, comparison: Comparison) -> None:
    for row in recorded.rows("bleu_compute"):
        if row["id"] in RAISES or row["id"] in EXTENDS:
            continue
        score, correct, total = compute(row)
        ours = {name: getattr(score, name) for name in ATTRIBUTES} | {"str": str(score)}
        comparison.check(f"{row['id']} {row['args']}", ours, row["result"])
        # The original smooths the caller's own lists with add-k; we leave them as they were.
        comparison.check(f"{row['id']} arguments", [correct, total], [row["correct"], row["total"]])
    comparison.finish(at_least=2 * 956)


@pytest.mark.parametrize("ident", [ident for ident in RAISES if ident.startswith("bleu_compute:")])
def test_counts_that_crash_the_original(recorded: Recorded, ident: str) -> None:
    row = next(row for row in recorded.rows("bleu_compute") if row["id"] == ident)
    assert "error" in row
    with pytest.raises(ParbleuError, match=RAISES[ident].message):
        compute(row)


@pytest.mark.parametrize("ident", [ident for ident in EXTENDS if ident.startswith("bleu_compute:")])
def test_counts_that_have_an_answer(recorded: Recorded, ident: str) -> None:
    row = next(row for row in recorded.rows("bleu_compute") if row["id"] == ident)
    assert "error" in row
    assert str(compute(row)[0]) == EXTENDS[ident].result
