"""`parbleu human scores`: prints the scores of systems, documents or segments."""

from __future__ import annotations

from parbleu.cli.human.rating_options import NORMALIZE, RATINGS_PAIR, READING, SCHEME, scores_of
from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import Console
from parbleu.cli.shell.corpus_options import ALPHA, SEED, THREADS
from parbleu.cli.shell.look_options import LOOK_OPTIONS
from parbleu.cli.shell.options import Option
from parbleu.cli.shell.result_output import PLOT, RESULT_OPTIONS, show_result
from parbleu.human.average_scores import LEVELS
from parbleu.human.system_ranking import rank_systems
from parbleu.stats.resampling import RANDOMIZATION_TRIALS

COMMAND = Command(
    "FILE... [--level LEVEL] [--scheme SCHEME] [-z] [-f FORMAT] [-o FILE]",
    "Computes scores in which higher is better: of a segment the mean over its raters, of a document or\n"
    "system the mean over its segments. The best system comes first. Systems have intervals, and ranks and\n"
    "clusters from paired permutation tests.",
    """\
  parbleu human scores mqm.tsv
  parbleu human scores mqm.tsv --scheme "major:5 minor:1 minor/fluency/punctuation:0.1" --level segment -f tsv
  parbleu human scores esa.csv -z -f latex -o table.tex
  parbleu human scores so_far.csv --planned 400 --looked 100 200""",
    *READING,
    RATINGS_PAIR,
    Option("--level", "level of the scores (default: system)", default="system", choices=LEVELS),
    SCHEME,
    NORMALIZE,
    Option(
        "--n-samples -n",
        "trials of the tests of systems; 0 for scores without tests and intervals (default: 10000)",
        int,
        default=RANDOMIZATION_TRIALS,
        metavar="N",
    ),
    ALPHA,
    *LOOK_OPTIONS,
    SEED,
    THREADS,
    PLOT,
    *RESULT_OPTIONS,
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    arguments = COMMAND.read(words, console)
    scores = scores_of(arguments, console)
    if arguments.level == "system" and arguments.n_samples:
        options = arguments.chosen("n_samples", "alpha", "seed", "threads", "planned", "looked", "spending")
        ranking = rank_systems(scores, **options)
        show_result(ranking, arguments, console)
    else:
        show_result(scores.table(arguments.level), arguments, console)
    return 0
