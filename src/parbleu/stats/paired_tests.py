"""Tests whether two systems differ: paired bootstrap and approximate randomization.

`metrics`, precision and seeds are as in `parbleu.stats.resampling`. Systems are named by their place in
`tables`; by default the first is the baseline with which every other one is compared.

Two p-values come with every pair. `p_value` is calibrated: where there is no true difference it is at most
0.05 five times in a hundred, from 20 segments on (`benchmarks/significance_levels.py` measures it).

- Approximate randomization: (trials whose difference is at least the observed one, without signs, + 1) /
  (trials + 1).
- Paired bootstrap: the same share of samples after the mean of their signed differences has been subtracted
  (the shift method; E. W. Noreen, "Computer-Intensive Methods for Testing Hypotheses", 1989), widened for the
  number of segments (`parbleu.stats._small_samples`; T. C. Hesterberg 2015). Of 1000 samples a share near
  0.05 is known to about 0.014, so that another seed gives another verdict. Where the share is neither 0 nor
  above `CLEARLY_LARGE`, it can be computed of more samples (a sequential test, as of J. Besag and P.
  Clifford, "Sequential Monte Carlo p-values", Biometrika 1991).
- It is 1 for equal output, and of a bootstrap also for a single segment and where all samples have the same
  difference: of the spread of what new segments would show nothing is known then.

`p_sacrebleu` is sacreBLEU's, from the same seed the same number, with two habits that one should know of:

- Its count of samples beyond the observed difference is strict: two systems with the same output, whose
  differences are all equally zero, get the smallest p-value there is.
- Its paired bootstrap centres absolute differences. Where there is no true difference, that rejects at level
  0.05 more than one time in ten, and its p-values end near 0.43.
"""

from __future__ import annotations

from operator import sub

from parbleu import _core
from parbleu._base.progress import no_progress
from parbleu._base.record import Record
from parbleu._base.threads import thread_count
from parbleu.errors import OptionError
from parbleu.stats._small_samples import widened_p_value
from parbleu.stats.interval import Interval, confidence_interval
from parbleu.stats.resampling import (
    BOOTSTRAP_SAMPLES,
    RANDOMIZATION_TRIALS,
    RESAMPLING,
    check_sampling,
    seed_number,
)
from parbleu.tables._result import Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from parbleu._base.progress import ProgressBar
    from parbleu.stats.resampling import Metrics, Scorer
    from parbleu.stats.resampling import Table as Statistics
    from parbleu.tables import Table


CLEARLY_LARGE = 0.15
"""The share of samples above which more samples would not make a difference significant at usual levels."""


class PairOutcome(Record, Result):
    """One pair of systems under one metric.

    Attributes:
        first: The place of the first system, counted from 0; the baseline, if there is one.
        second: The place of the second system, counted from 0.
        difference: The score of the second system minus that of the first, on the whole test set.
        p_value: The calibrated p-value: it rejects as often as its level says where there is no true
            difference, and is 1 for equal output, a single segment, and where all bootstrap samples have the
            same difference. It is not corrected.
        p_sacrebleu: (samples beyond the observed difference + 1) / (samples + 1), as sacreBLEU counts them.
        n_equal: Samples with exactly the observed absolute difference, which `p_sacrebleu` does not count.
    """

    table_name = "pair"
    first: int
    second: int
    difference: float
    p_value: float
    p_sacrebleu: float
    n_equal: int


class PairedResult(Record, Result):
    """All systems and pairs under one metric.

    Attributes:
        scores: The score of every system on the whole test set.
        intervals: The bootstrap interval of every system; None where none was asked for.
        pairs: The tests, in the order of the pairs that were asked for.
    """

    scores: list[float]
    intervals: list[Interval | None]
    pairs: list[PairOutcome]

    def tables(self) -> tuple[Table, ...]:
        """Returns the systems, named by their places, with their scores, and the tests of pairs."""
        from parbleu.tables import Column, Table, table_of

        bounds = ("mean", "half_width", "low", "high")
        systems = [
            (system, score, *(None if interval is None else getattr(interval, name) for name in bounds))
            for system, (score, interval) in enumerate(zip(self.scores, self.intervals, strict=True))
        ]
        numbers = [Column(name, kind=float) for name in ("score", *bounds)]
        return Table("systems", (Column("system", kind=int), *numbers), systems), table_of(
            "pairs", PairOutcome, self.pairs
        )


def baseline_pairs(n_systems: int) -> list[tuple[int, int]]:
    """Pairs the first system with every other."""
    return [(0, other) for other in range(1, n_systems)]


def all_pairs(n_systems: int) -> list[tuple[int, int]]:
    """Pairs every system with every later one."""
    return [(one, other) for one in range(n_systems) for other in range(one + 1, n_systems)]


def paired_bootstrap(
    metrics: Metrics,
    pairs: Iterable[tuple[int, int]] | None = None,
    n_samples: int = BOOTSTRAP_SAMPLES,
    seed: int | str | None = None,
    threads: int | None = None,
    progress: ProgressBar = no_progress,
    keep: Callable[[Sequence[memoryview]], object] | None = None,
    n_refined: int = 0,
) -> list[PairedResult]:
    """Tests pairs of systems on test sets drawn from the segments with replacement.

    Args:
        metrics: For every metric a pair (scorer, tables), of each system a table; all with the same
            systems.
        pairs: The places of the systems to compare, counted from 0; None for the first with every other.
        n_samples: How many test sets are drawn; at least 1.
        seed: A whole number from 0, "none" for a new one, or None for `SACREBLEU_SEED`, or 12345.
        threads: How many threads may work; None for `PARBLEU_THREADS`, or all processors.
        progress: `parbleu._base.progress.progress_bar` for a progress bar on a terminal.
        keep: Called for every metric with the scores of every system on the samples.
        n_refined: How many samples `p_value` comes from where the share of the first `n_samples` leaves it
            open; 0 for no more than these. Nothing else comes from them.

    Returns:
        For every metric the scores, their intervals, and a test for every pair.

    Raises:
        OptionError: A pair names a system that is not there, or an argument has a value that it does not
            take.
        InputShapeError: Tables differ in length, do not fit their scorer, are empty, or hold NaN or infinity.
        InputTypeError: A table is not a contiguous array of int64 or float64 with two dimensions.
    """
    entries, chosen = _checked(metrics, pairs, n_samples)
    with progress(RESAMPLING, n_samples) as advance:
        samples = _core.bootstrap(entries, n_samples, seed_number(seed), 0, thread_count(threads), advance)
    results = []
    for scores, systems in zip(_core.corpus_scores(entries), samples, strict=True):
        if keep is not None:
            keep([view for view, _ in systems])
        results.append(tests_of_samples(scores, systems, chosen, len(entries[0][1][0])))
    if n_refined > n_samples:
        options = n_samples, n_refined, seed_number(seed), thread_count(threads)
        return _refined(entries, results, *options, progress)
    return results


def _refined(
    entries: Sequence[tuple[Scorer, Sequence[Statistics]]],
    results: Sequence[PairedResult],
    n_first: int,
    n_samples: int,
    seed: int,
    threads: int,
    progress: ProgressBar,
) -> list[PairedResult]:
    """Returns the tests, the undecided ones with a p-value of more samples, drawn once for all metrics."""
    n_segments = len(entries[0][1][0])
    low, high = (widened_p_value(share, n_segments) for share in (1 / (n_first + 1), CLEARLY_LARGE))
    drawn: list[tuple[Scorer, Sequence[Statistics]]] = []
    places: list[list[int]] = []  # of the systems of each metric's undecided tests
    for (scorer, tables), result in zip(entries, results, strict=True):
        undecided = [pair for pair in result.pairs if low < pair.p_value < high]
        places.append(sorted({system for pair in undecided for system in (pair.first, pair.second)}))
        if undecided:
            drawn.append((scorer, [tables[system] for system in places[-1]]))
    if not drawn:
        return list(results)
    with progress(RESAMPLING, n_samples) as advance:
        samples = iter(_core.bootstrap(drawn, n_samples, seed, 0, threads, advance))
    refined = []
    for systems, result in zip(places, results, strict=True):
        of_place = dict(zip(systems, next(samples) if systems else (), strict=True))
        pairs = []
        for pair in result.pairs:
            if low < pair.p_value < high:
                (one, single), (other, other_single) = of_place[pair.first], of_place[pair.second]
                reaching = _core.paired_verdict(one, other, abs(pair.difference), single and other_single)[2]
                pair = pair.changed(p_value=widened_p_value((reaching + 1) / (n_samples + 1), n_segments))
            pairs.append(pair)
        refined.append(result.changed(pairs=pairs))
    return refined


def tests_of_samples(
    scores: list[float],
    samples: Sequence[tuple[memoryview, bool]],
    pairs: Iterable[tuple[int, int]],
    n_segments: int,
) -> PairedResult:
    """Tests pairs of systems by their scores on bootstrap samples.

    Args:
        scores: The score of every system on the whole test set.
        samples: For every system its scores on the samples, float64 (n_samples), and whether these are
            numbers of single precision.
        pairs: The places of the systems to compare.
        n_segments: How many segments, or units of several, the samples are drawn from.
    """
    tests = []
    for first, second in pairs:
        observed = abs(scores[first] - scores[second])
        (one, single), (other, other_single) = samples[first], samples[second]
        beyond, equal, shifted = _core.paired_verdict(one, other, observed, single and other_single)
        if not shifted and not _varies(one, other):
            shifted = len(one)
        p_value = widened_p_value((shifted + 1) / (len(one) + 1), n_segments)
        tests.append(_test((first, second), scores, len(one), p_value, beyond, equal))
    return PairedResult(scores, [confidence_interval(*system) for system in samples], tests)


def _varies(one: Iterable[float], other: Iterable[float]) -> bool:
    """Returns whether two systems' difference is not the same on all samples."""
    differences = map(sub, one, other)
    first = next(differences, 0.0)
    return any(difference < first or difference > first for difference in differences)


def paired_randomization(
    metrics: Metrics,
    pairs: Iterable[tuple[int, int]] | None = None,
    n_samples: int = RANDOMIZATION_TRIALS,
    seed: int | str | None = None,
    threads: int | None = None,
    n_interval_samples: int = 0,
    progress: ProgressBar = no_progress,
) -> list[PairedResult]:
    """Tests pairs of systems by exchanging their outputs at random, segment by segment.

    Args:
        metrics: For every metric a pair (scorer, tables), of each system a table; all with the same
            systems.
        pairs: The places of the systems to compare, counted from 0; None for the first with every other.
        n_samples: How many trials are made; at least 1.
        seed: A whole number from 0, "none" for a new one, or None for `SACREBLEU_SEED`, or 12345.
        threads: How many threads may work; None for `PARBLEU_THREADS`, or all processors.
        n_interval_samples: How many bootstrap samples intervals are computed from; 0 for no intervals. As in
            sacreBLEU, the samples of the first system begin with the seed, and those of the others continue
            the random numbers of the trials.
        progress: `parbleu._base.progress.progress_bar` for a progress bar on a terminal.

    Returns:
        For every metric the scores, their intervals if any, and a test for every pair.

    Raises:
        OptionError: A pair names a system that is not there, or an argument has a value that it does not
            take.
        InputShapeError: Tables differ in length, do not fit their scorer, are empty, or hold NaN or infinity.
        InputTypeError: A table is not a contiguous array of int64 or float64 with two dimensions.
    """
    entries, chosen = _checked(metrics, pairs, n_samples)
    number, workers = seed_number(seed), thread_count(threads)
    with progress(RESAMPLING, n_samples) as advance:
        verdicts = _core.randomize(entries, n_samples, number, chosen, workers, advance)
    intervals: list[list[Interval | None]] = [[None] * len(tables) for _, tables in entries]
    if n_interval_samples > 0:
        start = _core.randomization_draws(len(entries[0][1][0]), n_samples)
        with progress(RESAMPLING, n_interval_samples * (2 if chosen else 1)) as advance:
            intervals = _intervals(entries, n_interval_samples, start, number, workers, advance)
    results = []
    for scores, row, intervals_here in zip(_core.corpus_scores(entries), verdicts, intervals, strict=True):
        tests = [
            _test(pair, scores, n_samples, (beyond + equal + 1) / (n_samples + 1), beyond, equal)
            for pair, (beyond, equal) in zip(chosen, row, strict=True)
        ]
        results.append(PairedResult(scores, intervals_here, tests))
    return results


def _checked(
    metrics: Metrics, pairs: Iterable[tuple[int, int]] | None, n_samples: int
) -> tuple[list[tuple[Scorer, Sequence[Statistics]]], list[tuple[int, int]]]:
    check_sampling(n_samples)
    entries = list(metrics)
    n_systems = min((len(tables) for _, tables in entries), default=0)
    chosen = baseline_pairs(n_systems) if pairs is None else list(pairs)
    for pair in chosen:
        if not all(0 <= system < n_systems for system in pair):
            raise OptionError(f"the pair {pair} names a system that is not there; there are {n_systems}")
    return entries, chosen


def _test(
    pair: tuple[int, int], scores: list[float], n_samples: int, p_value: float, beyond: int, equal: int
) -> PairOutcome:
    difference = scores[pair[1]] - scores[pair[0]]
    return PairOutcome(*pair, difference, p_value, (beyond + 1) / (n_samples + 1), equal)


def _intervals(
    entries: list[tuple[Scorer, Sequence[Statistics]]],
    n_samples: int,
    start: int,
    seed: int,
    threads: int,
    advance: Callable[..., None],
) -> list[list[Interval | None]]:
    """Draws the first system's intervals from the beginning, the others' from random number `start` on."""
    baseline = [(scorer, tables[:1]) for scorer, tables in entries]
    others = [(scorer, tables[1:]) for scorer, tables in entries if len(tables) > 1]
    samples = _core.bootstrap(baseline, n_samples, seed, 0, threads, advance)
    if others:
        rest = _core.bootstrap(others, n_samples, seed, start, threads, advance)
        samples = [one + other for one, other in zip(samples, rest, strict=True)]
    return [[confidence_interval(*system) for system in systems] for systems in samples]
