"""Decides what is significant: the one rule of all tables, figures, verdicts and exit codes."""

from __future__ import annotations

ROUNDING = 1e-12
"""By which share a p-value may exceed its level since products of floats are rounded: 28 x 1/560 is 0.05."""


ONE_SEGMENT = "There is only one segment, or unit of segments: p-values and intervals have no meaning."


def is_significant(p_value: float | None, alpha: float) -> bool:
    """Returns whether a difference is significant: whether its p-value is at most alpha.

    Args:
        p_value: That which decides: calibrated, and corrected if more than one test is made. None or NaN
            where there is no test.
        alpha: The level of significance.
    """
    return p_value is not None and bool(p_value <= alpha * (1 + ROUNDING))
