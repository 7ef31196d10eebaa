"""`parbleu human scores`: prints the scores of systems, documents or segments."""

from __future__ import annotations

from parbleu._cli.shell.command import ResultCommand
from parbleu._cli.shell.corpus_options import ALPHA, SEED, THREADS, read_resampling, samples_option
from parbleu._cli.shell.look_options import LOOK_OPTIONS, sequential_design
from parbleu._cli.shell.options import Arguments, Option
from parbleu._cli.shell.rating_options import NORMALIZE, RATINGS_PAIR, READING, SCHEME, scores_of
from parbleu._cli.shell.result_output import PLOT
from parbleu.human._average_scores import LEVELS
from parbleu.human._system_ranking import rank_systems
from parbleu.stats.resampling import RANDOMIZATION_TRIALS
from parbleu.tables import Result, Table


@ResultCommand(
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
    Option("--per-words", "costs of errors for 1,000 words of the source, and as scores from 0 to 100", bool),
    samples_option(
        "trials of the tests of systems; 0 for scores without tests and intervals", RANDOMIZATION_TRIALS
    ),
    ALPHA,
    *LOOK_OPTIONS,
    SEED,
    THREADS,
    PLOT,
    has_chart=True,
    next_step="parbleu human agreement FILE says how far the raters agree",
    tables="system_scores document_scores segment_scores scores_per_words",
    common="--from --columns -l --level --scheme --normalize -n --plot -f -o",
)
def scores(arguments: Arguments) -> Result | Table:
    """Returns what the command prints."""
    tests = ("planned", "looked", "spending", "alpha", *(["n_samples"] if arguments.n_samples else []))
    if arguments.per_words:
        scores.refuse_beside("beside --per-words", arguments, "level", *tests)
    elif arguments.level != "system":
        scores.refuse_beside(f"with --level {arguments.level}", arguments, *tests)
    elif not arguments.n_samples:
        scores.refuse_beside("without tests (-n 0)", arguments, *tests)
    scored = scores_of(arguments)
    if arguments.per_words:
        return scored.per_words()
    if arguments.level == "system" and arguments.n_samples:
        design = sequential_design(arguments)
        return rank_systems(scored, resampling=read_resampling(arguments), design=design)
    return scored.table(arguments.level)
