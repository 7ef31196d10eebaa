"""Tests paired tests against the installed sacrebleu and against theory."""

from __future__ import annotations

import logging
import warnings
from typing import Any

import numpy as np
import pytest
import sacrebleu.metrics
from numpy.typing import NDArray
from sacrebleu.significance import PairedTest

import parbleu
from numpy_versions import samples_of_numpy_2
from parbleu import _core
from parbleu.errors import InputShapeError, OptionError
from parbleu.stats.paired_tests import (
    PairedResult,
    PairOutcome,
    all_pairs,
    paired_bootstrap,
    paired_randomization,
)
from parbleu.stats.resampling import Mean

METRICS: dict[str, list[dict[str, Any]]] = {
    "BLEU": [
        {},
        {"smooth_method": "add-k", "smooth_value": 1.5},
        {"smooth_method": "floor"},
        {"effective_order": True},
    ],
    "CHRF": [{}, {"word_order": 2}, {"eps_smoothing": True}, {"beta": 1}],
    "TER": [{}],
}
VOCABULARY = [
    "the",
    "a",
    "cat",
    "dog",
    "sat",
    "ran",
    "on",
    "mat",
    ".",
    ",",
    "big",
    "small",
    "it's",
    "blue-green",
]


def sentences(rng: np.random.Generator, count: int) -> list[str]:
    return [" ".join(rng.choice(VOCABULARY, size=rng.integers(1, 15))) for _ in range(count)]


def worsened(rng: np.random.Generator, lines: list[str], share: float) -> list[str]:
    """The lines with some words replaced: systems that are nearly equal."""
    result = []
    for line in lines:
        words = np.array(line.split(), dtype=object)
        replaced = rng.random(len(words)) < share
        words[replaced] = rng.choice(VOCABULARY, size=replaced.sum())
        result.append(" ".join(words))
    return result


def theirs(
    metric: Any,
    systems: list[list[str]],
    references: list[list[str]],
    test: str,
    samples: int,
    confidence: int,
) -> list[Any]:
    names = [(str(number), hypotheses) for number, hypotheses in enumerate(systems)]
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            paired = PairedTest(names, {"m": metric}, references, test, samples, confidence)
            _, scores = paired()
    finally:
        logging.disable(logging.NOTSET)
    return next(results for name, results in scores.items() if name != "System")


def compare(ours: PairedResult, results: list[Any]) -> None:
    assert ours.scores == [result.score for result in results]
    assert [test.p_sacrebleu for test in ours.pairs] == [result.p_value for result in results[1:]]
    for interval, result in zip(ours.intervals, results, strict=True):
        assert (interval and interval.mean) == result.mean
        assert (interval and interval.half_width) == result.ci


@pytest.mark.long
@samples_of_numpy_2
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("name", "options"), [(name, way) for name, ways in METRICS.items() for way in ways])
def test_sacrebleu_agrees(name: str, options: dict[str, Any], seed: int) -> None:
    rng = np.random.default_rng(seed)
    count = int(rng.integers(2, 60))
    base = sentences(rng, count)
    references = [worsened(rng, base, 0.3) for _ in range(int(rng.integers(1, 4)))]
    systems = [worsened(rng, base, share) for share in (0.1, 0.12, 0.5)]
    metric = getattr(parbleu, name)(**options)
    tables = [metric.statistics(hypotheses, references) for hypotheses in systems]
    other = getattr(sacrebleu.metrics, name)(**options)

    (ours,) = paired_bootstrap([(metric.scorer, tables)], n_samples=80)
    compare(ours, theirs(other, systems, references, "bs", 80, -1))
    if name == "TER" and len(references) == 3:
        return  # sums of thirds, which sacreBLEU leaves to BLAS
    (ours,) = paired_randomization([(metric.scorer, tables)], n_samples=90, n_interval_samples=41)
    compare(ours, theirs(other, systems, references, "ar", 90, 41))


ODD_LINES = ["", "x", "a b", "the cat sat", "qq zz", "the dog"]


@pytest.mark.long
@samples_of_numpy_2
@pytest.mark.parametrize(("name", "options"), [(name, way) for name, ways in METRICS.items() for way in ways])
def test_sacrebleu_agrees_on_odd_corpora(name: str, options: dict[str, Any]) -> None:
    """Where a sample may match nothing at all, sacreBLEU's numbers change their precision."""
    for seed in range(30):
        rng = np.random.default_rng(seed)
        count = int(rng.integers(2, 7))
        first, second, *references = (
            [ODD_LINES[line] for line in rng.integers(0, len(ODD_LINES), count)] for _ in range(3 + seed % 2)
        )
        metric = getattr(parbleu, name)(**options)
        tables = [metric.statistics(hypotheses, references) for hypotheses in (first, second)]
        other = getattr(sacrebleu.metrics, name)(**options)
        for test, ours in (("bs", paired_bootstrap), ("ar", paired_randomization)):
            compare(
                ours([(metric.scorer, tables)], None, 30)[0],
                theirs(other, [first, second], references, test, 30, -1),
            )


def noisy_means(rng: np.random.Generator, count: int) -> list[NDArray[np.float64]]:
    return [np.stack([rng.normal(0, 1, count), np.ones(count)], axis=1) for _ in range(2)]


@pytest.fixture(scope="module")
def under_the_null() -> dict[str, list[PairOutcome]]:
    """Tests of systems that do not differ but by chance."""
    rng = np.random.default_rng(0)
    metrics = [[(Mean(), noisy_means(rng, 150))] for _ in range(1000)]
    return {
        test.__name__: [test(metric, None, 400, seed)[0].pairs[0] for seed, metric in enumerate(metrics)]
        for test in (paired_bootstrap, paired_randomization)
    }


def distance_from_uniform(p_values: list[float]) -> float:
    """Kolmogorov and Smirnov's statistic times the root of n: above 1.63 once in a hundred times."""
    steps = np.arange(1, len(p_values) + 1) / len(p_values)
    return float(np.abs(np.sort(p_values) - steps).max() * len(p_values) ** 0.5)


def test_the_tests_are_calibrated(under_the_null: dict[str, list[PairOutcome]]) -> None:
    for tests in under_the_null.values():
        assert distance_from_uniform([test.p_value for test in tests]) < 1.63
    of_sacrebleu = [test.p_sacrebleu for test in under_the_null["paired_randomization"]]
    assert distance_from_uniform(of_sacrebleu) < 1.63


def test_sacrebleus_paired_bootstrap_is_not(under_the_null: dict[str, list[PairOutcome]]) -> None:
    """Its p-values have to be the same numbers, so this shows what the documentation says of them."""
    p_values = np.array([test.p_sacrebleu for test in under_the_null["paired_bootstrap"]])
    assert 0.4 < p_values.max() < 0.47
    assert 0.08 < (p_values < 0.05).mean() < 0.14


def test_a_real_difference_is_found() -> None:
    rng = np.random.default_rng(12)
    one, other = noisy_means(rng, 150)
    other[:, 0] += 1
    for test in (paired_bootstrap, paired_randomization):
        (pair,) = test([(Mean(), [one, other])], None, 400)[0].pairs
        assert pair.p_sacrebleu == 1 / 401
        assert 1 / 401 <= pair.p_value < 1 / 300


def test_equal_systems_are_told() -> None:
    table = noisy_means(np.random.default_rng(13), 50)[0]
    for test in (paired_bootstrap, paired_randomization):
        (pair,) = test([(Mean(), [table, table.copy()])], None, 100)[0].pairs
        assert (pair.difference, pair.n_equal, pair.p_sacrebleu, pair.p_value) == (0, 100, 1 / 101, 1)


def many_systems() -> list[tuple[Any, list[NDArray[Any]]]]:
    rng = np.random.default_rng(14)
    ter = [np.stack([rng.integers(0, 9, 700), rng.integers(5, 30, 700) / 3], axis=1) for _ in range(4)]
    return [
        (_core.Ter(False, False, False, False), ter),
        (Mean(), [*noisy_means(rng, 700), *noisy_means(rng, 700)]),
    ]


@pytest.mark.parametrize("test", [paired_bootstrap, paired_randomization])
def test_pairs_do_not_depend_on_company_or_threads(test: Any) -> None:
    metrics = many_systems()
    together = test(metrics, all_pairs(4), 700, 3, 1)
    threaded = test(metrics, all_pairs(4), 700, 3, 3)
    for metric, (scorer, tables) in enumerate(metrics):
        for at, (first, second) in enumerate(all_pairs(4)):
            alone = test([(scorer, [tables[first], tables[second]])], None, 700, 3)[0].pairs[0]
            for results in (together, threaded):
                pair = results[metric].pairs[at]
                assert (pair.first, pair.second) == (first, second)
                assert vars(pair) == {**vars(alone), "first": first, "second": second}


def test_bad_pairs() -> None:
    metrics = many_systems()
    with pytest.raises(OptionError, match="4"):
        paired_randomization(metrics, [(0, 4)], 10)
    with pytest.raises(OptionError, match="-1"):
        paired_bootstrap(metrics, [(-1, 0)], 10)
    with pytest.raises(InputShapeError):
        paired_bootstrap([(Mean(), [])], None, 10)
