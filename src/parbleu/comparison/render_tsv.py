"""A comparison as TSV: as CSV, between TABs."""

from __future__ import annotations

from parbleu.comparison import render_csv

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.comparison.result import Comparison


def render(comparison: Comparison, pairs: bool | str = False) -> str:
    """Returns the records as lines; see `parbleu.comparison.render_csv`."""
    return render_csv.render(comparison, pairs, delimiter="\t")
