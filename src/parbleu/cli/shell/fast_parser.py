"""Parses plain command lines without argparse, which takes longer to load than scoring a test set.

It answers only where it is sure that argparse would answer the same, and leaves everything else to argparse:
abbreviations, joined spellings such as `-w4`, mistakes, `--help`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from parbleu.cli.shell.options import Option, Table


def read_quickly(words: list[str], table: Table) -> dict[str, Any] | None:
    """Returns the values of a command line, or None if argparse must decide.

    Args:
        words: the command line without the program's name.
        table: the options.
    """
    values = dict(table.defaults)
    at = 0
    rivals: dict[str, str] = {}
    positional_seen = False
    while at < len(words):
        word = words[at]
        if not _is_option(word):
            if positional_seen or not table.positional:
                return None
            positional_seen = True
            end = _end_of_values(words, at)
            values[table.positional] = words[at:end]
            at = end
            continue
        flag, equals, joined = word.partition("=") if word[:2] == "--" else (word, "", "")
        option = table.find(flag)
        at += 1
        if option is None or (equals and not joined):
            return None
        if option.rivals and rivals.setdefault(option.rivals, option.dest) != option.dest:
            return None
        if option.kind is bool:
            if equals:
                return None
            values[option.dest] = True
            continue
        if equals:
            given = [joined]
        else:
            end = _end_of_values(words, at) if option.many else min(at + 1, len(words))
            given = words[at:end]
            at = end
        if not _convert(option, given, values):
            return None
    return values


def _is_option(word: str) -> bool:
    return word[:1] == "-" and word != "-"


def _end_of_values(words: list[str], at: int) -> int:
    while at < len(words) and not _is_option(words[at]):
        at += 1
    return at


def _convert(option: Option, given: list[str], values: dict[str, Any]) -> bool:
    """Stores what was given for an option; returns whether it is what the option takes."""
    if (not given and option.many != "*") or any(_is_option(word) for word in given):
        return False
    try:
        converted = [option.read(word) for word in given]
    except ValueError:
        return False
    if option.choices is not None and any(word not in option.choices for word in converted):
        return False
    if option.repeats:
        converted = [*(values[option.dest] or ()), *converted]
    values[option.dest] = converted if option.many else converted[0]
    return True
