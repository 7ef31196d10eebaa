"""What is kept of a window that is not finished, so that nothing is waited for twice, or paid for."""

from __future__ import annotations

from dataclasses import astuple
from hashlib import sha256

from parbleu.translate.engine import Translation
from parbleu.translate.journal import LOOSE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from parbleu.translate.journal import Journal


class Memory:
    """Remembers nothing, which is enough where nothing is resumed."""

    def recall(self, index: int, segment: str) -> Translation | None:  # noqa: ARG002 - for those that remember
        """Returns the translation of a segment, if it is known."""
        return None

    def keep(self, made: Mapping[int, tuple[str, Translation]]) -> None:
        """Remembers translations: index -> segment, translation."""


class Kept(Memory):
    """Remembers in a journal.

    Args:
        journal: may hold translations of an earlier run.
        spent: returns what all runs have taken, which is kept, too.
    """

    def __init__(self, journal: Journal, spent: Callable[[], dict[str, Any]]) -> None:
        self._journal = journal
        self._spent = spent
        self._known = {item["index"]: item for entry in journal.loose for item in entry[LOOSE]}

    def recall(self, index: int, segment: str) -> Translation | None:
        """Returns the translation that an earlier run has made of this segment at this place, if it has."""
        item = self._known.get(index)
        if item is None or item["source"] != _digest(segment):
            return None
        text, score, truncated, alternatives, scores, cut = item["made"]
        return Translation(text, score, truncated, tuple(alternatives), tuple(scores), cut)

    def keep(self, made: Mapping[int, tuple[str, Translation]]) -> None:
        """Remembers translations, for another run."""
        items = [
            {"index": index, "source": _digest(segment), "made": astuple(translation)}
            for index, (segment, translation) in made.items()
        ]
        self._journal.add_loose({LOOSE: items, **self._spent()})


def _digest(segment: str) -> str:
    return sha256(segment.encode(errors="surrogatepass")).hexdigest()[:16]
