"""Scores the systems of a table, whose columns `parbleu score --hyp --ref` names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu.cli.score.scoring import checked, score_corpora
from parbleu.cli.shell.table_options import table_columns, table_files
from parbleu.comparison.table_corpora import TableCorpora
from parbleu.text.segment_table import SegmentTable

if TYPE_CHECKING:
    from parbleu.cli.score.result_printer import ResultPrinter
    from parbleu.cli.score.score_options import ScoreArguments


def score_of_table(arguments: ScoreArguments, printer: ResultPrinter) -> None:
    """Scores the systems of a table, and prints the result.

    Args:
        arguments: the command line.
        printer: prints the result.

    Raises:
        CommandError: the arguments contradict one another.
        ParbleuError: the table cannot be read, or does not have what they name.
    """
    files = table_files(arguments)
    columns = table_columns(arguments)
    names = arguments.names
    if names is not None:
        from parbleu.comparison.system_names import check_names

        check_names(names, columns.hypotheses)
    arguments = checked(arguments.replace(refs=files, input=list(columns.hypotheses)), printer)
    looks = arguments.of_metric("bleu").get("force") is not True and not arguments.quiet
    table = SegmentTable(files, columns, arguments.encoding)
    with TableCorpora(table, check_text=looks) as corpora:
        score_corpora(arguments, printer, corpora, names or columns.hypotheses)
