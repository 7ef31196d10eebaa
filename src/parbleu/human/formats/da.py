"""The tables of direct assessment (DA, DA+SQM), as Appraise writes them: those of ESA without errors."""

from __future__ import annotations

from parbleu.human.formats.esa import COLUMNS, Esa, common_fields

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from parbleu.human.error_spans import Rating
    from parbleu.human.formats.numbered_lines import Row
    from parbleu.human.judgement import Judgement


class Da(Esa):
    """Scores from 0 to 100 alone."""

    columns = tuple(name for name in COLUMNS if name != "errors")

    def rating(self, row: Row) -> Rating | None:
        """Returns that nobody marked errors."""
        return None

    def fields(self, judgement: Judgement) -> list[Any]:
        """Returns the fields of a row."""
        return [*common_fields(judgement), "0", "0"]
