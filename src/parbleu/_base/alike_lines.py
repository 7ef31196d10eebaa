"""Shortens lists of findings: the first of those that are alike, and how many more there are."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import groupby
from typing import Any

SHOWN_ALIKE = 3
"""How many findings of a file that are alike have a line of their own."""


def lines_of_kinds(
    findings: Iterable[Any], kind: Callable[[Any], Hashable], rest: Callable[[list[Any]], str]
) -> Iterator[str]:
    """Yields a line for each finding; of those of a file that are alike, one for all further ones.

    Args:
        findings: file after file; each has the attribute `file`, and is printed as `str` of it.
        kind: returns what findings that are alike have in common.
        rest: returns the line for two or more that are not shown.
    """
    for _, of_file in groupby(findings, key=lambda finding: finding.file):
        alike: dict[Hashable, list[Any]] = {}
        for finding in of_file:
            same = alike.setdefault(kind(finding), [])
            same.append(finding)
            if len(same) <= SHOWN_ALIKE:
                yield str(finding)
        for same in alike.values():
            others = same[SHOWN_ALIKE:]
            if others:
                yield str(others[0]) if len(others) == 1 else rest(others)
