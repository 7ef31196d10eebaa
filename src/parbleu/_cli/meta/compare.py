"""`parbleu meta compare`: tests which of two score files agrees better with human scores."""

from __future__ import annotations

from parbleu._base.progress import progress_bar
from parbleu._cli.meta.correlate import FILE_OPTIONS, FILES, correlation_options, score_files
from parbleu._cli.meta.meta_options import GENERATOR, N_SAMPLES, chosen_evalset, resampling_of
from parbleu._cli.shell.command import Arguments
from parbleu._cli.shell.corpus_options import SEED, THREADS
from parbleu._cli.shell.result_command import ResultCommand
from parbleu.meta._score_comparison import compare_scores
from parbleu.stats.permutation_tests import PermutationTests
from parbleu.tables import Result

COMMAND = ResultCommand(
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
    fact_columns=True,
    common="-t -l --correlation --gold --average-by --outliers --intervals -n -f -o",
)


def result(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    first, second = score_files(arguments, 2)
    return compare_scores(
        chosen_evalset(arguments),
        first,
        second,
        resampling_of(arguments),
        tests=PermutationTests(generator=arguments.generator),
        progress=progress_bar,
        chance=arguments.chance,
        **correlation_options(arguments),
    )
