"""`parbleu meta compare`: tests which of two score files agrees better with human scores."""

from __future__ import annotations

from parbleu.base.progress import progress_bar
from parbleu.cli.meta.correlate import FILE_OPTIONS, FILES, correlation_options, score_files
from parbleu.cli.meta.meta_options import GENERATOR, N_SAMPLES, chosen_evalset
from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import Console
from parbleu.cli.shell.corpus_options import SEED, THREADS
from parbleu.cli.shell.result_output import RESULT_OPTIONS, show_result
from parbleu.meta.score_comparison import compare_scores

COMMAND = Command(
    "FILE FILE -t SET -l PAIR",
    "Correlates the scores of two metrics with human scores, and tests whether the differences are\n"
    "significant.",
    """\
  parbleu meta compare mine.seg.score yours.seg.score -t wmt24 -l en-de --average-by item""",
    FILES,
    *FILE_OPTIONS,
    N_SAMPLES,
    SEED,
    GENERATOR,
    THREADS,
    *RESULT_OPTIONS,
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    arguments = COMMAND.read(words, console)
    files = score_files(arguments, 2)
    result = compare_scores(
        chosen_evalset(arguments),
        *files,
        n_samples=arguments.n_samples,
        seed=arguments.seed,
        generator=arguments.generator,
        threads=arguments.threads,
        progress=progress_bar,
        **correlation_options(arguments),
    )
    show_result(result, arguments, console, fact_columns=True)
    return 0
