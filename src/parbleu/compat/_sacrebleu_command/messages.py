"""Words errors of the library as sacreBLEU's command does."""

from __future__ import annotations

from parbleu._inputs.corpus import UNEQUAL
from parbleu.errors import (
    NoSegmentsError,
    ParbleuError,
    TestSetLengthError,
    UndecodableLineError,
    UnknownFieldError,
    UnknownLanguagePairError,
    UnknownTestSetError,
)


def lines_of(problem: ParbleuError) -> list[str]:
    """Returns what the original says where our library raises an error; nothing if it has no words for it."""
    if isinstance(problem, UnknownTestSetError):
        return [
            f"Unknown test set {problem.name!r}",
            "Please run with --list to see the available test sets.",
        ]
    if isinstance(problem, UnknownLanguagePairError):
        return [
            f"No such language pair {problem.name!r}",
            f"Available language pairs for {problem.test_set!r} are:",
            *(f" > {name}" for name in problem.choices),
        ]
    if isinstance(problem, UnknownFieldError):
        return _field_lines(problem)
    if isinstance(problem, NoSegmentsError):
        filters = f" with {problem.filters}" if problem.filters else ""
        empty = f": {problem.file} is empty" if problem.test_set is None else ""
        return [f"Test set {problem.test_set!r} contains no sentence{filters}{empty}"]
    if isinstance(problem, TestSetLengthError):
        *lines, last = cache_lines(" ".join(problem.folders))
        return [UNEQUAL, *lines, f"{last} {problem.lines}"]
    if isinstance(problem, UndecodableLineError):
        return [problem.fault()]
    return []


def cache_lines(folders: str) -> list[str]:
    """Returns what the original says where a test set's texts, in these folders, have another length."""
    return [
        (
            "This could be an issue with your system output or with sacreBLEU's reference database if -t is "
            "given."
        ),
        "For the latter, try cleaning out the cache by typing:\n",
        f"  rm -r {folders}\n",
        "The test sets will be re-downloaded the next time you run sacreBLEU.",
    ]


def _field_lines(problem: UnknownFieldError) -> list[str]:
    lines = [
        (
            f"No such field {problem.name} in test set {problem.test_set} for language pair "
            f"{problem.language_pair}."
        ),
        f"available fields for {problem.test_set}/{problem.language_pair}: {', '.join(problem.choices)}",
    ]
    reference = min((name for name in problem.choices if name.startswith("ref")), default="ref")
    if reference not in ("ref", problem.name):
        lines.append(f"'ref' also allowed for backwards compatibility (will return {reference})")
    return lines
