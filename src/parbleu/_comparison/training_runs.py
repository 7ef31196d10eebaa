"""Compares systems that were trained several times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from parbleu._comparison.metric_inputs import Measure
from parbleu.stats._run_levels import RunDifference, RunScores, nested_bootstrap, run_difference
from parbleu.stats.resampling import BOOTSTRAP_SAMPLES, Resampling
from parbleu.tables import Column, Result, Table, table_of
from parbleu.tables._records import with_decimals

KEYS = (Column("metric"), Column("system"))


@dataclass(frozen=True)
class TrainingRuns(Result):
    """Systems of several training runs, by some metrics.

    Attributes:
        systems: their names, the baseline first.
        scores: metric -> scores of each system.
        differences: metric -> differences of each other system from the baseline.
        signatures: metric -> signature.
        n_samples: samples of the bootstrap, and trials of the randomization.
        seed: of all draws.
        decimals: how many the tables print by default.
    """

    systems: tuple[str, ...]
    scores: Mapping[str, tuple[RunScores, ...]]
    differences: Mapping[str, tuple[RunDifference, ...]]
    signatures: Mapping[str, str]
    n_samples: int
    seed: int
    decimals: int = 2

    def tables(self) -> tuple[Table, ...]:
        """Returns a row for each metric and system, and one for each difference from the baseline."""
        rows = [
            ((metric, system), scores)
            for metric, of_systems in self.scores.items()
            for system, scores in zip(self.systems, of_systems, strict=True)
        ]
        facts: dict[str, Any] = {"n_samples": self.n_samples, "seed": self.seed, "baseline": self.systems[0]}
        facts |= {f"{metric} signature": signature for metric, signature in self.signatures.items()}
        note = (
            "from, to: 95 % interval of the mean; samples draw segments and runs. s: MultEval's standard "
            "deviations, of bootstrap scores of a run, and of the runs' scores."
        )
        notes = [note]
        if any(run.optimizer is None for runs_of_system in self.scores.values() for run in runs_of_system):
            notes.append("A system of one run: how much training varies is unknown, and no interval has it.")
        changed = with_decimals("mean low high selection optimizer", self.decimals)
        table = table_of("runs", RunScores, rows, keys=KEYS, changed=changed, notes=notes, facts=facts)
        return (table, self._difference_table()) if len(self.systems) > 1 else (table,)

    def _difference_table(self) -> Table:
        rows = [
            ((metric, system), difference)
            for metric, of_systems in self.differences.items()
            for system, difference in zip(self.systems[1:], of_systems, strict=True)
        ]
        note = (
            f"Differences from {self.systems[0]}. p (these runs): stratified approximate randomization, "
            "which takes the runs as given. p (new runs): exact permutation of the runs' labels; it cannot "
            "be less than the least p. P(higher): pairs of runs of which the system's scores higher. "
            "p-values are not corrected."
        )
        changed = with_decimals("difference low high", self.decimals)
        return table_of("differences", RunDifference, rows, keys=KEYS, changed=changed, notes=[note])


def training_runs(measures: Sequence[Measure], runs: Sequence[str], resampling: Resampling) -> TrainingRuns:
    """Compares systems of several training runs with the first, the baseline.

    Runs are a level of chance of their own: they are never stacked as further segments.

    Args:
        measures: the metrics' statistics of each output.
        runs: the system of each output.
        resampling: the samples of the bootstrap, 1000 by default, and as many trials of the stratified
            randomization, for which run 1 of a system is paired with run 1 of the other, and so on.
    """
    resampling = resampling.resolved(draws=True)
    assert resampling.seed is not None
    n_samples, threads = resampling.n_samples or BOOTSTRAP_SAMPLES, resampling.threads
    number = resampling.seed
    systems = tuple(dict.fromkeys(runs))
    scores: dict[str, tuple[RunScores, ...]] = {}
    differences: dict[str, tuple[RunDifference, ...]] = {}
    signatures: dict[str, str] = {}
    for measure in measures:
        every = [np.asarray(table) for table in measure.tables]
        tables = [
            [table for table, system in zip(every, runs, strict=True) if system == name] for name in systems
        ]
        levels, nested = nested_bootstrap(measure.scorer, tables, n_samples, number, threads)
        scores[measure.name] = tuple(levels)
        differences[measure.name] = tuple(
            run_difference(
                measure.scorer,
                (tables[0], tables[system]),
                (levels[0], levels[system]),
                (nested[0], nested[system]),
                n_samples,
                number,
                threads,
            )
            for system in range(1, len(tables))
        )
        signatures[measure.name] = measure.signature.format()
    decimals = max(measure.decimals for measure in measures)
    return TrainingRuns(systems, scores, differences, signatures, n_samples, number, decimals)
