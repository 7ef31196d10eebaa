"""`parbleu analyze words`: measures how well systems get the words of the references, in buckets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from parbleu._base.registry import Names
from parbleu._cli.analyze.analysis_options import (
    BUCKET_TESTS,
    CUTOFFS,
    HYP_LABELS,
    REF_LABELS,
    TEXT_OPTIONS,
    given_cutoffs,
    given_labels,
    read_words,
)
from parbleu._cli.shell.command import ResultCommand
from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.corpus_options import read_bootstrap
from parbleu._cli.shell.options import Arguments, Option
from parbleu._io.lines import read_lines
from parbleu.analysis._analysis_input import ComparedTexts
from parbleu.analysis._word_accuracy import FIGURES, source_words
from parbleu.analysis._word_accuracy import words as accuracy_of_words
from parbleu.analysis._word_buckets import WORD_BUCKETS, Frequency, WordBuckets, read_counts, training_counts
from parbleu.tables import Result

LABEL = "label"
WITH_CUTOFFS = ("frequency", "length", "position", LABEL)


@ResultCommand(
    "{REF... | -t SET -l PAIR} -i HYP... [--by WAY] [-f FORMAT] [-o FILE]",
    "Measures precision, recall and F of words in buckets, with intervals and tests of each bucket; with\n"
    "--alignments, how many words of the source are translated as the reference does.",
    """\
  parbleu analyze words ref.txt -i a.txt b.txt
  parbleu analyze words ref.txt -i a.txt b.txt --by case --figure recall
  parbleu analyze words ref.txt -i a.txt b.txt --training train.txt --cutoffs 1 10 100 1000
  parbleu analyze words ref.txt -i a.txt b.txt --source src.txt --by copied
  parbleu analyze words ref.txt -i a.txt -tok none --ref-labels ref.pos --hyp-labels a.pos
  parbleu analyze words ref.txt -i a.txt -tok none --source src.txt --alignments src-ref.align""",
    *TEXT_OPTIONS,
    Option(
        "--by",
        "property by which words are put into buckets, or label with --ref-labels (default: frequency)",
        choices=Names(WORD_BUCKETS, unlisted=(LABEL,)),
    ),
    CUTOFFS,
    Option("--training", "count words in this corpus, a segment on each line", reads="FILE"),
    Option("--counts", "counts of words: a word, a TAB and its count on each line", reads="FILE"),
    REF_LABELS,
    HYP_LABELS,
    Option("--source-labels", "labels of the source's words, for --alignments", reads="FILE"),
    Option("--label-set", "the labels that are buckets (default: the most frequent)", many="+"),
    Option("--several-labels", "a+b are two labels of a word, which is in both buckets", bool),
    Option(
        "--alignments",
        "words of the source that are aligned with words of the reference: 0-0 1-2 on a line",
        reads="FILE",
    ),
    Option("--first-is-one", "alignments count words from 1", bool),
    Option("--figure", "figure whose differences are tested (default: f1)", default="f1", choices=FIGURES),
    *BUCKET_TESTS,
    details="counts pairs",
    next_step="parbleu analyze examples shows the segments that differ most",
    common="-i --hyp --ref -t -l --by --source --training -f -o",
)
def words(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    if arguments.alignments is None:
        words.refuse_beside("without --alignments", arguments, "first_is_one", "source_labels")
    else:
        words.refuse_beside("beside --alignments", arguments, "figure")
    if arguments.ref_labels is None and arguments.hyp_labels is None and arguments.source_labels is None:
        words.refuse_beside("without --ref-labels", arguments, "several_labels", "label_set")
    texts = read_words(arguments)
    resampling = read_bootstrap(arguments)
    by = _buckets(arguments, texts)
    if arguments.alignments is not None:
        alignments = [line or "" for line in read_lines(arguments.alignments).to_list()]
        return source_words(texts, alignments, by, first_is_one=arguments.first_is_one, resampling=resampling)
    return accuracy_of_words(texts, by, figure=arguments.figure, resampling=resampling)


def _buckets(arguments: Arguments, texts: ComparedTexts) -> WordBuckets:
    """Returns the way to sort words that a command line asks for."""
    cutoffs = given_cutoffs(arguments)
    labels = given_labels(
        arguments,
        texts,
        arguments.source_labels,
        label_set=arguments.label_set,
        several=arguments.several_labels,
        cutoffs=cutoffs,
    )
    by = arguments.by or ("frequency" if labels is None else LABEL)
    if (labels is None) is (by == LABEL):
        raise UsageError("--by label and --ref-labels, --hyp-labels go together")
    if cutoffs is not None and by not in WITH_CUTOFFS:
        raise UsageError(
            f"--cutoffs needs numbers to divide, and words by {by} have none: leave out --cutoffs"
        )
    if labels is not None:
        return labels
    options: dict[str, Any] = {} if cutoffs is None else {"cutoffs": cutoffs}
    if by != "frequency":
        if arguments.training is not None or arguments.counts is not None:
            raise UsageError("--training and --counts apply to --by frequency only")
        buckets: WordBuckets = WORD_BUCKETS[by](**options)
        return buckets
    if arguments.training is not None and arguments.counts is not None:
        raise UsageError("give --training or --counts, not both")
    if arguments.training is not None:
        options["counts"] = training_counts(texts, Path(arguments.training))
    elif arguments.counts is not None:
        options["counts"] = read_counts(arguments.counts)
    return Frequency(**options)
