"""`parbleu meta --matrix`: all stored metrics, ranked, and which differences between them are significant."""

from __future__ import annotations

from parbleu.cli.meta.intervals import Interval, interval_lines, intervals
from parbleu.cli.meta.output import Report, put_report, tell_generator
from parbleu.cli.meta.progress_bars import progress
from parbleu.cli.meta.sets import load
from parbleu.cli.shell.console import CommandError
from parbleu.meta.tasks import Task

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from parbleu.cli.meta.mtme_flags import Flags
    from parbleu.cli.meta.output import Cell
    from parbleu.cli.shell.console import Console
    from parbleu.evalset.evaluation_set import EvalSet
    from parbleu.meta.task_result import TaskResult

    EvalSets = Mapping[tuple[str, str], EvalSet]

NOTHING = ("", "std", "None")


def run(flags: Flags, console: Console) -> int:
    """Prints a comparison; returns the exit status."""
    langs = (flags.language_pair or "").split(",")
    evalsets = {(flags.test_set or "", lang): load(flags, lang) for lang in langs}
    task = _task(flags, evalsets)
    if flags.recalibrate and flags.matrix_perm_test != "pairs":
        raise CommandError("--recalibrate is about exchanging pairs: add --matrix_perm_test pairs")
    if flags.intervals and len(langs) > 1:
        raise CommandError("there are no --intervals over several language pairs: ask for one after another")
    contests = task.contests(evalsets)
    if flags.chance:
        contests = [each.with_chance() for each in contests]
    for lang, found in zip(task.langs, contests, strict=True):
        if found.gold.size < 2:
            only = ", ".join(found.systems)
            raise CommandError(f"{task.test_set}/{lang} has one system alone to compare metrics by: {only}")
    metrics = len(contests[0].metrics)
    with progress("permutation tests", metrics * (metrics - 1) // 2 if task.k else 0) as advance:
        tests = task.tests(
            recalibrate=flags.recalibrate,
            seed=flags.seed,
            threads=flags.threads,
            after_test=advance,
        )
        result = task.compare(contests, tests)
    if flags.format == "text":
        tell_generator(result.generator, flags.seed, console)
    if flags.matrix_save is not None:
        result.save(flags.matrix_save)
    bounds = intervals(task, contests[0], result.metrics, flags.threads) if flags.intervals else {}
    return put_report(
        lambda: f"{task.name}\n{result.text()}{interval_lines(bounds)}",
        lambda: _report(task, result, bounds, flags),
        flags,
        console,
    )


def _task(flags: Flags, evalsets: EvalSets) -> Task:
    """Returns what is to be compared.

    Raises:
        ParbleuError: a flag has a value that it does not take.
    """
    domain = flags.matrix_domain
    return Task(
        test_set=flags.test_set or "",
        lang=flags.language_pair or "",
        domain=None if domain == "None" else domain,
        level=flags.matrix_level,
        human=flags.matrix_human,
        avg_by=flags.avg,
        corr_fcn=flags.matrix_corr,
        k=flags.k,
        gold=_one_or_several(flags.gold, str),
        refs=_one_or_several(flags.matrix_refs, _references),
        close_refs=_one_or_several(flags.matrix_close_refs, _references),
        use_outliers=flags.use_outliers,
        primary=flags.matrix_primary,
        pval=flags.matrix_pval,
        block_size=flags.k_block,
        early_min=flags.early_min,
        early_max=flags.early_max,
        replace_nans_with_zeros=flags.replace_nans_with_zeros,
        perm_test=flags.matrix_perm_test,
        corr_fcn_args=_options(flags.matrix_corr_args),
        info={lang: evalset.info for (_, lang), evalset in evalsets.items()},
    )


def _one_or_several(text: str, kind: Callable[[str], Any]) -> Any:
    """Returns None for what is standard, a value, or a list with one for each language pair."""
    if text in NOTHING:
        return None
    values = [kind(word) for word in text.split(",")]
    return values if len(values) > 1 else values[0]


def _references(text: str) -> set[str]:
    """Returns references, of which several are joined as in names of metrics: `refA.refC`."""
    return set(text.split("."))


def _options(text: str) -> dict[str, Any]:
    """Returns the options of a correlation.

    Raises:
        CommandError: this is no dict.
    """
    from ast import literal_eval

    try:
        options = literal_eval(text)
    except (ValueError, SyntaxError):
        options = None
    if not isinstance(options, dict) or any(not isinstance(name, str) for name in options):
        raise CommandError(f"--matrix_corr_args is a dict such as {{'variant': 'acc23'}}, not {text}")
    return options


def _report(task: Task, result: TaskResult, bounds: Mapping[str, Interval], flags: Flags) -> Report:
    """Returns a row for each metric, the best first; p-values stand where it is better than another one.

    In the formats that are read by programs, p-values that are never 0 follow MT Metrics Eval's.
    """
    tested = flags.k > 0
    matrices = {"p": result.matrix} if tested else {}
    if result.p_calibrated is not None and flags.format in ("json", "csv"):
        matrices["p_calibrated"] = result.p_calibrated
    names = result.metrics
    columns = ["metric", "rank", "correlation", *(("low", "high") if bounds else ())]
    columns += [f"{title}: {name}" for title in matrices for name in names]
    rows: list[list[Cell]] = []
    for place, name in enumerate(names):
        row: list[Cell] = [name, result.rank(place) if tested else None, result.corr(place)]
        if bounds:
            row += [bounds[name].low, bounds[name].high]
        for matrix in matrices.values():
            row += [None] * (place + 1) + matrix[place, place + 1 :].tolist()
        rows.append(row)
    facts: dict[str, Cell] = {"task": task.name}
    if tested:
        facts |= {"seed": flags.seed, "generator": result.generator}
    return Report(columns, rows, facts)
