"""What the commands of `parbleu data` share: finding test sets, printing JSON."""

from __future__ import annotations

from parbleu.cli.shell.console import CommandError, Console
from parbleu.cli.shell.options import Option, format_option
from parbleu.errors import UnknownTestSetError
from parbleu.testsets.catalogue import find, names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from parbleu.testsets.catalogue_entry import Entry

JSON = format_option(("text", "json"), "text, or JSON for programs")

PAIR = Option(("--language-pair", "-l"), "langpair", "only this language pair, such as en-de", metavar="PAIR")


def choose(words: Sequence[str], langpair: str | None = None) -> list[tuple[Entry, list[str]]]:
    """Returns the test sets that are meant, and the language pairs of each.

    Args:
        words: names, which may be joined by commas and end in a language pair, `wmt24/en-de`; "all" is
            every set.
        langpair: the only pair that is wanted, if not all are. Of "all", only sets that have it are chosen.

    Raises:
        UnknownTestSetError, UnknownLanguagePairError: there is none of that name.
        CommandError: no test set at all has the language pair.
    """
    chosen: dict[str, tuple[Entry, list[str]]] = {}
    for name in ",".join(words).split(",") if words else ():
        found: list[tuple[Entry, str | None]] = [split(name)] if name != "all" else _all(langpair)
        for entry, pair in found:
            limits = [each for each in (pair, langpair) if each is not None]
            for each in limits:
                entry.pair(each)  # it may not have it
            pairs = chosen.setdefault(entry.name, (entry, []))[1]
            for each in entry.language_pairs:
                if set(limits) <= {each} and each not in pairs:
                    pairs.append(each)
    return list(chosen.values())


def _all(langpair: str | None) -> list[tuple[Entry, str | None]]:
    entries = [find(name) for name in names()]
    found: list[tuple[Entry, str | None]] = [
        (entry, None) for entry in entries if langpair in (None, *entry.language_pairs)
    ]
    if not found:
        raise CommandError(
            f"no test set has the language pair {langpair!r}: write source-target, such as en-de"
        )
    return found


def split(word: str) -> tuple[Entry, str | None]:
    """Returns the test set, and the language pair if there is one, of "wmt24" or "wmt24/en-de".

    Raises:
        UnknownTestSetError: there is no such set.
    """
    try:
        return find(word), None
    except UnknownTestSetError:
        name, slash, pair = word.rpartition("/")
        if not slash or name not in names():
            raise
    return find(name), pair


def show_json(value: Any, console: Console) -> None:
    """Prints a value as JSON."""
    from json import dumps

    console.show(dumps(value, indent=1, ensure_ascii=False))


def one_line(problem: Exception) -> str:
    """Returns what an error says, in one line."""
    return " ".join(line.strip() for line in str(problem).splitlines())


def one_set(words: Sequence[str], what: str) -> None:
    """Refuses a command line without any test set.

    Raises:
        CommandError: it has none.
    """
    if not words:
        raise CommandError(f"which test set? ({what}; parbleu data list shows them all)", status=2)
