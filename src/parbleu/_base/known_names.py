"""Checks the names and language pairs that users give; error messages show what may be given."""

from __future__ import annotations

from parbleu.errors import OptionError, UnknownNameError

TYPE_CHECKING = False  # the start of the shell command imports this module, and does without `typing`
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import TypeVar

    Named = TypeVar("Named")


def check_name(what: str, name: object, choices: Iterable[str]) -> None:
    """Raises UnknownNameError if a name is none of the choices; `what` it names begins the message."""
    known = list(choices)
    if name not in known:
        raise UnknownNameError(what, name, known)


def by_name(what: str, name: object, things: Mapping[str, Named]) -> Named:
    """Returns the thing of that name; raises UnknownNameError if there is none. `what` begins its message."""
    check_name(what, name, things)
    return things[name]  # type: ignore[index]


def target_language(language_pair: str, may_lack_one: bool = False) -> str:
    """Returns the target language of a pair such as "en-zh".

    Args:
        language_pair: source and target.
        may_lack_one: whether one of them may be empty, which sacreBLEU allows.

    Raises:
        OptionError: it is not a language pair.
    """
    languages = language_pair.split("-")
    if len(languages) < 2 or not (may_lack_one or all(languages)):
        parts = language_pair.replace("_", "-").strip("-")
        likely = parts if "-" in parts else "en-de" if parts in ("", "en") else f"en-{parts}"
        raise OptionError(
            f"{language_pair!r} is not a language pair: give source and target, such as {likely}"
        )
    return languages[1]
