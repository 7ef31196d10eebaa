"""Defines the options that name an evaluation set, and opens it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.options import Option, changed_option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parbleu._cli.shell.options import Arguments
    from parbleu.evalset._evaluation_set import EvalSet

TEST_SET = Option("--test-set -t", "the evaluation set", metavar="SET")
LANGUAGE_PAIR = Option("--language-pair -l", "its language pair, such as en-de", metavar="PAIR")
DATA = Option(
    "--data",
    "the directory of the evaluation sets (default: those in $PARBLEU_EVALSETS, ~/.mt-metrics-eval)",
    metavar="DIR",
    reads="EVALUATION SET",
)
SOURCE = Option(
    "--source --src", "the source, a segment on each line", metavar="FILE", reads="FILE or COLUMN"
)
SYSTEMS = Option(
    "--systems",
    "outputs: files, named after their system or NAME=FILE, and directories of them",
    many="+",
    metavar="FILE",
    reads="[NAME=]FILE",
)
DOCUMENTS = Option("--documents", "a line DOMAIN DOCUMENT for each segment", reads="FILE")
OVERWRITE = Option("--overwrite", "replace an existing language pair", bool)
NEW_DATA = changed_option(DATA, reads="", writes="EVALUATION SET")
"""The same of commands that make a set."""
SET_OPTIONS = (TEST_SET, LANGUAGE_PAIR, DATA)


def evalset_of(arguments: Arguments) -> EvalSet:
    """Returns the evaluation set of a command line."""
    from parbleu.evalset._evaluation_set import load_evalset

    return load_evalset(*one_set(arguments), arguments.data)


def one_set(arguments: Arguments) -> tuple[str, str]:
    """Returns the test set and the language pair of a command line."""
    require(arguments, test_set="-t SET", language_pair="-l PAIR")
    return arguments.test_set, arguments.language_pair


def require(arguments: Arguments, **flags: str) -> None:
    """Refuses a command line without some values; `flags` says what their options look like."""
    for name, flag in flags.items():
        if not getattr(arguments, name):
            raise UsageError(f"{flag} is needed (--help explains)")


def named_values(words: Sequence[str], what: str) -> dict[str, str]:
    """Returns name -> value of words NAME=VALUE.

    Raises:
        UsageError: a word is none, or two have the same name.
    """
    values: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not (name and equals and value) or name in values:
            problem = "is given twice" if name in values else "must be NAME=VALUE"
            raise UsageError(f"--{what} {word}: this {problem}")
        values[name] = value
    return values
