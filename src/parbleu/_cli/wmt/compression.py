"""`parbleu wmt compression`: compares compressed models with the model that they are made of."""

from __future__ import annotations

from parbleu._base.numbers import parse_decimal
from parbleu._cli.shell.command import Arguments
from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.corpus_options import (
    SEED,
    THREADS,
    named_file,
    named_files,
    named_files_argument,
    read_bootstrap,
)
from parbleu._cli.shell.options import Option
from parbleu._cli.shell.result_command import ResultCommand
from parbleu._cli.wmt.rank import ITEM_SAMPLES
from parbleu._inputs.score_files import read_score_columns
from parbleu._io.lines import read_lines
from parbleu.tables import Result
from parbleu.wmt._model_compression import BASELINE, compare_compressed

COMMAND = ResultCommand(
    "NAME=FILE... --source FILE --scores METRIC=FILE... [--baseline NAME] [--sizes NAME=SIZE...]",
    "Compares compressed models with the uncompressed one: means of segment scores, also over segments that\n"
    "no model hallucinates (output more than twice as long as the source), differences from the\n"
    "uncompressed model with intervals and tests, and sizes.",
    f"""\
  parbleu wmt compression {BASELINE}=base.txt q4=q4.txt --source src.txt --scores CometKiwi=kiwi.tsv
  parbleu wmt compression full=a.txt q4=b.txt --baseline full --sizes full=16.1 q4=4.2 --source src.txt \
--scores CometKiwi=kiwi.tsv MetricX=metricx.tsv""",
    named_files_argument("outputs", "translations, a segment a line, each file with the name of its model"),
    Option("--source", "the source, a segment a line", metavar="FILE", reads="FILE"),
    Option(
        "--scores",
        "segment scores: a table with a column for each model, or what parbleu score --scores takes",
        many="+",
        metavar="METRIC=FILE",
        reads="NAME=FILE",
    ),
    Option(
        "--baseline",
        f"the name of the uncompressed model (default: {BASELINE})",
        default=BASELINE,
        metavar="NAME",
    ),
    Option("--sizes", "sizes of models, in any unit", many="+", default=(), metavar="NAME=SIZE"),
    ITEM_SAMPLES,
    SEED,
    THREADS,
)


def result(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    files = named_files(arguments.outputs)
    if not files or not arguments.source or not arguments.scores:
        raise UsageError("give translations as NAME=FILE, --source FILE, and --scores METRIC=FILE")
    if arguments.baseline not in files:
        raise UsageError(f"there are no translations of {arguments.baseline}: name another one by --baseline")
    return compare_compressed(
        _lines(arguments.source),
        {name: _lines(path) for name, path in files.items()},
        {
            metric: read_score_columns(metric, path, files)
            for metric, path in named_files(arguments.scores).items()
        },
        baseline=arguments.baseline,
        sizes=_sizes(arguments.sizes, files),
        resampling=read_bootstrap(arguments),
    )


def _lines(path: str) -> list[str]:
    return [line or "" for line in read_lines(path).to_list()]


def _sizes(words: tuple[str, ...], models: dict[str, str]) -> dict[str, float] | None:
    """Returns model -> its size; None if none is given."""
    sizes = {}
    for name, size in (named_file(word, "write --sizes NAME=SIZE") for word in words):
        if name not in models:
            raise UsageError(f"--sizes: {name} is none of the models, {', '.join(models)}")
        try:
            sizes[name] = parse_decimal(size)
        except ValueError as problem:
            raise UsageError(f"--sizes: {name}: {problem}") from None
        if sizes[name] <= 0:
            raise UsageError(f"--sizes: {name}: sizes are above 0")
    return sizes or None
