"""Defines `Comparison`, the result of a comparison: scores, intervals, tests, ranks and clusters."""

from __future__ import annotations

from parbleu import __version__
from parbleu._base.known_names import by_name
from parbleu._base.record import Record
from parbleu._base.significance import is_significant
from parbleu._base.wording import counted, usage_text
from parbleu._comparison.sample_warnings import why_few_samples, why_meaningless, why_never_significant
from parbleu.errors import InputTypeError, OptionError, UnknownNameError
from parbleu.tables import MOST_DECIMALS, Result
from parbleu.tables._table import Column, Table, p_column

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from os import PathLike
    from typing import Any, ClassVar

    from matplotlib.figure import Figure

    from parbleu._comparison.compared_input import ComparedInput
    from parbleu._comparison.explanation import Explanation
    from parbleu._comparison.training_runs import TrainingRuns


TESTS = {"bootstrap": "Paired bootstrap test", "randomization": "Paired approximate randomization test"}
PAPER_TESTS = {"bootstrap": "paired bootstrap test", "randomization": "paired approximate randomization"}


P_TITLES = {"p_value": "p", "p_holm": "p (Holm)"}
_OF_SACREBLEU, SACREBLEU_P = "p_sacrebleu", "p (sacreBLEU)"
SACREBLEU_P_NOTE = (
    "p (sacreBLEU): that of sacreBLEU, not corrected, and of the bootstrap not calibrated: it finds twice as "
    "many differences as its level says where there are none."
)


class SystemScore(Record):
    """The score of one system by one metric, with its interval and rank.

    Attributes:
        system: its name.
        score: on the whole test set.
        mean: of the bootstrap samples' scores; None, as the next three, where none were drawn.
        ci: half the width of the 95 % interval of the bootstrap samples' scores: `(high - low) / 2`.
        low: the interval's lower end.
        high: its upper end.
        p_value: of the test against the baseline, calibrated; None for the baseline. This and the next two
            are those of its `PairTest`.
        p_holm: `p_value`, corrected for the number of all tests of the comparison: it decides.
        p_sacrebleu: of the same test, as sacreBLEU computes it: neither calibrated nor corrected.
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
    p_holm: float | None = None
    p_sacrebleu: float | None = None
    rank: tuple[int, int] | None = None
    cluster: int | None = None


class PairTest(Record):
    """The test of one pair of systems by one metric.

    Attributes:
        first: the name of one, the baseline if it is of the pair.
        second: the other's.
        difference: score of the second less score of the first.
        p_value: calibrated (`parbleu.stats.paired_tests`): it rejects as often as its level says where there
            is no true difference, and is 1 for equal output.
        p_holm: `p_value`, corrected for the number of all tests of the comparison, pairs times metrics
            (`parbleu.stats.rank_clusters.holm`); of a single test the same number. It decides what is
            significant: marks, ranks, clusters, verdicts and exit codes come from it.
        p_sacrebleu: (samples beyond the observed difference + 1) / (samples + 1): sacreBLEU's. Its two
            details are described in `parbleu.stats.paired_tests`.
        n_equal: the samples that are ties: exactly the observed absolute difference. `p_sacrebleu` does not
            count them.
    """

    first: str
    second: str
    difference: float
    p_value: float
    p_holm: float
    p_sacrebleu: float
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
        n_scored: how many segments have a score of every system, which all numbers are of; None for all.
        usage: what computing the scores used, such as tokens of a paid server, with what was counted on the
            way; None for nothing. Scores that were kept from before used nothing.
    """

    name: str
    signature: str
    short_signature: str
    higher_is_better: bool
    decimals: int
    scores: tuple[SystemScore, ...]
    pairs: tuple[PairTest, ...] = ()
    n_scored: int | None = None
    usage: dict[str, float] | None = None

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
        alpha: a difference is significant if its p-value, `p_holm` of the pair, is at most so much.
        all_pairs: whether every system was tested against every other.
        n_tests: how many tests are corrected together; 0 without a test.
        family: the same in words: "3 pairs x 2 metrics = 6 tests".
        p_columns: the columns of p-values that tables have on request: those of `parbleu.Resampling`.
        n_refined: how many samples the p-values of the bootstrap come from where `n_samples` leave them open;
            0 if there are no more.
        explanation: what the differences mean; None unless it was asked for.
        n_units: how many units of segments, such as documents, were resampled; None for segments.
        widening: how many times as wide the intervals are as those of segments, on average; None if unknown.
        training_runs: the comparison of systems of which there are several outputs; None without `runs`.
        warnings: what of the texts makes the scores meaningless, a line each; they do not compare or print.
        input: the texts and metrics that it was made of, which do not compare or print; None if it was read
            from a file that has no texts.
    """

    beside_value: ClassVar[frozenset[str]] = frozenset({"input", "warnings"})

    systems: tuple[str, ...]
    metrics: tuple[MetricComparison, ...]
    n_segments: int
    test: str | None = None
    n_samples: int = 0
    n_interval_samples: int = 0
    seed: int | None = None
    alpha: float = 0.05
    all_pairs: bool = False
    n_tests: int = 0
    family: str = ""
    p_columns: tuple[str, ...] = ()
    n_refined: int = 0
    explanation: Explanation | None = None
    n_units: int | None = None
    widening: float | None = None
    training_runs: TrainingRuns | None = None
    warnings: tuple[str, ...] = ()
    input: ComparedInput | None = None

    @property
    def baseline(self) -> str:
        """The system that the others are tested against."""
        return self.systems[0]

    def why_never_significant(self) -> str:
        """Returns why no difference can be significant, in a sentence; "" if one can."""
        return why_never_significant(self.test, self.n_samples, self.n_tests, self.alpha, _n_drawn(self))

    def __iter__(self) -> Iterator[str]:
        return (metric.name for metric in self.metrics)

    def __getitem__(self, metric: str) -> MetricComparison:
        return by_name("metric", metric, {metric.name: metric for metric in self.metrics})

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
        values = {"version": __version__, "baseline": self.baseline, **plain}
        return {**values, "input": self.known_input().to_dict()} if texts else values

    def save(self, path: str | PathLike[str]) -> None:
        """Writes it with its texts to a file of JSON, which `load`, `parbleu report` and `parbleu gate` read.

        Args:
            path: the file, which is replaced.

        Raises:
            OptionError: it has no texts, or a metric that cannot be saved.
            UnwritableFileError: the file cannot be written.
        """
        import json

        from parbleu._io.atomic import replacing

        content = json.dumps(self.to_dict(texts=True), allow_nan=False).encode("ascii")
        with replacing(path) as file:
            file.write(content)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Comparison:
        """Returns the comparison that `save` wrote to a file, with its texts.

        Args:
            path: the file of JSON, which may be compressed.

        Raises:
            FormatError: the file holds something else.
            UnreadableFileError: it cannot be read.
        """
        from parbleu._io.lines import read_json
        from parbleu.errors import FormatError

        try:
            return cls.from_dict(read_json(str(path)))
        except InputTypeError as problem:
            hint = "; comparison.save(file) writes one with its texts"
            raise FormatError(str(path), 0, f"{problem}{hint}") from None

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Comparison:
        """Returns the comparison that `to_dict` wrote.

        Raises:
            InputTypeError: the values are not those of a comparison.
        """
        from parbleu._comparison.compared_input import ComparedInput
        from parbleu._comparison.explanation import Explanation
        from parbleu._comparison.training_runs import TrainingRuns
        from parbleu._io.typed_values import typed

        others = ("version", "baseline", "input")
        saved: Any = values
        if isinstance(values, dict):
            saved = {key: value for key, value in values.items() if key not in others}
        names = {"Explanation": Explanation, "TrainingRuns": TrainingRuns, "ComparedInput": ComparedInput}
        try:
            comparison: Comparison = typed(cls, saved, **names)
            if not 0 < comparison.alpha < 1:
                raise ValueError(f"alpha: {comparison.alpha} is not between 0 and 1")
            for metric in comparison.metrics:
                if not 0 <= metric.decimals <= MOST_DECIMALS:
                    raise ValueError(
                        f"decimals of {metric.name}: {metric.decimals} is not from 0 to {MOST_DECIMALS}"
                    )
        except ValueError as problem:
            raise InputTypeError(f"this is not a saved comparison: {problem}") from None
        systems = {comparison.systems, *map(tuple, comparison.metrics)}
        if systems == {()} or len(systems) > 1 or comparison.test not in (None, *TESTS):
            raise InputTypeError(
                "this is not a saved comparison: its metrics or its test do not fit its systems"
            )
        return (
            comparison.changed(input=ComparedInput.from_dict(values["input"]))
            if "input" in values
            else comparison
        )

    def tables(self, sort: str | None = None, short: bool = False) -> tuple[Table, ...]:
        """Returns a table of the systems, after a test of all pairs one of these, and what else was asked.

        Args:
            sort: the name of the metric by which to sort the systems, the best first.
            short: whether to abbreviate the signatures.

        Raises:
            UnknownNameError: there is no metric of that name.
        """
        scores = system_table(self, sort, short)
        pairs = (self._pair_table(),) if self.all_pairs else ()
        return (scores, *pairs, *self._more_tables())

    def _more_tables(self) -> Iterator[Table]:
        for part in (self.explanation, self.training_runs):
            if part is not None:
                yield from part.tables()

    def _pair_table(self) -> Table:
        if not set(self.p_columns) & {"bh", "by"}:
            return pair_table(self)
        from parbleu._comparison.corrected_tables import with_discovery_rates

        what = f"of {self.family.partition(' = ')[0]}"
        return with_discovery_rates(pair_table(self), self.p_columns, (), what)

    def plot(self, table: str | None = None, sort: str | None = None) -> Figure:
        """Returns a figure of all systems, with a panel for each metric: scores as dots, and their intervals.

        `parbleu.analysis.difference_matrix` and `score_distributions` draw other figures of a comparison.

        Args:
            table: "scores", the only table that can be drawn.
            sort: the name of the metric by which to sort the systems, the best first; None for the first.

        Raises:
            UnknownNameError: there is no metric of that name.
            TableError: there is nothing to draw in that table.
            MissingDependencyError: Matplotlib is not installed.
        """
        from parbleu.tables._dot_plot import dot_plot

        if table not in (None, "scores"):
            return super().plot(table)
        return dot_plot(self.tables(sort or self.metrics[0].name)[:1])

    def paper_tables(self, full_width: bool = False, **options: Any) -> tuple[Table, ...]:
        """Returns what LaTeX and Typst show: a table for a paper, and what else was asked.

        After a test of all pairs there is a second table for a paper, with their differences and p-values.

        Args:
            full_width: whether tables may be as wide as both columns.
            options: the other arguments of `paper_table`, which makes the table of scores.

        Raises:
            UnknownNameError: there is no metric by which to sort.
        """
        pairs = (_paper_pair_table(self, self._pair_table()),) if self.all_pairs else ()
        return (self.paper_table(full_width=full_width, **options), *pairs, *self._more_tables())

    def paper_table(
        self,
        sort: str | None = None,
        texts: str = "",
        full_width: bool = False,
        cite: bool = False,
        texts_bibtex: str = "",
    ) -> Table:
        """Returns a table of scores that fits into a column of a paper; its caption tells everything else.

        Of a test against the baseline, up to two metrics have intervals beside their scores, and a single one
        a column of p-values; with `full_width` all have both. Those of sacreBLEU, if they are wanted, are a
        column beside ours.

        A star marks a significant difference from the baseline; superscripts are the clusters that a test of
        all pairs finds. Bold scores are the best; after such a test, those that none is better than.

        Args:
            sort: the name of the metric by which to sort the systems, the best first.
            texts: what the caption calls the test set, such as "wmt24 en-de".
            full_width: whether the table may be as wide as both columns: all scores of tests have intervals
                and p-values then.
            cite: whether the caption cites the metrics, the test and sacreBLEU; the table's `citations` are
                their BibTeX entries, which `parbleu.tables.bibliography` puts together.
            texts_bibtex: BibTeX entries of the test set, such as `TestSet.citation`, to cite as well.

        Raises:
            UnknownNameError: there is no metric of that name.
        """
        few = len(self.metrics) <= _METRICS_WITH_INTERVALS
        shows_intervals = bool(self.n_interval_samples) and (full_width or few or not self.test)
        decides = _deciding(self) if self.test and not self.all_pairs else ""
        of_sacrebleu = [_OF_SACREBLEU] if decides and "sacrebleu" in self.p_columns else []
        shows_p = full_width or len(self.metrics) == 1 or of_sacrebleu
        shown_p = [decides, *of_sacrebleu] if decides and shows_p else []
        places = self.order(sort)
        columns = [Column("system", "System")]
        rows: list[list[Any]] = [[self.systems[system]] for system in places]
        marks: dict[tuple[int, str], set[str]] = {}
        for metric in self.metrics:
            columns += _paper_columns(self, metric, shows_intervals, shown_p)
            best = metric.best if len(self.systems) > 1 else frozenset()
            starred = set() if self.all_pairs else significant_systems(self, metric)
            for number, system in enumerate(places):
                score = metric.scores[system]
                rows[number] += _paper_cells(self, score, shows_intervals, shown_p)
                kinds = {"best": best, "significant": starred}
                marks[number, metric.name] = {
                    kind for kind, systems in kinds.items() if score.system in systems
                }
        caption = _Caption(self, (texts, texts_bibtex), shows_intervals, cite)
        return Table(
            "paper",
            columns,
            rows,
            title=caption.text,
            marks=marks,
            citations=caption.citations if cite else None,
        )

    def order(self, sort: str | None = None) -> list[int]:
        """Returns the places of the systems, the best first by the metric `sort`; None leaves their order.

        Raises:
            UnknownNameError: there is no metric of that name.
        """
        places = list(range(len(self.systems)))
        if sort is not None:
            by = self[sort]
            places.sort(key=lambda system: by.scores[system].score, reverse=by.higher_is_better)
        return places


def _plain(value: object) -> Any:
    """Returns records as dicts and tuples as lists, down to strings and numbers."""
    if isinstance(value, Record) or hasattr(value, "__dataclass_fields__"):
        return {name: _plain(attribute) for name, attribute in vars(value).items()}
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def system_table(comparison: Comparison, sort: str | None = None, short: bool = False) -> Table:
    """Returns a row for each system, the best scores marked.

    Args:
        comparison: the scores and tests.
        sort: the metric whose best system comes first; None for the given order.
        short: whether signatures are short.
    """
    places = comparison.order(sort)
    columns = [Column("system")]
    rows: list[list[Any]] = [[comparison.systems[system]] for system in places]
    marks: dict[tuple[int, str], set[str]] = {}
    if comparison.test:
        marks[places.index(0), "system"] = {"baseline"}
    for metric in comparison.metrics:
        columns += _metric_columns(comparison, metric)
        best = metric.best if len(comparison.systems) > 1 else frozenset()
        significant = significant_systems(comparison, metric)
        for number, system in enumerate(places):
            score = metric.scores[system]
            rows[number] += _cells(comparison, score)
            if score.system in best:
                marks[number, metric.name] = {"best"}
            if score.system in significant:
                marks[number, f"{metric.name}_{_deciding(comparison)}"] = {"significant"}
    return Table(
        "scores", columns, rows, notes=_notes(comparison), facts=_facts(comparison, short), marks=marks
    )


def significant_systems(comparison: Comparison, metric: MetricComparison) -> set[str]:
    """Returns the systems whose difference from the baseline is significant."""
    against = [pair for pair in metric.pairs if pair.first == comparison.baseline]
    return {pair.second for pair in against if is_significant(pair.p_holm, comparison.alpha)}


def _n_drawn(comparison: Comparison) -> int:
    """Returns how many units or segments count in a sample; of the metric that has the fewest scores."""
    n_scored = [metric.n_scored for metric in comparison.metrics if metric.n_scored is not None]
    return comparison.n_units or min([*n_scored, comparison.n_segments])


def why_weak(comparison: Comparison) -> str:
    """Returns why p-values or intervals say little, in a sentence; "" if they say what they should."""
    n_drawn = _n_drawn(comparison)
    if not comparison.test and not comparison.n_interval_samples:
        return ""
    return _why_meaningless(comparison) or why_few_samples(n_drawn, comparison.n_interval_samples)


def _why_meaningless(comparison: Comparison) -> str:
    if comparison.test is None:
        return ""
    ends = ((score.low, score.high) for metric in comparison.metrics for score in metric.scores)
    return why_meaningless(comparison.test, _n_drawn(comparison), ends)


def _equal_systems(comparison: Comparison) -> list[str]:
    """Returns the systems that no sample tells from the baseline by any metric."""
    equal = []
    for system in comparison.systems[1:]:
        pairs = [
            pair
            for metric in comparison.metrics
            for pair in metric.pairs
            if (pair.first, pair.second) == (comparison.baseline, system)
        ]
        if pairs and all(pair.difference == 0 and pair.n_equal == comparison.n_samples for pair in pairs):
            equal.append(system)
    return equal


def _metric_columns(comparison: Comparison, metric: MetricComparison) -> list[Column]:
    """Returns the columns of a metric: under one heading, if people see several of them."""
    name, better = metric.name, "higher" if metric.higher_is_better else "lower"
    group = name if comparison.test else ""
    number: dict[str, Any] = {"kind": float, "decimals": metric.decimals, "group": group}
    title = "score" if group else name
    interval: dict[str, Any] = {}
    if comparison.n_interval_samples:
        interval = {"plus_minus": f"{name}_ci", "low": f"{name}_low", "high": f"{name}_high"}
    columns = [Column(name, title, better=better, **interval, **number)]
    if interval:
        columns += [
            Column(f"{name}_{key}", key, people=False, **number) for key in ("ci", "mean", "low", "high")
        ]
    if comparison.test:
        decides = _deciding(comparison)
        for key, title in P_TITLES.items():
            columns.append(p_column(f"{name}_{key}", title, group=group).changed(people=key == decides))
    if comparison.test and "sacrebleu" in comparison.p_columns:
        columns.append(p_column(f"{name}_p_sacrebleu", SACREBLEU_P, group=group))
    if comparison.all_pairs:
        columns += [
            Column(f"{name}_rank", "rank", str, group, align="right"),
            Column(f"{name}_best_rank", "best rank", int, group, people=False),
            Column(f"{name}_worst_rank", "worst rank", int, group, people=False),
            Column(f"{name}_cluster", "cluster", int, group),
        ]
    return columns


def _cells(comparison: Comparison, score: SystemScore) -> list[Any]:
    cells: list[Any] = [score.score]
    if comparison.n_interval_samples:
        cells += [score.ci, score.mean, score.low, score.high]
    if comparison.test:
        cells += [score.p_value, score.p_holm]
    if comparison.test and "sacrebleu" in comparison.p_columns:
        cells.append(score.p_sacrebleu)
    if comparison.all_pairs:
        best, worst = score.rank or (None, None)
        cells += [f"{best}" if best == worst else f"{best}–{worst}", best, worst, score.cluster]
    return cells


def _deciding(comparison: Comparison) -> str:
    """Returns the name of the p-values that decide: of a single test, both are the same number."""
    return "p_value" if comparison.n_tests < 2 else "p_holm"


_PAIR_NOTE = (
    "difference: the score of the second system less that of the first. "
    "ties: samples with exactly as large a difference."
)


def pair_table(comparison: Comparison) -> Table:
    """Returns a row for each metric and each pair of systems that was tested.

    `corrected_tables.with_discovery_rates` adds other corrections, for the tests of all groups at once.
    """
    decimals = max(metric.decimals for metric in comparison.metrics)
    of_sacrebleu = "sacrebleu" in comparison.p_columns
    names = ["difference", "p_value", "p_holm", *(["p_sacrebleu"] if of_sacrebleu else []), "n_equal"]
    pairs = [(metric.name, pair) for metric in comparison.metrics for pair in metric.pairs]
    columns = {
        "difference": Column("difference", kind=float, decimals=decimals, signed=True),
        "p_value": p_column("p_value"),
        "p_holm": p_column("p_holm", "p (Holm)").changed(people=comparison.n_tests > 1),
        "p_sacrebleu": p_column("p_sacrebleu", SACREBLEU_P),
        "n_equal": Column("n_equal", "ties", int),
    }
    decides = _deciding(comparison)
    return Table(
        "pairs",
        (Column("metric"), Column("first"), Column("second"), *(columns[name] for name in names)),
        [
            (metric, pair.first, pair.second, *(getattr(pair, name) for name in names))
            for metric, pair in pairs
        ],
        notes=[*_p_notes(comparison), _PAIR_NOTE],
        marks={
            (row, decides): {"significant"}
            for row, (_, pair) in enumerate(pairs)
            if is_significant(pair.p_holm, comparison.alpha)
        },
    )


def _paper_pair_table(comparison: Comparison, table: Table) -> Table:
    """Returns a table of pairs with the metrics beside each other, and only the p-values that decide."""
    decides = _deciding(comparison)
    left_out = {"metric", "first", "second", "n_equal", *P_TITLES} - {decides}
    shown = [column for column in table.columns if column.name not in left_out]
    columns = [Column("first", "First"), Column("second", "Second")]
    columns += [
        column.changed(
            name=f"{metric.name}_{column.name}",
            group=metric.name,
            decimals=column.decimals if column.fixed_decimals else metric.decimals,
        )
        for metric in comparison.metrics
        for column in shown
    ]
    places: dict[tuple[Any, ...], int] = {}
    cells: dict[tuple[int, str], Any] = {}
    marks: dict[tuple[int, str], frozenset[str]] = {}
    for number, row in enumerate(table.rows):
        line = places.setdefault(row[1:3], len(places))
        for column, cell in zip(table.columns, row, strict=True):
            if column in shown:
                cells[line, f"{row[0]}_{column.name}"] = cell
                marks[line, f"{row[0]}_{column.name}"] = table.marks.get((number, column.name), frozenset())
    rows = [
        [*pair, *(cells.get((line, column.name)) for column in columns[2:])] for pair, line in places.items()
    ]
    what = "Differences between all pairs of systems: the score of the second less that of the first."
    title = " ".join([what, *(note for note in table.notes if note != _PAIR_NOTE)])
    return Table(table.name, columns, rows, title=title, marks=marks)


def _p_notes(comparison: Comparison) -> list[str]:
    """Returns what p-values are and which are marked, in a sentence or two."""
    corrected = f", and corrected for {comparison.family}" if comparison.n_tests > 1 else ""
    title = "p" if comparison.n_tests < 2 else "p (Holm)"
    notes = [f"{title}: calibrated{corrected}; * p ≤ {comparison.alpha:g}."]
    if "sacrebleu" in comparison.p_columns:
        notes.append(SACREBLEU_P_NOTE)
    return notes


def _facts(comparison: Comparison, short: bool) -> dict[str, Any]:
    facts: dict[str, Any] = {"n_segments": comparison.n_segments}
    if comparison.n_units is not None:
        facts["n_units"] = comparison.n_units
    if comparison.test:
        facts |= {
            "baseline": comparison.baseline,
            "test": comparison.test,
            "n_samples": comparison.n_samples,
            "alpha": comparison.alpha,
            "n_tests": comparison.n_tests,
        }
    if comparison.seed is not None:
        facts["seed"] = comparison.seed
    for metric in comparison.metrics:
        if metric.n_scored is not None:
            facts[f"{metric.name} segments"] = metric.n_scored
        if metric.usage is not None:
            facts[f"{metric.name} usage"] = usage_text(metric.usage)
        facts[f"{metric.name} signature"] = metric.short_signature if short else metric.signature
    return facts


def _left_out(comparison: Comparison) -> list[str]:
    """Returns for each metric that lacks scores, in a sentence, how many segments it is of."""
    return [
        f"{metric.name} is of {metric.n_scored} of the {counted(comparison.n_segments)}, which have a score."
        for metric in comparison.metrics
        if metric.n_scored is not None
    ]


def _notes(comparison: Comparison) -> list[str]:
    """Returns what a reader has to know to read the table."""
    notes = _left_out(comparison)
    drawn = "trials" if comparison.test == "randomization" else "samples"
    if comparison.test:
        against = (
            "of all pairs of systems"
            if comparison.all_pairs
            else f"of each system with {comparison.baseline}"
        )
        more = f"; {comparison.n_refined} where these leave p open" if comparison.n_refined else ""
        notes.append(f"{TESTS[comparison.test]} {against}, {comparison.n_samples} {drawn}{more}.")
        notes += _p_notes(comparison)
        if (equal := _equal_systems(comparison)) and not _why_meaningless(comparison):
            notes.append(f"Identical output to {comparison.baseline}: {', '.join(equal)}.")
    if comparison.n_interval_samples:
        drawn_for_it = comparison.n_interval_samples
        notes.append(f"±: half the width of the 95 % interval of {drawn_for_it} bootstrap samples' scores.")
    if weak := why_weak(comparison):
        notes.append(weak)
    if comparison.n_units is not None:
        wide = comparison.widening
        wider = "" if wide is None else f" Intervals are {wide:.2f} times as wide as those of segments."
        notes.append(
            f"Each sample draws from {comparison.n_units} units of segments, such as documents.{wider}"
        )
    if comparison.all_pairs:
        notes.append("rank, cluster: from significant differences.")
    if comparison.test and (why := comparison.why_never_significant()):
        notes.append(why)
    return notes


_METRICS_WITH_INTERVALS = 2
"""How many metrics have room for intervals in a column of a paper."""


def _paper_columns(
    comparison: Comparison, metric: MetricComparison, shows_intervals: bool, shown_p: list[str]
) -> list[Column]:
    """Returns the column of a metric, and those of what stands behind its scores."""
    name, better = metric.name, "higher" if metric.higher_is_better else "lower"
    number: dict[str, Any] = {"kind": float, "decimals": metric.decimals, "better": better}
    behind = {}
    if comparison.all_pairs:
        behind["superscript"] = Column(f"{name}_cluster", "cluster", int, people=False)
    if shows_intervals:
        behind["plus_minus"] = Column(f"{name}_ci", "ci", float, people=False)
    number |= {role: column.name for role, column in behind.items()}
    titles = {**P_TITLES, _OF_SACREBLEU: SACREBLEU_P}
    p_columns = [p_column(f"{name}_{key}", titles[key]) for key in shown_p]
    return [Column(name, **number), *behind.values(), *p_columns]


def _paper_cells(
    comparison: Comparison, score: SystemScore, shows_intervals: bool, shown_p: list[str]
) -> list[Any]:
    cluster = [score.cluster] if comparison.all_pairs else []
    interval = [score.ci] if shows_intervals else []
    return [score.score, *cluster, *interval, *(getattr(score, key) for key in shown_p)]


class _Caption:
    """What a reader has to know, as sentences.

    Args:
        comparison: what the table shows.
        texts: what the test set is called, and the BibTeX entries to cite for it.
        shows_intervals: whether the table has intervals.
        cite: whether works are cited.

    Attributes:
        citations: key -> BibTeX entry of the works that are cited.
        text: the sentences.
    """

    def __init__(
        self, comparison: Comparison, texts: tuple[str, str], shows_intervals: bool, cite: bool
    ) -> None:
        from parbleu._comparison import citations

        self._works = citations
        self.citations: dict[str, str] = {}
        self._cites = cite
        self._comparison = comparison
        self._entries = {**citations.bibtex_entries(), **citations.split_entries(texts[1])}
        called = texts[0] and f" of {self._cited(texts[0], *citations.split_entries(texts[1]))}"
        said = [
            f"Scores on {counted(comparison.n_segments)}{called}.",
            *_left_out(comparison),
            *self._marks(),
        ]
        if shows_intervals:
            drawn = self._cited(f"{comparison.n_interval_samples} bootstrap samples", citations.INTERVALS)
            said.append(f"± is half of the 95 % interval of {drawn}.")
        if weak := why_weak(comparison):
            said.append(weak)
        if comparison.seed is not None:
            said.append(f"Seed {comparison.seed}.")
        signatures = []
        for metric in comparison.metrics:
            name = self._cited(metric.name, *citations.metric_citations(metric.signature))
            signatures.append(f"{name} {metric.short_signature}")
        said.append(f"{self._cited('Signatures', citations.SIGNATURES)}: {'; '.join(signatures)}.")
        self.text: str = " ".join(said)

    def _cited(self, text: str, *keys: str) -> str:
        """Returns text and the citations behind it."""
        if not self._cites:
            return text
        self.citations |= {key: self._entries[key] for key in keys}
        return f"{text} [{'; '.join(f'@{key}' for key in keys)}]" if keys else text

    def _marks(self) -> list[str]:
        """Returns what superscripts, stars and bold scores mean."""
        comparison, test = self._comparison, self._comparison.test
        if test is None:
            return ["The best are bold."] if len(comparison.systems) > 1 else []
        drawn = f"{comparison.n_samples} {'trials' if test == 'randomization' else 'samples'}"
        drawn += f", {comparison.n_refined} for p near a level" if comparison.n_refined else ""
        how = f"{self._cited(PAPER_TESTS[test], self._works.TESTS[test])}, {drawn}"
        if not comparison.all_pairs:
            differs = f"* differs significantly from {comparison.baseline} ({how}, {self._level()})."
            of_sacrebleu = [SACREBLEU_P_NOTE] if "sacrebleu" in comparison.p_columns else []
            return ["The best are bold.", differs, *of_sacrebleu]
        clusters = (
            "Superscripts are clusters: every system of one is significantly better than all of the next"
        )
        return [f"{clusters} ({how}, {self._level()}).", "The best are bold."]

    def _level(self) -> str:
        """Returns which p-values are significant."""
        comparison = self._comparison
        if comparison.n_tests < 2:
            return f"calibrated p ≤ {comparison.alpha:g}"
        corrected = self._cited("Holm's correction", self._works.CORRECTION)
        tests = counted(comparison.n_tests, "test")
        return f"calibrated p ≤ {comparison.alpha:g} after {corrected} for {tests}"
