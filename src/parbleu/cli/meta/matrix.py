"""`parbleu meta matrix`: all metrics of an evaluation set, ranked, and which differences are significant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parbleu.base.progress import progress_bar
from parbleu.cli.meta.meta_options import (
    ADD_METRICS,
    ALL,
    CHANCE,
    CORRELATION_OPTIONS,
    DERIVE,
    INTERVALS,
    LEVEL,
    N_SAMPLES,
    PRIMARY,
    RECALIBRATE,
    SEED,
    SET,
    chosen_evalset,
    one_set,
    read_values,
)
from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import CommandError
from parbleu.cli.shell.corpus_options import THREADS
from parbleu.cli.shell.evalset_options import DATA, LANGUAGE_PAIR, named_values
from parbleu.cli.shell.options import Option
from parbleu.cli.shell.result_output import RESULT_OPTIONS, show_result
from parbleu.io.atomic import check_place
from parbleu.meta.tasks import FUNCTIONS, Task

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from parbleu.cli.shell.console import Console
    from parbleu.meta.tasks import EvalSets

COMMAND = Command(
    "SET -l PAIR [--level LEVEL] [--correlation NAME]",
    "Ranks the metrics of an evaluation set by their correlation with human scores. Metrics that are not\n"
    "primary are marked by *. For accuracy over several language pairs, these are separated by commas.",
    """\
  parbleu meta matrix wmt24 -l en-de --all
  parbleu meta matrix wmt24 -l en-de --level seg --average-by item --correlation KendallWithTiesOpt \\
      --exchange pairs
  parbleu meta matrix wmt24 -l en-de,en-es --correlation accuracy""",
    SET,
    LANGUAGE_PAIR,
    LEVEL,
    Option("--correlation", "the correlation (default: pearson)", default="pearson", choices=FUNCTIONS),
    Option(
        "--correlation-options",
        "its options, such as variant=acc23",
        many="+",
        default=(),
        metavar="NAME=VALUE",
    ),
    *CORRELATION_OPTIONS,
    Option("--domain", "only this domain"),
    Option("--references", "references of the metrics (default: standard)", many="+", metavar="REF"),
    Option(
        "--close-references",
        "references that are never systems, being close to them",
        many="+",
        metavar="REF",
    ),
    Option("--human", "human translations are systems, too", bool),
    ALL,
    PRIMARY,
    ADD_METRICS,
    DERIVE,
    CHANCE,
    INTERVALS,
    N_SAMPLES,
    Option(
        "--exchange",
        "what permutation tests exchange (default: scores)",
        default="scores",
        choices=("scores", "pairs"),
        metavar="WHAT",
    ),
    RECALIBRATE,
    Option("--alpha", "the level of significance (default: 0.05)", float, default=0.05),
    SEED,
    THREADS,
    Option("--save", "also write PREFIX.json and PREFIX.npz, as MT Metrics Eval does", metavar="PREFIX"),
    DATA,
    *RESULT_OPTIONS,
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    values = read_values(COMMAND, words, console)
    if values["save"] is not None:
        check_place(f"{values['save']}.npz")
    if values["recalibrate"] and values["exchange"] != "pairs":
        raise CommandError("--recalibrate is about exchanging pairs: add --exchange pairs", status=2)
    test_set, pairs = one_set(values)
    evalsets = {(test_set, pair): chosen_evalset(values, pair) for pair in pairs.split(",")}
    result = task_of(values, evalsets).run(
        evalsets,
        seed=values["seed"],
        threads=values["threads"],
        chance=values["chance"],
        recalibrate=values["recalibrate"],
        intervals=values["intervals"],
        progress=progress_bar,
    )
    if values["save"] is not None:
        result.save(values["save"])
    show_result(result, values, console)
    return 0


def task_of(values: Mapping[str, Any], evalsets: EvalSets) -> Task:
    """Returns what is to be compared.

    Raises:
        ParbleuError: an option has a value that it does not take.
    """
    test_set, pairs = one_set(values)
    count = len(evalsets) if values["correlation"] == "accuracy" else 1
    return Task(
        test_set=test_set,
        lang=pairs,
        domain=values["domain"],
        level=values["level"],
        human=values["human"],
        avg_by=values["average_by"],
        corr_fcn=values["correlation"],
        corr_fcn_args=_options(values["correlation_options"]),
        k=values["n_samples"],
        gold=_for_each(values["gold"], count),
        refs=_for_each(values["references"] and set(values["references"]), count),
        close_refs=_for_each(values["close_references"] and set(values["close_references"]), count),
        use_outliers=values["outliers"],
        primary=not values["all"],
        pval=values["alpha"],
        block_size=1000,
        replace_nans_with_zeros=values["undefined_as_zero"],
        perm_test=values["exchange"],
        info={pair: evalset.info for (_, pair), evalset in evalsets.items()},
    )


def _for_each(value: Any, count: int) -> Any:
    """Returns a value, or for accuracy a list with one for each language pair; None for what is standard."""
    return [value] * count if value is not None and count > 1 else value


def _options(words: Sequence[str]) -> dict[str, Any]:
    """Returns the options of a correlation; all but variants are numbers or truth values.

    Raises:
        CommandError: one is something else.
    """
    from ast import literal_eval

    given: dict[str, Any] = dict(named_values(words, "correlation-options"))
    try:
        return {name: value if name == "variant" else literal_eval(value) for name, value in given.items()}
    except (ValueError, SyntaxError):
        raise CommandError("--correlation-options are a variant, numbers, True and False", status=2) from None
