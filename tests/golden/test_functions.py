"""Tests the functions from `corpus_bleu` to `sentence_ter`."""

from __future__ import annotations

from typing import Any

import pytest

import parbleu

from .recorded import Comparison, Recorded


def in_our_words(options: dict[str, Any]) -> dict[str, Any]:
    """Returns options of sacreBLEU's functions under the names that the metrics have for them."""
    ours = {"use_effective_order": "effective_order"}
    named = {ours.get(name, name): value for name, value in options.items()}
    if "remove_whitespace" in named:
        named["whitespace"] = not named.pop("remove_whitespace")
    return named


def test_functions(recorded: Recorded, comparison: Comparison, caplog: pytest.LogCaptureFixture) -> None:
    for row in recorded.rows("compat"):
        if row["fn"] == "raw_corpus_bleu":  # the face has it
            continue
        caplog.clear()
        score = getattr(parbleu, row["fn"])(*row["args"], **in_our_words(row["kwargs"]))
        ours = {key: str(score) if key == "str" else getattr(score, key) for key in row["result"]}
        comparison.check(f"{row['id']} {row['fn']} {row['kwargs']}", ours, row["result"])
        logged = [[record.levelname, record.getMessage()] for record in caplog.records]
        comparison.check(f"{row['id']} log", logged, row.get("log", []))
    comparison.finish(at_least=2 * 70)
