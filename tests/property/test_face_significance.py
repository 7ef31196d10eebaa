"""Significance tests, metrics of third parties: the same numbers, signatures and logs from the same seeds."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import numpy as np
import pytest

from parbleu.compat.sacrebleu.significance import PairedTest

from .hostile import Hostile
from .third_party import ALL, FaceLength, longest_segment, word_error_rate
from .twins import BOTH, Side, answer, compare

SEED = os.environ.get("PARBLEU_FUZZ_SEED", "1")


def systems(seed: str, number: int) -> tuple[list[tuple[str, list[str]]], Any]:
    source = Hostile(seed)
    hyps, refs = source.corpus(source.random.choice((2, 9, 30)), source.random.choice((1, 2)), missing=True)
    named = [("base", hyps)]
    named += [(f"system {at}", [source.edited(line) for line in hyps]) for at in range(number)]
    return named, refs


@pytest.fixture(params=[None, "7"])
def _seed(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SACREBLEU_SEED", raising=False)
    if request.param is not None:
        monkeypatch.setenv("SACREBLEU_SEED", request.param)


@pytest.mark.usefixtures("_seed")
@pytest.mark.parametrize("test", ["bs", "ar"])
@pytest.mark.parametrize("kind", ["native", "theirs", "mixed"])
def test_paired_tests(kind: str, test: str) -> None:
    for index in range(4):
        random = Random(f"{SEED} {kind} {test} {index}")
        named, refs = systems(f"{SEED} {kind} {test} {index}", random.choice((1, 2)))
        samples = random.choice((39, 41, 120))
        # With the bootstrap the original signs with this number although it is of the other test.
        confidence = random.choice((-1, 0, 50)) if test == "ar" else -1

        def run(
            side: Side,
            named: Any = named,
            refs: Any = refs,
            samples: int = samples,
            confidence: int = confidence,
        ) -> Any:
            metrics = {}
            if kind != "theirs":
                metrics = {
                    "BLEU": side.metrics.BLEU(),
                    "chrF": side.metrics.CHRF(),
                    "ter": side.metrics.TER(),
                }
            if kind != "native":
                metrics |= {"WER": word_error_rate(side)(weight=0.5), "length": longest_segment(side)()}
            paired = side.significance.PairedTest(
                named, metrics, refs, test_type=test, n_samples=samples, n_ar_confidence=confidence
            )
            public = [
                paired.test_type,
                paired.n_samples,
                paired.n_ar_confidence,
                paired.n_jobs,
                paired.n_systems,
            ]
            signatures, scores = paired()
            return [
                public,
                list(paired.metrics),
                signatures,
                scores,
                [str(scores[name]) for name in ("System",)],
            ]

        compare(run)


@pytest.mark.parametrize("test", ["bs", "ar"])
def test_cached_references(test: str) -> None:
    named, refs = systems(f"{SEED} cached {test}", 2)

    def run(side: Side) -> Any:
        metrics = {"BLEU": side.metrics.BLEU(references=refs), "WER": word_error_rate(side)(references=refs)}
        return side.significance.PairedTest(named, metrics, None, test_type=test, n_samples=60)()

    compare(run)


def test_workers_change_nothing() -> None:
    named, refs = systems(f"{SEED} workers", 3)

    def run(side: Side, jobs: int) -> Any:
        metrics = {"BLEU": side.metrics.BLEU(), "chrF": side.metrics.CHRF(word_order=2)}
        return side.significance.PairedTest(named, metrics, refs, "bs", 50, n_jobs=jobs)()[1]

    alone, jobs = (answer(lambda jobs=jobs: run(BOTH[1], jobs)) for jobs in (1, 2))
    theirs = answer(lambda: run(BOTH[0], 2))
    assert alone["result"] == jobs["result"] == theirs["result"]
    assert set(theirs["log"]) <= set(jobs["log"])  # it logs in the worker processes, too


def test_workers_for_metrics_of_third_parties() -> None:
    named, refs = systems(f"{SEED} workers", 3)
    metrics = {"lengths": FaceLength()}
    found = [PairedTest(named, metrics, refs, "ar", 50, n_jobs=jobs)()[1]["Length"] for jobs in (1, 2, 0)]
    assert str(found[0]) == str(found[1]) == str(found[2])


def test_defaults_and_errors() -> None:
    named, refs = systems(f"{SEED} errors", 1)
    for options in ({"test_type": "xx"}, {"test_type": "ar"}, {"test_type": "bs"}, {"n_samples": -3}):

        def run(side: Side, options: Any = options) -> Any:
            paired = side.significance.PairedTest(named, {"TER": side.metrics.TER()}, refs, **options)
            return [paired.n_samples, paired.n_ar_confidence, paired.test_type]

        compare(run)
    for bad in ([], [[]], None, [3]):
        compare(lambda side, bad=bad: side.significance.PairedTest(named, {"TER": side.metrics.TER()}, bad)())


@pytest.mark.parametrize("make", ALL, ids=lambda make: make.__name__)
def test_third_party_metrics(make: Any) -> None:
    for index in range(6):
        source = Hostile(f"{SEED} {make.__name__} {index}")
        hyps, refs = source.corpus(source.random.choice((1, 5)), source.random.choice((1, 2)), missing=True)

        def run(side: Side, hyps: Any = hyps, refs: Any = refs) -> Any:
            metric = make(side)()
            rows = metric._extract_corpus_statistics(hyps, refs)
            return [
                metric.corpus_score(hyps, refs),
                metric.corpus_score(hyps, refs, n_bootstrap=41),
                metric.sentence_score(hyps[0], [stream[0] for stream in refs]),
                rows,
                [metric._compute_score_from_stats(np.array(row)) for row in rows],
                metric.get_signature().format(),
                metric.get_signature().format(short=True),
            ]

        compare(run)


def test_helpers() -> None:
    random = Random(f"{SEED} helpers")
    for size in (1, 2, 39, 40, 41, 400, 1000):
        numbers = [random.gauss(30, 5) for _ in range(size)]
        for kind in (np.float64, np.float32):

            def run(side: Side, numbers: Any = numbers, kind: Any = kind) -> Any:
                scores = np.array(numbers, dtype=kind)
                return [
                    list(side.significance.estimate_ci(scores)),
                    side.significance._compute_p_value(scores, 30.0),
                    side.significance._compute_p_value(scores, np.float64(numbers[0])),
                ]

            compare(run)

    def resample(side: Side) -> Any:
        hyps, refs = Hostile(SEED).corpus(5, 1)
        metric = side.metrics.BLEU()
        rows = metric._extract_corpus_statistics(hyps, refs)
        seed, scores = side.significance._bootstrap_resample(rows, metric, n_samples=30)
        return [seed, [str(score) for score in scores]]

    compare(resample)
