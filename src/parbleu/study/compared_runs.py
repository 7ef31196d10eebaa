"""Compares systems that were trained several times: `compare_runs`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu.comparison.compare_systems import compare
from parbleu.errors import OptionError
from parbleu.stats.resampling import BOOTSTRAP_SAMPLES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from parbleu.comparison.training_runs import TrainingRuns
    from parbleu.typing import MetricsLike, ReferencesLike, SegmentsLike


def compare_runs(
    systems: Mapping[str, Sequence[SegmentsLike]],
    references: ReferencesLike,
    metrics: MetricsLike = ("bleu",),
    *,
    n_samples: int = BOOTSTRAP_SAMPLES,
    seed: int | str | None = None,
    threads: int | None = None,
) -> TrainingRuns:
    """Compares systems of several training runs with the first: `parbleu.compare(..., runs=...)`.

    Args:
        systems: name -> the output of each run, N segments each.
        references: K streams of N segments.
        metrics: as `parbleu.compare` takes them, but for segment scores.
        n_samples: samples of the bootstrap, and trials of the stratified randomization, for which run 1 of a
            system is paired with run 1 of the other, and so on.
        seed: None for `SACREBLEU_SEED`, or 12345.
        threads: how many may work.

    Raises:
        OptionError: there is no system, or one has no run; or an option has a value that it does not take.
        InputShapeError: outputs and references differ in length.
    """
    if not systems or not all(len(runs) for runs in systems.values()):
        raise OptionError("each system needs the output of at least one run: {'system': [run, run]}")
    outputs = {
        f"{system} run {place}": run for system, runs in systems.items() for place, run in enumerate(runs, 1)
    }
    runs = [system for system, own in systems.items() for _ in own]
    found = compare(outputs, references, metrics, runs=runs, n_samples=n_samples, seed=seed, threads=threads)
    assert found.training_runs is not None
    return found.training_runs
