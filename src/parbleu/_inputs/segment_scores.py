"""Defines a metric of given segment scores, such as COMET's or human ones, whose mean is the score."""

from __future__ import annotations

from parbleu._base.log import warn
from parbleu._base.wording import counted
from parbleu._inputs.systems import add_name, check_equal_lengths, named_columns
from parbleu.errors import InputShapeError, InputTypeError, OptionError
from parbleu.tables import MOST_DECIMALS
from parbleu.tables._result import Result
from parbleu.text._segments import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    from parbleu.tables import Table
    from parbleu.typing import ScoresLike


def same_name(name: str) -> OptionError:
    """Returns the error of segment scores that are called like another metric."""
    return OptionError(
        f"two metrics are called {name!r}; call the segment scores otherwise (in the shell :name=OTHER "
        "behind command:..., or --scores OTHER=FILE)"
    )


class SegmentScores(Result):
    """Segment scores that were computed elsewhere. A system's score is their mean.

    Args:
        name: what the tables call the metric.
        scores: system -> its scores: N numbers, or N rows of [sum, count] where a segment stands for several
            judgements, or for none. The mean is then the sum of the sums over that of the counts. Lists,
            NumPy arrays and columns of pandas, polars and Arrow will do, and so will a table of pandas or
            polars with one column per system.
        higher_is_better: False for error rates.
        decimals: how many the tables print.
        signature: what computed the scores, as items of a signature; None if it is not known.
        usage: what computing them used, such as tokens of a paid server.
        spans: system -> the errors that are marked in each segment, each as start, end, severity and
            probability (None for none), in characters of the hypothesis; {} for none.
        is_part: whether they are joined to those of other segments, so that these may all lack one.

    Attributes:
        statistics: system -> float64 array (N, 2), contiguous, of sums and counts.

    Raises:
        InputTypeError: something is not a number.
        InputShapeError: the systems differ in length, have no segment, or a table is of another shape.
        OptionError: a score is missing (None, NaN) or infinite, a count is negative, or all are 0; two
            systems have the same name; decimals are negative or beyond 1,074.
    """

    def __init__(
        self,
        name: str,
        scores: ScoresLike,
        *,
        higher_is_better: bool = True,
        decimals: int = 4,
        signature: Mapping[str, str] | None = None,
        usage: Mapping[str, float] | None = None,
        spans: Mapping[str, Sequence[Any]] | None = None,
        is_part: bool = False,
    ) -> None:
        add_name((), name, "metric")
        columns = named_columns(scores)
        if columns is None:
            raise InputTypeError(
                f"{name}: segment scores are given as {{'system': [0.5, ...]}}, not {shown(scores)}"
            )
        if not 0 <= decimals <= MOST_DECIMALS:
            raise OptionError(f"{name}: decimals are from 0 to {MOST_DECIMALS}, not {decimals}")
        self.name = name
        self.higher_is_better = higher_is_better
        self.decimals = decimals
        self.signature: dict[str, str] | None = None if signature is None else dict(signature)
        self.usage: dict[str, float] = dict(usage or {})
        self.spans: dict[str, Sequence[Any]] = dict(spans or {})
        self.statistics: dict[str, NDArray[np.float64]] = {}
        for system, values in columns:
            add_name(self.statistics, system, "system")
            self.statistics[system] = _table(f"{name}, system {system!r}", values, is_part)
        if not self.statistics:
            raise OptionError(f"{name}: there are no systems; give {{system: its scores}}")
        check_equal_lengths({system: len(table) for system, table in self.statistics.items()})

    def tables(self) -> tuple[Table, ...]:
        """Returns a row for each system: its segments and their mean."""
        from parbleu.tables import Column, Table

        better = "higher" if self.higher_is_better else "lower"
        score = Column("score", self.name, float, decimals=self.decimals, better=better)
        columns = (Column("system"), Column("n_segments", "segments", int), score)
        sums = [(system, len(table), *table.sum(axis=0)) for system, table in self.statistics.items()]
        return (Table("systems", columns, [(name, n, total / count) for name, n, total, count in sums]),)

    def renamed(self, names: Mapping[str, str]) -> SegmentScores:
        """Returns the scores of some systems under other names.

        Args:
            names: what a system is called in the result -> the system.
        """
        renamed = self._with({new: self.statistics[system] for new, system in names.items()})
        renamed.spans = {new: self.spans[system] for new, system in names.items() if system in self.spans}
        return renamed

    def part(self, places: Sequence[int]) -> SegmentScores:
        """Returns the scores of some of the segments, in the given order."""
        part = self._with({system: table[list(places)] for system, table in self.statistics.items()})
        part.spans = {system: [spans[segment] for segment in places] for system, spans in self.spans.items()}
        return part

    def _with(self, scores: ScoresLike, is_part: bool = False) -> SegmentScores:
        """Returns other scores by the same metric."""
        return SegmentScores(
            self.name,
            scores,
            higher_is_better=self.higher_is_better,
            decimals=self.decimals,
            signature=self.signature,
            usage=self.usage,
            is_part=is_part,
        )

    def __repr__(self) -> str:
        return f"SegmentScores({self.name!r}, {list(self.statistics)})"


def joined_scores(parts: Sequence[SegmentScores]) -> SegmentScores:
    """Returns the scores of consecutive segments of the same systems by one metric."""
    import numpy as np

    return _joined(
        parts,
        {name: np.concatenate([part.statistics[name] for part in parts]) for name in parts[0].statistics},
    )


def _joined(parts: Sequence[SegmentScores], tables: Mapping[str, NDArray[np.float64]]) -> SegmentScores:
    """Returns tables of parts by one metric as one, of which one that is negated tells that all are."""
    joined = parts[0]._with(tables, is_part=True)
    joined.higher_is_better = any(part.higher_is_better for part in parts)
    return joined


ERROR_RATES = ("ter", "wer", "cer", "per", "hter", "perplexity", "ppl")
METRICX = "metricx"


def is_lower_better(metric: str, has_negative: bool) -> bool:
    """Returns whether lower is better by a metric, as far as its name says.

    Args:
        metric: its name.
        has_negative: whether a score is below 0. MetricX's are then negated, as in WMT's files.
    """
    word = metric.lower()
    return not has_negative if word.startswith(METRICX) else word in ERROR_RATES


def complete_scores(systems: Sequence[SegmentScores], where: str) -> SegmentScores:
    """Returns the scores of systems by one metric, of which a segment has all or none; warns of the others.

    Args:
        systems: the scores of each, or of all; each segment has one or none.
        where: what stands before messages.

    Raises:
        OptionError: no segment has scores of all systems.
    """
    tables = {name: table for system_scores in systems for name, table in system_scores.statistics.items()}
    scores = _joined(systems, tables)
    if all(table[:, 1].all() for table in tables.values()):
        return scores
    columns = {
        name: [score if count else None for score, count in table.tolist()] for name, table in tables.items()
    }
    return scores._with(complete_columns(scores.name, f"{where}the table", columns))


def complete_columns(metric: str, path: str, columns: Mapping[str, list[float | None]]) -> Mapping[str, Any]:
    """Returns sums and counts of segments, of which those that lack any score have none of any system."""
    lengths = {len(scores) for scores in columns.values()}
    rows = list(zip(*columns.values(), strict=False))
    absent = {segment for segment, row in enumerate(rows) if None in row}
    if not absent:
        return columns
    if len(lengths) == 1 and len(absent) == len(rows):
        raise OptionError(f"{path}: no segment has scores of all systems by {metric}")
    lacking = ", ".join(
        f"{system} {scores.count(None)}" for system, scores in columns.items() if None in scores
    )
    warn(
        f"{path}: {counted(len(absent), 'segment')} of {len(rows)} without a score by {metric} "
        f"({lacking}): left out for all systems"
    )
    return {
        system: [
            [0.0, 0.0] if segment in absent or score is None else [score, 1.0]
            for segment, score in enumerate(scores)
        ]
        for system, scores in columns.items()
    }


def _table(where: str, values: Any, is_part: bool) -> NDArray[np.float64]:
    import numpy as np

    if isinstance(values, (str, bytes)) or not hasattr(values, "__len__"):
        raise InputTypeError(f"{where}: segment scores are a list or column of numbers, not {shown(values)}")
    try:
        array = np.asarray(values.to_numpy() if hasattr(values, "to_numpy") else values, np.float64)
    except (TypeError, ValueError) as problem:
        raise InputTypeError(f"{where}: segment scores are numbers: {problem}") from None
    if not array.size or (array.ndim != 1 and array.shape[1:] != (2,)):
        raise InputShapeError(
            f"{where}: segment scores are N numbers or N rows of [sum, count], not of shape {array.shape}"
        )
    wrong = np.flatnonzero(~np.isfinite(array).reshape(len(array), -1).all(axis=1))
    if wrong.size:
        raise OptionError(
            f"{where}: segment {wrong[0]} (counted from 0) has no finite score; to leave a segment out, "
            "pass rows of [sum, count] with [0, 0] there"
        )
    if array.ndim == 1:
        return np.stack([array, np.ones(len(array))], axis=1)
    if (array[:, 1] < 0).any() or not (is_part or array[:, 1].any()):
        raise OptionError(f"{where}: counts are not negative, and not all of them 0")
    return np.ascontiguousarray(array)
