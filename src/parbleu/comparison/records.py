"""A comparison as flat records: for tables of data, and for whatever reads CSV."""

from __future__ import annotations

from parbleu.errors import UnknownNameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from parbleu.comparison.result import Comparison

# Column -> what it holds: str, float or int, or nothing at all.
SCORE_COLUMNS: dict[str, type] = {
    "metric": str,
    "system": str,
    "score": float,
    "mean": float,
    "ci": float,
    "low": float,
    "high": float,
    "p_value": float,
    "best_rank": int,
    "worst_rank": int,
    "cluster": int,
    "signature": str,
}
PAIR_COLUMNS: dict[str, type] = {
    "metric": str,
    "first": str,
    "second": str,
    "difference": float,
    "p_value": float,
    "p_calibrated": float,
    "p_holm": float,
    "n_equal": int,
    "signature": str,
}
BOTH_COLUMNS: dict[str, type] = {
    "row": str,
    **{column: kind for column, kind in SCORE_COLUMNS.items() if column != "signature"},
    **PAIR_COLUMNS,
}
"""`row` tells which of the two it is."""


def columns(pairs: bool | str) -> dict[str, type]:
    """Returns the keys of the records, in order, and the types of their values, any of which may be None.

    Args:
        pairs: False for records of systems, True for those of pairs, "both" for one after the other.

    Raises:
        UnknownNameError: it is none of these.
    """
    if isinstance(pairs, str):
        if pairs != "both":
            raise UnknownNameError("kind of records", pairs, ["both"])
        return BOTH_COLUMNS
    return PAIR_COLUMNS if pairs else SCORE_COLUMNS


def records(comparison: Comparison, pairs: bool | str) -> list[dict[str, Any]]:
    """Returns a record for every metric and system, or for every metric and pair of systems, or for both.

    Args:
        comparison: what was found.
        pairs: as for `columns`.

    Raises:
        UnknownNameError: as `columns` does.
    """
    keys = columns(pairs)
    kinds = ["system", "pair"] if pairs == "both" else ["pair" if pairs else "system"]
    found = []
    for kind in kinds:
        for metric in comparison.metrics:
            shared = {"row": kind, "metric": metric.name, "signature": metric.signature}
            for row in metric.pairs if kind == "pair" else metric.scores:
                values = {**shared, **vars(row)}
                values["best_rank"], values["worst_rank"] = values.pop("rank", None) or (None, None)
                found.append({key: values.get(key) for key in keys})
    return found
