"""Resolves the settings and the device of engines that load a model on this machine."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any, ClassVar

from parbleu.base.threads import thread_count
from parbleu.errors import OptionError, TranslationError
from parbleu.translate.engine import Engine, Settings

if TYPE_CHECKING:
    from parbleu.translate.models.model_input import Frame
    from parbleu.translate.models.model_location import ModelLocation

BEAM = 4
LENGTH_PENALTY = 1.0
MOST = 512
"""The default limit of tokens of a translation, if the model has no lower one."""
LEAST = 3
"""Tokens of a source segment: its language, a piece, the end."""
WHEREABOUTS = frozenset({"model", "path", "converted_from", "revision"})
"""The keys of a record that locate the model; its checksums identify it."""


@dataclass(frozen=True, slots=True)
class Search:
    """The settings of a search, resolved. `max_source` includes the tokens that are added to a segment."""

    beam: int
    length_penalty: float
    max_length: int
    max_source: int
    nbest: int


def resolve_search(settings: Settings, longest: int) -> Search:
    """Returns the parameters of a search with a model that takes `longest` tokens.

    Raises:
        OptionError: a setting does not go with another, or asks for more tokens than the model takes.
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


class LocalEngine(Engine):
    """An engine whose model is a folder, or a name on the hub.

    The constructor of a subclass finds the model, and resolves the settings of the search and the tokens
    around segments.
    """

    _place: ModelLocation
    _search: Search
    _frame: Frame

    uses: ClassVar[frozenset[str]] = frozenset(
        {
            "model",
            "revision",
            "source_language",
            "target_language",
            "beam",
            "length_penalty",
            "max_length",
            "max_source",
            "nbest",
            "threads",
            "device",
            "compute_type",
        }
    )

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        if not settings.model:
            raise OptionError(f"the engine {self.name} needs a model: --model FOLDER")
        self._threads = thread_count(settings.threads)

    def describe(self) -> dict[str, Any]:
        """Returns the model and every setting as it was resolved; subclasses add checksums and versions."""
        return {
            "model": self.settings.model,
            "revision": self._place.revision,
            "source_language": self._frame.source_language,
            "target_language": self._frame.target_language,
            **asdict(self._search),
            "threads": self._threads,
        }

    def _refusal(self, segments: int, reason: object) -> TranslationError:
        """Returns the error for a batch that the library refuses."""
        return TranslationError(
            f"the model cannot translate a batch of {segments}: {reason}; if it takes no sources of "
            f"{self._search.max_source} tokens, lower --max-source, and if it makes no translations of "
            f"{self._search.max_length}, --max-length"
        )

    def identity(self) -> dict[str, Any]:
        """Returns the description without the model's path."""
        return {name: value for name, value in super().identity().items() if name not in WHEREABOUTS}


def choose_device(wanted: str | None, has_cuda: bool, library: str) -> str:
    """Returns the device to compute on: "cpu" or "cuda", which "auto" and None choose where it is.

    Raises:
        OptionError: "cuda" is asked for, but there is no GPU that the library can use.
    """
    if wanted in (None, "auto"):
        return "cuda" if has_cuda else "cpu"
    if wanted == "cuda" and not has_cuda:
        raise OptionError(f"there is no GPU here that {library} can use: --device cpu, or auto")
    return str(wanted)
