"""A comparison as JSON: everything, with all digits."""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.comparison.result import Comparison


def render(comparison: Comparison, indent: int | None = 1) -> str:
    """Returns `comparison.to_dict()` as JSON."""
    return json.dumps(comparison.to_dict(), indent=indent, ensure_ascii=False) + "\n"
