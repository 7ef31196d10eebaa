"""Finds the training data that `--train` names, and compares a test set with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from parbleu._base.log import warn
from parbleu._base.progress import Clock
from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.corpus_options import named_corpus
from parbleu._cli.shell.options import Arguments
from parbleu._cli.shell.table_options import named_table, reads_table
from parbleu._inputs.corpus import Corpus
from parbleu._inputs.named_corpus import NamedCorpus
from parbleu._io.lines import what_it_is
from parbleu.analysis._training_exposure import Exposure, exposure
from parbleu.errors import FormatError
from parbleu.text._table_files.table_opening import first_bytes


def training_corpora(files: Sequence[str], pairs: bool) -> list[tuple[Path | None, Path | None]]:
    """Returns the corpora that `--train` names, as `parbleu.analysis.exposure` takes them.

    The files are those of source and target in turn, or without `pairs` those of the target.
    """
    if not pairs:
        return [(None, line_file(path)) for path in files]
    if len(files) % 2:
        raise UsageError(
            f"--train takes files of source and target in turn, and not {len(files)}; "
            "leave out --source to compare targets only"
        )
    return [(line_file(one), line_file(other)) for one, other in zip(files[::2], files[1::2], strict=True)]


def measured_exposure(
    files: Sequence[str], source: Any, references: Any, *, explain: bool, threads: int | None
) -> Exposure:
    """Returns how much of a test set is in training data.

    Args:
        files: those that `--train` names.
        source: of the test set; None if there is none, which compares the references only.
        references: K streams of the test set.
        explain: whether differences are explained.
        threads: how many may work; None for the default.

    Raises:
        UsageError: nothing is explained, or there are files of one side only.
    """
    if not explain:
        raise UsageError("--train needs --explain: add it, or use parbleu study exposure")
    if source is None:
        warn("--train is compared with the references only: --source FILE compares the source, too")
    corpora = training_corpora(files, source is not None)
    with Clock("Comparing with training data"):
        return exposure(source, references, corpora, threads=threads)


def table_test_set(named: NamedCorpus) -> Corpus:
    """Returns the test set of a table, group after group, without the systems' output."""
    assert named.columns is not None
    with named.changed(
        columns=replace(named.columns, hypotheses=()), names=None, score_columns=(), check_text=False
    ).open() as reader:
        return reader.whole()


def named_test_set(arguments: Arguments) -> NamedCorpus:
    """Returns the test set that a command line names, whose output is not read: files, or a table."""
    named = named_corpus(arguments)
    return named_table(named, arguments, ("ref",)) if reads_table(arguments) else named


def compared_test_set(named: NamedCorpus) -> tuple[Any, Any]:
    """Returns the source and the references that a command line names; None for what it does not."""
    if named.columns is not None:
        corpus = table_test_set(named)
        return corpus.source, corpus.references
    if named.test_set is not None and named.language_pair is None:
        raise UsageError("a test set needs a language pair: -t SET -l PAIR")
    if not named.references and named.test_set is None:
        if named.source is None:
            raise UsageError("name the references, --source, or a test set: -t SET -l PAIR")
        return line_file(named.source), None
    texts = named.changed(systems=(), names=None, hyp_columns=(), key_columns=(), score_files=())
    texts = texts.changed(join=None, resegment=False, resegment_like=None, timed=False, line_breaks=None)
    with texts.changed(is_described=True, check_text=False).open() as reader:
        corpus = reader.whole()
    return corpus.source, corpus.references


def line_file(path: str) -> Path:
    """Returns the path of a file of lines; refuses a table, whose rows would look unseen."""
    kind = what_it_is(path, first_bytes(path)).partition(": ")[0]
    if kind:
        raise FormatError(path, 0, f"this {kind}; a segment on each line is expected")
    return Path(path)
