"""Tests bootstrap intervals and paired tests against every recorded row, bit for bit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import parbleu
from parbleu.stats.paired_tests import PairedResult, paired_bootstrap, paired_randomization
from parbleu.stats.resampling import DEFAULT_SEED, SEED_VARIABLE, bootstrap_scores, parse_seed

from .recorded import Comparison, Recorded, Row, Streams, without_our_version

FILE = "significance"
SHOWN_SAMPLES = 20
SAMPLES_OF_IDENTICAL = 100
# What `n_ar_confidence` means there: off, the default, or so many.
CONFIDENCE = {-1: 0, 0: 1000}


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """One corpus is tokenized, which is warned of for each of its hundred rows."""
    with caplog.at_level("ERROR", logger="sacrebleu"), caplog.at_level("ERROR", logger="parbleu"):
        yield


class Tables:
    """Statistics and scores of the systems of a row, kept from row to row."""

    def __init__(self, recorded: Recorded) -> None:
        self._recorded = recorded
        self._kept: dict[str, tuple[parbleu.metrics.Metric, list[Any]]] = {}

    def of(self, row: Row, name: str, options: dict[str, Any]) -> tuple[Any, list[Any]]:
        key = json.dumps([row.get("input", row["id"]), name, options])
        if key not in self._kept:
            metric = getattr(parbleu, name)(**options)
            self._kept[key] = metric, [metric.statistics(*texts) for texts in systems(self._recorded, row)]
        metric, tables = self._kept[key]
        return metric.scorer, tables


def systems(recorded: Recorded, row: Row) -> Iterator[tuple[list[str], Streams]]:
    """The texts of every system of a row."""
    if "input" not in row:  # two times the same
        yield from [(row["hyps"], row["refs"])] * 2
    else:
        for hyp in row["input"]["hyps"]:
            yield recorded.texts({"input": {**row["input"], "hyp": hyp}})


def seed_of(row: Row) -> int:
    return parse_seed(row.get("seed_env") or DEFAULT_SEED)


def test_single_bootstrap(
    recorded: Recorded, comparison: Comparison, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = Tables(recorded)
    for row in recorded.rows(FILE):
        if row["test"] != "single_bootstrap":
            continue
        if row["seed_env"] is None:
            monkeypatch.delenv(SEED_VARIABLE, raising=False)
        else:
            monkeypatch.setenv(SEED_VARIABLE, row["seed_env"])
        metric = getattr(parbleu, row["metric"])(**row["args"])
        texts = next(systems(recorded, row))
        score = metric.corpus_score(*texts, intervals=True, n_samples=row["n_bootstrap"])
        comparison.check(f"{row['id']} score", score.score, row["score"])
        comparison.check(f"{row['id']} mean", score._mean, row["mean"])
        comparison.check(f"{row['id']} interval", score._ci, row["ci"])
        comparison.check(f"{row['id']} printed", str(score), row["str"])
        comparison.check(f"{row['id']} printed wide", score.format(decimals=4), row["str_w4"])
        comparison.check(f"{row['id']} seed", metric._seed_text, row["seed_returned"])
        signature = without_our_version(metric.get_signature().format())
        comparison.check(f"{row['id']} signature", signature, row["signature"])

        scorer, (table, *_) = tables.of(row, row["metric"], row["args"])
        (samples,) = bootstrap_scores([(scorer, [table])], row["n_bootstrap"], seed_of(row))
        first = samples[0][:SHOWN_SAMPLES].tolist()
        comparison.check(f"{row['id']} samples", first, row["first_resample_scores"])
    comparison.finish(8 * recorded.count(25, 190))


def run(row: Row, tables: Tables) -> list[PairedResult]:
    if "metric" in row:
        asked = [(row["metric"], row["args"])]
    else:
        asked = [(name, {}) for name in row.get("metrics", ["BLEU"])]
    metrics = [tables.of(row, *how) for how in asked]
    samples, seed = row.get("n_samples", SAMPLES_OF_IDENTICAL), seed_of(row)
    if row["test"].endswith("bs"):
        return paired_bootstrap(metrics, None, samples, seed)
    asked_confidence = row.get("n_ar_confidence", -1)
    confidence = CONFIDENCE.get(asked_confidence, asked_confidence)
    return paired_randomization(metrics, None, samples, seed, n_interval_samples=confidence)


@pytest.mark.parametrize(
    ("test", "results"),
    [
        ("paired_bs", (15, 93)),
        ("paired_ar", (30, 124)),
        ("paired_multi_bs", (7, 8)),
        ("paired_multi_ar", (14, 24)),
        ("identical_bs", (1, 1)),
        ("identical_ar", (1, 1)),
    ],
)
def test_paired(recorded: Recorded, comparison: Comparison, test: str, results: tuple[int, int]) -> None:
    tables = Tables(recorded)
    for row in recorded.rows(FILE):
        if row["test"] != test:
            continue
        by_metric = row["results"].values() if isinstance(row["results"], dict) else [row["results"]]
        for ours, theirs in zip(run(row, tables), by_metric, strict=True):
            comparison.check(f"{row['id']} scores", ours.scores, [result["score"] for result in theirs])
            p_values = [None, *(pair.p_sacrebleu for pair in ours.pairs)]
            comparison.check(f"{row['id']} p", p_values, [result["p_value"] for result in theirs])
            means = [interval and interval.mean for interval in ours.intervals]
            comparison.check(f"{row['id']} means", means, [result["mean"] for result in theirs])
            halves = [interval and interval.half_width for interval in ours.intervals]
            comparison.check(f"{row['id']} intervals", halves, [result["ci"] for result in theirs])
    comparison.finish(4 * recorded.count(*results))
