"""Prints the results of `parbleu score` as sacreBLEU's command prints them, byte for byte."""

from __future__ import annotations

from parbleu.cli.score.comparison_json import shown_columns
from parbleu.cli.score.result_printer import ResultPrinter
from parbleu.comparison.system_names import system_names
from parbleu.compat.sacrebleu_command.colors import Painter
from parbleu.compat.sacrebleu_command.score_tables import (
    TABLES,
    explanation_of,
    list_of_signatures,
    table_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from parbleu.cli.score.score_options import ScoreArguments
    from parbleu.comparison.corpus_scores import CorpusScores, SubsetScores
    from parbleu.comparison.resampled_scores import Findings
    from parbleu.metrics import Score
    from parbleu.tables import Result


class TextPrinter(ResultPrinter):
    """Prints text and LaTeX as the original does; other formats are those of `parbleu score`."""

    warns = False
    verbose = True

    def default_format(self) -> str:
        """Returns the original's format."""
        return "json"

    def check_references(self, arguments: ScoreArguments) -> None:
        """Refuses what the original refuses, in its words.

        Raises:
            CommandError: with the message for the user.
            UnknownTestSetError, UnknownLanguagePairError: there is none of that name.
        """
        from parbleu.compat.sacrebleu_command.messages import check_references

        check_references(arguments)

    def print_listing(
        self,
        arguments: ScoreArguments,
        lines: Sequence[str],
        listing: Callable[[], Result],  # noqa: ARG002
    ) -> None:
        """Prints the original's lines, whatever the format."""
        self.print_lines(arguments, lines)

    def system_names(
        self, arguments: ScoreArguments, count: int, files: Sequence[str], names: Sequence[str] | None = None
    ) -> list[str]:
        """Returns the systems' names: their files, as typed."""
        found = system_names(count, files, names, arguments.test is not None)
        return found if names is not None or list(files) == ["-"] else list(files)

    def print_scores(self, arguments: ScoreArguments, found: CorpusScores) -> None:
        """Prints a line for each score, and for each subset and score."""
        if arguments.format not in TABLES:
            super().print_scores(arguments, found)
            return
        paint = Painter(arguments.no_color)
        lines = []
        for score in found.scores:
            signature = None if arguments.score_only else score.signature
            text = "" if signature is None else signature.format(arguments.short)
            lines.append(score.format(arguments.decimals, arguments.score_only, text))
        report = "\n".join(lines) if arguments.score_only else aligned(lines)
        if not arguments.score_only:
            for score in found.scores:
                report = _highlighted(report, score, arguments.decimals, paint)
        if found.subsets is not None:
            report = "\n".join([report, *subset_lines(found.subsets, arguments.decimals, paint)])
        self.console.show(report, paint.end)

    def prints_sentence_lines(self, arguments: ScoreArguments) -> bool:
        """Returns whether scores of segments are printed as lines: in the original's formats."""
        return arguments.format in ("json", *TABLES) and not arguments.score_only

    def print_comparison(self, arguments: ScoreArguments, findings: Findings, labels: Sequence[str]) -> None:
        """Prints the table, what a test's p-values mean, and the signatures."""
        if arguments.format not in TABLES or arguments.all_pairs:
            super().print_comparison(arguments, findings, labels)
            return
        paint = Painter(arguments.no_color)
        columns = shown_columns(findings)
        parts = [table_of(labels, columns, arguments.format, arguments.decimals, paint), ""]
        test = findings.plan.test
        if test is not None:
            usual = arguments.paired_bs_n if test == "bootstrap" else arguments.paired_ar_n
            trials = usual if arguments.samples is None else arguments.samples
            parts += [explanation_of(test, trials, labels[0], paint), ""]
        signatures = {found.name: found.signature.format(arguments.short) for found in findings.measures}
        self.console.show("\n".join([*parts, list_of_signatures(signatures)]), paint.end)


def aligned(lines: Sequence[str]) -> str:
    """Pushes lines right until their equals signs stand in one column; returns the text."""
    columns = [line.find(" = ") for line in lines]
    widest = max(columns)
    return "\n".join(" " * (widest - column) + line for line, column in zip(lines, columns, strict=True))


def subset_lines(subsets: Sequence[SubsetScores], decimals: int, paint: Painter) -> list[str]:
    """Returns the lines that `--detail` adds: one for each subset of the test set and metric."""
    if not subsets:
        return ["No subset information found. Consider using --origlang argument."]
    widest = max(len(each.subset) for each in subsets)
    lines = []
    for each in subsets:
        longest = max(len(score.name) for score in each.scores)
        lines += [
            f"{paint(f'{each.subset:<{widest + 1}}', 'yellow')}: sentences={each.n_segments:<6} "
            f"{score.name:<{longest}} = {score.score:.{decimals}f}"
            for score in each.scores
        ]
    return lines


def _highlighted(report: str, score: Score, decimals: int, paint: Painter) -> str:
    if score.interval is None:
        return report
    mean, half_width = score.interval
    shown = f"(μ = {mean:.{decimals}f} ± {half_width:.{decimals}f})"
    return report.replace(f" {shown}", f" {paint(shown, 'cyan')}", 1)
