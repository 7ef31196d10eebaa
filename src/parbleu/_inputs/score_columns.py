"""Finds segment scores that another tool computed in columns of a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from parbleu._base.wording import some_names
from parbleu.errors import OptionError


@dataclass(frozen=True, slots=True)
class ScoreColumn:
    """A metric whose segment scores are columns of the table.

    Attributes:
        name: the metric's.
        columns: the column of each column of hypotheses.
        higher_is_better: None for what is known of the metric, once there are scores.
    """

    name: str
    columns: tuple[str, ...]
    higher_is_better: bool | None = None


def score_columns(words: Iterable[str], names: Sequence[str], systems: Sequence[str]) -> list[ScoreColumn]:
    """Returns the columns of segment scores that words such as "comet" or "metricx:lower" mean.

    Args:
        words: names of metrics; `:lower` behind one says that lower is better, and `:higher` the opposite.
        names: the table's columns.
        systems: its columns of hypotheses. Of several, the scores of metric M and system S stand in a column
            S:M, S_M, S.M, M:S, M_S or M.S.

    Raises:
        OptionError: there is no such column, or there are several.
    """
    found = []
    for word in words:
        metric, _, direction = (word, "", "") if word in names else word.rpartition(":")
        if direction not in ("", "lower", "higher"):
            metric, direction = word, ""
        columns = tuple(_score_column(metric or word, names, system, len(systems)) for system in systems)
        found.append(ScoreColumn(metric or word, columns, direction == "higher" if direction else None))
    return found


def _score_column(metric: str, names: Sequence[str], system: str, count: int) -> str:
    likely = [metric] if count == 1 else []
    likely += [f"{a}{mark}{b}" for mark in ":_." for a, b in ((system, metric), (metric, system))]
    matches = [name for name in likely if name in names]
    if len(matches) == 1 or (matches and matches[0] == metric):
        return matches[0]
    there = f"it has: {some_names(names)}"
    if matches:
        raise OptionError(f"{' and '.join(matches)} could be the scores of {system} by {metric}; rename one")
    if count == 1:
        raise OptionError(f"there is no column {metric!r} of segment scores; {there}")
    raise OptionError(
        f"there is no column {system}:{metric}, {system}_{metric} or {metric}_{system} with segment scores "
        f"of {system}; {there}"
    )
