"""Prints the results of `parbleu score`: tables, and JSON as sacreBLEU prints it."""

from __future__ import annotations

from parbleu.cli.shell.result_output import show_result, write_output
from parbleu.comparison.system_names import system_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from parbleu.cli.score.score_options import ScoreArguments
    from parbleu.cli.shell.console import Console
    from parbleu.comparison.corpus_scores import SubsetScores
    from parbleu.comparison.resampled_scores import Findings
    from parbleu.metrics import Metric, Score
    from parbleu.tables import Result, Table


class ResultPrinter:
    """Prints results of one run; the command `sacrebleu` has a printer of its own.

    Args:
        console: where to print.

    Attributes:
        warns: whether to warn of what sacreBLEU does not notice.
        verbose: whether to say what is being done even if nobody asks.
    """

    warns = True
    verbose = False

    def __init__(self, console: Console) -> None:
        self.console = console

    def default_format(self) -> str:
        """Returns the format where none is asked for: a table on a terminal, JSON for programs."""
        import sys

        return "text" if sys.stdout is not None and sys.stdout.isatty() else "json"

    def system_names(
        self, arguments: ScoreArguments, count: int, files: Sequence[str], names: Sequence[str] | None = None
    ) -> list[str]:
        """Returns what to call the systems in tables."""
        return system_names(count, files, names, arguments.test is not None)

    def labels(self, arguments: ScoreArguments, names: Sequence[str], files: Sequence[str]) -> list[str]:
        """Returns what sacreBLEU's JSON calls the systems: names that were given, or files as typed."""
        labels = list(names if arguments.names is not None or list(files) == ["-"] else files)
        if arguments.test is not None and (arguments.input is not None or arguments.names is not None):
            labels[0] = f"Baseline: {labels[0]}"
        return labels

    def print_scores(
        self,
        arguments: ScoreArguments,
        scores: Sequence[Score],
        subsets: Sequence[SubsetScores] | None = None,
    ) -> None:
        """Prints the scores of one system, one by each metric; or only the numbers.

        Args:
            arguments: the command line.
            scores: the scores.
            subsets: those of the test set's subsets; None if nobody asked for them.
        """
        if arguments.score_only or arguments.format == "json":
            self.print_lines(arguments, [scores_text(scores, arguments)])
            return
        if subsets is None:
            from parbleu.metrics.table_of_scores import score_table

            self._print((score_table(scores, arguments.short),), arguments)
            return
        from parbleu.comparison.corpus_scores import CorpusScores

        self._print(CorpusScores(tuple(scores), tuple(subsets), arguments.short), arguments)

    def print_comparison(self, arguments: ScoreArguments, findings: Findings, labels: Sequence[str]) -> None:
        """Prints the scores of several systems, and the tests of their differences.

        Args:
            arguments: the command line.
            findings: what was found.
            labels: what sacreBLEU's JSON calls the systems.
        """
        if arguments.format == "json" and not (arguments.all_pairs or arguments.whole):
            from parbleu.cli.score.comparison_json import comparison_json

            self.print_lines(arguments, [comparison_json(findings, labels, arguments.decimals)])
            return
        from parbleu.comparison.compare_systems import assemble

        tables = assemble(findings).tables(short=arguments.short)
        self._print(tables, arguments, fact_columns=True)

    def print_sentences(
        self, arguments: ScoreArguments, metric: Metric[Any], numbers: Sequence[float]
    ) -> None:
        """Prints the scores of segments as a table.

        Args:
            arguments: the command line.
            metric: what computed them.
            numbers: one for each segment.
        """
        from parbleu.tables import Column, Table

        columns = (Column("segment", kind=int), Column(metric.score_name, kind=float, decimals=2))
        facts = {"signature": metric.get_signature().format(arguments.short)}
        table = Table("segments", columns, list(enumerate(numbers, 1)), facts=facts)
        self._print((table,), arguments, fact_columns=True)

    def print_lines(self, arguments: ScoreArguments, parts: Iterable[str]) -> None:
        """Prints text, which gets its line ends here."""
        write_output(["\n".join(parts) + "\n"], arguments.output, self.console)

    def _print(
        self, result: Result | tuple[Table, ...], arguments: ScoreArguments, fact_columns: bool = False
    ) -> None:
        show_result(result, arguments, self.console, fact_columns)


def scores_text(scores: Sequence[Score], arguments: ScoreArguments) -> str:
    """Returns sacreBLEU's JSON of one system's scores, or only the numbers, without the last line end."""
    parts = []
    for score in scores:
        signature = None if arguments.score_only else score.signature
        text = "" if signature is None else signature.format()
        parts.append(score.format(arguments.decimals, arguments.score_only, text, is_json=True))
    if len(parts) > 1 and arguments.format == "json":
        return "[\n" + ",\n".join(parts) + "\n]"
    return "\n".join(parts)
