"""Registers the normalizations, which undo ways to write the same text.

The core has those of this package. Other distributions add theirs through the entry-point group
`parbleu.normalizations`: name -> a `Normalization`, or a function of a text.
"""

from __future__ import annotations

from parbleu._base.registry import Registry
from parbleu._core import native_normalizations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from parbleu._core import Segments
    from parbleu.text._normalizations.base import Normalization

NORMALIZATIONS = Registry(
    "normalization",
    {name: f"parbleu.text._normalizations.native:{name}" for name in native_normalizations()},
    group="parbleu.normalizations",
)
"""Name -> `Normalization`, in the order in which several are applied."""

OTHER_NAMES = {"lower": "case"}
"""What papers call some normalizations -> their names."""


def get_normalization(name: str) -> Normalization:
    """Returns the normalization of that name.

    Raises:
        UnknownNameError: there is none.
        MissingDependencyError: the package that announces it cannot be loaded.
        InputTypeError: what it announces is no function.
    """
    from parbleu.text._normalizations.base import Normalization

    normalization = NORMALIZATIONS[name]
    if isinstance(normalization, Normalization):
        return normalization
    if not callable(normalization):
        from parbleu.errors import InputTypeError

        raise InputTypeError(f"the normalization {name!r} is {normalization!r}, not a function of a text")
    return Normalization(normalization, name, "normalize both sides")


def words_of_normalization(name: str) -> tuple[str, str]:
    """Returns what the normalization of that name undoes, and what to do about it."""
    normalization = get_normalization(name)
    return normalization.meaning, normalization.remedy


def normalization_names(names: Any) -> tuple[str, ...]:
    """Returns the names of normalizations, each once, in the order in which they are applied.

    Args:
        names: a name, several joined by "+", or a sequence of such; None for none.

    Raises:
        UnknownNameError: one is not known.
        OptionError: `names` is something else.
    """
    from parbleu.errors import OptionError, UnknownNameError

    if names is None:
        return ()
    words = [names] if isinstance(names, str) or not hasattr(names, "__iter__") else [*names]
    if not all(isinstance(word, str) for word in words):
        raise OptionError(f"normalize: name normalizations, such as ['nfc', 'quotes'], not {names!r}")
    wanted = dict.fromkeys(OTHER_NAMES.get(name, name) for word in words for name in word.split("+"))
    known = list(NORMALIZATIONS)
    for name in wanted:
        if name not in known and name not in NORMALIZATIONS:
            raise UnknownNameError("normalization", name, [*NORMALIZATIONS, *NORMALIZATIONS.others()])
    return (*(name for name in known if name in wanted), *(name for name in wanted if name not in known))


def fewest(names: tuple[str, ...], are_enough: Callable[[tuple[str, ...]], bool]) -> tuple[str, ...]:
    """Returns names without those, from the last on, without which the others are enough."""
    for name in names[::-1]:
        fewer = tuple([other for other in names if other != name])
        if fewer and are_enough(fewer):
            names = fewer
    return names


def normalize(text: str, names: str | Iterable[str]) -> str:
    """Returns a text normalized.

    Args:
        text: the text.
        names: of `NORMALIZATIONS`, applied in the order of the registry.

    Raises:
        InputTypeError: `text` is not a string.
        UnknownNameError: there is no such normalization.
    """
    from parbleu.text._tokenizers.base import check_string

    check_string(text)
    return normalized([text], normalization_names(names))[0]


def normalized(texts: Sequence[str], names: Iterable[str]) -> list[str]:
    """Returns texts after normalizations, applied one after another.

    Raises:
        OptionError: a normalization, which may be a stranger's, does not return a string.
    """
    made = list(texts)
    for name in names:
        made = get_normalization(name).all(made)
    return made


def normalized_for_trial(name: str, texts: Sequence[str]) -> list[str] | None:
    """Returns texts after a normalization; None if one of another distribution fails, which is told once."""
    try:
        return normalized(texts, [name])
    except Exception:
        if NORMALIZATIONS.is_built_in(name):
            raise
        from parbleu._base.log import warn_once

        warn_once(f"the normalization {name!r} cannot be applied, and is left out of the search")
        return None


def normalized_segments(stream: Segments, names: Iterable[str]) -> Segments:
    """Returns a stream after normalizations; a missing text stays missing."""
    from parbleu._core import Segments as Stream
    from parbleu.text._segments import changed_texts

    return Stream(changed_texts(stream.to_list(), lambda texts: normalized(texts, names)))
