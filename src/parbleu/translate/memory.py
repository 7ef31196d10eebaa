"""What is kept of a window that is not finished: a batch at a time, so that slow models do nothing twice."""

from __future__ import annotations

from dataclasses import astuple
from hashlib import sha256

from parbleu.translate.engine import Translation
from parbleu.translate.journal import LOOSE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from parbleu.translate.journal import Journal


class Memory:
    """Remembers nothing, which is enough where nothing is resumed."""

    def recall(self, index: int, segment: str) -> Translation | None:  # noqa: ARG002 - for those that remember
        """Returns the translation of a segment, if it is known."""
        return None

    def keep(self, batch: Sequence[tuple[int, str, Translation]]) -> None:
        """Remembers the translations of a batch: index, segment, translation."""


class Kept(Memory):
    """Remembers in a journal.

    Args:
        journal: may hold batches of an earlier run.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._known = {item["index"]: item for entry in journal.loose for item in entry[LOOSE]}

    def recall(self, index: int, segment: str) -> Translation | None:
        """Returns the translation that an earlier run has made of this segment at this place, if it has."""
        item = self._known.get(index)
        if item is None or item["source"] != _digest(segment):
            return None
        text, score, truncated, alternatives, scores, cut = item["made"]
        return Translation(text, score, truncated, tuple(alternatives), tuple(scores), cut)

    def keep(self, batch: Sequence[tuple[int, str, Translation]]) -> None:
        """Remembers a batch, for another run."""
        items = [
            {"index": index, "source": _digest(segment), "made": astuple(translation)}
            for index, segment, translation in batch
        ]
        self._journal.add_loose({LOOSE: items})


def _digest(segment: str) -> str:
    return sha256(segment.encode(errors="surrogatepass")).hexdigest()[:16]
