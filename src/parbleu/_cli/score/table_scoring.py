"""Scores the systems of a table, whose columns `parbleu score --hyp --ref` names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parbleu._base.log import warn, warn_of_texts
from parbleu._base.progress import progress_bar
from parbleu._cli.score.result_printer import ResultPrinter
from parbleu._cli.score.row_scoring import check_number, check_sort
from parbleu._cli.score.score_options import ScoreArguments
from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.corpus_options import with_label
from parbleu._inputs.corpus import DOCUMENT, CorpusReader
from parbleu._inputs.named_corpus import NamedCorpus
from parbleu._inputs.table_rows import MISSING, TableRows, corpus_rows
from parbleu._inputs.unit_files import check_labels
from parbleu.errors import UnknownNameError

SYSTEM_COLUMNS = {"system", "system_id", "system_name", "sys", "model", "mt_system", "engine"}
"""What people call a column that tells of each row whose output it is, in lower case."""


def opened(named: NamedCorpus) -> TableRows:
    """Returns what reads a table."""
    reader = named.open()
    assert isinstance(reader, TableRows)
    return reader


def warn_of_columns(reader: TableRows, by: Sequence[str]) -> None:
    """Warns of columns of a table that look forgotten; its rows are grouped by those of `by`."""
    columns = reader.columns
    if columns.domain is not None and not by:
        warn(
            f"--domain-column alone changes no score; --by {columns.domain} scores each domain "
            "(-q leaves this out)"
        )
    if columns.system is None and len(columns.hypotheses) == 1:
        _warn_of_systems_in_rows(reader.column_names())


def labelled_rows(printer: ResultPrinter, reader: CorpusReader, by: Sequence[str]) -> TableRows:
    """Returns the segments of files as rows that their labels put into groups."""
    corpus, arguments = reader.whole(), printer.arguments
    if arguments.groups_documents:
        corpus = with_label(corpus, DOCUMENT, arguments.documents)
    reader.warn_of_text(printer.metrics.make())
    check_labels(corpus.labels, by)
    for word in by:
        if word not in corpus.labels:
            advice = f"`parbleu analyze segments --labels {word}=FILE --by {word}` scores by labels of a file"
            if word == DOCUMENT:
                advice = "--documents FILE has that of each segment"
            raise UnknownNameError("label of segments", word, list(corpus.labels), advice)
    return corpus_rows(corpus, by, unit=DOCUMENT if arguments.unit == "document" else None)


def exposure_of_groups(
    arguments: ScoreArguments, named: NamedCorpus, by: Sequence[str]
) -> dict[tuple[str, ...], float]:
    """Returns for each group of rows the share of segments that is in the training data, if that is named."""
    if arguments.train is None:
        return {}
    if "-" in named.references:
        raise UsageError("--train reads the table twice: save standard input as a file first")
    from parbleu._cli.shell.training_options import measured_exposure, table_test_set

    corpus = table_test_set(named)
    labels = [[label or MISSING for label in corpus.label(word)] for word in by]
    groups = list(zip(*labels, strict=True)) if by else [()] * len(corpus)
    exposed = measured_exposure(
        arguments.train,
        corpus.source,
        corpus.references,
        explain=arguments.explain,
        threads=arguments.n_threads,
    )
    return exposed.seen_by(groups)


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


def score_groups(printer: ResultPrinter, reader: TableRows, by: Sequence[str]) -> None:
    """Scores what is more than columns of text: systems in rows, groups, and segment scores."""
    from parbleu._comparison.resampled_scores import warn_of_few_samples
    from parbleu._comparison.table_scores import resample_table, table_scores
    from parbleu.scorers._scorer_names import make_scorer

    arguments = printer.arguments

    def metrics_of(pair: str | None) -> list[tuple[str | None, Any]]:
        metrics = [(None, metric) for metric in printer.metrics.make(pair)]
        return metrics + [(None, make_scorer(name)) for name in dict.fromkeys(printer.metrics.scorers)]

    resampled = resample_table(
        reader,
        metrics_of,
        arguments.resampling(),
        explanation=arguments.explanation(),
        baseline=arguments.baseline,
        progress=progress_bar,
    )
    if not by:
        [(_, scores_of_all)] = resampled
        names = scores_of_all.names
        check_number(len(names), arguments)
        warn_of_few_samples(names, len(scores_of_all.measures), scores_of_all.resampling)
        printer.report_comparison(scores_of_all, names, names)
    else:
        check_sort(max(len(scores.names) for _, scores in resampled), arguments)
        printer.report_groups(table_scores(by, resampled))
