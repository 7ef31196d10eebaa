"""`parbleu analyze ngrams`: compares how often two systems match, or over-produce, n-grams."""

from __future__ import annotations

from parbleu import analysis
from parbleu._cli.analyze.analysis_options import (
    HYP_LABELS,
    REF_LABELS,
    TEXT_OPTIONS,
    given_labels,
    read_texts,
    read_words,
)
from parbleu._cli.shell.command import ResultCommand
from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.corpus_options import ALPHA
from parbleu._cli.shell.options import Arguments, Option
from parbleu.analysis._ngram_differences import RANKINGS, REST, UNITS, NgramRanking
from parbleu.analysis._ngram_result import KINDS
from parbleu.tables import Result


@ResultCommand(
    "{REF... | -t SET -l PAIR} -i HYP... [--systems A B] [--kind KIND] [-f FORMAT] [-o FILE]",
    "Lists the n-grams that one of two systems gets right, over- or under-produces more often than the\n"
    "other, with smoothed ratio, log-odds and p-values that are corrected for all n-grams.",
    """\
  parbleu analyze ngrams ref.txt -i a.txt b.txt
  parbleu analyze ngrams ref.txt -i a.txt b.txt c.txt --systems a c --kind over --top 20
  parbleu analyze ngrams ref.txt -i a.txt b.txt c.txt --rest --rank-by p_value
  parbleu analyze ngrams ref.ja -i a.ja b.ja --unit characters --max-order 6""",
    *TEXT_OPTIONS,
    Option("--systems", "the two systems (default: the first two)", many="+"),
    Option("--rest", "compare the first of them with the mean of all others", bool),
    Option(
        "--kind",
        "match: what is right; over: what the reference lacks; under: what is missing (default: match)",
        default="match",
        choices=KINDS,
    ),
    Option("--min-order", "the shortest n-grams (default: 1)", int, default=1),
    Option("--max-order", "the longest n-grams (default: 4)", int, default=4),
    Option("--unit", "units of the n-grams (default: tokens)", default="tokens", choices=UNITS),
    REF_LABELS,
    HYP_LABELS,
    Option("--rank-by", "what the lists are sorted by (default: ratio)", default="ratio", choices=RANKINGS),
    Option("--top", "how many n-grams of each system (default: 20)", int, default=20),
    Option(
        "--smoothing",
        "number added to both counts; higher numbers favour frequent n-grams (default: 1)",
        float,
        default=1.0,
    ),
    Option("--no-collapse", "also list n-grams within longer ones of the same counts", bool),
    ALPHA,
    next_step="parbleu analyze examples shows the segments that differ most",
    tables="first second totals",
    common="-i --hyp --ref -t -l --systems --kind --top -f -o",
)
def ngrams(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    names = list(arguments.systems or ())
    if arguments.rest:
        names = [*(names or [None]), REST]
    if len(names) > 2 or (len(names) == 1 and not arguments.rest):
        raise UsageError("--systems takes two names, or one with --rest")
    texts = read_words(arguments) if arguments.unit == "tokens" else read_texts(arguments)
    options = arguments.chosen("kind", "unit", "alpha")
    ranking = NgramRanking(
        arguments.rank_by, arguments.top, arguments.smoothing, collapse=not arguments.no_collapse
    )
    return analysis.ngrams(
        texts,
        *names,
        orders=(arguments.min_order, arguments.max_order),
        labels=given_labels(arguments, texts),
        ranking=ranking,
        **options,
    )
