"""Compares compressed models with the model they are made of: quality, broken output, size and speed."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from parbleu._inputs.score_files import read_score_columns
from parbleu._io.lines import read_lines
from parbleu.errors import InputShapeError, OptionError
from parbleu.stats.joint_bootstrap import holm_known, percentile_bounds, shifted_p_values
from parbleu.stats.resampling import Resampling
from parbleu.tables import Result, column, p_field, record, rows
from parbleu.wmt._resampled_items import Floats, bootstrap_of, draw_note, known, sampled_sums, summed_rows

LONGEST_RATIO = 2.0
"""Output of more characters than this for each of the source is taken for hallucinated."""
BASELINE = "baseline--uncompressed"
_NET = (
    "Characters of the source for each second of the median run; net of loading. Doubtful: more than 65 % is "
    "loading."
)


@dataclass(frozen=True)
class CleanSegments:
    """Which segments no output hallucinates.

    Attributes:
        clean: the numbers of the segments, from 0.
        hallucinated: output -> the numbers of those that it hallucinates.
        skipped: outputs with another number of lines, which do not count.
    """

    clean: tuple[int, ...]
    hallucinated: Mapping[str, tuple[int, ...]]
    skipped: tuple[str, ...]


def clean_segments(source: Sequence[str], outputs: Mapping[str, Sequence[str]]) -> CleanSegments:
    """Finds the segments whose output is, in no system, more than twice as long as the source.

    An empty source line is never flagged (WMT26); the official script of WMT25 divides by zero there.

    Args:
        source: N lines.
        outputs: name -> N lines; those of other numbers are skipped.
    """
    lengths = np.array([len(line) for line in source], dtype=np.float64)
    hallucinated: dict[str, tuple[int, ...]] = {}
    skipped = []
    bad = np.zeros(len(lengths), dtype=bool)
    for name, lines in outputs.items():
        if len(lines) != len(source):
            skipped.append(name)
            continue
        long = (np.array([len(line) for line in lines]) > LONGEST_RATIO * lengths) & (lengths > 0)
        hallucinated[name] = tuple(np.flatnonzero(long).tolist())
        bad |= long
    return CleanSegments(tuple(np.flatnonzero(~bad).tolist()), hallucinated, tuple(skipped))


@record
class CompressedModel:
    """A compressed model by one metric, beside the uncompressed one.

    Attributes:
        system: its name.
        metric: the name of the metric.
        score: the mean over segments.
        clean_score: the mean over segments that nobody hallucinates; None if there are none.
        delta: the score less that of the uncompressed model.
        low: the lower end of the 95 % interval of `delta`.
        high: its upper end.
        p_value: of the paired bootstrap against the uncompressed model.
        p_holm: corrected for the number of systems.
        hallucinated: how many segments it hallucinates.
        hallucinated_share: in percent.
        size: in percent of the uncompressed model; None if sizes are not known.
    """

    system: str
    metric: str
    score: float | None = column(decimals=4)
    clean_score: float | None = column("clean subset", decimals=4)
    delta: float | None = column("Δ", decimals=4, low="low", high="high")
    low: float | None = column(people=False, decimals=4)
    high: float | None = column(people=False, decimals=4)
    p_value: float | None = p_field()
    p_holm: float | None = p_field("p (Holm)")
    hallucinated: int
    hallucinated_share: float = column("%", decimals=1)
    size: float | None = column("size %", decimals=1)


@record
class RunSpeed(Result):
    """The speed of several runs of one system, in characters of the source a second.

    Attributes:
        system: its name.
        median: of the seconds of runs.
        lowest: the fewest seconds.
        highest: the most.
        variation: the standard deviation in percent of the mean.
        outliers: the numbers of runs, from 0, that differ from the median by more than a quarter of it, and
            by more than three times the median difference.
        warm_up: the median of the seconds of runs that only load the model; None if there are none.
        gross: characters in each of the median's seconds.
        net: the same without the seconds of loading; None if nothing is left.
        is_doubtful: whether loading takes more than 65 % of the time.
    """

    table_name = "run_speed"
    system: str
    median: float = column(decimals=3)
    lowest: float = column(decimals=3)
    highest: float = column(decimals=3)
    variation: float = column("variation %", decimals=1)
    outliers: tuple[int, ...] = column(kind=str, convert=lambda runs: " ".join(map(str, runs)))
    warm_up: float | None = column("warm-up", decimals=3)
    gross: float = column("gross characters/s", decimals=1, better="higher")
    net: float | None = column("net characters/s", decimals=1, better="higher")
    is_doubtful: bool = column("doubtful")


def run_speed(
    seconds: Sequence[float], source_characters: int, warm_up: Sequence[float] = (), *, system: str = ""
) -> RunSpeed:
    """Summarizes the wall times of several runs, as the task of model compression does.

    Args:
        seconds: of each whole run.
        source_characters: how many characters the source has.
        warm_up: the seconds of runs that only load the model.
        system: the name of the system.

    Raises:
        InputShapeError: there is no run.
        OptionError: seconds are not above 0.
    """
    if not len(seconds):
        raise InputShapeError(f"give the seconds of one or more runs{f' of {system}' if system else ''}")
    if not all(0 < number < math.inf for number in (*seconds, *warm_up)):
        raise OptionError(f"{system or 'a run'} has seconds that are not above 0")
    times = np.asarray(seconds, dtype=np.float64)
    median = float(np.median(times))
    gaps = np.abs(times - median)
    outliers = np.flatnonzero(gaps > max(0.25 * median, 3 * float(np.median(gaps))))
    load = float(np.median(warm_up)) if len(warm_up) else None
    rest = median - load if load is not None else 0.0
    return RunSpeed(
        system=system,
        median=median,
        lowest=float(times.min()),
        highest=float(times.max()),
        variation=100 * float(times.std()) / float(times.mean()),
        outliers=tuple(outliers.tolist()),
        warm_up=load,
        gross=source_characters / median,
        net=source_characters / rest if rest > 0 else None,
        is_doubtful=load is not None and load > 0.65 * median,
    )


@record
class CompressedModels(Result):
    """Compressed models of a language pair.

    Attributes:
        models: a row for each system and metric.
        n_clean: how many segments nobody hallucinates.
        baseline: the uncompressed model.
        seed: of the bootstrap; None if nothing was drawn.
        alpha: the level of significance.
        notes: what is to be known.
        version: of the rule.
        speeds: a row for each system whose runs were timed.
    """

    models: tuple[CompressedModel, ...] = rows(
        "compressed_models",
        CompressedModel,
        facts="version baseline n_clean seed",
        if_any=True,
        significant={"p_holm": "alpha"},
        notes=lambda made: made.notes,
    )
    n_clean: int
    baseline: str
    seed: int | None
    alpha: float
    notes: tuple[str, ...]
    version: str = "wmt26-model-compression"
    speeds: tuple[RunSpeed, ...] = rows(
        "run_speed", RunSpeed, facts="version", notes=[_NET], if_any=True, default=()
    )


def compare_compressed(
    source: Sequence[str],
    outputs: Mapping[str, Sequence[str]],
    scores: Mapping[str, Mapping[str, Sequence[float | None]]],
    *,
    baseline: str = BASELINE,
    sizes: Mapping[str, float] | None = None,
    seconds: Mapping[str, Sequence[float]] | None = None,
    warm_up: Mapping[str, Sequence[float]] | None = None,
    documents: Sequence[Hashable] | None = None,
    resampling: Resampling | None = None,
) -> CompressedModels:
    """Compares compressed models with the uncompressed one, with the tests that the task lacks.

    Args:
        source: N lines.
        outputs: system -> its N lines, by which hallucinations are found.
        scores: metric -> system -> N segment scores; None is left out.
        baseline: the system that was compressed.
        sizes: system -> size of its model, in any unit.
        seconds: system -> the wall time of each of its runs.
        warm_up: system -> the wall time of runs that only load it.
        documents: what is drawn together; None for each segment.
        resampling: bootstrap samples of segments, or documents; 1000 by default. `Resampling("none")` for no
            tests.

    Raises:
        OptionError: the baseline has no scores, or no size where others have one; a size or time is not
            above 0, or of another system; there are sizes without scores, or loading times without seconds.
        InputShapeError: a system has other numbers of scores or lines than the source.
    """
    how = bootstrap_of("compare_compressed", resampling)
    sizes, seconds, warm_up = sizes or {}, seconds or {}, warm_up or {}
    if sizes and not scores:
        raise OptionError("sizes stand beside scores: give translations and scores, too, or leave out sizes")
    for what, given, models, kind in (
        ("sizes", sizes, outputs, "models"),
        ("seconds", seconds, outputs or seconds, "models"),
        ("warm_up", warm_up, seconds, "models that have seconds"),
    ):
        for name in given:
            if name not in models:
                raise OptionError(f"{what}: {name} is none of the {kind}, {', '.join(models)}")
    for name, size in sizes.items():
        if not 0 < size < math.inf:
            raise OptionError(f"sizes: {name} has a size that is not above 0")
    if sizes and baseline not in sizes:
        raise OptionError(f"sizes: give that of the baseline {baseline}, too: others are in percent of it")
    marked = clean_segments(source, outputs)
    if marked.skipped:
        raise InputShapeError(f"{', '.join(marked.skipped)}: give as many lines as the source, {len(source)}")
    clusters = documents if how is not None and how.unit == "document" else None
    made: list[CompressedModel] = []
    for metric, by_system in scores.items():
        if baseline not in by_system:
            raise OptionError(f"{metric} has no scores of the baseline {baseline}")
        names = [baseline, *(name for name in by_system if name != baseline)]
        made += _of_metric(metric, names, by_system, marked, len(source), clusters, how, sizes)
    n_drawn = len(source) if clusters is None else len(set(clusters))
    notes = ["Hallucinated: more than 2 characters of output for each of the source."]
    for metric, by_system in scores.items():
        lacking = {name: sum(map(_is_missing, values)) for name, values in by_system.items()}
        if any(lacking.values()):
            listed = ", ".join(f"{name} {count}" for name, count in lacking.items() if count)
            notes.append(f"{metric} lacks scores, which no mean contains: {listed} of {len(source)}.")
    seed, alpha = (how.seed, how.alpha) if how is not None else (None, 0.05)
    n_characters = sum(map(len, source))
    speeds = [
        run_speed(times, n_characters, warm_up.get(name, ()), system=name) for name, times in seconds.items()
    ]
    return CompressedModels(
        tuple(made),
        len(marked.clean),
        baseline,
        seed,
        alpha,
        (*notes, *draw_note(how, n_drawn)),
        speeds=tuple(speeds),
    )


def _is_missing(score: float | None) -> bool:
    return score is None or score != score


def compare_model_files(
    source: str,
    outputs: Mapping[str, str],
    scores: Mapping[str, str],
    *,
    baseline: str = BASELINE,
    sizes: Mapping[str, float] | None = None,
    seconds: Mapping[str, Sequence[float]] | None = None,
    warm_up: Mapping[str, Sequence[float]] | None = None,
    resampling: Resampling | None = None,
) -> CompressedModels:
    """Reads texts and segment scores, and compares the quality, size and speed of compressed models.

    Args:
        source: the file of the source, a segment a line.
        outputs: system -> file of its translations; none if only seconds are given.
        scores: metric -> file of segment scores, in any form that `parbleu score --scores` takes.
        baseline: the system that was compressed.
        sizes: system -> size of its model, in any unit.
        seconds: system -> the wall time of each of its runs.
        warm_up: system -> the wall time of runs that only load it.
        resampling: bootstrap samples of segments; 1000 by default. `Resampling("none")` for no tests.

    Raises:
        OptionError: the baseline has no translations or scores, or no size where others have one; or a size
            or time is not above 0.
        FormatError, InputShapeError: a file is wrong, or has another number of segments.
    """
    if outputs and baseline not in outputs:
        raise OptionError(f"there are no translations of {baseline}: name the uncompressed model as baseline")
    return compare_compressed(
        _lines(source),
        {name: _lines(path) for name, path in outputs.items()},
        {metric: read_score_columns(metric, path, outputs) for metric, path in scores.items()},
        baseline=baseline,
        sizes=sizes,
        seconds=seconds,
        warm_up=warm_up,
        resampling=resampling,
    )


def _lines(path: str) -> list[str]:
    return [line or "" for line in read_lines(path).to_list()]


def _of_metric(
    metric: str,
    names: Sequence[str],
    by_system: Mapping[str, Sequence[float | None]],
    marked: CleanSegments,
    n_lines: int,
    clusters: Sequence[Hashable] | None,
    how: Resampling | None,
    sizes: Mapping[str, float],
) -> list[CompressedModel]:
    """Returns the rows of one metric; the first name is that of the baseline."""
    tables = []
    for name in names:
        values = np.asarray(by_system[name], dtype=np.float64)
        if values.shape != (n_lines,):
            raise InputShapeError(f"{metric}: {name} has {len(values)} scores, the source {n_lines} lines")
        tables.append(np.column_stack([np.nan_to_num(values), ~np.isnan(values)]))
    joined = np.stack(tables, axis=1)
    means, clean = _means(joined.sum(axis=0)), _means(joined[list(marked.clean)].sum(axis=0))
    pairs = [(0, number) for number in range(1, len(names))]
    low = high = p_values = p_holm = np.full(len(names), np.nan)
    if how is not None and pairs:
        summed = summed_rows(joined.reshape(n_lines, 2 * len(names)), clusters)
        samples = _means(sampled_sums(summed, how).reshape(-1, len(names), 2))
        low, high = percentile_bounds(samples - samples[:, :1])
        tested = shifted_p_values(samples, means, pairs, len(summed))
        p_values, p_holm = (np.concatenate([[np.nan], values]) for values in (tested, holm_known(tested)))
        low[0] = high[0] = np.nan
    rows_made = []
    for number, name in enumerate(names):
        bad = len(marked.hallucinated.get(name, ()))
        size = 100 * sizes[name] / sizes[names[0]] if name in sizes else None
        rows_made.append(
            CompressedModel(
                system=name,
                metric=metric,
                score=known(float(means[number])),
                clean_score=known(float(clean[number])),
                delta=known(float(means[number] - means[0])),
                low=known(float(low[number])),
                high=known(float(high[number])),
                p_value=known(float(p_values[number])),
                p_holm=known(float(p_holm[number])),
                hallucinated=bad,
                hallucinated_share=100 * bad / n_lines if n_lines else 0.0,
                size=size,
            )
        )
    return rows_made


def _means(sums: Floats) -> Floats:
    """Returns means of sums and counts, (..., 2); NaN without any."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(sums[..., 0] / sums[..., 1])
