"""Defines `Scorer`, what gives each segment a score of its own, and what a scorer says about itself.

To add a scorer: a file with a subclass of `Scorer`, and its line in `_scorer_names.py`. Other distributions
announce theirs in the entry-point group `parbleu.scorers`; a folder that `PARBLEU_SCORERS` names holds
descriptions of programs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from parbleu._base.wording import counted
from parbleu.errors import InputShapeError, OptionError

UNUSED, OPTIONAL, REQUIRED = "unused", "optional", "required"
"""How a scorer uses the source, the reference, or the context."""


class ScorerItem(NamedTuple):
    """What gets one score.

    Attributes:
        hypothesis: the translation.
        source: what was translated; None if it is not known, or not used.
        reference: a translation by a person; None where the scorer takes none.
        context: the source of the whole document, a line for each segment; None where the scorer takes none.
    """

    hypothesis: str
    source: str | None = None
    reference: str | None = None
    context: str | None = None


class ErrorSpan(NamedTuple):
    """A part of a hypothesis that a scorer marks as wrong.

    Attributes:
        start: where it begins, in characters from 0.
        end: where it ends.
        severity: "minor", "major" or "critical".
        probability: from 0 to 1; None if the scorer has none.
    """

    start: int
    end: int
    severity: str
    probability: float | None = None


class ItemScore(NamedTuple):
    """The score of an item.

    Attributes:
        score: a finite number; None if there is none, which `problem` explains.
        cut: whether the texts were longer than the model takes, so that it did not see all of them.
        spans: the errors that were marked.
        problem: why there is no score, in a few words that are the same for all items of this kind.
    """

    score: float | None
    cut: bool = False
    spans: tuple[ErrorSpan, ...] = ()
    problem: str = ""


@dataclass(frozen=True)
class ScorerFacts:
    """What a scorer says about itself before it loads anything.

    Attributes:
        about: one line.
        source: "required", "optional" or "unused".
        reference: "required", "optional" or "unused".
        context: "required", "optional" or "unused".
        higher_is_better: False for numbers of errors.
        range: the lowest and highest score; infinity where there is no limit.
        languages: the codes of the languages that it knows; None for no limit.
        gives: "scores", and "spans" if it marks errors.
        licence: that of the model or program, as an SPDX expression; "" if it is not known.
        extra: the extra of parbleu that installs what it needs; "" for none.
        warning: what its scores do not tell, for people who see them; "" for nothing special.
        decimals: how many are printed.
    """

    about: str
    source: str = UNUSED
    reference: str = REQUIRED
    context: str = UNUSED
    higher_is_better: bool = True
    range: tuple[float, float] = (float("-inf"), float("inf"))
    languages: tuple[str, ...] | None = None
    gives: tuple[str, ...] = ("scores",)
    licence: str = ""
    extra: str = ""
    warning: str = ""
    decimals: int = 4

    @property
    def forbids_business(self) -> bool:
        """Whether the licence allows no commercial use."""
        return "-NC" in self.licence.upper()


def _show_nothing(_: float) -> None:
    """Shows no share."""


class Scorer:
    """Gives items scores. A subclass sets `facts`, and defines `identity` and `score`.

    Args:
        model: what stands behind the colon of the scorer's name: a model, a file, a program; "" for none.
        options: those of `OPTIONS`.

    Attributes:
        facts: what the scorer says about itself.
        kind: the name of the scorer without model and options.
        full_name: the name with them, by which `make_scorer` makes a scorer with the same scores; it is
            shown and signed, and holds no secrets.
        at_once: how many items it gets at once; their scores are kept before it gets the next.
        languages: the codes of the texts' languages, the target's last, as far as they are known when scoring
            begins.
        takes_systems: whether a score depends on the system's other segments: then it gets all of a system at
            once, in order, equal and empty ones too, and no score is kept.
        cache: the `SegmentCache` of the run, where a scorer may keep embeddings, too; None for none.
        show_share: what a scorer may call meanwhile with the share of the items that is computed, for a bar.
        OPTIONS: the options that a name may set -> the value by default, whose type is that of the option.

    Raises:
        OptionError: there is no such option, or its value is of another type.
    """

    OPTIONS: ClassVar[Mapping[str, Any]] = {}
    facts: ScorerFacts
    kind: str = ""
    at_once: int = 4096
    languages: tuple[str, ...] = ()
    takes_systems: bool = False
    cache: Any = None
    show_share: Callable[[float], None] = staticmethod(_show_nothing)

    def __init__(self, model: str = "", /, **options: Any) -> None:
        self.model: str = model
        self.full_name: str = ":".join(filter(None, (self.kind, model)))
        self.options: dict[str, Any] = dict(self.OPTIONS)
        for name, value in options.items():
            self.options[name] = self._read(name, value)
            self.full_name += f":{name}={value}"

    def _read(self, name: str, value: Any) -> Any:
        if name not in self.OPTIONS:
            known = ", ".join(self.OPTIONS) or "none"
            raise OptionError(f"{self.kind or 'this scorer'} has no option {name!r}; it has {known}")
        usual = self.OPTIONS[name]
        if isinstance(usual, str) or not isinstance(value, str):
            return value
        try:
            return type(usual)(value)
        except ValueError:
            wanted = "whole number" if isinstance(usual, int) else "number"
            raise OptionError(f"{self.kind}: {name} is a {wanted}, not {value!r}") from None

    @property
    def name(self) -> str:
        """What tables call the scores."""
        return self.kind

    @property
    def keeps(self) -> bool:
        """Whether equal texts always get equal scores, so that scores may be kept for later runs."""
        return not self.takes_systems

    def identity(self) -> dict[str, str]:
        """Returns all that scores depend on besides texts, as items of a signature.

        It is the key of kept scores. It loads no model: a run whose scores are all kept takes no time.
        """
        raise NotImplementedError

    def check(self) -> None:
        """Raises a ParbleuError of one line if the scorer cannot work here; loads no model."""

    def score(self, items: Sequence[ScorerItem]) -> list[ItemScore]:
        """Returns the score of each item; the texts that `facts` call required are there.

        Raises:
            ParbleuError: the scorer does not work. An item without a score has a `problem` instead.
        """
        raise NotImplementedError

    def stream(self, items: Sequence[ScorerItem]) -> Iterator[tuple[int, ItemScore]]:
        """Yields the place and the score of each item; by default those of `score`.

        A scorer that has some scores long before the others yields these first, so that they are kept if a
        later one fails.
        """
        scores = self.score(items)
        if len(scores) != len(items):
            raise InputShapeError(f"{self.name} gave {len(scores)} scores for {counted(len(items))}")
        yield from enumerate(scores)

    def usage(self) -> dict[str, int | float]:
        """Returns what was used and counted since the scorer was made, such as tokens of a paid server."""
        return {}

    def close(self) -> None:
        """Frees what the scorer holds, such as a process."""


def url_without_secrets(url: str) -> str:
    """Returns a URL without its query, fragment, user and password, which may hold keys."""
    scheme, slashes, rest = url.partition("?")[0].partition("#")[0].partition("//")
    host, slash, path = rest.partition("/")
    return f"{scheme}{slashes}{host.rpartition('@')[2]}{slash}{path}"
