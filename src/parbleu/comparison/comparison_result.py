"""Defines `Comparison`, the result of a comparison: scores, intervals, tests, ranks and clusters."""

from __future__ import annotations

from parbleu import __version__
from parbleu.base.known_names import by_name, check_name
from parbleu.base.lazy import load
from parbleu.base.record import Record
from parbleu.errors import InputTypeError, OptionError, UnknownNameError
from parbleu.tables import Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from os import PathLike
    from typing import Any

    from matplotlib.figure import Figure

    from parbleu.comparison.compared_input import ComparedInput
    from parbleu.comparison.explanation import Explanation
    from parbleu.comparison.training_runs import TrainingRuns
    from parbleu.tables import Table


PLOTS = {
    "intervals": "",
    "matrix": "parbleu.analysis.comparison_figures:difference_matrix",
    "distributions": "parbleu.analysis.comparison_figures:score_distributions",
}
"""Kinds of figures, and what draws them."""


class SystemScore(Record):
    """The score of one system by one metric, with its interval and rank.

    Attributes:
        system: its name.
        score: on the whole test set.
        mean: of the bootstrap samples' scores; None, as the next three, where none were drawn.
        ci: half the width of the 95 % interval of the bootstrap samples' scores: `(high - low) / 2`.
        low: the interval's lower end.
        high: its upper end.
        p_value: of the test against the baseline, as sacreBLEU computes it; None for the baseline.
        rank: the best and the worst rank that it can have, from 1, as WMT reports them: 1 + how many systems
            are significantly better, and how many are not significantly worse. Of all pairs, None without.
        cluster: 1 for the best: every system of a cluster is significantly better than all of those below.
    """

    system: str
    score: float
    mean: float | None = None
    ci: float | None = None
    low: float | None = None
    high: float | None = None
    p_value: float | None = None
    rank: tuple[int, int] | None = None
    cluster: int | None = None


class PairTest(Record):
    """The test of one pair of systems by one metric.

    Attributes:
        first: the name of one, the baseline if it is of the pair.
        second: the other's.
        difference: score of the second less score of the first.
        p_value: (samples beyond the observed difference + 1) / (samples + 1): sacreBLEU's. Its two
            details are described in `parbleu.stats.paired_tests`.
        p_calibrated: the same without them: uniform where there is no true difference, 1 for equal output.
        p_holm: `p_calibrated`, adjusted for the number of this metric's pairs
            (`parbleu.stats.rank_clusters.holm`). Ranks and clusters come from it.
        n_equal: the samples that are ties: exactly the observed absolute difference. `p_value` does not count
            them.
    """

    first: str
    second: str
    difference: float
    p_value: float
    p_calibrated: float
    p_holm: float
    n_equal: int


class MetricComparison(Record):
    """The scores and tests of all systems by one metric.

    Attributes:
        name: the score's, such as `chrF2++`.
        signature: how to repeat the numbers, resampling included.
        short_signature: the same, abbreviated.
        higher_is_better: False for error rates.
        decimals: how many the tables print by default.
        scores: one for every system, the baseline's first.
        pairs: the tests, in order: the baseline's first.
    """

    name: str
    signature: str
    short_signature: str
    higher_is_better: bool
    decimals: int
    scores: tuple[SystemScore, ...]
    pairs: tuple[PairTest, ...] = ()

    def __iter__(self) -> Iterator[str]:
        return (score.system for score in self.scores)

    def __getitem__(self, system: str) -> SystemScore:
        return by_name("system", system, {score.system: score for score in self.scores})

    def pair(self, first: str, second: str) -> PairTest:
        """Returns the test of two systems, in whichever order it was made.

        Raises:
            UnknownNameError: they were not tested.
        """
        for pair in self.pairs:
            if {pair.first, pair.second} == {first, second}:
                return pair
        tested = [f"{pair.first} : {pair.second}" for pair in self.pairs]
        raise UnknownNameError("pair of systems", f"{first} : {second}", tested)

    @property
    def best(self) -> frozenset[str]:
        """The names of the systems with the best score."""
        choose = max if self.higher_is_better else min
        best = choose(score.score for score in self.scores)
        return frozenset(score.system for score in self.scores if score.score == best)


class Comparison(Record, Result):
    """The result of `parbleu.compare`. `comparison["BLEU"]["system"].score` is a number.

    Attributes:
        systems: their names, the baseline first.
        metrics: one for every metric.
        n_segments: how many each system has.
        test: "bootstrap", "randomization" or None.
        n_samples: how many samples or trials the test drew; 0 without one.
        n_interval_samples: how many bootstrap samples the intervals come from; 0 without them.
        seed: the seed of all resampling; None if nothing was drawn.
        alpha: a difference is significant if its p-value is below.
        all_pairs: whether every system was tested against every other.
        explanation: what the differences mean; None unless it was asked for.
        n_units: how many units of segments, such as documents, were resampled; None for segments.
        widening: how many times as wide the intervals are as those of segments, on average; None if unknown.
        training_runs: the comparison of systems of which there are several outputs; None without `runs`.
        input: the texts and metrics that it was made of, which do not compare or print; None if it was read
            from a file that has no texts.
    """

    beside_value = frozenset({"input"})

    systems: tuple[str, ...]
    metrics: tuple[MetricComparison, ...]
    n_segments: int
    test: str | None = None
    n_samples: int = 0
    n_interval_samples: int = 0
    seed: int | None = None
    alpha: float = 0.05
    all_pairs: bool = False
    explanation: Explanation | None = None
    n_units: int | None = None
    widening: float | None = None
    training_runs: TrainingRuns | None = None
    input: ComparedInput | None = None

    @property
    def baseline(self) -> str:
        """The system that the others are tested against."""
        return self.systems[0]

    def __iter__(self) -> Iterator[str]:
        return (found.name for found in self.metrics)

    def __getitem__(self, metric: str) -> MetricComparison:
        return by_name("metric", metric, {found.name: found for found in self.metrics})

    def known_input(self) -> ComparedInput:
        """Returns the texts and metrics that it was made of.

        Raises:
            OptionError: they are not known.
        """
        if self.input is None:
            raise OptionError("this comparison has no texts: it was saved without them")
        return self.input

    def to_dict(self, texts: bool = False) -> dict[str, Any]:
        """Returns everything as dicts, lists, strings and numbers, which `from_dict` reads.

        Args:
            texts: whether to add the systems' output, the references and the metrics' options.

        Raises:
            OptionError: it has no texts, or a metric that cannot be saved.
        """
        plain: dict[str, Any] = _plain(self.changed(input=None))
        del plain["input"]
        made = {"version": __version__, "baseline": self.baseline, **plain}
        return {**made, "input": self.known_input().to_dict()} if texts else made

    def save(self, path: str | PathLike[str]) -> None:
        """Writes it with its texts to a file of JSON, which `parbleu report` takes.

        Args:
            path: the file, which is replaced.

        Raises:
            OptionError: it has no texts, or a metric that cannot be saved.
            UnwritableFileError: the file cannot be written.
        """
        import json

        from parbleu.io.atomic import replacing

        content = json.dumps(self.to_dict(texts=True), allow_nan=False).encode("ascii")
        with replacing(path) as file:
            file.write(content)

    def report(self, path: str | PathLike[str], **options: Any) -> None:
        """Writes the page that `parbleu report` writes: scores, tests, segments side by side, analyses.

        Args:
            path: the page, "report.html", which is replaced.
            options: `source`, N segments; `labels`, as for `parbleu.analysis.compared_texts`; and what
                `parbleu.report.make_report` takes besides texts, metrics and what the comparison says.

        Raises:
            OptionError: it has no texts, or an option has a value that it does not take.
            MissingDependencyError: Jinja2 is not installed.
            UnwritableFileError: the file cannot be written.
        """
        load("parbleu.report.comparison_page:comparison_report")(self, **options).write(path)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Comparison:
        """Returns the comparison that `to_dict` wrote.

        Raises:
            InputTypeError: the values are not those of a comparison.
        """
        try:
            others = ("version", "baseline", "input")
            given = {key: value for key, value in values.items() if key not in others}
            given["systems"] = tuple(given["systems"])
            given["metrics"] = tuple(map(_metric_from_dict, given["metrics"]))
            if given.get("explanation") is not None:
                given["explanation"] = _explanation_from_dict(given["explanation"])
            if given.get("training_runs") is not None:
                from parbleu.comparison.training_runs import TrainingRuns

                given["training_runs"] = TrainingRuns.from_dict(given["training_runs"])
            made = cls(**given)
        except KeyError as problem:
            raise InputTypeError(f"this is not a saved comparison: it has no {problem}") from None
        except (AttributeError, TypeError):
            raise InputTypeError("this is not a saved comparison: its values are of other kinds") from None
        if "input" not in values:
            return made
        from parbleu.comparison.compared_input import ComparedInput

        return made.changed(input=ComparedInput.from_dict(values["input"]))

    def tables(self, sort: str | None = None, short: bool = False) -> tuple[Table, ...]:
        """Returns a table of the systems, after a test of all pairs one of these, and what else was asked.

        Args:
            sort: the name of the metric by which to sort the systems, the best first.
            short: whether to abbreviate the signatures.

        Raises:
            UnknownNameError: there is no metric of that name.
        """
        from parbleu.comparison.result_tables import pair_table, system_table

        scores = system_table(self, sort, short)
        pairs = (pair_table(self),) if self.all_pairs else ()
        more = [each.tables() for each in (self.explanation, self.training_runs) if each is not None]
        return (scores, *pairs, *(table for tables in more for table in tables))

    def plot(self, table: str | None = None, sort: str | None = None, kind: str = "intervals") -> Figure:
        """Returns a figure of all systems, with a panel for each metric.

        Args:
            table: "scores", the only table that can be drawn, as intervals.
            sort: the name of the metric by which to sort the systems, the best first; None for the first.
            kind: "intervals": the scores as dots with their intervals; "matrix": the differences of each two
                systems, with stars where a tested pair differs significantly; "distributions": the segment
                scores of each system, for which the comparison needs its texts.

        Raises:
            UnknownNameError: there is no metric of that name, or no such kind.
            TableError: there is nothing to draw in that table, or there are too many systems.
            OptionError: the comparison has no texts: it was saved without them.
            MissingDependencyError: Matplotlib is not installed.
        """
        check_name("kind of plot", kind, PLOTS)
        if kind != "intervals":
            figure: Figure = load(PLOTS[kind])(self, sort)
            return figure
        from parbleu.tables.dot_plot import dot_plot

        if table not in (None, "scores"):
            return super().plot(table)
        return dot_plot(self.tables(sort or self.metrics[0].name)[:1])

    def paper_tables(self, full_width: bool = False) -> tuple[Table, ...]:
        """Returns what LaTeX and Typst show: the table that `paper_table` makes."""
        return (self.paper_table(full_width=full_width),)

    def paper_table(
        self,
        sort: str | None = None,
        texts: str = "",
        full_width: bool = False,
        cite: bool = False,
        texts_bibtex: str = "",
    ) -> Table:
        """Returns a table of scores that fits into a column of a paper; its caption tells everything else.

        A star marks a significant difference from the baseline; superscripts are the clusters that a test of
        all pairs finds. Bold scores are the best; after such a test, those that none is better than.

        Args:
            sort: the name of the metric by which to sort the systems, the best first.
            texts: what the caption calls the test set, such as "wmt24 en-de".
            full_width: whether the table may be as wide as both columns: scores of tests have intervals then.
            cite: whether the caption cites the metrics, the test and sacreBLEU; the table's `citations` are
                their BibTeX entries, which `parbleu.tables.bibliography` puts together.
            texts_bibtex: BibTeX entries of the test set, such as `TestSet.citation`, to cite as well.

        Raises:
            UnknownNameError: there is no metric of that name.
        """
        from parbleu.comparison.paper_table import paper_table

        return paper_table(self, sort, texts, full_width, cite, texts_bibtex)

    def order(self, sort: str | None = None) -> list[int]:
        """Returns the places of the systems, the best first by the metric `sort`; None leaves their order.

        Raises:
            UnknownNameError: there is no metric of that name.
        """
        places = list(range(len(self.systems)))
        if sort is not None:
            by = self[sort]
            places.sort(key=lambda place: by.scores[place].score, reverse=by.higher_is_better)
        return places


def _plain(value: object) -> Any:
    """Returns records as dicts and tuples as lists, down to strings and numbers."""
    if isinstance(value, Record) or hasattr(value, "__dataclass_fields__"):
        return {name: _plain(attribute) for name, attribute in vars(value).items()}
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _metric_from_dict(values: Mapping[str, Any]) -> MetricComparison:
    scores = [{**row, "rank": row["rank"] and tuple(row["rank"])} for row in values["scores"]]
    made = {
        "scores": tuple(SystemScore(**row) for row in scores),
        "pairs": tuple(PairTest(**row) for row in values["pairs"]),
    }
    return MetricComparison(**{**values, **made})


def _explanation_from_dict(values: Mapping[str, Any]) -> Explanation:
    from parbleu.comparison.explanation import Explanation, PairExplanation, PairVerdict

    pairs = tuple(PairExplanation(**row) for row in values["pairs"])
    named = ("for_first", "for_second")
    verdicts = tuple(
        PairVerdict(**{**row, **{name: tuple(row[name]) for name in named}}) for row in values["verdicts"]
    )
    return Explanation(**{**values, "pairs": pairs, "verdicts": verdicts})
