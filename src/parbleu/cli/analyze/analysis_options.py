"""Defines the options that the commands of `parbleu analyze` share, and reads what they name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu.analysis.analysis_input import DOCUMENT, DOMAIN, ORIGINAL_LANGUAGE, ComparedTexts, compared_texts
from parbleu.analysis.evalset_input import evalset_texts
from parbleu.cli.shell.bleu_options import bleu_options, language_of
from parbleu.cli.shell.console import CommandError
from parbleu.cli.shell.corpus_options import CORPUS_OPTIONS, QUIET, SCORES, read_corpora
from parbleu.cli.shell.evalset_options import DATA
from parbleu.cli.shell.options import Option
from parbleu.cli.shell.score_files import given_scores
from parbleu.comparison.system_names import distinct_parts
from parbleu.errors import FormatError
from parbleu.evalset.evalset_loading import load_evalset
from parbleu.io.line_streams import read_lines
from parbleu.metrics.bleu import BLEU
from parbleu.testsets.loading import load_test_set
from parbleu.text.segments import texts_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parbleu._core import Segments
    from parbleu.cli.shell.command import Arguments

SOURCE = Option(
    "--source --src", "the source, a segment on each line (default: the test set's)", metavar="FILE"
)
LABELS = Option(
    "--labels",
    "labels of segments: NAME=FILE with a label on each line, such as domain=FILE. A test set has the labels "
    f"{DOCUMENT}, {DOMAIN} and {ORIGINAL_LANGUAGE}, as far as it says so",
    many="+",
    repeats=True,
    metavar="NAME=FILE",
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
    metavar="NAME",
)
TEXT_OPTIONS = (
    *CORPUS_OPTIONS,
    EVALSET,
    EVALSET_METRICS,
    DATA,
    SOURCE,
    LABELS,
    SCORES,
    *bleu_options("tokenize", "lowercase"),
    *bleu_options("force"),
    QUIET,
)
"""What every command takes that reads texts to analyse."""


def read_texts(arguments: Arguments) -> ComparedTexts:
    """Returns the systems, references, source, labels and scores that a command line names.

    Args:
        arguments: those of `TEXT_OPTIONS`.

    Raises:
        CommandError: it does not say what to read.
        ParbleuError: files do not fit together, or cannot be read.
    """
    if arguments.evalset is not None:
        return _of_evalset(arguments)
    systems, references = read_corpora(arguments, not (arguments.quiet or arguments.force))
    paths = arguments.input or []
    files = dict(zip(systems, paths if len(paths) == len(systems) else systems, strict=True))
    source, labels = _of_test_set(arguments)
    if arguments.source is not None:
        source = _parallel(arguments.source, len(references[0]))
    for word in arguments.labels or ():
        name, path = named_file(word, "--labels takes NAME=FILE")
        labels[name] = [label or None for label in texts_of(_parallel(path, len(references[0])))]
    refs = arguments.refs
    return compared_texts(
        systems,
        references,
        source=source,
        labels=labels,
        scores={scores.name: scores for scores in given_scores(arguments, files)},
        reference_names=distinct_parts(refs) if len(refs) == len(references) > 1 else None,
        tokenize=arguments.tokenize or BLEU.tokenizer_of(language_of(arguments)),
        lowercase=arguments.lowercase,
    )


def _of_evalset(arguments: Arguments) -> ComparedTexts:
    """Returns the texts of the evaluation set that a command line names."""
    if arguments.refs or arguments.test_set is not None or arguments.language_pair is None:
        raise CommandError("--evalset SET needs -l PAIR, and takes no references and no -t", status=2)
    return evalset_texts(
        load_evalset(arguments.evalset, arguments.language_pair, arguments.data),
        systems=arguments.input,
        metrics=arguments.evalset_metrics,
        tokenize=arguments.tokenize or BLEU.tokenizer_of(language_of(arguments)),
        lowercase=arguments.lowercase,
    )


def named_file(word: str, expected: str) -> tuple[str, str]:
    """Returns the two parts of NAME=FILE.

    Raises:
        CommandError: a part is missing; the message begins with `expected`.
    """
    name, _, path = word.partition("=")
    if not (name and path):
        raise CommandError(f"{expected}, not {word!r}", status=2)
    return name, path


def _parallel(path: str, count: int) -> Segments:
    """Returns the lines of a file that has one for each segment."""
    lines = read_lines(path)
    if len(lines) != count:
        raise FormatError(path, 0, f"this has {len(lines)} lines; the systems have {count} segments")
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
