"""`parbleu analyze segments`: scores systems on buckets of segments."""

from __future__ import annotations

from parbleu import analysis
from parbleu._cli.analyze.analysis_options import (
    BUCKET_TESTS,
    CUTOFFS,
    SCORED_TEXT_OPTIONS,
    given_cutoffs,
    read_words,
)
from parbleu._cli.shell.bleu_options import metrics_or_scores_option
from parbleu._cli.shell.command import ResultCommand
from parbleu._cli.shell.corpus_options import THREADS, read_bootstrap
from parbleu._cli.shell.options import Arguments, Option
from parbleu.analysis._metric_values import metrics_for
from parbleu.analysis._segment_sorting import VALUES
from parbleu.tables import Result


@ResultCommand(
    "{REF... | -t SET -l PAIR} -i HYP... [--by WAY] [-m METRIC...] [-f FORMAT] [-o FILE]",
    "Scores systems on segments of similar length, score or domain, with intervals, tests and the segments\n"
    "that either system wins.",
    """\
  parbleu analyze segments ref.txt -i a.txt b.txt
  parbleu analyze segments ref.txt -i a.txt b.txt --by length_difference -m chrf ter
  parbleu analyze segments -t wmt24 -l en-de -i a.txt b.txt --by domain
  parbleu analyze segments ref.txt -i a.txt b.txt --labels topic=topics.txt --by topic
  parbleu analyze segments ref.txt -i a.txt b.txt --scores COMET=comet.tsv --by COMET --cutoffs 0.3 0.6""",
    *SCORED_TEXT_OPTIONS,
    Option(
        "--by",
        "length, source_length, length_difference, length_ratio, references, score, disagreement, or the "
        "name of --labels or --scores (default: length)",
        default="length",
        metavar="WAY",
    ),
    metrics_or_scores_option("metrics, scorers, or names of --scores (default: bleu and those of --scores)"),
    CUTOFFS,
    Option("--quantiles", "number of buckets of about equal numbers of segments", int),
    Option("--label-set", "the labels that are buckets (default: all)", many="+"),
    *BUCKET_TESTS,
    THREADS,
    details="pairs",
    next_step="parbleu analyze examples shows the segments that differ most",
    common="-i --hyp --ref -t -l --by -m --all-pairs -f -o",
)
def segments(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    texts = read_words(arguments, more_labels=() if arguments.by in VALUES else (arguments.by,))
    options = {**arguments.chosen("quantiles", "label_set"), "resampling": read_bootstrap(arguments)}
    metrics = arguments.metrics
    if arguments.force:
        metrics = metrics_for(texts, metrics, force=True)
    return analysis.segments(texts, arguments.by, metrics, cutoffs=given_cutoffs(arguments), **options)
