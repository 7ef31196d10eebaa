"""Defines the options that the commands of `parbleu analyze` share, and reads what they name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parbleu._core import Segments
from parbleu.analysis.analysis_input import DOCUMENT, DOMAIN, ORIGINAL_LANGUAGE, ComparedTexts, compared_texts
from parbleu.analysis.evalset_input import evalset_texts
from parbleu.analysis.segment_filters import first_of_each_source, length_range
from parbleu.analysis.word_labels import Labels
from parbleu.base.wording import counted
from parbleu.cli.shell.bleu_options import bleu_options, language_of
from parbleu.cli.shell.command import Arguments
from parbleu.cli.shell.console import UsageError
from parbleu.cli.shell.corpus_options import (
    ALPHA,
    CORPUS_OPTIONS,
    QUIET,
    SCORES,
    SEED,
    read_corpora,
    samples_option,
)
from parbleu.cli.shell.evalset_options import DATA
from parbleu.cli.shell.options import Option
from parbleu.cli.shell.score_files import given_scores
from parbleu.cli.shell.table_options import SCORE, TABLE_OPTIONS, reads_table, with_table
from parbleu.errors import FormatError
from parbleu.evalset.evalset_loading import load_evalset
from parbleu.inputs.line_files import distinct_parts
from parbleu.io.lines import read_lines
from parbleu.metrics.base import Metric
from parbleu.metrics.bleu import BLEU
from parbleu.stats.resampling import BOOTSTRAP_SAMPLES
from parbleu.testsets.loading import load_test_set

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
    repeats=True,
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
BUCKET_TESTS = (ALL_PAIRS, RESAMPLING, SEED, ALPHA)
"""The options of intervals and tests in buckets."""
REF_LABELS = Option(
    "--ref-labels",
    "labels of the references' words, a file for each reference",
    many="+",
    metavar="FILE",
    reads="FILE",
)
HYP_LABELS = Option(
    "--hyp-labels",
    "labels of the systems' words, a file for each system",
    many="+",
    metavar="FILE",
    reads="FILE",
)
TEXT_OPTIONS = (
    *CORPUS_OPTIONS,
    EVALSET,
    EVALSET_METRICS,
    DATA,
    SOURCE,
    LABELS,
    SCORES,
    *TABLE_OPTIONS,
    SCORE,
    FIRST_OF_SOURCE,
    LENGTH_RANGE,
    *bleu_options("tokenize", "lowercase"),
    *bleu_options("force"),
    QUIET,
)
"""What every command takes that reads texts to analyse."""


def read_texts(arguments: Arguments, metrics: Sequence[Metric[Any]] = ()) -> ComparedTexts:
    """Returns the systems, references, source, labels and scores that a command line names.

    If metrics are to be computed, it warns of texts that do not fit them.
    """
    texts = _all_texts(arguments, metrics) if arguments.evalset is None else _of_evalset(arguments)
    if arguments.first_of_source:
        texts = first_of_each_source(texts)
    if arguments.length_range is not None:
        if len(arguments.length_range) != 2:
            raise UsageError("--length-range takes two percentages, such as 0 50")
        texts = length_range(texts, *arguments.length_range)
    return texts


def _all_texts(arguments: Arguments, metrics: Sequence[Metric[Any]]) -> ComparedTexts:
    """Returns what files, a test set or the columns of a table hold."""
    is_table = reads_table(arguments)
    arguments = with_table(arguments)
    systems, references = read_corpora(arguments, metrics)
    if is_table:
        source, labels, files = arguments.table.source, dict(arguments.table.labels), {}
    else:
        paths = arguments.input or []
        files = dict(zip(systems, paths if len(paths) == len(systems) else systems, strict=True))
        source, labels = _of_test_set(arguments)
        if arguments.source is not None:
            source = _parallel(arguments.source, len(references[0]))
    for word in arguments.labels or ():
        name, path = named_file(word, "--labels takes NAME=FILE")
        labels[name] = [label or None for label in _parallel(path, len(references[0])).to_list()]
    names = arguments.ref if is_table else arguments.refs
    if len(names) != len(references) or len(names) == 1:
        names = None
    elif not is_table:
        names = distinct_parts(names)
    return compared_texts(
        systems,
        references,
        source=source,
        labels=labels,
        scores={scores.name: scores for scores in given_scores(arguments, files)},
        reference_names=names,
        tokenize=arguments.tokenize or BLEU.tokenizer_of(language_of(arguments)),
        lowercase=arguments.lowercase,
    )


def _of_evalset(arguments: Arguments) -> ComparedTexts:
    """Returns the texts of the evaluation set that a command line names."""
    if arguments.refs or arguments.test_set is not None or arguments.language_pair is None:
        raise UsageError("--evalset SET needs -l PAIR, and takes no references and no -t")
    return evalset_texts(
        load_evalset(arguments.evalset, arguments.language_pair, arguments.data),
        systems=arguments.input,
        metrics=arguments.evalset_metrics,
        tokenize=arguments.tokenize or BLEU.tokenizer_of(language_of(arguments)),
        lowercase=arguments.lowercase,
    )


def given_cutoffs(arguments: Arguments) -> list[int | float] | None:
    """Returns the numbers of `--cutoffs`, whole ones as integers, which name buckets; None without any."""
    if arguments.cutoffs is None:
        return None
    return [int(each) if each.is_integer() else each for each in arguments.cutoffs]


def named_file(word: str, expected: str) -> tuple[str, str]:
    """Returns the two parts of NAME=FILE.

    Raises:
        UsageError: a part is missing; the message begins with `expected`.
    """
    name, _, path = word.partition("=")
    if not (name and path):
        raise UsageError(f"{expected}, not {word!r}")
    return name, path


def _parallel(path: str, count: int) -> Segments:
    """Returns the lines of a file that has one for each segment."""
    lines = read_lines(path)
    if len(lines) != count:
        raise FormatError(
            path, 0, f"this has {counted(len(lines), 'line')}; the systems have {counted(count)}"
        )
    return lines


def _of_test_set(
    arguments: Arguments,
) -> tuple[Sequence[str] | Segments | None, dict[str, Sequence[str | None]]]:
    """Returns the source and the labels of the test set; nothing without one."""
    if arguments.test_set is None:
        return None, {}
    loaded = load_test_set(arguments.test_set, arguments.language_pair, arguments.origlang, arguments.subset)
    columns = {DOCUMENT: loaded.docids, DOMAIN: loaded.domains, ORIGINAL_LANGUAGE: loaded.origlang}
    labels: dict[str, Sequence[str | None]] = {
        name: [label or None for label in column] for name, column in columns.items() if column is not None
    }
    return loaded.source, labels


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
