"""Defines the options that commands about n-best lists share, and reads the lists that they name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from parbleu._cli.shell.bleu_options import bleu_options, metrics_option, refuse_bleu_options
from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.corpus_options import THREADS
from parbleu._cli.shell.options import Arguments, Option
from parbleu._core import Segments
from parbleu._inputs.corpus import Corpus
from parbleu._inputs.named_corpus import NamedCorpus
from parbleu.metrics._metric_by_name import metric_by_name, metric_class
from parbleu.nbest._nbest_files import FORMATS, NbestList, read_nbest
from parbleu.text._languages import target_language

NBEST_FORMAT = Option(
    "--nbest-format",
    "the format of all n-best lists that are named (default: that of the first line of each)",
    choices=FORMATS,
)
CANDIDATES = Option(
    "--candidates", "for plain lines: how many candidates each segment has, one after the other", int
)
WORDS = (
    Option("--language-pair -l", "the language pair, such as en-ja, for BLEU's tokenizer", metavar="PAIR"),
    *bleu_options("tokenize", "lowercase"),
)
"""What says which words metrics find."""
SCORED_OPTIONS = (
    Option("files", "the n-best lists, then the references", many="*", reads="FILE"),
    Option(
        "--ref -r",
        "the references, in place of those behind the lists",
        many="+",
        default=(),
        metavar="REF",
        reads="FILE",
        unlisted="--references",
    ),
    NBEST_FORMAT,
    CANDIDATES,
    metrics_option("metrics to compute (default: bleu chrf)", ("bleu", "chrf")),
    *WORDS,
    THREADS,
)
"""What commands take that compare n-best lists with references."""


def read_lists(path: str, form: str | None, candidates: int | None) -> Iterator[NbestList]:
    """Returns the n-best lists of a file, or of standard input for "-"; without a form, it is recognized."""
    if form == "lines" and candidates is None:
        raise UsageError("--nbest-format lines needs --candidates N, how many each segment has")
    return read_nbest(path, form if candidates is None else "lines", candidates=candidates)


def text_metric(name: str, arguments: Arguments) -> Any:
    """Returns the metric of a name, with the options of a command line that it has."""
    kind, meant = metric_class(name)
    known = {parameter.name for parameter in kind.PARAMETERS} - meant.keys()
    given = {
        "tokenize": arguments.tokenize,
        "lowercase": arguments.lowercase,
        "trg_lang": "" if arguments.language_pair is None else target_language(arguments.language_pair),
    }
    options = {key: value for key, value in given.items() if value and key in known}
    return metric_by_name(name, **options)


def lists_and_references(arguments: Arguments) -> tuple[Iterator[NbestList], list[Segments], list[Any]]:
    """Returns the n-best lists, the references and the metrics that a command line names."""
    path, *references = [*arguments.files, *arguments.ref] or [""]
    if not references or (arguments.ref and len(arguments.files) != 1):
        raise UsageError(
            "name one file of n-best lists, and behind it, or by --ref, at least one file of references"
        )
    refuse_bleu_options(arguments, arguments.metrics)
    metrics = [text_metric(name, arguments) for name in arguments.metrics]
    lists = read_lists(path, arguments.nbest_format, arguments.candidates)
    return lists, list(texts_beside(references).references), metrics


def texts_beside(references: Sequence[str], source: str | None = None) -> Corpus:
    """Returns the references, or the source, of the segments that n-best lists have."""
    with NamedCorpus(references, (), source=source, check_text=False, refuse_tables=False).open() as reader:
        return reader.whole()
