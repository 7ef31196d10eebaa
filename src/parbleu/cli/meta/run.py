"""`parbleu meta run`: the tasks of a WMT metrics task, and the table that they make."""

from __future__ import annotations

from parbleu.cli.meta.intervals import Interval, interval_lines, intervals
from parbleu.cli.meta.mtme_flags import ADD_METRICS, DATA, DERIVE, FORMAT, SEED, THREADS, Flags
from parbleu.cli.meta.output import FORMATS, Report, put, tell_generator
from parbleu.cli.meta.progress_bars import progress
from parbleu.cli.meta.sets import load
from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import CommandError, Console
from parbleu.cli.shell.options import Option, output_option
from parbleu.io.atomic import check_place
from parbleu.meta.protocols import protocol, protocol_names, standard_sets
from parbleu.meta.task_table import metrics_table
from parbleu.stats.random_generators import choose_generator, generator_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from parbleu.cli.meta.output import Cell
    from parbleu.evalset.evaluation_set import EvalSet
    from parbleu.meta.protocols import Protocol
    from parbleu.meta.task_set import TaskResults

    EvalSets = Mapping[tuple[str, str], EvalSet]
    Averages = Mapping[str, tuple[float, int]]

COMMAND = Command(
    "TASK [-l PAIRS] [-t SET]",
    "Ranks metrics as a WMT metrics task did: wmt22, wmt23, wmt24, wmt24-on-wmt23 or wmt25.\n"
    "The first column averages over all tasks. A rank begins with the first metric that is significantly\n"
    "worse than one of the rank before. Baselines are marked by _, metrics that are not primary by *.",
    """\
  parbleu meta run wmt24                                      the official table
  parbleu meta run wmt24 --k 0                                at once, without significance
  parbleu meta run wmt23 -l en-de --add_metrics_from_dir my-scores
  parbleu meta run wmt24 -t mine -l en-de --all               its tasks on a set of your own""",
    Option((), "tasks", "the metrics task", many="*", default=(), metavar="TASK"),
    Option(
        ("--language_pair", "-l"),
        "language_pair",
        "which (default: the official ones)",
        metavar="PAIRS",
    ),
    Option(("--test_set", "-t"), "test_set", "another test set than the official one", metavar="SET"),
    Option(("--gold", "-g"), "gold", "the human scores (default: those that are standard)"),
    Option(("--all",), "all", "all metrics, not only primary ones", bool, default=False),
    ADD_METRICS,
    DERIVE,
    Option(("--chance",), "chance", "add a constant and a random metric", bool, default=False),
    Option(
        ("--intervals",),
        "intervals",
        "add 95 %% confidence intervals of the correlations in each task of one language pair",
        bool,
        default=False,
    ),
    Option(
        ("--recalibrate",),
        "recalibrate",
        "test acc-t by exchanging whole segments and calibrating ties anew for each draw: slower, but "
        "p-values are what they claim to be",
        bool,
        default=False,
    ),
    Option(("--k",), "k", "draws of permutation tests; 0 for no tests (default: 1000)", int, default=1000),
    output_option("the file to write"),
    FORMAT,
    SEED,
    DATA,
    THREADS,
)

NICKNAMES = {"KendallWithTiesOpt": "acc-t", "pce": "SPA"}
ATTRIBUTES = ("lang", "level", "corr_fcn")
"""What stands above the columns of the table."""


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    values = COMMAND.read(words, console.program)
    if values["output"] is not None:
        check_place(values["output"])
    chosen, evalsets = _what(values)
    random = choose_generator(values["seed"])
    with progress("tasks", len(chosen.tasks)) as advance:
        results = chosen.tasks.run(
            evalsets,
            seed=random,
            threads=values["threads"],
            chance=values["chance"],
            recalibrate=values["recalibrate"],
            after_task=advance,
        )
    averages = _averages(chosen, results, values["k"])
    bounds = _intervals(chosen, evalsets, list(averages), values) if values["intervals"] else []
    drawn = generator_name(random) if values["k"] else ""
    if values["format"] in ("text", "latex"):
        tell_generator(drawn, values["seed"], console)
        baselines = {name for evalset in evalsets.values() for name in evalset.info.baseline_metrics or ()}
        text = _official(chosen, results, averages, values["format"], baselines)
        comment = "% " if values["format"] == "latex" else ""
        for place, found in enumerate(bounds, 1):
            text += interval_lines(found, f"{comment}task{place}  ")
    else:
        tested = {"seed": values["seed"], "generator": drawn} if drawn else {}
        test_set = next(name for name, _ in evalsets)
        facts: dict[str, Cell] = {"tasks": chosen.name, "test_set": test_set, "k": values["k"], **tested}
        text = FORMATS[values["format"]](_report(chosen, results, averages, bounds, facts))
    put([text], values["output"], console)
    return 0


def _what(values: Mapping[str, Any]) -> tuple[Protocol, EvalSets]:
    """Returns the tasks and the evaluation sets that a command line asks for.

    Raises:
        CommandError: it does not say which, or asks for what these tasks do not have.
        ParbleuError: a set cannot be loaded.
    """
    if len(values["tasks"]) != 1:
        raise CommandError(f"which task? One of {', '.join(protocol_names())}", status=2)
    official, langs = standard_sets(values["tasks"][0])
    test_set = values["test_set"] or official
    if values["language_pair"] is not None:
        langs = values["language_pair"].split(",")
    elif values["test_set"] is not None:
        raise CommandError(f"which language pairs of {test_set}? (-l en-de)", status=2)
    given = {name: values[name] for name in ("data", "add_metrics_from_dir", "derive")}
    flags = Flags({**given, "test_set": test_set})
    evalsets = {(test_set, lang): load(flags, lang) for lang in langs}
    chosen = protocol(
        values["tasks"][0],
        langs,
        test_set=test_set,
        primary=not values["all"],
        k=values["k"],
        gold=values["gold"],
        info={lang: evalset.info for (_, lang), evalset in evalsets.items()},
        domains=None
        if test_set == official
        else {lang: evalsets[test_set, lang].domain_names for lang in langs},
    )
    if values["intervals"] and chosen.summary == "ranks":
        raise CommandError(f"{chosen.name} averages ranks: --intervals are of correlations; see --matrix")
    return chosen, evalsets


def _averages(chosen: Protocol, results: TaskResults, k: int) -> Averages:
    """Returns average and rank of each metric that all tasks have, the best first."""
    if k and chosen.summary == "correlations":
        return results.average_corr_matrix(chosen.weights).corr_ranks
    found = chosen.averages(results)
    return {name: (value, rank) for rank, (name, value) in enumerate(found.items(), 1)}


def _intervals(
    chosen: Protocol, evalsets: EvalSets, metrics: Sequence[str], values: Mapping[str, Any]
) -> list[dict[str, Interval]]:
    """Returns metric -> interval of its correlation, for each task; nothing for tasks of several pairs."""
    found: list[dict[str, Interval]] = []
    for task in chosen.tasks:
        first, *others = task.contests(evalsets)
        contest = first.with_chance() if values["chance"] else first
        found.append({} if others else intervals(task, contest, metrics, values["threads"]))
    return found


def _official(
    chosen: Protocol, results: TaskResults, averages: Averages, fmt: str, baselines: set[str]
) -> str:
    """Returns the table as the official tools print it; of many tasks only what they make together."""
    title = _title(chosen)
    if chosen.summary == "ranks":
        return metrics_table(list(averages), [averages], [["metric", title]], fmt=fmt, baselines=baselines)
    return results.table(
        list(averages),
        averages,
        title,
        attr_list=ATTRIBUTES,
        nicknames=NICKNAMES,
        fmt=fmt,
        baselines=baselines,
    )


def _title(chosen: Protocol) -> str:
    return "avg-corr" if chosen.summary == "correlations" else "avg-rank"


def _report(
    chosen: Protocol,
    results: TaskResults,
    averages: Averages,
    bounds: Sequence[Mapping[str, Interval]],
    facts: dict[str, Cell],
) -> Report:
    """Returns a row for each metric: rank, average, and rank, correlation and interval in each task."""
    shown = ("rank", "correlation", "low", "high") if bounds else ("rank", "correlation")
    columns = ["metric", "rank", _title(chosen).replace("-", "_")]
    for result in results:
        words = [result.attr_vals[name] for name in (*ATTRIBUTES, "avg_by", "human", "domain")]
        title = " ".join([NICKNAMES.get(word, word) for word in words[:3]] + _details(words[3:]))
        columns += [f"{title}: {what}" for what in shown]
    rows: list[list[Cell]] = []
    for name, (average, rank) in averages.items():
        row: list[Cell] = [name, rank, average]
        for place, result in enumerate(results):
            row += [result.rank(name), result.corr(name)]
            if bounds:
                interval = bounds[place].get(name)
                row += [interval.low, interval.high] if interval is not None else [None, None]
        rows.append(row)
    return Report(columns, rows, facts)


def _details(values: list[str]) -> list[str]:
    """Returns what distinguishes tasks beside language, level and correlation."""
    average, human, domain = values
    parts = [f"by {average}"] if average != "none" else []
    parts += ["with human"] if human == "True" else []
    return parts + ([domain] if domain != "None" else [])
