"""A comparison as CSV: `records`, with all digits; nothing where there is no number."""

from __future__ import annotations

import csv
import io

from parbleu.comparison.records import columns, records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.comparison.result import Comparison


def render(comparison: Comparison, pairs: bool | str = False, delimiter: str = ",") -> str:
    """Returns the records as lines; fields that hold a delimiter, a quote or a line end are quoted.

    Args:
        comparison: what to print.
        pairs: True for records of the pairs instead of the systems, "both" for one after the other.
        delimiter: what separates fields.
    """
    text = io.StringIO()
    writer = csv.DictWriter(text, columns(pairs), delimiter=delimiter, lineterminator="\n")
    writer.writeheader()
    writer.writerows(records(comparison, pairs))
    return text.getvalue()
