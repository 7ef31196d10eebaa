"""Scores the systems of a table, whose columns `parbleu score --hyp --ref` names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from parbleu._base.log import warn, warn_of_texts
from parbleu._base.progress import progress_bar
from parbleu._cli.score.result_printer import ResultPrinter
from parbleu._cli.score.row_scoring import check_number
from parbleu._cli.score.score_options import ScoreArguments
from parbleu._cli.shell.console import CommandError, UsageError
from parbleu._cli.shell.corpus_options import named_corpus
from parbleu._cli.shell.table_options import named_table
from parbleu._inputs.corpus import DOCUMENT, CorpusReader
from parbleu._inputs.named_corpus import NamedCorpus
from parbleu._inputs.table_rows import MISSING, TableRows, corpus_rows
from parbleu._inputs.unit_files import check_labels
from parbleu.text._languages import target_language

SYSTEM_COLUMNS = {"system", "system_id", "system_name", "sys", "model", "mt_system", "engine"}
"""What people call a column that tells of each row whose output it is, in lower case."""


def named_rows(arguments: ScoreArguments) -> NamedCorpus:
    """Returns the table whose columns the options name."""
    check_text = not (arguments.is_forced or arguments.quiet)
    by = getattr(arguments, "by", ())
    return named_table(named_corpus(arguments, by=by, check_text=check_text), arguments)


def opened(named: NamedCorpus) -> TableRows:
    """Returns what reads a table."""
    reader = named.open()
    assert isinstance(reader, TableRows)
    return reader


def with_columns(arguments: ScoreArguments, files: Sequence[str], reader: TableRows) -> ScoreArguments:
    """Returns the arguments with what follows from a table's columns; warns of those that look forgotten.

    Args:
        arguments: those of the command line.
        files: the table's.
        reader: what reads it.
    """
    columns, by = reader.columns, getattr(arguments, "by", ())
    warns = not (arguments.is_forced or arguments.quiet)
    if warns and columns.domain is not None and not by:
        warn(
            f"--domain-column alone changes no score; --by {columns.domain} scores each domain "
            "(-q leaves this out)"
        )
    if warns and columns.system is None and len(columns.hypotheses) == 1:
        _warn_of_systems_in_rows(reader.column_names())
    if columns.language_pair is not None or "language_pair" in by:  # a column has it
        arguments = arguments.changed(language_pair=None)
    return arguments.changed(refs=files, input=list(columns.hypotheses))


def labelled_rows(arguments: ScoreArguments, reader: CorpusReader) -> TableRows:
    """Returns the segments of files as rows that their labels put into groups."""
    corpus = reader.whole()
    reader.warn_of_text(arguments.make_metrics())
    check_labels(corpus.labels, arguments.by)
    return corpus_rows(corpus, arguments.by, unit=DOCUMENT if arguments.unit == "document" else None)


def exposure_of_groups(arguments: ScoreArguments, files: Sequence[str]) -> dict[tuple[str, ...], float]:
    """Returns for each group of rows the share of segments that is in the training data, if that is named."""
    if arguments.train is None:
        return {}
    by = getattr(arguments, "by", ())
    if "-" in files:
        raise UsageError("--train reads the table twice: save standard input as a file first")
    from parbleu._cli.shell.training_options import measured_exposure, table_test_set

    corpus = table_test_set(arguments, by)
    labels = [[label or MISSING for label in corpus.label(word)] for word in by]
    groups = list(zip(*labels, strict=True)) if by else [()] * len(corpus)
    return measured_exposure(arguments, corpus.source, corpus.references).seen_by(groups)


def _warn_of_systems_in_rows(names: Sequence[str]) -> None:
    """Warns of a column that looks like systems' names: without `--system` all rows are one system's."""
    for name in names:
        if name.lower() in SYSTEM_COLUMNS:
            warn_of_texts(
                f"all rows are scored as the output of one system; --system {name} scores each system of the "
                f"column {name!r}",
                "-q leaves this out",
            )
            return


def score_groups(
    arguments: ScoreArguments,
    printer: ResultPrinter,
    reader: TableRows,
    seen: Mapping[tuple[str, ...], float],
) -> None:
    """Scores what is more than columns of text: systems in rows, groups, and segment scores."""
    from parbleu._comparison.table_scores import resample_table, table_scores
    from parbleu.scorers._scorer_names import make_scorer

    _check_options(arguments)
    by = getattr(arguments, "by", ())

    def metrics_of(pair: str | None) -> list[tuple[str | None, Any]]:
        chosen = arguments
        if pair is not None:
            chosen = arguments.changed(bleu_trg_lang=target_language(pair))
        metrics = [(None, metric) for metric in chosen.make_metrics()]
        return metrics + [(None, make_scorer(name)) for name in dict.fromkeys(arguments.scorers)]

    resampled = resample_table(
        reader,
        metrics_of,
        arguments.resampling(),
        explanation=arguments.changed(seen=seen or None).explanation(),
        baseline=arguments.baseline,
        in_shell=True,
        progress=progress_bar,
    )
    if not by:
        [(_, scores_of_all)] = resampled
        names = scores_of_all.names
        check_number(len(names), arguments)
        printer.report_comparison(scores_of_all, names, names)
    else:
        printer.report_groups(table_scores(by, resampled))


def _check_options(arguments: ScoreArguments) -> None:
    """Refuses what is of systems in columns only."""
    for name in ("sentence_level", "segments", "detail", "score_only", "runs"):
        if getattr(arguments, name):
            raise CommandError(
                f"--{name.replace('_', '-')} needs a column for each system: leave out --system, --by, "
                "--score-columns and columns of language pairs (--language-pair)"
            )
    if arguments.documents:
        raise CommandError(
            "--documents reads a file of lines: name the column by --document-column, with --unit document"
        )
    if arguments.scores:
        raise CommandError("--scores reads files: name columns of the table by --score-columns")
