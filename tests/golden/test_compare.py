"""`parbleu.compare` on the recorded texts: every paired row, number for number and name for name."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import parbleu
from parbleu.stats.resampling import SEED_VARIABLE

from .recorded import Comparison, Recorded, Row, without_our_version

FILE = "significance"
TESTS = {"bs": "bootstrap", "ar": "randomization"}
SAMPLES = {-1: 0, 0: 1000}
FIELDS = {"score": "score", "p_sacrebleu": "p_value", "mean": "mean", "ci": "ci"}
"""Attributes of ours -> names of the recorded numbers."""


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """One corpus is tokenized, which is warned of for each of its hundred rows."""
    with caplog.at_level("ERROR", logger="parbleu"):
        yield


class Corpora:
    """Systems and references of a row, checked once."""

    def __init__(self, recorded: Recorded) -> None:
        self._recorded = recorded
        self._kept: dict[str, tuple[dict[str, Any], list[Any]]] = {}

    def of(self, row: Row) -> tuple[dict[str, Any], list[Any]]:
        if "input" not in row:
            return {"baseline": row["hyps"], "copy": row["hyps"]}, row["refs"]
        key = json.dumps(row["input"])
        if key not in self._kept:
            systems = {}
            for hyp in row["input"]["hyps"]:
                texts, references = self._recorded.texts({"input": {**row["input"], "hyp": hyp}})
                systems[f"system {hyp}"] = parbleu.text.as_segments(texts)
            self._kept[key] = systems, [parbleu.text.as_segments(stream) for stream in references]
        return self._kept[key]


def compared(row: Row, corpora: Corpora) -> parbleu.Comparison:
    systems, references = corpora.of(row)
    metrics = (
        [(row["metric"], row["args"])] if "metric" in row else [(m, {}) for m in row.get("metrics", ["BLEU"])]
    )
    kind = row["test"][-2:]
    asked = row.get("n_ar_confidence", -1)
    samples = SAMPLES.get(asked, asked) if kind == "ar" else 0
    return parbleu.compare(
        systems,
        references,
        [getattr(parbleu, name)(**options) for name, options in metrics],
        test=TESTS[kind],
        n_samples=row.get("n_samples", 100),
        intervals=samples > 0,
        n_interval_samples=samples or None,
    )


@pytest.mark.parametrize(
    ("test", "systems"),
    [
        ("paired_bs", (45, 186)),
        ("paired_ar", (90, 248)),
        ("paired_multi_bs", (21, 16)),
        ("paired_multi_ar", (42, 48)),
        ("identical_bs", (2, 2)),
        ("identical_ar", (2, 2)),
    ],
)
def test_paired(
    recorded: Recorded,
    comparison: Comparison,
    monkeypatch: pytest.MonkeyPatch,
    test: str,
    systems: tuple[int, int],
) -> None:
    corpora = Corpora(recorded)
    for row in recorded.rows(FILE):
        if row["test"] != test:
            continue
        monkeypatch.setenv(SEED_VARIABLE, row.get("seed_env") or "12345")
        ours = compared(row, corpora)
        theirs = row["results"]
        if not isinstance(theirs, dict):
            theirs = {row.get("score_key", "BLEU"): theirs}
        comparison.check(f"{row['id']} names", [metric.name for metric in ours.metrics], list(theirs))
        for metric in ours.metrics:
            for system, expected in zip(metric.scores, theirs[metric.name], strict=True):
                for attribute, field in FIELDS.items():
                    what = f"{row['id']} {metric.name} {system.system} {field}"
                    comparison.check(what, getattr(system, attribute), expected[field])
            if test.startswith("paired"):
                expected = row.get("signature") or row["signatures"][metric.name]
                comparison.check(f"{row['id']} signature", without_our_version(metric.signature), expected)
    comparison.finish(4 * recorded.count(*systems))


def test_without_a_test(recorded: Recorded, comparison: Comparison) -> None:
    """The intervals of single systems, several at once."""
    corpora = Corpora(recorded)
    for row in recorded.rows(FILE):
        if row["test"] != "single_bootstrap" or row["seed_env"] == "none":
            continue
        systems, references = corpora.of(row)
        metric = getattr(parbleu, row["metric"])(**row["args"])
        seed = None if row["seed_env"] is None else int(row["seed_env"])
        options = {"intervals": True, "n_samples": row["n_bootstrap"], "seed": seed}
        [ours] = parbleu.compare(systems, references, metric, **options).metrics
        for field in ("score", "mean", "ci"):
            comparison.check(f"{row['id']} {field}", getattr(ours.scores[0], field), row[field])
        comparison.check(f"{row['id']} signature", without_our_version(ours.signature), row["signature"])
    comparison.finish(4 * recorded.count(25, 150))
