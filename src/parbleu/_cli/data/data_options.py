"""Defines the options that several commands of `parbleu data` share."""

from __future__ import annotations

from collections.abc import Sequence

from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.options import Option

LANGUAGE_PAIR = Option("--language-pair -l", "only this language pair, such as en-de", metavar="PAIR")


def sets_option(text: str) -> Option:
    """Returns the option for the names of test sets."""
    return Option("sets", text, many="*", metavar="SET", reads="TEST SET")


SETS_AND_MODELS = sets_option("test sets, or pairs: wmt24/en-de; all for all sets; models")


def check_sets(words: Sequence[str], example: str) -> None:
    """Refuses a command line without any test set; the message shows the example."""
    if not words:
        raise UsageError(f"name a test set ({example}; parbleu data list shows all of them)")
