"""Defines the options that the commands of `parbleu analyze` share, and reads what they name."""

from __future__ import annotations

from typing import Any

from parbleu._base.wording import counted
from parbleu._cli.shell.bleu_options import bleu_options, heed_language, language_of
from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.corpus_options import (
    ALPHA,
    CORPUS_OPTIONS,
    SCORES,
    SEED,
    p_columns_option,
    read_corpus,
    read_scored_corpus,
    samples_option,
)
from parbleu._cli.shell.evalset_options import DATA
from parbleu._cli.shell.metric_names import metrics_and_scorers
from parbleu._cli.shell.options import Arguments, Option
from parbleu._cli.shell.table_options import SCORE, TABLE_OPTIONS
from parbleu._inputs.corpus import DOCUMENT, DOMAIN, ORIGINAL_LANGUAGE, Corpus
from parbleu._io.lines import read_lines
from parbleu.analysis._analysis_input import ComparedTexts, compared_texts, first_of_each_source, length_range
from parbleu.analysis._word_labels import Labels
from parbleu.metrics._base import Metric
from parbleu.metrics._bleu import BLEU
from parbleu.stats.resampling import BOOTSTRAP_SAMPLES

SOURCE = Option(
    "--source --src",
    "the source, a segment on each line (default: the test set's)",
    metavar="FILE",
    reads="FILE or COLUMN",
)
LABELS = Option(
    "--labels",
    "labels of segments: NAME=FILE with a label on each line, such as domain=FILE. A test set has the labels "
    f"{DOCUMENT}, {DOMAIN} and {ORIGINAL_LANGUAGE}, if its files hold them",
    many="+",
    metavar="NAME=FILE",
    reads="NAME=FILE",
)
EVALSET = Option(
    "--evalset",
    "the systems, reference, source, documents and human scores of an evaluation set, with -l; -i chooses "
    "systems of it",
    metavar="SET",
)
EVALSET_METRICS = Option(
    "--evalset-metrics",
    "also the segment scores of these metrics of the evaluation set",
    many="+",
    default=(),
)
FIRST_OF_SOURCE = Option("--first-of-source", "leave out segments whose source an earlier segment has", bool)
LENGTH_RANGE = Option(
    "--length-range",
    "only segments whose reference is in this range of lengths, in percent of all segments, from 0 to 100: "
    "0 50 is the shorter half",
    int,
    many="+",
    metavar="PERCENT",
)
RESAMPLING = samples_option("bootstrap samples for intervals and tests; 0 for none", BOOTSTRAP_SAMPLES)
CUTOFFS = Option("--cutoffs", "limits between the buckets, in ascending order", float, many="+", metavar="N")
ALL_PAIRS = Option("--all-pairs", "test every system against every other, and not only the first", bool)
BUCKET_TESTS = (ALL_PAIRS, RESAMPLING, SEED, ALPHA, p_columns_option("bh", "by"))
"""The options of intervals and tests in buckets."""
REF_LABELS = Option(
    "--ref-labels", "labels of the references' words, a file for each reference", many="+", reads="FILE"
)
HYP_LABELS = Option(
    "--hyp-labels", "labels of the systems' words, a file for each system", many="+", reads="FILE"
)
TEXT_OPTIONS = (
    *CORPUS_OPTIONS,
    EVALSET,
    DATA,
    SOURCE,
    LABELS,
    *TABLE_OPTIONS,
    FIRST_OF_SOURCE,
    LENGTH_RANGE,
    *bleu_options("tokenize", "lowercase"),
    *bleu_options("force"),
)
"""What every command takes that reads texts to analyse."""
SCORED_TEXT_OPTIONS = (*TEXT_OPTIONS, SCORES, SCORE, EVALSET_METRICS)
"""The same with the scores of segments, for commands that analyse these, too."""


def read_texts(arguments: Arguments, **changes: Any) -> ComparedTexts:
    """Returns the systems, references, source, labels and scores that a command line names.

    Args:
        arguments: those of `TEXT_OPTIONS`.
        changes: attributes of `NamedCorpus` that no option sets.
    """
    return _compared(arguments, read_corpus(arguments, is_described=True, **changes))


def read_words(arguments: Arguments, **changes: Any) -> ComparedTexts:
    """Returns the texts that a command line names; warns of those that BLEU would not cut into words."""
    corpus, _ = read_scored_corpus(arguments.changed(metrics=["bleu"]), is_described=True, **changes)
    return _compared(arguments, corpus)


def read_scored_texts(
    arguments: Arguments, *, shows_words: bool = True, **changes: Any
) -> tuple[ComparedTexts, list[Metric[Any]]]:
    """Returns the texts and metrics that a command line names; warns of text that does not fit them.

    Args:
        arguments: those of a command that scores texts.
        shows_words: whether the command takes words from the texts, which have to be cut by language even if
            no metric cuts them.
        changes: attributes of the corpus that no option sets.

    Returns:
        the texts, and the metrics, with the options that their target language needs.
    """
    corpus, metrics = read_scored_corpus(arguments, is_described=True, **changes)
    heeds_language = shows_words or heed_language(metrics_and_scorers(arguments.metrics or ())[0], corpus)
    return _compared(arguments, corpus, heeds_language), metrics


def _compared(arguments: Arguments, corpus: Corpus, heeds_language: bool = True) -> ComparedTexts:
    """Returns the segments of a corpus that a command line chooses, cut as it says."""
    language = language_of(arguments, corpus) if heeds_language else ""
    texts = compared_texts(
        corpus, tokenize=arguments.tokenize or BLEU.tokenizer_of(language), lowercase=arguments.lowercase
    )
    if getattr(arguments, "first_of_source", False):
        texts = first_of_each_source(texts)
    limits = getattr(arguments, "length_range", None)
    if limits is not None:
        texts = length_range(texts, *limits)
    return texts


def given_cutoffs(arguments: Arguments) -> list[int | float] | None:
    """Returns the numbers of `--cutoffs`, whole ones as integers, which name buckets; None without any."""
    if arguments.cutoffs is None:
        return None
    return [int(cutoff) if cutoff.is_integer() else cutoff for cutoff in arguments.cutoffs]


def given_labels(
    arguments: Arguments, texts: ComparedTexts, source: str | None = None, **options: Any
) -> Labels | None:
    """Returns the labels of words that a command line names; None if it names none.

    `source` is the file of labels of the source's words; `options` are those of `Labels`.
    """
    if arguments.ref_labels is None and arguments.hyp_labels is None and source is None:
        return None
    references, systems = arguments.ref_labels or (), arguments.hyp_labels or ()
    counts = (len(references), len(systems))
    if counts != (len(texts.references), len(texts.systems)) and (source is None or any(counts)):
        raise UsageError(
            "--ref-labels and --hyp-labels take a file for each of "
            f"{counted(len(texts.references), 'reference')} and {counted(len(texts.systems), 'system')}"
        )
    return Labels(
        [_lines(path) for path in references],
        {name: _lines(path) for name, path in zip(texts.systems, systems, strict=False)},
        source=None if source is None else _lines(source),
        **options,
    )


def _lines(path: str) -> list[str]:
    return [line or "" for line in read_lines(path).to_list()]
