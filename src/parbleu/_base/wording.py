"""Formats counts, lists of names, and lines of exceptions and programs; finds names spelled alike."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def counted(number: float, what: str = "segment", form: str = "") -> str:
    """Returns "1 segment" or "2 segments"; `form` says how the number is written, such as "," for 2,000."""
    return f"{number:{form}} {what}" if number == 1 else f"{number:{form}} {what}s"


def counted_tests(pairs: int, metrics: int, groups: int = 1) -> str:
    """Returns how many tests are corrected together, such as "3 pairs x 2 metrics = 6 tests"."""
    sizes = [counted(pairs, "pair"), counted(metrics, "metric")]
    sizes += [counted(groups, "group")] if groups > 1 else []
    return f"{' x '.join(sizes)} = {counted(pairs * metrics * groups, 'test')}"


def listed(names: Iterable[str], most: int | None = None) -> str:
    """Returns "a", "a and b", or "a, b and c", each name once; raises `ValueError` without names.

    With `most`, more names than that and one are "a, b, c and 5 others".
    """
    *first, last = dict.fromkeys(names)
    if most is not None and len(first) > most:
        first, last = first[:most], f"{len(first) + 1 - most} others"
    return f"{', '.join(first)} and {last}" if first else last


_NAMES = 40
_LETTERS = 100
"""How many names of columns or keys a message shows, and how much of each."""


def some_names(names: Iterable[object]) -> str:
    """Returns names of columns or keys of a file for a message: all, or "a, b ... (50 in all)".

    Control characters and line ends in names are escaped, so that a message stays one line.
    """
    every = [name if name.isprintable() else ascii(name)[1:-1] for name in map(str, names)]
    shown = [name if len(name) <= _LETTERS else f"{name[:_LETTERS]}..." for name in every[:_NAMES]]
    return ", ".join(shown) + (f" ... ({len(every):,} in all)" if len(every) > _NAMES else "")


def usage_text(usage: Mapping[str, float]) -> str:
    """Returns what a scorer used as one line, such as "prompt tokens 1,200, cost 0.0034"."""
    return ", ".join(
        f"{name.replace('_', ' ')} {value:,}" if isinstance(value, int) else f"{name} {value:,.4f}"
        for name, value in usage.items()
    )


def first_line(problem: Exception) -> str:
    """Returns the first line of an exception's message, or the name of its class if the message is empty."""
    return (str(problem).strip() or type(problem).__name__).splitlines()[0]


def last_line(messages: bytes) -> str:
    """Returns the last line of what a program wrote, which mostly says why it failed; "" for none."""
    return (messages.decode(errors="replace").strip().splitlines() or [""])[-1].strip()


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """Returns the choice that is spelled most like a word; None if no choice is similar enough.

    Case and leading dashes are not compared, but a flag with one dash is not taken for one with two. A choice
    of the same letters in another order comes first; one of half the length, or twice, is not similar.
    """
    from difflib import get_close_matches

    bare = word.lstrip("-")
    dashes = word[: len(word) - len(bare)]
    alike = {
        choice[len(dashes) :].lower(): choice for choice in choices if choice == dashes + choice.lstrip("-")
    }
    matches = [
        match
        for match in get_close_matches(bare.lower(), alike, n=3, cutoff=0.65)
        if 2 * abs(len(match) - len(bare)) < max(len(match), len(bare))
    ]
    swapped = [match for match in matches if sorted(match) == sorted(bare.lower())]
    return alike[(swapped or matches)[0]] if matches else None


def nearest_of_year(word: str, choices: Iterable[str]) -> str | None:
    """Returns what `nearest` does of names such as wmt24, but none of another year."""
    near, digits = nearest(word, choices), _digits(word)
    return near if near and (not digits or digits.endswith(_digits(near))) else None


def _digits(name: str) -> str:
    return "".join(filter(str.isdigit, name))
