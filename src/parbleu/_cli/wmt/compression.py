"""`parbleu wmt compression`: compares compressed models with the model that they are made of."""

from __future__ import annotations

from parbleu._base.numbers import parse_decimal
from parbleu._cli.shell.command import ResultCommand
from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.corpus_options import (
    SEED,
    THREADS,
    named_file,
    named_files,
    named_files_argument,
    read_bootstrap,
)
from parbleu._cli.shell.options import Arguments, Option
from parbleu._cli.wmt.rank import ITEM_SAMPLES
from parbleu.tables import Result
from parbleu.wmt._model_compression import BASELINE, compare_model_files


@ResultCommand(
    "NAME=FILE... --source FILE --scores METRIC=FILE... [--baseline NAME] [--sizes NAME=SIZE...] "
    "[--seconds NAME=S,S...]",
    "Compares compressed models with the uncompressed one: means of segment scores, also over segments that\n"
    "no model hallucinates (output more than twice as long as the source), differences from the\n"
    "uncompressed model with intervals and tests, sizes, and the speed of runs.",
    f"""\
  parbleu wmt compression {BASELINE}=base.txt q4=q4.txt --source src.txt --scores CometKiwi=kiwi.tsv
  parbleu wmt compression full=a.txt q4=b.txt --baseline full --sizes full=16.1 q4=4.2 --source src.txt \
--scores CometKiwi=kiwi.tsv MetricX=metricx.tsv
  parbleu wmt compression --source src.txt --seconds full=104.1,101.8 q4=52.6,53.9 --warm-up q4=20.4""",
    named_files_argument("outputs", "translations, a segment a line, each file with the name of its model"),
    Option("--source", "the source, a segment a line", reads="FILE"),
    Option(
        "--scores",
        "segment scores: a table with a column for each model, or what parbleu score --scores takes",
        many="+",
        default=(),
        metavar="METRIC=FILE",
        reads="NAME=FILE",
    ),
    Option(
        "--baseline",
        f"the name of the uncompressed model (default: {BASELINE})",
        default=BASELINE,
        metavar="NAME",
    ),
    Option(
        "--sizes", "sizes of models, also of the uncompressed one", many="+", default=(), metavar="NAME=SIZE"
    ),
    Option(
        "--seconds",
        "wall times of the runs of models: their speed in characters of the source",
        many="+",
        default=(),
        metavar="NAME=S,S",
    ),
    Option(
        "--warm-up", "wall times of runs that only load a model", many="+", default=(), metavar="NAME=S,S"
    ),
    ITEM_SAMPLES,
    SEED,
    THREADS,
    tables="compressed_models run_speed",
)
def compression(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    files = named_files(arguments.outputs)
    has_texts = bool(files and arguments.scores)
    if not arguments.source or not (has_texts or (arguments.seconds and not files and not arguments.scores)):
        raise UsageError(
            "give translations as NAME=FILE, --source FILE, and --scores METRIC=FILE; or only --source and "
            "--seconds"
        )
    return compare_model_files(
        arguments.source,
        files,
        named_files(arguments.scores),
        baseline=arguments.baseline,
        sizes={name: size for name, (size,) in _numbers("--sizes", arguments.sizes, several=False).items()},
        seconds=_numbers("--seconds", arguments.seconds),
        warm_up=_numbers("--warm-up", arguments.warm_up),
        resampling=read_bootstrap(arguments),
    )


def _numbers(option: str, words: tuple[str, ...], *, several: bool = True) -> dict[str, list[float]]:
    """Returns name -> numbers of the words of an option, NAME=NUMBER, or several with commas between them."""
    form = "SECONDS,SECONDS" if several else "SIZE"
    numbers: dict[str, list[float]] = {}
    for word in words:
        name, values = named_file(word, f"write {option} NAME={form}")
        if name in numbers:
            raise UsageError(f"{option}: {name} is given twice")
        try:
            numbers[name] = [parse_decimal(value) for value in (values.split(",") if several else [values])]
        except ValueError as problem:
            raise UsageError(f"{option}: {name}: {problem}") from None
    return numbers
