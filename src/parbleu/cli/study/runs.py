"""`parbleu study runs`: compares systems that were trained several times."""

from __future__ import annotations

from parbleu.base.log import shows_progress
from parbleu.base.progress import Clock
from parbleu.cli.shell.bleu_options import bleu_options, metrics_of, metrics_option
from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import CommandError, Console
from parbleu.cli.shell.corpus_options import CORPUS_OPTIONS, QUIET, SEED, THREADS, read_corpora
from parbleu.cli.shell.options import Option
from parbleu.cli.shell.result_output import RESULT_OPTIONS, show_result
from parbleu.cli.shell.table_options import TABLE_OPTIONS, with_table
from parbleu.comparison.compare_systems import compare
from parbleu.errors import OptionError

COMMAND = Command(
    "{REF... | -t SET -l PAIR} -i HYP... --runs NAME... [-m METRIC...] [-f FORMAT] [-o FILE]",
    "Compares systems of several training runs: intervals that draw segments and runs, MultEval's standard\n"
    "deviations and its stratified randomization, and whether a new training would show the difference.",
    """\
  parbleu study runs ref.txt -i a1 a2 a3 b1 b2 b3 --runs a a a b b b
  parbleu study runs ref.txt -i a1 a2 b1 b2 --runs a a b b -m bleu chrf -f markdown""",
    *CORPUS_OPTIONS,
    *TABLE_OPTIONS,
    Option("--runs", "the system of each output, in their order; the first is the baseline", many="+"),
    metrics_option("metrics (default: bleu)", ("bleu",)),
    Option(
        "--n-samples -n",
        "samples of the bootstrap, and trials of the randomization (default: 1000)",
        int,
        default=1000,
        metavar="N",
    ),
    *bleu_options("tokenize", "lowercase", "force"),
    SEED,
    THREADS,
    QUIET,
    *RESULT_OPTIONS,
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    arguments = with_table(COMMAND.read(words, console))
    if arguments.runs is None:
        raise CommandError("name the system of each output, in their order: --runs NAME...", status=2)
    metrics = metrics_of(arguments)
    outputs, references = read_corpora(arguments, metrics)
    options = arguments.chosen("n_samples", "seed", "threads")
    with Clock("Comparing runs", shows_progress()):
        try:
            found = compare(outputs, references, metrics, runs=arguments.runs, **options)
        except OptionError as problem:
            raise CommandError(str(problem), status=2) from None
    assert found.training_runs is not None
    show_result(found.training_runs, arguments, console)
    return 0
