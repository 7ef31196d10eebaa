"""Reads the units of translators' files, string resources, subtitles and transcripts, such as XLIFF and STM.

To add a format: a function that yields the `Unit`s of a file, and its line in `parbleu._inputs.UNIT_FORMATS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from parbleu._base.lazy import load
from parbleu._inputs import UNIT_FORMATS, unit_suffix
from parbleu.errors import FormatError

LOCKED, UNTRANSLATED, FUZZY, CONTEXT = "locked", "untranslated", "fuzzy", "context-match"
STATES = (LOCKED, UNTRANSLATED, FUZZY, CONTEXT)
"""What a unit may be that a score can leave out."""

MISSING = "missing"
"""What else a score can leave out: units that a file lacks and the first reference has."""

DROP, KEEP, SYMBOL = "drop", "keep", "symbol"
TAGS = (DROP, KEEP, SYMBOL)
"""What becomes of inline tags."""

TAG = "\N{OBJECT REPLACEMENT CHARACTER}"
"""The symbol that stands for a tag, between blanks."""

SHORTER = "\N{HEAVY EXCLAMATION MARK ORNAMENT}"
"""What Qt's lconvert writes into PO and XLIFF before each shorter variant of a translation."""

Names = list[list[str]]
"""How a file calls a language: the names that are meant, and those that stand for it where there are none."""

BANDS = ((100.0, "100"), (95.0, "95-99"), (85.0, "85-94"), (75.0, "75-84"), (50.0, "50-74"), (0.0, "0-49"))
"""The least match rate of a band, and the band's label."""


@dataclass(frozen=True)
class Unit:
    """A segment of a translator's file.

    Attributes:
        key: what identifies it within its document.
        source: its source text.
        target: its translation; None if it has none.
        document: the file that it was taken from; "" if it is not said.
        machine: what machine translation proposed; None if the file does not have it.
        states: those of `STATES` that it is in.
        match: the match rate of the translation memory, in percent; None if it has none.
        is_machine: whether its translation began as machine translation.
        editor: who changed it last; "" if it is not said.
        tags: how many inline tags its target has.
        times: when a subtitle begins and ends, in seconds.
        lines: the lines of a subtitle that have words.
        is_uncut: whether its source is cut into segments, which its target does not mark.
        language_pair: such as "en-US-de-DE", as the file says it; "" if it does not.
        context: what tells it from others of the same source text, "" if nothing does; None if it has an id.
    """

    key: str
    source: str
    target: str | None
    document: str = ""
    machine: str | None = None
    states: frozenset[str] = frozenset()
    match: float | None = None
    is_machine: bool = False
    editor: str = ""
    tags: int = 0
    times: tuple[float, float] | None = None
    lines: tuple[str, ...] = ()
    is_uncut: bool = False
    language_pair: str = ""
    context: str | None = None

    @property
    def band(self) -> str:
        """The label of the match rate: "context", "100", "95-99", ..., "MT", or "none"."""
        if CONTEXT in self.states:
            return "context"
        if self.is_machine:
            return "MT"
        return "none" if self.match is None else next(name for least, name in BANDS if self.match >= least)


def text_unit(
    key: str, text: str, source: str = "", states: frozenset[str] = frozenset(), **rest: Any
) -> Unit:
    """Returns a unit, which is untranslated if its text is blank, and fuzzy only if it is not."""
    if not text.strip():
        states = states - {FUZZY} | {UNTRANSLATED}
    return Unit(key, source, text or None, states=states, **rest)


@dataclass(frozen=True)
class UnitOptions:
    """How units are read.

    Attributes:
        tags: what becomes of inline tags, one of `TAGS`.
        language_pair: such as "en-de", which chooses languages of TMX, TTML, XLIFF; None for the only ones.
        line_breaks: how breaks of lines of subtitles count, one of `LINE_BREAKS`; None leaves them out.
        encoding: of subtitles, with or without a byte order mark; other formats declare theirs.
        is_one_of_several: whether a file of a folder has no units if it has not the very language.
    """

    tags: str = DROP
    language_pair: str | None = None
    line_breaks: str | None = None
    encoding: str = "utf-8"
    is_one_of_several: bool = False


def read_units(path: str, options: UnitOptions, *, may_lack: bool = False) -> list[Unit]:
    """Returns the units of a file, in its order.

    Raises:
        FormatError: it has none, or is not of the format that its name tells.
        MissingDependencyError: its format needs a package that is not installed.
        ParbleuError: it cannot be read.
    """
    function: Callable[[str, UnitOptions], Iterator[Unit]] = load(
        f"{__name__}.{UNIT_FORMATS[unit_suffix(path)]}"
    )
    units = list(function(path, options))
    if not units and not may_lack:
        why = "there is no unit to score in this file: was it exported without its text?"
        raise FormatError(path, 0, why)
    return units


def language_names(languages: Sequence[str], wanted: str) -> Names:
    """Returns the languages of a file that are the wanted one: by its whole code, then by its language alone.

    A region that the file has counts; without one all regions do.

    Args:
        languages: what the file calls its languages, in lower case.
        wanted: the code of one; "" for none.
    """
    code = wanted.lower().replace("_", "-")
    language, _, region = code.partition("-")
    codes = {name: name.replace("_", "-") for name in languages}
    exact = [name for name in languages if codes[name] == code]
    others = [name for name in languages if name not in exact and codes[name].partition("-")[0] == language]
    return [names for names in (exact, [] if exact and region else others) if names and code]
