"""Reads segment scores of one system that `parbleu score -sl -f json` saved, and compares two such files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from parbleu.comparison.gate_result import Gate
from parbleu.comparison.regression_gate import BASE, CANDIDATE, cannot_compare, gate
from parbleu.comparison.segment_scores import SegmentScores
from parbleu.errors import FormatError, SignatureError
from parbleu.io.lines import read_json
from parbleu.metrics.from_signature import from_signature

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True)
class SavedScores:
    """Segment scores in a file.

    Attributes:
        path: the file.
        signature: how the scores were computed; "" if the file does not say so.
        scores: name of a score -> the score of each segment.
    """

    path: str
    signature: str
    scores: Mapping[str, tuple[float, ...]]

    def __len__(self) -> int:
        """Returns how many segments there are."""
        return len(next(iter(self.scores.values())))


def read_saved_scores(path: str) -> SavedScores:
    """Reads a file that `parbleu score -sl -f json` wrote.

    Raises:
        UnreadableFileError: it cannot be read.
        FormatError: it holds something else.
    """
    result = read_json(path)
    try:
        table = result["tables"]["segments"]
        signature = str(table["facts"].get("signature", ""))
        names = [name for name in table["rows"][0] if name != "segment"]
        scores = {name: tuple(_number(row[name]) for row in table["rows"]) for name in names}
    except (AttributeError, KeyError, IndexError, TypeError, ValueError):
        scores = {}
    if not scores:
        hint = "no scores of segments, which a paired test needs; write them with parbleu score -sl -f json"
        raise FormatError(path, 0, f"it holds {hint}")
    return SavedScores(path, signature, scores)


def _number(cell: Any) -> float:
    if isinstance(cell, bool) or not isinstance(cell, (int, float)):
        raise TypeError
    return float(cell)


def gate_saved(base: SavedScores, candidate: SavedScores, **options: Any) -> Gate:
    """Decides whether a candidate may replace a system, by the means of their saved segment scores.

    Args:
        base: of the system that is in use.
        candidate: of the one that is to replace it.
        options: of `parbleu.gate`.

    Returns:
        A Gate. Its outcome is "cannot compare" if the scores, their signatures or the numbers of segments
        differ. Versions in signatures do not count.

    Raises:
        ParbleuError: as `parbleu.gate`.
    """
    if list(base.scores) != list(candidate.scores):
        names = [", ".join(saved.scores) for saved in (base, candidate)]
        return cannot_compare(f"{base.path} has {names[0]}, and {candidate.path} {names[1]}")
    one, other = ({*saved.signature.split("|")} for saved in (base, candidate))
    if any(item.partition(":")[0] not in ("version", "v") for item in one ^ other):
        parts = [" ".join(sorted(more)) or "nothing else" for more in (one - other, other - one)]
        return cannot_compare(
            f"the signatures differ: {base.path} has {parts[0]}, and {candidate.path} {parts[1]}"
        )
    if len(base) != len(candidate):
        return cannot_compare(f"{base.path} has {len(base)} segments, and {candidate.path} {len(candidate)}")
    metrics = [
        SegmentScores(
            name,
            {BASE: scores, CANDIDATE: candidate.scores[name]},
            higher_is_better=_higher_is_better(name, base.signature),
        )
        for name, scores in base.scores.items()
    ]
    found = gate(metrics=metrics, **options)
    return Gate(**{**vars(found), "signatures": tuple((name, base.signature) for name in base.scores)})


def _higher_is_better(name: str, signature: str) -> bool:
    try:
        return from_signature(f"{name}|{signature}").higher_is_better
    except SignatureError:
        return True
