"""Registers the normalizations, which undo ways to write the same text.

To add one: a `Normalization` in a file here, and its line in `NORMALIZATIONS`. Other distributions add theirs
through the entry-point group `parbleu.normalizations`: name -> a `Normalization`, or a function of a text.
"""

from __future__ import annotations

from parbleu._base.registry import Registry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from parbleu._core import Segments
    from parbleu.text._normalizations.base import Normalization

_CHARACTERS = "parbleu.text._normalizations.characters"
_PUNCTUATION = "parbleu.text._normalizations.punctuation"
_SPELLINGS = "parbleu.text._normalizations.spellings"
_INNER_MARKS = "parbleu.text._normalizations.inner_marks"
_ADDITIONS = "parbleu.text._normalizations.additions"
_MARKUP = "parbleu.text._normalizations.markup"
_MODEL_OUTPUT = "parbleu.text._normalizations.model_output"

NORMALIZATIONS = Registry(
    "normalization",
    {
        # In the order in which several are applied: what surrounds a text, then how it is encoded, then how
        # characters are written.
        "reasoning": f"{_MODEL_OUTPUT}:REASONING",
        "json": f"{_MODEL_OUTPUT}:JSON",
        "fences": f"{_MODEL_OUTPUT}:FENCES",
        "preambles": f"{_MODEL_OUTPUT}:PREAMBLES",
        "citations": f"{_MODEL_OUTPUT}:CITATIONS",
        "numbering": f"{_MARKUP}:NUMBERING",
        "subtitles": f"{_MARKUP}:SUBTITLES",
        "special-tokens": f"{_MARKUP}:SPECIAL_TOKENS",
        "tags": f"{_MARKUP}:TAGS",
        "mojibake": f"{_CHARACTERS}:MOJIBAKE",
        "escapes": f"{_MARKUP}:ESCAPES",
        "entities": f"{_MARKUP}:ENTITIES",
        "pieces": f"{_ADDITIONS}:PIECES",
        "factors": f"{_MARKUP}:FACTORS",
        "unknown-words": f"{_MARKUP}:UNKNOWN_WORDS",
        "placeholders": f"{_ADDITIONS}:PLACEHOLDERS",
        "markdown": f"{_MODEL_OUTPUT}:MARKDOWN",
        "enclosing-quotes": f"{_ADDITIONS}:ENCLOSING_QUOTES",
        "nfc": f"{_CHARACTERS}:NFC",
        "nfkc": f"{_CHARACTERS}:NFKC",
        "width": f"{_CHARACTERS}:WIDTH",
        "indic": f"{_SPELLINGS}:INDIC",
        "thai": f"{_SPELLINGS}:THAI",
        "hindi": f"{_SPELLINGS}:HINDI",
        "visarga": f"{_INNER_MARKS}:VISARGA",
        "amharic": f"{_SPELLINGS}:AMHARIC",
        "joiners": f"{_CHARACTERS}:JOINERS",
        "invisible": f"{_PUNCTUATION}:INVISIBLE",
        "arabic": f"{_SPELLINGS}:ARABIC",
        "alef": f"{_SPELLINGS}:ALEF",
        "vowel-points": f"{_CHARACTERS}:VOWEL_POINTS",
        "digits": f"{_CHARACTERS}:DIGITS",
        "numbers": f"{_INNER_MARKS}:NUMBERS",
        "ellipsis": f"{_PUNCTUATION}:ELLIPSIS",
        "quotes": f"{_PUNCTUATION}:QUOTES",
        "dashes": f"{_PUNCTUATION}:DASHES",
        "punctuation": f"{_PUNCTUATION}:PUNCTUATION",
        "romanian": f"{_SPELLINGS}:ROMANIAN",
        "russian": f"{_SPELLINGS}:RUSSIAN",
        "serbian": f"{_SPELLINGS}:SERBIAN",
        "vietnamese": f"{_SPELLINGS}:VIETNAMESE",
        "eth": f"{_SPELLINGS}:ETH",
        "german": f"{_SPELLINGS}:GERMAN",
        "catalan": f"{_SPELLINGS}:CATALAN",
        "digraphs": f"{_SPELLINGS}:DIGRAPHS",
        "lookalikes": f"{_SPELLINGS}:LOOKALIKES",
        "diacritics": f"{_CHARACTERS}:DIACRITICS",
        "okina": f"{_INNER_MARKS}:OKINA",
        "case": f"{_CHARACTERS}:CASE",
        "no-punct": f"{_CHARACTERS}:NO_PUNCTUATION",
        "spaces": f"{_PUNCTUATION}:SPACES",
    },
    group="parbleu.normalizations",
)
"""Name -> `Normalization`."""

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

    made = NORMALIZATIONS[name]
    if isinstance(made, Normalization):
        return made
    if not callable(made):
        from parbleu.errors import InputTypeError

        raise InputTypeError(f"the normalization {name!r} is {made!r}, not a function of a text")
    return Normalization(made, name, "normalize both sides")


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


def normalized_segments(stream: Segments, names: Iterable[str]) -> Segments:
    """Returns a stream after normalizations; a missing text stays missing."""
    from parbleu._core import Segments as Stream

    texts = stream.to_list()
    lines = iter(normalized([text for text in texts if text is not None], names))
    return Stream([None if text is None else next(lines) for text in texts])
