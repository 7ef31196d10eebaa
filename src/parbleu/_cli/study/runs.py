"""`parbleu study runs`: compares systems that were trained several times."""

from __future__ import annotations

from typing import Any

from parbleu._base.progress import Clock
from parbleu._cli.analyze.analysis_options import SOURCE
from parbleu._cli.shell.bleu_options import bleu_options, metrics_option, refuse_bleu_options
from parbleu._cli.shell.command import ResultCommand
from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.corpus_options import (
    CORPUS_OPTIONS,
    SEED,
    THREADS,
    read_scored_corpus,
    samples_option,
)
from parbleu._cli.shell.options import Arguments, Option
from parbleu._cli.shell.table_options import TABLE_OPTIONS
from parbleu._comparison.compare_systems import compare
from parbleu.errors import OptionError
from parbleu.tables import Result


@ResultCommand(
    "{REF... | -t SET -l PAIR} -i HYP... --runs NAME... [-m METRIC...] [-f FORMAT] [-o FILE]",
    "Compares systems of several training runs: intervals that draw segments and runs, MultEval's standard\n"
    "deviations and its stratified randomization, and whether a new training would show the difference.",
    """\
  parbleu study runs ref.txt -i a1 a2 a3 b1 b2 b3 --runs a a a b b b
  parbleu study runs ref.txt -i a1 a2 b1 b2 --runs a a b b -m bleu chrf -f markdown""",
    *CORPUS_OPTIONS,
    *TABLE_OPTIONS,
    Option("--runs", "the system of each output, in their order; the first is the baseline", many="+"),
    SOURCE,
    metrics_option("metrics (default: bleu)", ("bleu",), scorers=True),
    samples_option("samples of the bootstrap, and trials of the randomization", 1000),
    *bleu_options("tokenize", "lowercase", "force"),
    SEED,
    THREADS,
    tables="runs differences",
    common="-i --runs --hyp --ref -t -l -m -n -f -o",
)
def runs(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    if arguments.runs is None:
        raise UsageError("name the system of each output, in their order: --runs NAME...")
    refuse_bleu_options(arguments, arguments.metrics)
    corpus, metrics = read_scored_corpus(arguments)
    chosen: list[Any] = [*metrics, *corpus.scores.values()]
    options = arguments.chosen("n_samples", "seed", "threads")
    with Clock("Comparing runs"):
        try:
            comparison = compare(corpus.systems, corpus.references, chosen, runs=arguments.runs, **options)
        except OptionError as problem:
            raise UsageError(str(problem)) from None
    assert comparison.training_runs is not None
    return comparison.training_runs
