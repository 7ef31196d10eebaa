"""`parbleu.compare` against the installed sacreBLEU's `PairedTest`: random systems, metrics and options.

`PARBLEU_FUZZ_SEED=...` chooses others.
"""

from __future__ import annotations

import logging
import os
import warnings
from random import Random
from typing import Any

import pytest
import sacrebleu.metrics
from sacrebleu.significance import PairedTest

import parbleu

from .hostile import Hostile, Streams
from .options import DRAW, Options

SEED = os.environ.get("PARBLEU_FUZZ_SEED", "1")
COMPARISONS, CHUNK = 100, 10
TESTS = {"bs": "bootstrap", "ar": "randomization"}


def corpus(source: Hostile) -> tuple[dict[str, list[str]], Streams]:
    """Two to four systems of differing quality, sometimes equal, and up to two references."""
    random = source.random
    base = [source.line()[:80] for _ in range(random.randint(2, 16))]
    edits = [0 if random.random() < 0.2 else random.randint(1, 3) for _ in range(random.randint(2, 4))]
    systems = {f"system {place}": again(source, base, times) for place, times in enumerate(edits)}
    references: Streams = [[*again(source, base, 1)] for _ in range(random.randint(1, 2))]
    for stream in references[1:]:
        for place in range(len(base)):
            if random.random() < 0.1:
                stream[place] = None
    return systems, references


def again(source: Hostile, lines: list[str], times: int) -> list[str]:
    for _ in range(times):
        lines = [source.edited(line) for line in lines]
    return lines


def metrics(random: Random) -> list[tuple[str, Options]]:
    """Some metrics, in any order. Without any n-gram order the original fails."""
    found = []
    for name in random.sample(sorted(DRAW), random.randint(1, 3)):
        options = DRAW[name](random)
        if not options.get("max_ngram_order", 4):
            options["max_ngram_order"] = 4
        found.append((name, options))
    return found


def theirs(systems: Any, references: Any, asked: Any, kind: str, samples: int, confidence: int) -> Any:
    made = {name: getattr(sacrebleu.metrics, name)(**options) for name, options in asked}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        signatures, scores = PairedTest(list(systems.items()), made, references, kind, samples, confidence)()
    assert scores.pop("System") == list(systems)
    numbers = {
        name: [(row.score, row.p_value, row.mean, row.ci) for row in rows] for name, rows in scores.items()
    }
    return numbers, {name: str(signature) for name, signature in signatures.items()}


@pytest.mark.parametrize("first", range(0, COMPARISONS, CHUNK))
def test_paired_tests(first: int) -> None:
    """In chunks, which run at the same time if there are several processors."""
    logging.disable(logging.CRITICAL)
    try:
        for index in range(first, first + CHUNK):
            check(index)
    finally:
        logging.disable(logging.NOTSET)


def check(index: int) -> None:
    source = Hostile(f"{SEED}/compare/{index}", words_only=0.5)
    random = source.random
    systems, references = corpus(source)
    asked = metrics(random)
    kind = random.choice(("bs", "ar"))
    samples = random.choice((1, 2, 39, 40, 41, 60))
    confidence = random.choice((-1, 40, 50)) if kind == "ar" else -1
    numbers, signatures = theirs(systems, references, asked, kind, samples, confidence)
    ours = parbleu.compare(
        systems,
        references,
        [getattr(parbleu, name)(**options) for name, options in asked],
        test=TESTS[kind],
        n_samples=samples,
        intervals=confidence > 0,
        n_interval_samples=confidence if confidence > 0 else None,
    )
    told = f"PARBLEU_FUZZ_SEED={SEED}, comparison {index}: {asked}, {kind}, {samples}, {confidence}"
    found = {
        metric.name: [(row.score, row.p_sacrebleu, row.mean, row.ci) for row in metric.scores]
        for metric in ours.metrics
    }
    assert found == numbers, told
    version = f"+parbleu.{parbleu.__version__}"
    written = {metric.name: metric.signature.replace(version, "") for metric in ours.metrics}
    assert written == signatures, told
