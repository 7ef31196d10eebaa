"""Prints the results of `parbleu score`."""

from __future__ import annotations

import os

from parbleu._cli.score.score_options import DECIMALS, check_named_once, metric_among
from parbleu._cli.shell.console import CommandError, UsageError, is_terminal
from parbleu._cli.shell.corpus_options import check_references, named_corpus
from parbleu._cli.shell.result_output import check_lines, result_options, show_result, write_output

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from matplotlib.figure import Figure
    from typing_extensions import Self

    from parbleu._cli.score.score_options import ChosenMetrics, ScoreArguments
    from parbleu._cli.shell.console import Console
    from parbleu._cli.shell.result_output import Shown
    from parbleu._comparison.comparison_result import Comparison
    from parbleu._comparison.corpus_scores import CorpusScores
    from parbleu._comparison.pair_scores import PairScores
    from parbleu._comparison.resampled_scores import ResampledScores
    from parbleu._comparison.sentence_scores import SentenceScores
    from parbleu._comparison.table_scores import TableScores
    from parbleu.metrics import Metric, Score, Signature
    from parbleu.tables import Result, Table


ADDED = frozenset({"unrounded", "unrounded_mean", "unrounded_ci", "drawn_with_seed", "subsets", "warnings"})
"""Keys of the JSON of one system's scores that sacreBLEU's lacks."""


BEYOND_LIMIT, WORSE = 3, 1
"""Exit statuses: of a score beyond its limit; of a significantly worse system, as that of `parbleu gate`."""

NEXT_OF_ONE = "-ci adds an interval; -i A B compares systems"
NEXT_OF_SEVERAL = "-pbs tests the differences; parbleu analyze examples shows where they are"
NEXT_OF_TESTED = "parbleu report makes a page of it; parbleu analyze examples says why"
"""What a terminal proposes below the scores of one system, of several, and of tested ones."""


class ResultPrinter:
    """Prints results of one run, and says what its command line lacks: the command `sacrebleu` has its own.

    Attributes:
        warns: whether to warn of what sacreBLEU does not notice.
        verbose: whether to print progress messages without `-v`.
        has_tables: whether scores without a test are the document of tables in JSON, too.
    """

    warns = True
    verbose = False

    def __init__(self, console: Console, arguments: ScoreArguments, has_tables: bool = False) -> None:
        self.console = console
        self.arguments = arguments
        self.has_tables = has_tables
        self._metrics: ChosenMetrics | None = None

    def of(self, arguments: ScoreArguments) -> Self:
        """Returns a printer of the results of other arguments."""
        return type(self)(self.console, arguments, self.has_tables)

    @property
    def metrics(self) -> ChosenMetrics:
        """The metrics whose scores are printed."""
        if self._metrics is None:
            self._metrics = self.arguments.chosen_metrics()
        return self._metrics

    @staticmethod
    def default_format() -> str:
        """Returns the default format: a table on a terminal, JSON for programs."""
        return "text" if is_terminal() else "json"

    def check_references(self) -> None:
        """Refuses command lines without references, and with those of files and of a test set at once."""
        arguments = self.arguments
        if arguments.test_set is None and not arguments.refs and arguments.verify is None:
            refuse_swallowed(arguments)
        check_references(named_corpus(arguments))

    @staticmethod
    def given_names(files: Sequence[str], names: Sequence[str] | None) -> Sequence[str] | None:  # noqa: ARG004
        """Returns the names of the systems, of which `names` are those of `--names`; None for usual ones."""
        return names

    def labels(self, names: Sequence[str], files: Sequence[str]) -> list[str]:  # noqa: ARG002
        """Returns what progress messages call the systems."""
        return list(names)

    def print_scores(self, scores: CorpusScores) -> None:
        """Prints the scores of one system, one by each metric; or only the numbers.

        JSON has an object for the score of one metric, and an array of them for several.
        """
        decimals = self._decimals_of({score.name: 0 for score in scores.scores})
        is_json = self.arguments.format == "json"
        if self.arguments.score_only:
            numbers = [score.format(decimals[score.name], score_only=True) for score in scores.scores]
            (self._print_objects if is_json else self.print_lines)(numbers)
        elif is_json:
            self._print_objects(
                [
                    self._object(score, score.signature, decimals, _of_subsets(scores, metric))
                    for metric, score in enumerate(scores.scores)
                ]
            )
        else:
            self._show(scores, with_one_number(self.arguments), next_step=NEXT_OF_ONE)

    def _object(
        self, score: Score, signature: Signature | None, decimals: Mapping[str, int], more: Mapping[str, Any]
    ) -> str:
        """Returns sacreBLEU's JSON of a score, with what else is known of it, which `more` is part of."""
        text = "" if signature is None else signature.format()
        added: dict[str, Any] = {}
        if self.warns:
            added["unrounded"] = score.score
            if score.interval is not None:
                added["unrounded_mean"], added["unrounded_ci"] = score.interval
            if score.seed is not None:
                added["drawn_with_seed"] = score.seed
            added |= {**more, **self.console.kept_warnings()}
        return score.format(decimals[score.name], signature=text, is_json=True, more=added)

    def _print_objects(self, objects: Sequence[str]) -> None:
        """Prints an object of JSON, or an array of several."""
        self.print_lines(objects if len(objects) == 1 else ["[\n" + ",\n".join(objects) + "\n]"])

    def _print_systems(self, compared: ResampledScores, places: Iterable[int]) -> None:
        """Prints the JSON of the scores of systems as those of one; of several, the name stands first."""
        from parbleu._base.wording import usage_text
        from parbleu.tables._formats.json import encoded

        decimals = self._decimals_of({measured.name: measured.decimals for measured in compared.measures})
        has_names = len(compared.names) > 1 or self.arguments.names is not None
        objects = []
        for place in places:
            head = f'{{\n "system": {encoded(compared.names[place])},' if has_names else "{"
            for measured, score in zip(compared.measures, compared.scores_of(place), strict=True):
                more: dict[str, Any] = {"n_segments": compared.n_segments}
                if measured.n_scored is not None:
                    more["n_scored"] = measured.n_scored
                if measured.usage is not None:
                    more["usage"] = usage_text(measured.usage)
                objects.append(head + self._object(score, measured.signature, decimals, more)[1:])
        self._print_objects(objects)

    def report_scores(self, scores: CorpusScores, metrics: Sequence[Metric[Any]]) -> None:
        """Prints the scores of one system by these metrics; their limits may end the command then."""
        limits = self._limits([score.name for score in scores.scores])  # refuses wrong ones before it prints
        self.print_scores(scores)
        if limits:
            from parbleu._comparison.score_limits import beyond_limit

            failed: list[str] = []
            for score, metric in zip(scores.scores, metrics, strict=True):
                failed += beyond_limit(score.name, score.score, metric.higher_is_better, limits)
            _fail(failed, BEYOND_LIMIT)

    def print_comparison(
        self,
        compared: ResampledScores,
        labels: Sequence[str],  # noqa: ARG002
    ) -> None:
        """Prints the scores of several systems, and the tests of their differences.

        The labels are what sacreBLEU's JSON calls the systems.
        """
        from parbleu._comparison.compare_systems import assemble
        from parbleu.tables._rendering import FOR_PAPERS

        comparison = assemble(compared)
        sort, decimals = self._sort_and_decimals(comparison)
        arguments = self._drawn(lambda: comparison.plot(sort=sort))
        if arguments.given_scores or self.metrics.scorers or isinstance(arguments.decimals, dict):
            arguments = arguments.changed(decimals=decimals)
        if arguments.score_only and self.metrics.scorers and len(comparison.systems) == 1:
            numbers = [(metric.name, metric.scores[0].score) for metric in comparison.metrics]
            self.print_lines([f"{score:.{decimals[name]}f}" for name, score in numbers])
            return
        if arguments.prints_objects and not self.has_tables:
            self._print_systems(compared, comparison.order(sort))
            return
        if arguments.format in FOR_PAPERS:
            texts = f"{arguments.test_set} {arguments.language_pair}" if arguments.test_set else ""
            of_table: dict[str, Any] = {"full_width": arguments.full_width, "cite": arguments.bib is not None}
            if arguments.test_set and arguments.bib is not None:
                from parbleu.testsets import citations

                entries = citations(arguments.test_set.split(",")).texts.values()
                of_table["texts_bibtex"] = "\n".join(filter(None, entries))
            tables = comparison.paper_tables(sort=sort, texts=texts, **of_table)
            if arguments.bib is not None:
                write_output([_extended_bibliography(arguments.bib, tables[0])], arguments.bib, self.console)
            self._show(self._without_pairs(tables), arguments)
            return
        step = NEXT_OF_TESTED if arguments.test else NEXT_OF_SEVERAL
        tables = self._without_pairs(comparison.tables(sort, arguments.short))
        self._show(tables, arguments, fact_columns=True, has_chart=True, next_step=step)

    def report_groups(self, result: TableScores) -> None:
        """Prints the scores of groups of segments; their limits may end the command then."""
        sort, decimals = self._sort_and_decimals(result.groups[0].comparison)
        tables = self._without_pairs(result.tables(sort, self.arguments.short))
        failed, statuses = [], []
        for group in result.groups if self.arguments.can_fail else ():
            lines, status = self._failures(group.comparison)
            failed += [f"{', '.join(map(str, group.key))}: {line}" for line in lines]
            statuses += [status] if lines else []
        self._show(tables, self._drawn(result.plot).changed(decimals=decimals), fact_columns=True)
        _fail(failed, min(statuses, default=0))

    def check_names(self, is_table: bool) -> None:
        """Refuses options by metric of which there will be no score, before there are any.

        Args:
            is_table: whether scores are shown in a column for each metric.
        """
        arguments = self.arguments
        if (
            arguments.sort is None
            and arguments.fail_under is None
            and not isinstance(arguments.decimals, dict)
        ):
            return
        names = [metric.score_name for metric in self.metrics.make()]
        if self.metrics.scorers:
            from parbleu.scorers._scorer_names import make_scorer

            names += [make_scorer(name).name for name in self.metrics.scorers]
        names += arguments.given_scores
        if arguments.sort is not None:
            metric_among(names, arguments.sort)
        if not is_table and arguments.format != "json" and not arguments.score_only:
            with_one_number(arguments)
        arguments.decimals_of(dict.fromkeys(names, DECIMALS), names)
        self._limits(names)

    def _sort_and_decimals(self, comparison: Comparison) -> tuple[str | None, dict[str, int]]:
        """Returns the metric by which systems are sorted, and the decimals of each metric."""
        usual = {metric.name: metric.decimals for metric in comparison.metrics}
        sort = self.arguments.sort and metric_among(usual, self.arguments.sort)
        return sort, self._decimals_of(usual)

    def _decimals_of(self, usual: dict[str, int]) -> dict[str, int]:
        """Returns metric -> decimals; `usual` ones for scores that metrics of text do not compute."""
        computed = [metric.score_name for metric in self.metrics.make()] if self.metrics.scorers else None
        return self.arguments.decimals_of(usual, computed)

    def _without_pairs(self, tables: Iterable[Table]) -> tuple[Table, ...]:
        """Returns tables, without that of pairs where `--no-pairs` leaves it out."""
        return tuple(table for table in tables if not (self.arguments.no_pairs and table.name == "pairs"))

    def _drawn(self, plot: Callable[[], Figure]) -> ScoreArguments:
        """Draws what `--plot` asks for, and returns the arguments without it."""
        if self.arguments.plot is None:
            return self.arguments
        from parbleu.tables import write_figure

        write_figure(plot(), self.arguments.plot)
        return self.arguments.changed(plot=None)

    def report_pairs(self, result: PairScores) -> None:
        """Prints the scores of language pairs."""
        decimals = self._decimals_of(dict.fromkeys(result.metrics, DECIMALS))
        arguments = self._drawn(result.plot)
        if isinstance(arguments.decimals, dict):
            arguments = arguments.changed(decimals=decimals)
        self._show(result.tables(), arguments)

    def report_comparison(
        self, compared: ResampledScores, names: Sequence[str], files: Sequence[str]
    ) -> None:
        """Prints the scores of several systems; their limits may end the command then."""
        labels = self.labels(names, files)
        if not self.arguments.can_fail:
            self.print_comparison(compared, labels)
            return
        from parbleu._comparison.compare_systems import assemble

        failed, status = self._failures(assemble(compared))
        self.print_comparison(compared, labels)
        _fail(failed, status)

    def _failures(self, comparison: Comparison) -> tuple[list[str], int]:
        """Returns a line for each score that `--fail-under` or `--fail-if-worse` refuses, and the status."""
        from parbleu._comparison.score_limits import scores_beyond_limits, worse_than_baseline

        limits = self._limits([metric.name for metric in comparison.metrics])
        worse = list(worse_than_baseline(comparison)) if self.arguments.fail_if_worse else []
        return [*scores_beyond_limits(comparison, limits), *worse], WORSE if worse else BEYOND_LIMIT

    def _limits(self, names: list[str]) -> dict[str, float]:
        """Returns name of a score -> limit of `--fail-under`.

        Raises:
            UsageError: the limit does not say of which metric, or there are two of one.
            UnknownNameError: there is no such metric.
        """
        asked = self.arguments.fail_under
        if asked is None:
            return {}
        if isinstance(asked, dict):
            limits = {metric_among(names, name): limit for name, limit in asked.items()}
            check_named_once("--fail-under", limits, asked)
            return limits
        if len(names) > 1:
            raise UsageError(
                f"--fail-under with several metrics names them: --fail-under {names[0]}={asked:g}"
            )
        return {names[0]: asked}

    def prints_sentence_lines(self) -> bool:
        """Returns whether segments are printed as sacreBLEU's lines: if no format was chosen."""
        return not (
            self.arguments.score_only or self.arguments.chose_format or self.arguments.format == "text"
        )

    def print_sentences(self, scores: Iterable[Score]) -> None:
        """Prints a line for the score of each segment, as sacreBLEU does."""
        signature = ""
        lines = []
        decimals = self._sentence_decimals()
        for score in scores:
            if not signature:  # the same for all
                signature = "" if score.signature is None else score.signature.format(self.arguments.short)
            lines.append(score.format(decimals, signature=signature))
        self.print_lines(lines)

    def _sentence_decimals(self) -> int:
        if self.metrics.scorers and self.arguments.decimals == DECIMALS:
            return 4
        [name] = self.metrics.scorers or self.metrics.names
        return self.arguments.decimals_of({name: 0})[name]

    def print_segments(self, scores: SentenceScores) -> None:
        """Prints the scores of segments as a table, or only the numbers."""
        decimals = self._sentence_decimals()
        if self.arguments.score_only:
            self.print_lines(["" if score is None else f"{score:.{decimals}f}" for score in scores.scores])
        else:
            self._show(scores, with_one_number(self.arguments), fact_columns=True)

    def print_listing(self, lines: Sequence[str], listing: Callable[[], Result]) -> None:
        """Prints a listing of test sets: sacreBLEU's lines, or a table in the format that was chosen."""
        if self.arguments.chose_format:
            self._show(listing(), self.arguments)
        else:
            self.print_lines(lines)

    def _show(self, result: Shown, arguments: ScoreArguments, **how: Any) -> None:
        """Prints a result, or writes it to the file that was named, as `show_result` does."""
        show_result(result, result_options(arguments), self.console, **how)

    def print_lines(self, parts: Iterable[str]) -> None:
        """Prints text, which gets its line ends here; nothing if there are no parts."""
        check_lines(self.arguments.tables)
        text = "\n".join(parts)
        write_output([f"{text}\n"] if text else [], self.arguments.output, self.console)


def _of_subsets(scores: CorpusScores, metric: int) -> dict[str, Any]:
    """Returns the scores of subsets by one of the metrics as JSON has them; nothing if there are none."""
    if scores.subsets is None:
        return {}
    subsets = [
        {"subset": part.subset, "n_segments": part.n_segments, "score": part.scores[metric].score}
        for part in scores.subsets
    ]
    return {"subsets": subsets}


def _fail(lines: Sequence[str], status: int) -> None:
    """Ends the command with this exit status if there are lines, which say why."""
    if lines:
        raise CommandError(*lines, status=status)


def _extended_bibliography(path: str, table: Table) -> str:
    """Returns the entries of a BibTeX file, if it exists, and those of a table that it lacks."""
    from pathlib import Path

    from parbleu._comparison.citations import split_entries
    from parbleu.tables import bibliography

    try:
        known = Path(path).read_text(encoding="utf-8")
    except FileNotFoundError:
        return bibliography(table)
    except (OSError, UnicodeDecodeError) as problem:
        raise CommandError(f"cannot extend {path}: {problem}") from None
    entries = split_entries(known)
    wanted = {key: entry for key, entry in table.citations.items() if key not in entries}
    if not wanted:
        return known
    return f"{known.rstrip()}\n\n{bibliography(table.changed(citations=wanted))}".lstrip()


def with_one_number(arguments: ScoreArguments) -> ScoreArguments:
    """Refuses decimals by metric where the scores of all metrics stand in one column; data has all digits."""
    if isinstance(arguments.decimals, dict):
        if arguments.format in ("csv", "tsv", "json"):
            return arguments.changed(decimals=None)
        raise CommandError(
            "--decimals by metric needs a column for each metric, as in the table of several systems: "
            "give one number"
        )
    return arguments


def refuse_swallowed(arguments: ScoreArguments) -> None:
    """Refuses a command line on which `--names` has taken what looks like a reference for a name."""
    for word in arguments.names or ():
        if os.access(word, os.F_OK):
            raise CommandError(
                f"there is no reference: --names takes every word that follows it, {word!r} too; "
                "put the references first"
            )
