"""Scores the systems of a table, whose columns `parbleu score --hyp --ref` names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from parbleu._base.log import warn, warn_of_texts
from parbleu._base.progress import progress_bar
from parbleu._cli.score.result_printer import ResultPrinter
from parbleu._cli.score.row_scoring import check_number
from parbleu._cli.score.score_arguments import ScoreArguments
from parbleu._cli.score.scoring import checked, chosen_systems, score_corpus
from parbleu._cli.shell.console import CommandError, Console, UsageError
from parbleu._cli.shell.corpus_options import named_corpus
from parbleu._cli.shell.table_options import named_table
from parbleu._inputs.corpus import DOCUMENT
from parbleu._inputs.table_rows import MISSING, TableRows, corpus_rows
from parbleu._inputs.unit_files import check_labels
from parbleu.text._languages import target_language

SYSTEM_COLUMNS = {"system", "system_id", "system_name", "sys", "model", "mt_system", "engine"}
"""What people call a column that tells of each row whose output it is, in lower case."""


def score_of_table(arguments: ScoreArguments, kind: type[ResultPrinter], console: Console) -> None:
    """Scores the systems of a table, and prints the result."""
    by = getattr(arguments, "by", ())
    warns = not (arguments.is_forced or arguments.quiet)
    named = named_table(named_corpus(arguments, by=by, check_text=warns), arguments)
    seen = {} if arguments.train is None else _seen(arguments, named.references, by)
    with named.open() as reader:
        assert isinstance(reader, TableRows)
        columns = reader.columns
        if warns and columns.domain is not None and not by:
            warn(
                f"--domain-column alone changes no score; --by {columns.domain} scores each domain "
                "(-q leaves this out)"
            )
        if warns and columns.system is None and len(columns.hypotheses) == 1:
            _warn_of_systems_in_rows(reader.column_names())
        arguments = arguments.changed(refs=named.references, input=list(columns.hypotheses))
        if columns.language_pair is not None or "language_pair" in by:  # a column has it
            arguments = arguments.changed(language_pair=None)
        arguments = checked(arguments, kind)
        printer = kind(console, arguments)
        if reader.has_columns_only and arguments.unit != "document":
            score_corpus(arguments.changed(seen=seen.get(())), printer, reader, columns.hypotheses)
        else:
            _score_groups(arguments, printer, reader, seen)


def score_groups_of_segments(arguments: ScoreArguments, kind: type[ResultPrinter], console: Console) -> None:
    """Scores groups of segments that labels of a test set, or of files of units, make; prints the result."""
    arguments = checked(arguments, kind)
    printer = kind(console, arguments)
    files, names = chosen_systems(arguments, console)
    unit = DOCUMENT if arguments.unit == "document" else None
    named = named_corpus(
        arguments,
        systems=files,
        names=printer.given_names(files, names),
        is_described=True,
        check_text=not (arguments.is_forced or arguments.quiet),
        refuse_tables=not arguments.is_forced,
    )
    with named.open() as reader:
        corpus = reader.whole()
        reader.warn_of_text(arguments.make_metrics())
    check_labels(corpus.labels, arguments.by)
    _score_groups(arguments, printer, corpus_rows(corpus, arguments.by, unit=unit), {})


def _seen(arguments: ScoreArguments, files: Sequence[str], by: Sequence[str]) -> dict[tuple[str, ...], float]:
    """Returns for each group of rows the share of segments that is in the training data."""
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


def _score_groups(
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
