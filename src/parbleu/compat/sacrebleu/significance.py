"""Tests whether systems differ: paired bootstrap and approximate randomization.

Metrics that native code scores are resampled by `parbleu.stats`; all others here, through their hooks.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parbleu._base.threads import thread_count
from parbleu._core import sum_rows
from parbleu.compat.sacrebleu._log import logger
from parbleu.compat.sacrebleu.metrics._resampling import _bootstrap_resample as _bootstrap_resample
from parbleu.compat.sacrebleu.metrics._resampling import draw_indices, resampled
from parbleu.compat.sacrebleu.metrics.base import Metric, Signature
from parbleu.compat.sacrebleu.metrics.base import Score as Score
from parbleu.stats.paired_tests import PairedResult, paired_bootstrap, paired_randomization
from parbleu.stats.resampling import read_seed

Stats = Any  # rows of statistics: a list of lists, or an array
BaselineInfo = dict[str, tuple[NDArray[Any], "Result"]]

IS_WINDOWS = os.name == "nt"


class Result:
    """A score with its resampling result.

    Attributes:
        score: the score.
        p_value: of the comparison with the baseline; None for the baseline.
        mean: of the resampled scores; None without.
        ci: half the width of their 95 % interval; None without.
    """

    def __init__(
        self, score: float, p_value: float | None = None, mean: float | None = None, ci: float | None = None
    ) -> None:
        self.score = score
        self.p_value = p_value
        self.mean = mean
        self.ci = ci

    def __repr__(self) -> str:
        return f"score={self.score},p_value={self.p_value},mean={self.mean},ci={self.ci}"


def estimate_ci(scores: NDArray[Any]) -> tuple[float, float]:
    """Returns the mean of resampled scores, and half the width of their 95 % interval."""
    ordered = np.sort(scores)
    skipped = len(ordered) // 40
    return ordered.mean(), (ordered[len(ordered) - skipped - 1] - ordered[skipped]) / 2


def _interval(scores: NDArray[Any]) -> tuple[float, float]:
    """Returns the same as Python's numbers, which can be written as JSON."""
    mean, half_width = estimate_ci(scores)
    return float(mean), float(half_width)


def _compute_p_value(stats: NDArray[Any], real_difference: float) -> float:
    """Returns how often, strictly, resampled differences exceed the real one, which counts as one of them."""
    return float((np.sum(stats > real_difference) + 1) / (len(stats) + 1))


def _scores(metric: Metric, rows: NDArray[Any]) -> NDArray[Any]:
    return np.array([metric._compute_score_from_stats(row).score for row in rows])


class _Task:
    """One system's comparison with the baseline, for metrics that only their hooks can score.

    Args:
        baseline_info: score name -> the baseline's statistics and result.
        hypotheses: the system's segments.
        references: None for those that the metrics were made with.
        metrics: score name -> metric.
    """

    def __init__(
        self,
        baseline_info: BaselineInfo,
        hypotheses: Sequence[str],
        references: Sequence[Sequence[str]] | None,
        metrics: Mapping[str, Metric],
    ) -> None:
        self.baseline = baseline_info
        self.metrics = metrics
        self.stats: dict[str, NDArray[Any]] = {}
        self.observed: dict[str, float] = {}
        for name, metric in metrics.items():
            rows = metric._extract_corpus_statistics(hypotheses, references)
            self.stats[name] = np.array(rows)
            self.observed[name] = metric._aggregate_and_compute(rows).score
        self.segments = len(next(iter(self.stats.values())))

    def bootstrap(self, n_samples: int, rng: np.random.Generator) -> dict[str, Result]:
        """Returns each metric's result under the paired bootstrap."""
        indices = draw_indices(rng, self.segments, n_samples)
        results = {}
        for name, metric in self.metrics.items():
            table, baseline = self.baseline[name]
            ours = _scores(metric, resampled(self.stats[name], indices))
            differences = np.abs(ours - _scores(metric, resampled(table, indices)))
            real = abs(baseline.score - self.observed[name])
            p_value = _compute_p_value(differences - differences.mean(), real)
            results[name] = Result(self.observed[name], p_value, *_interval(ours))
        return results

    def randomize(self, n_samples: int, n_confidence: int, rng: np.random.Generator) -> dict[str, Result]:
        """Returns each metric's result under approximate randomization."""
        dealt = rng.integers(2, size=(n_samples, self.segments), dtype=bool)
        indices = None
        if n_confidence > 0:
            indices = draw_indices(rng, self.segments, n_confidence)
        results = {}
        for name, metric in self.metrics.items():
            table, baseline = self.baseline[name]
            ours = self.stats[name]
            one = _scores(metric, dealt @ table + ~dealt @ ours)
            other = _scores(metric, ~dealt @ table + dealt @ ours)
            real = abs(baseline.score - self.observed[name])
            result = results[name] = Result(self.observed[name], _compute_p_value(np.abs(one - other), real))
            if indices is not None:
                result.mean, result.ci = _interval(_scores(metric, resampled(ours, indices)))
        return results


def _paired_bs_test(
    baseline_info: BaselineInfo,
    sys_name: str,
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]] | None,
    metrics: Mapping[str, Metric],
    n_samples: int = 1000,
    n_ar_confidence: int = -1,  # noqa: ARG001 - called as the other test is
    seed: int | None = None,
) -> tuple[str, dict[str, Result]]:
    """Returns a system's name, and its results under the paired bootstrap, through hooks."""
    task = _Task(baseline_info, hypotheses, references, metrics)
    return sys_name, task.bootstrap(n_samples, np.random.default_rng(seed))


def _paired_ar_test(
    baseline_info: BaselineInfo,
    sys_name: str,
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]] | None,
    metrics: Mapping[str, Metric],
    n_samples: int = 10000,
    n_ar_confidence: int = -1,
    seed: int | None = None,
) -> tuple[str, dict[str, Result]]:
    """Returns a system's name, and its results under approximate randomization, through hooks."""
    task = _Task(baseline_info, hypotheses, references, metrics)
    return sys_name, task.randomize(n_samples, n_ar_confidence, np.random.default_rng(seed))


class PairedTest:
    """Compares systems with a baseline.

    Args:
        named_systems: (name, hypotheses) of each; the first is the baseline.
        metrics: names -> metrics.
        references: K streams of N segments; None for those that the metrics were made with.
        test_type: `bs` for paired bootstrap resampling, `ar` for approximate randomization.
        n_samples: how many samples; by default 1,000 and 10,000.
        n_ar_confidence: resamples for confidence intervals with `ar`: -1 for none, 0 for 1,000.
        n_jobs: processes for metrics that only their hooks can score, 0 for half the processors; native code
            uses all processors anyway. No number depends on it.
    """

    _DEFAULT_SAMPLES = {"ar": 10000, "bs": 1000}  # noqa: RUF012 - the original's, to be changed by users

    def __init__(
        self,
        named_systems: list[tuple[str, Sequence[str]]],
        metrics: Mapping[str, Metric],
        references: Sequence[Sequence[str]] | None,
        test_type: str = "ar",
        n_samples: int = 0,
        n_ar_confidence: int = -1,
        n_jobs: int = 1,
    ) -> None:
        if test_type not in self._DEFAULT_SAMPLES:
            raise AssertionError(f"Unknown test type {test_type!r}")
        self.test_type = test_type
        self.n_samples: int = n_samples if n_samples > 0 else self._DEFAULT_SAMPLES[test_type]
        self.n_ar_confidence: int = n_ar_confidence if n_ar_confidence != 0 else self._DEFAULT_SAMPLES["bs"]
        self.n_jobs = n_jobs
        self.n_systems: int = len(named_systems) - 1
        self.named_systems = named_systems
        self.references = references
        self.metrics: dict[str, Metric] = {}
        self._seed_text, self._seed = read_seed()
        self._signatures: dict[str, Signature] = {}
        self._native: dict[str, Any] = {}  # score name -> (native metric, the baseline's table)
        self._baseline_info: BaselineInfo = {}
        for given, metric in metrics.items():
            self._add(given, metric)

    @property
    def _confidence(self) -> int:
        """Resamples for a confidence interval; 0 for none."""
        return self.n_samples if self.test_type == "bs" else max(0, self.n_ar_confidence)

    def _add(self, given: str, metric: Metric) -> None:
        """Scores the baseline by a metric, called as it was given."""
        name, hypotheses = self.named_systems[0]
        logger().info(f"Pre-computing {given} statistics for {name!r}")
        native = metric._native(type(metric)._scores_native)
        table = None if native is None else metric._native_table(hypotheses, self.references)
        if native is not None and table is not None:
            key = metric._native_score(native, sum_rows(table)).name
            self._native[key] = (native, table)
        else:
            rows = metric._extract_corpus_statistics(hypotheses, self.references)
            score = metric._aggregate_and_compute(rows)
            key = score.name
            result = Result(score.score)
            if self._confidence > 0:
                _, scores = _bootstrap_resample(rows, metric, self._confidence)
                result.mean, result.ci = _interval(np.array([resampled.score for resampled in scores]))
            self._baseline_info[key] = (np.array(rows), result)
        self.metrics[key] = metric
        signature = metric.get_signature()
        signature.update("seed", self._seed_text)
        signature.update(self.test_type, self.n_samples)
        if self.test_type == "ar" and self.n_ar_confidence > 0:
            signature.update("bs", self.n_ar_confidence)
        self._signatures[key] = signature

    def __call__(self) -> tuple[dict[str, Signature], dict[str, list[Any]]]:
        """Returns score name -> signature; and "System" -> names, score name -> a Result for each system."""
        self._announce()
        others = self._run_hooks()
        natives = self._run_native()
        scores: dict[str, list[Any]] = {"System": [name for name, _ in self.named_systems]}
        for name in self.metrics:
            if name in natives:
                scores[name] = natives[name]
            else:
                scores[name] = [self._baseline_info[name][1], *(by_metric[name] for by_metric in others)]
        return self._signatures, scores

    def _announce(self) -> None:
        """Logs what will be done, in the original's words."""
        jobs = self._jobs()
        if jobs != 1:
            logger().info(f"Launching {jobs} parallel workers.")
        lines = ["paired bootstrap resampling test (# resamples: {})"]
        if self.test_type == "ar":
            lines = ["approximate randomization test (# trials: {})"]
            if self._confidence > 0:
                lines.append(
                    f"bootstrap resampling for confidence interval (# resamples: {self._confidence})"
                )
        for name, _ in self.named_systems[1:]:
            for key in self.metrics:
                logger().info(f"Computing {key} for {name!r} and extracting sufficient statistics")
                for line in lines:
                    logger().info(f" > Performing {line.format(self.n_samples)}")

    def _run_native(self) -> dict[str, list[Result]]:
        """Returns the results under metrics that native code scores."""
        entries = []
        for key, (native, baseline) in self._native.items():
            tables = [baseline]
            for _, hypotheses in self.named_systems[1:]:
                tables.append(self.metrics[key]._native_table(hypotheses, self.references))
            entries.append((native.scorer, tables))
        if not entries:
            return {}
        if self.test_type == "bs":
            tests = paired_bootstrap(entries, None, self.n_samples, self._seed, thread_count())
        else:
            tests = paired_randomization(
                entries, None, self.n_samples, self._seed, thread_count(), self._confidence
            )
        return {key: _results(result) for key, result in zip(self._native, tests, strict=True)}

    def _run_hooks(self) -> list[dict[str, Result]]:
        """Returns for each system but the baseline the results under metrics that only hooks can score."""
        metrics = {name: self.metrics[name] for name in self._baseline_info}
        if not metrics:
            return []
        test = _paired_bs_test if self.test_type == "bs" else _paired_ar_test
        tasks = [
            (
                self._baseline_info,
                name,
                hypotheses,
                self.references,
                metrics,
                self.n_samples,
                self._confidence,
                self._seed,
            )
            for name, hypotheses in self.named_systems[1:]
        ]
        jobs = self._jobs()
        if jobs == 1:
            return [test(*task)[1] for task in tasks]
        from multiprocessing import get_context

        with get_context("fork").Pool(jobs) as pool:
            return [results for _, results in pool.starmap(test, tasks)]

    def _jobs(self) -> int:
        if IS_WINDOWS:
            return 1
        if self.n_jobs != 0:
            return self.n_jobs
        return max(1, min((os.cpu_count() or 1) // 2, self.n_systems))


def _results(tests: PairedResult) -> list[Result]:
    p_values = [None, *(pair.p_sacrebleu for pair in tests.pairs)]
    results = []
    for score, interval, p_value in zip(tests.scores, tests.intervals, p_values, strict=True):
        bounds = (None, None) if interval is None else (interval.mean, interval.half_width)
        results.append(Result(score, p_value, *bounds))
    return results
