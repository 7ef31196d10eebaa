"""Files of ratings: the errors that people marked in each segment."""

from __future__ import annotations

from parbleu.errors import FormatError
from parbleu.meta.texts import lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def read_ratings(path: str, name: str) -> tuple[dict[str, list[Any]], dict[str, list[str | None]]]:
    """Reads a file of ratings: lines of system, JSON and perhaps rater, between tabs.

    Args:
        path: the file.
        name: that of the collection, which is the rater's where lines have none.

    Returns:
        system -> its ratings, each the JSON object, such as {"errors": [...]}, or None for a segment that
        nobody rated; and system -> the raters, None there.

    Raises:
        FormatError: a line has another number of fields, or is not JSON.
        UndecodableLine: a line is not UTF-8.
        UnreadableFileError: the file cannot be read.
    """
    import json

    ratings: dict[str, list[Any]] = {}
    raters: dict[str, list[str | None]] = {}
    for number, line in enumerate(lines(path), 1):
        fields = line.strip().split("\t")
        if len(fields) not in (2, 3):
            raise FormatError(
                path, number, f"a line is SYSTEM, RATING, RATER between tabs, not {len(fields)} fields"
            )
        try:
            rating = None if fields[1] == "None" else json.loads(fields[1])
        except ValueError as problem:
            raise FormatError(path, number, f"the rating is not valid JSON: {problem}") from None
        ratings.setdefault(fields[0], []).append(rating)
        rater = fields[2] if len(fields) == 3 else name
        raters.setdefault(fields[0], []).append(None if rating is None else rater)
    return ratings, raters
