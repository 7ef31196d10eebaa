"""`parbleu meta run`: runs the tasks of a WMT metrics task, and ranks metrics by them."""

from __future__ import annotations

from parbleu._base.progress import progress_bar
from parbleu._cli.meta.meta_options import (
    ADD_METRICS,
    ALL,
    CHANCE,
    DERIVE,
    GENERATOR,
    GOLD,
    INTERVALS,
    N_SAMPLES,
    RECALIBRATE,
    REFERENCES,
    check_reference_names,
    resampling_of,
)
from parbleu._cli.shell.command import Arguments
from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.corpus_options import SEED, THREADS
from parbleu._cli.shell.evalset_options import DATA, LANGUAGE_PAIR, TEST_SET
from parbleu._cli.shell.options import Option
from parbleu._cli.shell.result_command import ResultCommand
from parbleu._cli.shell.result_output import PLOT
from parbleu.evalset._evaluation_set import EvalSet, load_evalset
from parbleu.meta._protocols import protocol_names, run_protocol
from parbleu.tables import Result

COMMAND = ResultCommand(
    "TASK [-t SET] [-l PAIRS]",
    "Ranks metrics as a WMT metrics task did: wmt22, wmt23, wmt24, wmt24-on-wmt23, wmt25 or wmt26, on its\n"
    "test set or another one. Language pairs are separated by commas. Metrics that are not primary are\n"
    "marked by *.",
    """\
  parbleu meta run wmt24                                      the official table
  parbleu meta run wmt24 -n 0                                 at once, without significance
  parbleu meta run wmt23 -l en-de --add-metrics-from my-scores
  parbleu meta run wmt24 -t mine -l en-de --all               its tasks on another set""",
    Option("tasks", "the metrics task", many="*", metavar="TASK"),
    TEST_SET,
    LANGUAGE_PAIR,
    GOLD,
    REFERENCES,
    ALL,
    ADD_METRICS,
    DERIVE,
    CHANCE,
    INTERVALS,
    RECALIBRATE,
    N_SAMPLES,
    SEED,
    GENERATOR,
    THREADS,
    DATA,
    PLOT,
    fact_columns=True,
    has_chart=True,
    next_step="parbleu meta matrix tests each metric against each",
    common="-t -l --gold --all --add-metrics-from --intervals -n --plot -f -o",
)


def result(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    if len(arguments.tasks) != 1:
        raise UsageError(f"name the task: {', '.join(protocol_names())}")
    if arguments.test_set is not None and arguments.language_pair is None:
        raise UsageError(f"name the language pairs of {arguments.test_set}, such as -l en-de")

    def load(test_set: str, pair: str) -> EvalSet:
        added = arguments.chosen("add_metrics_from", "derive")
        evalset = load_evalset(test_set, pair, arguments.data, **added)
        check_reference_names(evalset, arguments.references or ())
        return evalset

    names = ("gold", "references", "recalibrate", "generator", "chance", "intervals")
    return run_protocol(
        arguments.tasks[0],
        arguments.test_set,
        arguments.language_pair and arguments.language_pair.split(","),
        load=load,
        primary=not arguments.all,
        progress=progress_bar,
        resampling=resampling_of(arguments),
        **arguments.chosen(*names),
    )
