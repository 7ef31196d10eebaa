"""`parbleu meta -i FILE`: correlations of a file of scores with human scores; with `-c`, of two."""

from __future__ import annotations

import sys

from parbleu.cli.meta.output import Report, put, put_report, tell_generator
from parbleu.cli.meta.sets import load
from parbleu.cli.shell.console import CommandError
from parbleu.evalset.levels import LEVELS
from parbleu.evalset.score_checks import check_compared
from parbleu.evalset.score_files import read_scores
from parbleu.stats.correlation import correlate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    from parbleu.cli.meta.difference import Difference
    from parbleu.cli.meta.mtme_flags import Flags
    from parbleu.cli.meta.output import Cell
    from parbleu.cli.shell.console import Console
    from parbleu.evalset.evaluation_set import EvalSet
    from parbleu.evalset.score_matrix import Scores
    from parbleu.stats.correlation import CorrelationResult
    from parbleu.stats.correlation_interval import CorrelationInterval

STDIN = "/dev/stdin"
COMPARED = {"none": "flattened", "sys": "rows in", "item": "columns in"}
NAMES = {"Pearson": "pearson", "Spearman": "spearman", "Kendall": "kendall", "Kendall-like": "KendallLike"}
"""What is printed, and the name of the correlation."""


class Measured:
    """A metric and its correlations with gold scores.

    Args:
        name: what it is called: a file, or a metric that shows what chance achieves.
        judgements: what it is compared with.
        table: float64 (systems, items), its scores.

    Attributes:
        name: as given; so are `judgements` and `table`.
        results: a correlation of `NAMES` -> its value.
    """

    def __init__(self, name: str, judgements: Judgements, table: NDArray[np.float64]) -> None:
        self.name = name
        self.judgements = judgements
        self.table = table
        self.results: dict[str, CorrelationResult] = {}
        for title, options in judgements.settings.items():
            self.results[title] = correlate(NAMES[title], judgements.table, table, **options)

    def intervals(self) -> dict[str, CorrelationInterval]:
        """Returns a correlation of `NAMES` -> its 95 % interval."""
        from parbleu.stats.correlation_interval import correlation_interval

        gold = self.judgements
        return {
            title: correlation_interval(NAMES[title], gold.table, self.table, **options)
            for title, options in gold.settings.items()
        }

    def line(self) -> str:
        """Returns what MT Metrics Eval prints."""
        gold = self.judgements
        values = [
            f"{title}={found.value:0.3f},p{found.p_value:0.3f}"
            for title, found in self.results.items()
            if title != "Kendall-like"
        ]
        values.append(f"{gold.title('Kendall-like')}={self.results['Kendall-like'].value:0.3f}")
        return f"{gold.line()}: {' '.join(values)}"

    def interval_line(self) -> str:
        """Returns the intervals."""
        found = self.intervals()
        shown = [
            f"{self.judgements.title(title)}={each.low:0.3f}..{each.high:0.3f}"
            for title, each in found.items()
        ]
        return f"95 % intervals, {found['Pearson'].method}: {' '.join(shown)}"


class Judgements:
    """Gold scores of the systems that are compared.

    Args:
        evalset: the evaluation set.
        level: what scores are of.
        flags: the command line.

    Attributes:
        level: as given.
        name: of the gold scores.
        systems: those that are compared, sorted.
        table: float64 (systems, items).
        settings: a correlation of `NAMES` -> its options.

    Raises:
        ParbleuError: there are no such gold scores.
        CommandError: a system that was asked for has none.
    """

    def __init__(self, evalset: EvalSet, level: str, flags: Flags) -> None:
        gold = evalset.gold(level, flags.gold)
        self.level = level
        self.name = flags.gold if flags.gold != "std" else evalset.std_human_score_name(level) or ""
        self.systems = _systems(evalset, gold, self.name, flags)
        self.table = gold.rows(self.systems)
        self._evalset = evalset
        self._average = flags.avg
        thresh = flags.thresh if flags.thresh != -1 else 25.0 if self.name == "wmt-raw" else 0.0
        undefined = "zero" if flags.replace_nans_with_zeros else "drop"
        usual: dict[str, Any] = {"average_by": flags.avg, "undefined": undefined}
        self.settings = dict.fromkeys(NAMES, usual)
        self.settings["Kendall-like"] = {"average_by": "item", "thresh": thresh, "undefined": undefined}

    def title(self, correlation: str) -> str:
        """Returns how a correlation is called: with its threshold if it has one."""
        thresh = self.settings[correlation].get("thresh")
        return correlation if thresh is None else f"{correlation}@{thresh:g}"

    @property
    def missing(self) -> int:
        """How many gold scores are missing."""
        import numpy

        return int(numpy.isnan(self.table).sum())

    def line(self) -> str:
        """Returns what is compared, as MT Metrics Eval prints it."""
        evalset = self._evalset
        how = COMPARED["none" if self.level == "sys" else self._average]
        systems, items = self.table.shape
        share = f"{systems}/{len(evalset.sys_names)}"
        return (
            f"{evalset.name} {evalset.lp} {self.level}-level: scoring {share} systems, gold={self.name}, "
            f"comparing {how} {systems}x{items} matrices ({self.missing} None vals)"
        )


def _systems(evalset: EvalSet, gold: Scores, name: str, flags: Flags) -> list[str]:
    """Returns the systems that are compared, sorted."""
    left_out = evalset.human_sys_names
    if not flags.use_outliers:
        left_out |= evalset.outlier_sys_names
    added = [system for system in flags.add_systems.split(",") if system]
    if missing := [system for system in added if system not in gold]:
        raise CommandError(
            f"No {name} scores for system {', '.join(missing)} (there are {', '.join(sorted(gold))})"
        )
    return sorted({*(system for system in gold if system not in left_out), *added})


def run(flags: Flags, console: Console) -> int:
    """Prints correlations; returns the exit status."""
    if flags.input in ("-", STDIN) and sys.stdin is not None and sys.stdin.isatty():
        raise CommandError("which file of scores? (-i FILE; --list, --scores and --matrix need none)")
    evalset = load(flags)
    metrics = [_measured(evalset, flags.input, flags)]
    if flags.compare is not None:
        metrics.append(_measured(evalset, flags.compare, flags))
    if metrics[0].judgements.level != metrics[-1].judgements.level:
        if flags.format == "text":
            put([_text(metrics)], flags.output, console)
        levels = " and ".join(f"{each.name} is of level {each.judgements.level}" for each in metrics)
        raise CommandError(f"Can't compare score files at different granularities: {levels}")
    chance = _chance(metrics[0].judgements) if flags.chance else []
    found: list[Difference] = []
    if flags.compare is not None:
        from parbleu.cli.meta.difference import differences

        found = differences(metrics[0], metrics[1], flags)
        if flags.format == "text":
            tell_generator(found[0].generator if flags.k else "", flags.seed, console)
    return put_report(
        lambda: _text(metrics, chance, found, flags.intervals),
        lambda: _report(evalset, [*metrics, *chance], found, flags),
        flags,
        console,
    )


def _measured(evalset: EvalSet, path: str, flags: Flags) -> Measured:
    """Reads a file of scores and correlates them.

    Raises:
        CommandError: it does not fit the evaluation set.
    """
    level, scores = _read(evalset, STDIN if path == "-" else path)
    judgements = Judgements(evalset, level, flags)
    missing = [system for system in judgements.systems if system not in scores]
    if missing:
        raise CommandError(f"{path}: there are no scores of {', '.join(missing)}, which have gold scores")
    table = scores.rows(judgements.systems)
    check_compared(judgements.systems, judgements.table, table, path)
    return Measured(path, judgements, table)


def _read(evalset: EvalSet, path: str) -> tuple[str, Scores]:
    """Returns level and scores of a file.

    Its name may tell the level, as in `X.seg.score`; otherwise the number of scores does.
    """
    words = path.rsplit(".", 2)
    named = words[1] if len(words) == 3 and words[1] in LEVELS else ""
    scores = read_scores(path, evalset.domain_names if named == "domain" else None)
    sizes = {level: evalset.n_items(level) for level in (named or "sys", "sys", "doc", "seg")}
    for level, size in sizes.items():
        if scores.n_items == size:
            return level, scores
    expected = ", ".join(f"{size} ({level})" for level, size in sizes.items())
    raise CommandError(
        f"{path}: each system has {scores.n_items} scores; {evalset.name} {evalset.lp} needs {expected}"
    )


def _chance(judgements: Judgements) -> list[Measured]:
    """Metrics that know nothing."""
    from parbleu.stats.chance_levels import constant_metric, random_metric

    tables = {"(constant)": constant_metric(judgements.table), "(random)": random_metric(judgements.table)}
    return [Measured(name, judgements, table) for name, table in tables.items()]


def _text(
    metrics: Sequence[Measured],
    chance: Sequence[Measured] = (),
    found: Sequence[Difference] = (),
    with_intervals: bool = False,
) -> str:
    prefixes = ["1: ", "2: "] if len(metrics) > 1 else [""]
    named = list(zip(prefixes, metrics, strict=True))
    lines = [f"{prefix}{each.line()}" for prefix, each in named]
    if found:
        lines.append(" ".join(difference.text() for difference in found))
    named += [(f"{each.name}: ", each) for each in chance]
    lines += [f"{each.name}: {each.line()}" for each in chance]
    if with_intervals:
        lines += [f"{prefix}{each.interval_line()}" for prefix, each in named]
    return "".join(f"{line}\n" for line in lines)


def _value(title: str, result: CorrelationResult) -> list[Cell]:
    """Returns value and p-value: none where undefined, and no mean of p-values, which is no p-value."""
    tested = title != "Kendall-like" and result.weight == 1
    return [result.value if result.defined else None, result.p_value if tested else None]


def _report(
    evalset: EvalSet, metrics: Sequence[Measured], found: Sequence[Difference], flags: Flags
) -> Report:
    """Returns a row for each metric and correlation."""
    columns = ["metric", "correlation", "value", "p_value"]
    columns += ["low", "high"] if flags.intervals else []
    columns += ["better", "p_williams", "p_permutation", "p_calibrated"] if found else []
    differences = {difference.correlation: difference for difference in found}
    rows: list[list[Cell]] = []
    for place, metric in enumerate(metrics):
        bounds = metric.intervals() if flags.intervals else {}
        for title, result in metric.results.items():
            row: list[Cell] = [metric.name, metric.judgements.title(title), *_value(title, result)]
            if bounds:
                row += [bounds[title].low, bounds[title].high]
            if found:
                row += differences[title].cells() if place < 2 else [None] * 4
            rows.append(row)
    gold = metrics[0].judgements
    systems, items = gold.table.shape
    facts: dict[str, Cell] = {
        "test_set": evalset.name,
        "language_pair": evalset.lp,
        "level": gold.level,
        "gold": gold.name,
        "average_by": flags.avg,
        "systems": systems,
        "items": items,
        "missing": gold.missing,
    }
    if found:
        facts |= {"k": flags.k, "seed": flags.seed, "generator": found[0].generator}
    return Report(columns, rows, facts)
