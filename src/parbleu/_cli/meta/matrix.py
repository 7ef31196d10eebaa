"""`parbleu meta matrix`: ranks all metrics of an evaluation set, and tests their differences."""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

from parbleu._base.progress import progress_bar
from parbleu._cli.meta.meta_options import (
    ADD_METRICS,
    ALL,
    CHANCE,
    CORRELATION_OPTIONS,
    DERIVE,
    GENERATOR,
    INTERVALS,
    LEVEL,
    N_SAMPLES,
    PRIMARY,
    RECALIBRATE,
    REFERENCES,
    chosen_evalset,
    resampling_of,
)
from parbleu._cli.shell.command import ResultCommand
from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.corpus_options import ALPHA, SEED, THREADS
from parbleu._cli.shell.evalset_options import DATA, LANGUAGE_PAIR, TEST_SET, named_values, one_set
from parbleu._cli.shell.options import Arguments, Option
from parbleu._cli.shell.result_output import PLOT
from parbleu.meta._tasks import Task
from parbleu.stats._correlations import CORRELATIONS
from parbleu.stats.permutation_tests import EarlyStopping
from parbleu.tables import Result

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from parbleu.meta._tasks import EvalSets


@ResultCommand(
    "-t SET -l PAIR [--level LEVEL] [--correlation NAME]",
    "Ranks the metrics of an evaluation set by their correlation with human scores. Metrics that are not\n"
    "primary are marked by *. For accuracy over several language pairs, these are separated by commas.",
    """\
  parbleu meta matrix -t wmt24 -l en-de --all
  parbleu meta matrix -t wmt24 -l en-de --level segment --average-by item --correlation KendallWithTiesOpt \\
      --exchange pairs
  parbleu meta matrix -t wmt24 -l en-de,en-es --correlation accuracy""",
    TEST_SET,
    LANGUAGE_PAIR,
    LEVEL,
    Option("--correlation", "the correlation (default: pearson)", default="pearson", choices=CORRELATIONS),
    Option(
        "--correlation-options",
        "its options, such as variant=acc23",
        many="+",
        default=(),
        metavar="NAME=VALUE",
    ),
    *CORRELATION_OPTIONS,
    Option("--domain", "only this domain"),
    REFERENCES,
    Option(
        "--close-references",
        "references that are too close to those of the metrics to count as systems",
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
        "the quantity that permutation tests exchange (default: scores)",
        default="scores",
        choices=("scores", "pairs"),
        metavar="WHAT",
    ),
    RECALIBRATE,
    ALPHA,
    SEED,
    GENERATOR,
    THREADS,
    Option(
        "--executor",
        "run the tests elsewhere: what makes an executor of concurrent.futures in Python, such as "
        "concurrent.futures:ProcessPoolExecutor; p-values stay the same",
        metavar="MODULE:NAME",
    ),
    Option(
        "--save",
        "also write PREFIX.json and PREFIX.npz, as MT Metrics Eval does",
        metavar="PREFIX",
        writes="PREFIX",
    ),
    DATA,
    PLOT,
    fact_columns=True,
    tables="ranking",
    common="-t -l --level --correlation --gold --average-by --intervals --plot -f -o",
)
def matrix(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    if arguments.recalibrate and arguments.exchange != "pairs":
        raise UsageError("--recalibrate needs a test that exchanges pairs: add --exchange pairs")
    test_set, pairs = one_set(arguments)
    evalsets = {(test_set, pair): chosen_evalset(arguments, pair) for pair in pairs.split(",")}
    with _executor(arguments.executor) as executor:
        ranking = task_of(arguments, evalsets).run(
            evalsets,
            **arguments.chosen("generator", "chance", "intervals"),
            progress=progress_bar,
            executor=executor,
        )
    if arguments.save is not None:
        ranking.save(arguments.save)
    return ranking


def _nothing() -> None:
    """Shows, where an executor runs it, that its engine is there and that its workers have parbleu."""


@contextmanager
def _executor(word: str | None) -> Iterator[Any]:
    """Returns a context with the executor that MODULE:NAME makes, or with None."""
    if word is None:
        yield None
        return
    from importlib import import_module

    module, _, name = word.partition(":")
    try:
        executor = getattr(import_module(module), name)()
        if hasattr(executor, "submit"):
            executor.submit(_nothing).result()
    except (ImportError, AttributeError, TypeError, ValueError, RuntimeError, OSError) as problem:
        raise UsageError(
            f"--executor {word}: {problem}; name what makes an executor without arguments, as in "
            "concurrent.futures:ProcessPoolExecutor, whose workers have parbleu"
        ) from None
    if not hasattr(executor, "submit"):
        raise UsageError(f"--executor {word} makes a {type(executor).__name__}, which has no submit()")
    with executor if hasattr(executor, "__exit__") else nullcontext(executor) as entered:
        yield entered


def task_of(arguments: Arguments, evalsets: EvalSets) -> Task:
    """Returns the task that the command line describes."""
    test_set, pairs = one_set(arguments)
    count = len(evalsets) if CORRELATIONS[arguments.correlation].joins_sets else 1
    return Task(
        test_set=test_set,
        language_pair=pairs,
        **arguments.chosen("domain", "level", "human"),
        average_by=arguments.average_by,
        correlation=arguments.correlation,
        correlation_options=_options(arguments.correlation_options),
        gold=_for_each(arguments.gold, count),
        references=_for_each(arguments.references and set(arguments.references), count),
        close_references=_for_each(arguments.close_references and set(arguments.close_references), count),
        outliers=arguments.outliers,
        primary=not arguments.all,
        resampling=resampling_of(arguments),
        stopping=EarlyStopping(),
        undefined="zero" if arguments.undefined_as_zero else "drop",
        exchange="rows" if arguments.recalibrate else arguments.exchange,
        info={pair: evalset.info for (_, pair), evalset in evalsets.items()},
    )


def _for_each(value: Any, count: int) -> Any:
    """Returns a value, or for accuracy a list with one for each language pair; None for the standard one."""
    return [value] * count if value is not None and count > 1 else value


def _options(words: Sequence[str]) -> dict[str, Any]:
    """Returns the options of a correlation; all but variants are numbers or truth values."""
    from ast import literal_eval

    values: dict[str, Any] = dict(named_values(words, "correlation-options"))
    try:
        return {name: value if name == "variant" else literal_eval(value) for name, value in values.items()}
    except (ValueError, SyntaxError):
        raise UsageError("--correlation-options are a variant, numbers, True and False") from None
