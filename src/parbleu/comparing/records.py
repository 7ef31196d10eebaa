"""A comparison as flat records: for tables of data, and for whatever reads CSV."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from parbleu.comparing.result import Comparison

SCORE_COLUMNS = (
    "metric",
    "system",
    "score",
    "mean",
    "ci",
    "low",
    "high",
    "p_value",
    "best_rank",
    "worst_rank",
    "cluster",
    "signature",
)
PAIR_COLUMNS = (
    "metric",
    "first",
    "second",
    "difference",
    "p_value",
    "p_calibrated",
    "p_holm",
    "n_equal",
    "signature",
)


def columns(pairs: bool) -> tuple[str, ...]:
    """Returns the keys of the records, in order."""
    return PAIR_COLUMNS if pairs else SCORE_COLUMNS


def records(comparison: Comparison, pairs: bool) -> list[dict[str, Any]]:
    """Returns a record for every metric and system, or for every metric and pair of systems."""
    found = []
    for metric in comparison.metrics:
        shared = {"metric": metric.name, "signature": metric.signature}
        for row in metric.pairs if pairs else metric.scores:
            values = {**shared, **vars(row)}
            values["best_rank"], values["worst_rank"] = values.pop("rank", None) or (None, None)
            found.append({column: values[column] for column in columns(pairs)})
    return found
