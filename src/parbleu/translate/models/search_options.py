"""How translations are searched for: what users leave open is decided here, alike for all engines."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any

from parbleu.errors import OptionError

if TYPE_CHECKING:
    from parbleu.translate.engine import Settings

BEAM = 4
LENGTH_PENALTY = 1.0
MOST = 512
"""Tokens of a translation, if nobody says otherwise and the model can make as many."""
LEAST = 3
"""Tokens of a source segment: its language, a piece, the end."""
SETTINGS = frozenset({"beam", "length_penalty", "max_length", "max_source", "nbest"})


@dataclass(frozen=True, slots=True)
class Search:
    """The parameters of a search, resolved.

    Attributes:
        beam: hypotheses that are kept; 1 is greedy.
        length_penalty: the exponent of the length by which log-probabilities are divided.
        max_length: tokens of a translation at most.
        max_source: tokens of a source segment at most, those included that are added to its pieces.
        nbest: translations of each segment.
    """

    beam: int
    length_penalty: float
    max_length: int
    max_source: int
    nbest: int

    def describe(self) -> dict[str, Any]:
        """Returns all of it, for the record."""
        return asdict(self)


def resolve(settings: Settings, longest: int) -> Search:
    """Returns the parameters of a search.

    Args:
        settings: what the user asks for.
        longest: how many tokens the model takes.

    Raises:
        OptionError: a value is impossible.
    """
    nbest = settings.nbest or 1
    beam = settings.beam or max(BEAM, nbest)
    if nbest > beam:
        raise OptionError(f"a beam of {beam} has no {nbest} best translations: --beam {nbest} or more")
    penalty = LENGTH_PENALTY if settings.length_penalty is None else float(settings.length_penalty)
    if not isfinite(penalty):
        raise OptionError(f"length_penalty is a finite number, not {penalty}")
    max_source = settings.max_source or longest
    if max_source < LEAST:
        raise OptionError(f"max_source is a number from {LEAST}, not {max_source}: languages and ends count")
    return Search(beam, penalty, settings.max_length or min(MOST, longest), max_source, nbest)
