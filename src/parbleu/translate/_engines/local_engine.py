"""Resolves the settings, the device and the input of engines that load a model on this machine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from math import isfinite
from typing import Any, ClassVar

from parbleu._base.log import warn
from parbleu._base.threads import thread_count
from parbleu.errors import OptionError, TranslationError, UnknownNameError
from parbleu.text._languages import read_language, split_pair
from parbleu.translate._engine import Engine, Settings
from parbleu.translate._models.model_facts import ENOUGH, Family
from parbleu.translate._models.model_location import ModelLocation

BEAM = 4
LENGTH_PENALTY = 1.0
MOST = 512
"""The default limit of tokens of a translation, if the model has no lower one."""
LEAST = 3
"""Tokens of a source segment: its language, a piece, the end."""
WHEREABOUTS = frozenset({"model", "path", "converted_from", "revision"})
"""The keys of a record that locate the model; its checksums identify it."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The tokens around every segment of a run.

    Attributes:
        source_language: the model's code of the source language, or the user's if the model has no token for
            it.
        target_language: the model's code of the target language, or the user's if the model has no token for
            it.
        before: the tokens before the pieces of a source segment.
        begins: the token that every translation begins with; None if there is none.
        prefix: text before every source segment.
    """

    source_language: str | None
    target_language: str | None
    before: tuple[str, ...] = ()
    begins: str | None = None
    prefix: str = ""


def frame(family: Family, codes: dict[str, str], facts: Mapping[str, Any], settings: Settings) -> Frame:
    """Returns the tokens around the segments of a run, for the languages in the settings.

    `codes` are the languages that the model knows: code -> token.

    Raises:
        OptionError: a language that the model requires is missing, or it does not fit the model.
        UnknownNameError: the model does not know a language.
    """
    source, target = settings.source_language, settings.target_language
    if family.target_begins and codes and (target or len(codes) >= ENOUGH):
        target = _known(target, codes, "target")
        if family.source_token:
            source = _known(source, codes, "source")
            return Frame(source, target, before=(codes[source],), begins=codes[target])
        _check(source, facts.get("source"), "source")
        return Frame(source, target, before=(codes[target],))
    prefixes: dict[str, str] = facts.get("prefixes") or {}
    if prefixes and source and target:
        pairs = [split_pair(pair) for pair in prefixes]
        source = find_code(source, {pair[0] for pair in pairs}, "source")
        target = find_code(target, {pair[1] for pair in pairs if pair[0] == source}, "target")
        return Frame(source, target, prefix=prefixes[f"{source}-{target}"])
    if prefixes:
        warn(
            "the model was taught to translate by an instruction, and gets none since it is not told both "
            f"languages: choose from {', '.join(sorted(prefixes))}, unless it was trained to do without"
        )
    _check(source, facts.get("source"), "source")
    _check(target, facts.get("target"), "target")
    return Frame(source, target)


def _known(wanted: str | None, codes: dict[str, str], side: str) -> str:
    if not wanted:
        raise OptionError(
            f"this model translates several languages and must be told the {side} language "
            f"(--{side}-language): choose from {', '.join(sorted(codes))}"
        )
    return find_code(wanted, codes, side)


def _check(given: str | None, stated: str | None, side: str) -> None:
    """Raises if a user names another language than a model of one pair of languages says it is for."""
    if given and stated and not agrees(given, stated):
        raise OptionError(
            f"the {side} language of this model is {stated}, not {given}: leave out --{side}-language, or "
            "choose another model"
        )


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
        {"model", "revision", "source_language", "target_language", "beam", "length_penalty"}
        | {"max_length", "max_source", "nbest", "threads", "device", "compute_type"}
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


def find_code(wanted: str, codes: Iterable[str], side: str) -> str:
    """Returns the one of a model's codes that a user means: "fr" is `fr_XX`, `fra_Latn`, `fr` or `fra`.

    Args:
        wanted: a code as the model spells it, in any case, or a language tag such as fr, fra, zh-Hans.
        codes: all codes that the model knows.
        side: "source" or "target", for messages.

    Raises:
        UnknownNameError: the model does not know that language. The message lists the languages that it
            knows.
        OptionError: several codes match, such as Chinese in two scripts.
    """
    sorted_codes = sorted(codes)
    spelled = _spelling(wanted)
    for code in sorted_codes:
        if _spelling(code) == spelled:
            return code
    language = read_language(wanted)
    matches = [code for code in sorted_codes if read_language(code).is_same(language)]
    if len(matches) > 1:
        raise OptionError(f"the {side} language {wanted!r} could be {', '.join(matches)}: say which")
    if not matches:
        raise UnknownNameError(f"{side} language of this model", wanted, sorted_codes)
    return matches[0]


def agrees(given: str, stated: str) -> bool:
    """Returns whether a user's name of a language can mean the model's own name of it.

    A group of languages, such as "roa", agrees with everything, as does whatever has no code of two letters.
    """
    language = read_language(stated).code
    return len(language) != 2 or read_language(given).code == language


def _spelling(code: str) -> str:
    return code.strip().lower().replace("-", "_")
