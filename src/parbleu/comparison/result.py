"""What a comparison found: frozen, and printable in every format."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field

from parbleu import __version__
from parbleu.comparison.formats import FORMATS
from parbleu.comparison.records import columns, records
from parbleu.errors import InputTypeError, MissingDependencyError, UnknownNameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    import pandas
    import polars

PANDAS = {float: "float64", int: "Int64"}
"""What numbers are in pandas; its int64 could not be missing."""


@dataclass(frozen=True)
class SystemScore:
    """One system under one metric.

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


@dataclass(frozen=True)
class PairTest:
    """One pair of systems under one metric.

    Attributes:
        first: the name of one, the baseline if it is of the pair.
        second: the other's.
        difference: score of the second less score of the first.
        p_value: (samples beyond the observed difference + 1) / (samples + 1): sacreBLEU's. Its two
            habits are told in `parbleu.stats.paired_tests`.
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


@dataclass(frozen=True)
class MetricComparison:
    """All systems under one metric.

    Attributes:
        name: the score's, such as `chrF2++`.
        signature: how to repeat the numbers, resampling included.
        short_signature: the same, abbreviated.
        higher_is_better: False for error rates.
        decimals: how many the tables print, unless told.
        scores: one for every system, the baseline's first.
        pairs: the tests, in order: the baseline's first.
    """

    name: str
    signature: str
    short_signature: str
    higher_is_better: bool
    decimals: int
    scores: tuple[SystemScore, ...]
    pairs: tuple[PairTest, ...] = field(default=(), repr=False)

    def __getitem__(self, system: str) -> SystemScore:
        for score in self.scores:
            if score.system == system:
                return score
        raise UnknownNameError("system", system, [score.system for score in self.scores])

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
        """The names of those with the best score."""
        choose = max if self.higher_is_better else min
        best = choose(score.score for score in self.scores)
        return frozenset(score.system for score in self.scores if score.score == best)


@dataclass(frozen=True)
class Comparison:
    """What `parbleu.compare` found. `comparison["BLEU"]["system"].score` is a number.

    Attributes:
        systems: their names, the baseline first.
        metrics: one for every metric.
        n_segments: how many each system has.
        test: "bootstrap", "randomization" or None.
        n_samples: how many samples or trials the test drew; 0 without one.
        n_confidence: how many bootstrap samples the intervals come from; 0 without them.
        seed: of all resampling, as text: `none` for one from the system, empty if nothing was drawn.
        alpha: a difference is significant if its p-value is below.
        all_pairs: whether every system was tested against every other.
    """

    systems: tuple[str, ...]
    metrics: tuple[MetricComparison, ...]
    n_segments: int
    test: str | None = None
    n_samples: int = 0
    n_confidence: int = 0
    seed: str = ""
    alpha: float = 0.05
    all_pairs: bool = False

    @property
    def baseline(self) -> str:
        """The system that the others are tested against."""
        return self.systems[0]

    def __getitem__(self, metric: str) -> MetricComparison:
        for found in self.metrics:
            if found.name == metric:
                return found
        raise UnknownNameError("metric", metric, [found.name for found in self.metrics])

    def to_dict(self) -> dict[str, Any]:
        """Returns everything as dicts, lists, strings and numbers."""
        values: dict[str, Any] = _plain(asdict(self))
        return {"version": __version__, "baseline": self.baseline, **values}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Comparison:
        """Returns the comparison that `to_dict`, or `to_json`, wrote.

        Raises:
            InputTypeError: nothing is written so.
        """
        try:
            given = {key: value for key, value in values.items() if key not in ("version", "baseline")}
            given["systems"] = tuple(given["systems"])
            given["metrics"] = tuple(map(_metric_from_dict, given["metrics"]))
            return cls(**given)
        except (AttributeError, KeyError, TypeError) as problem:
            raise InputTypeError(f"this is no saved comparison: {problem}") from None

    def records(self, pairs: bool | str = False) -> list[dict[str, Any]]:
        """Returns flat dicts, all with the same keys.

        Args:
            pairs: False for one per metric and system; True for one per metric and pair; "both" for the
                former and then the latter, whose key `row` is "system" or "pair".

        Raises:
            UnknownNameError: `pairs` is another word.
        """
        return records(self, pairs)

    def render(self, format: str, **options: Any) -> str:  # noqa: A002 - the word of the command line
        """Returns the comparison in one of `parbleu.comparison.formats.FORMATS`.

        Raises:
            UnknownNameError: there is no such format.
        """
        text: str = FORMATS[format](self, **options)
        return text

    def to_json(self, indent: int | None = 1) -> str:
        """Returns `to_dict()` as JSON. Numbers have all their digits."""
        return self.render("json", indent=indent)

    def to_markdown(self, width: int | None = None, pairs: bool = False, sort: str | None = None) -> str:
        """Returns a table in Markdown, and under it the signatures.

        Args:
            width: decimals; by default 2, and 4 for segment scores.
            pairs: whether to list all pairs that were tested, too.
            sort: the name of the metric by which to sort the systems, the best first.

        Raises:
            UnknownNameError: there is no metric of that name.
        """
        return self.render("markdown", width=width, pairs=pairs, sort=sort)

    def to_latex(self, width: int | None = None, pairs: bool = False, sort: str | None = None) -> str:
        """Returns a table in LaTeX, for the package `booktabs`; arguments as for `to_markdown`."""
        return self.render("latex", width=width, pairs=pairs, sort=sort)

    def to_html(self, width: int | None = None, pairs: bool = False, sort: str | None = None) -> str:
        """Returns a table in HTML, a fragment; arguments as for `to_markdown`."""
        return self.render("html", width=width, pairs=pairs, sort=sort)

    def to_csv(self, pairs: bool | str = False) -> str:
        """Returns `records(pairs)` as CSV. Numbers have all their digits."""
        return self.render("csv", pairs=pairs)

    def to_tsv(self, pairs: bool | str = False) -> str:
        """Returns `records(pairs)` as TSV. Numbers have all their digits."""
        return self.render("tsv", pairs=pairs)

    def to_pandas(self, pairs: bool | str = False) -> pandas.DataFrame:
        """Returns `records(pairs)` as a table of pandas; numbers are float64 or Int64, be they there or not.

        Raises:
            MissingDependencyError: pandas is not installed.
        """
        try:
            import pandas
        except ImportError:
            raise MissingDependencyError("to_pandas needs pandas: pip install pandas") from None
        kinds = {column: kind for column, kind in columns(pairs).items() if kind is not str}
        frame = pandas.DataFrame.from_records(self.records(pairs), columns=list(columns(pairs)))
        return frame.astype({column: PANDAS[kind] for column, kind in kinds.items()})

    def to_polars(self, pairs: bool | str = False) -> polars.DataFrame:
        """Returns `records(pairs)` as a table of polars; numbers are Float64 or Int64, be they there or not.

        Raises:
            MissingDependencyError: polars is not installed.
        """
        try:
            import polars
        except ImportError:
            raise MissingDependencyError("to_polars needs polars: pip install polars") from None
        return polars.DataFrame(self.records(pairs), schema=columns(pairs))

    def _repr_html_(self) -> str:
        return self.to_html()

    def __str__(self) -> str:
        return self.to_markdown()


def _metric_from_dict(values: Mapping[str, Any]) -> MetricComparison:
    scores = [{**row, "rank": row["rank"] and tuple(row["rank"])} for row in values["scores"]]
    return MetricComparison(
        **{
            **values,
            "scores": tuple(SystemScore(**row) for row in scores),
            "pairs": tuple(PairTest(**row) for row in values["pairs"]),
        }
    )


def _plain(value: Any) -> Any:
    """Returns a value with lists for tuples, as JSON has them."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, (list, tuple)) else value
