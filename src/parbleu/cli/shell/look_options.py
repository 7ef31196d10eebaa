"""Defines the options of tests that are repeated while data grow."""

from __future__ import annotations

from parbleu.cli.shell.options import Option
from parbleu.stats.sequential_looks import SPENDING

LOOK_OPTIONS = (
    Option(
        "--planned",
        "the test is repeated while segments come in, up to so many; alpha is then that of all looks",
        int,
    ),
    Option("--looked", "with --planned: the numbers of segments at earlier looks", int, many="+", default=()),
    Option(
        "--spending",
        "with --planned: how much of alpha early looks may use (default: obrien-fleming, hardly any)",
        default="obrien-fleming",
        choices=tuple(SPENDING),
    ),
)
