"""`parbleu power segments`: how many segments show a difference, from the output of two systems."""

from __future__ import annotations

from parbleu.cli.shell.bleu_options import bleu_options, metrics_of, metrics_option
from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import CommandError, Console
from parbleu.cli.shell.corpus_options import (
    ALPHA,
    CORPUS_OPTIONS,
    QUIET,
    SCORES,
    SEED,
    THREADS,
    read_corpora,
)
from parbleu.cli.shell.options import Option
from parbleu.cli.shell.result_output import RESULT_OPTIONS, show_result
from parbleu.cli.shell.score_files import given_scores
from parbleu.cli.shell.table_options import SCORE, TABLE_OPTIONS, reads_table, with_table
from parbleu.comparison.segment_plan import SYSTEMS, plan_segments
from parbleu.stats.resampling import BOOTSTRAP_SAMPLES

POWER = Option("--power", "how likely a difference is to be found (default: 0.8)", float, default=0.8)

COMMAND = Command(
    "{{REF... | -t SET -l PAIR} -i HYP HYP | TABLE --hyp HYP HYP --ref REF} [--difference N] [option...]",
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
        "--sizes",
        "numbers of segments (default: half, twice and four times those there are)",
        int,
        many="+",
        metavar="N",
    ),
    POWER,
    ALPHA,
    Option(
        "--n-samples -n",
        f"test sets to draw of each size (default: {BOOTSTRAP_SAMPLES})",
        int,
        default=BOOTSTRAP_SAMPLES,
        metavar="N",
    ),
    SEED,
    THREADS,
    *bleu_options("tokenize", "lowercase", "force"),
    QUIET,
    *RESULT_OPTIONS,
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    arguments = COMMAND.read(words, console)
    if not reads_table(arguments) and len(arguments.input or ()) != 2:
        raise CommandError("name the output of two systems: -i HYP HYP", status=2)
    arguments = with_table(arguments)
    metrics = metrics_of(arguments)
    systems, references = read_corpora(arguments, metrics)
    if len(systems) != 2:
        raise CommandError(
            f"the power is that of a test of two systems, and the table has {len(systems)}: "
            f"{', '.join(systems)}; name two columns, --hyp HYP HYP, or keep the rows of two",
            status=2,
        )
    scores = given_scores(arguments, dict(zip(systems, arguments.input or (), strict=False)))
    roles = dict(zip(SYSTEMS, systems, strict=True))
    metrics += [each.renamed(roles) for each in scores]
    first, second = systems.values()
    options = arguments.chosen("difference", "sizes", "power", "alpha", "n_samples", "seed", "threads")
    show_result(plan_segments(first, second, references, metrics, **options), arguments, console)
    return 0
