"""Defines the options of tests that are repeated while data grow."""

from __future__ import annotations

from parbleu._cli.shell.options import Arguments, Option
from parbleu.errors import OptionError
from parbleu.stats._sequential_looks import SPENDING, SequentialDesign

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


def sequential_design(arguments: Arguments) -> SequentialDesign | None:
    """Returns the looks that the options tell; None without `--planned`.

    Raises:
        OptionError: there are earlier looks, and no planned number.
    """
    if arguments.planned is not None:
        return SequentialDesign(arguments.planned, arguments.looked, arguments.spending)
    for name in ("looked", "spending"):
        if getattr(arguments, name) != next(option.default for option in LOOK_OPTIONS if option.dest == name):
            raise OptionError(f"{name} (--{name}) goes with planned (--planned), the number in the end")
    return None
