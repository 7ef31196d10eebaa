"""`parbleu power segments`: how many segments show a difference, from the output of two systems."""

from __future__ import annotations

from typing import Any

from parbleu._cli.shell.bleu_options import bleu_options, metrics_option, refuse_bleu_options
from parbleu._cli.shell.command import ResultCommand
from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.corpus_options import (
    ALPHA,
    CORPUS_OPTIONS,
    SCORES,
    SEED,
    THREADS,
    read_resampling,
    read_scored_corpus,
    samples_option,
)
from parbleu._cli.shell.options import Arguments, Option
from parbleu._cli.shell.table_options import SCORE, TABLE_OPTIONS, reads_table
from parbleu._comparison.segment_plan import SYSTEMS, plan_segments
from parbleu.stats.resampling import BOOTSTRAP_SAMPLES
from parbleu.tables import Result

POWER = Option("--power", "how likely a difference is to be found (default: 0.8)", float, default=0.8)


@ResultCommand(
    "{(REF... | -t SET -l PAIR) -i HYP HYP | TABLE --hyp HYP HYP --ref REF} [--difference N] [option...]",
    "Computes what a paired test of two systems can show on test sets like this one, of several sizes: the\n"
    "smallest difference that the test detects, and how many segments a given difference needs.",
    """\
  parbleu power segments ref.txt -i a.txt b.txt -m chrf bleu
  parbleu power segments ref.txt -i a.txt b.txt -m chrf --difference 0.5
  parbleu power segments -t wmt24 -l en-de -i a.txt b.txt --sizes 500 1000 2000
  parbleu power segments outputs.parquet --hyp a b --ref ref""",
    *CORPUS_OPTIONS,
    *TABLE_OPTIONS,
    SCORE,
    SCORES,
    metrics_option("metrics to compute (default: chrf)", ("chrf",)),
    Option("--difference", "the difference to show, in points", float, metavar="N"),
    Option(
        "--sizes", "numbers of segments (default: half, twice and four times those there are)", int, many="+"
    ),
    POWER,
    ALPHA,
    samples_option("test sets to draw of each size", BOOTSTRAP_SAMPLES),
    SEED,
    THREADS,
    *bleu_options("tokenize", "lowercase", "force"),
    common="-i --hyp --ref -t -l -m --difference --sizes -f -o",
    tables="needed sizes",
)
def segments(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    columns = getattr(arguments, "hyp_columns", ())
    if not reads_table(arguments) and 2 not in (len(arguments.input or ()), len(columns)):
        raise UsageError("name the output of two systems: -i HYP HYP")
    refuse_bleu_options(arguments, arguments.metrics)
    corpus, metrics = read_scored_corpus(arguments, is_described=True)
    systems = corpus.systems
    if len(systems) != 2:
        raise UsageError(
            f"the power is that of a test of two systems, and the table has {len(systems)}: "
            f"{', '.join(systems)}; name two columns, --hyp HYP HYP, or keep the rows of two"
        )
    roles = dict(zip(SYSTEMS, systems, strict=True))
    measured: list[Any] = [*metrics, *(scores.renamed(roles) for scores in corpus.scores.values())]
    first, second = systems.values()
    options = arguments.chosen("difference", "sizes")
    resampling = read_resampling(arguments)
    return plan_segments(first, second, corpus.references, measured, resampling=resampling, **options)
