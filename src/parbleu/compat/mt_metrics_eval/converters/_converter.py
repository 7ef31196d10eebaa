"""Defines `Converter`, a program whose flags are parsed like the library absl's."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from parbleu import __version__
from parbleu._cli.main import exit_status
from parbleu._cli.shell.console import Console, Program
from parbleu._cli.shell.options import Option, OptionGroup, OptionTable
from parbleu.compat.mt_metrics_eval._absl_flags import FlagError, read_flags
from parbleu.evalset._evaluation_set import EvalSet


def flag(name: str, text: str, kind: Callable[[str], Any] = str, default: Any = None) -> Option:
    """Returns a flag that takes one value, or none if it is a yes-or-no flag; these are off by default."""
    return Option(f"--{name}", text, kind, default=default)


EVALSET = (
    flag("test_set", "the test set"),
    flag("language_pair", "the language pair"),
    flag(
        "data_dir",
        "the directory of the evaluation sets (default: those in $PARBLEU_EVALSETS, ~/.mt-metrics-eval)",
    ),
)


class Converter:
    """One converter. Calling it with a command line runs it and leaves through SystemExit.

    Args:
        name: that of its module.
        about: the description of the program.
        required: the flags without which it does nothing.
        flags: all of them.
        run: takes the values of the flags and where to print.
    """

    def __init__(
        self,
        name: str,
        about: str,
        required: tuple[str, ...],
        flags: tuple[Option, ...],
        run: Callable[[dict[str, Any], Console], None],
    ) -> None:
        self._program = Program(
            f"python -m mt_metrics_eval.converters.{name}", f"{name}: ", f"parbleu {__version__}"
        )
        self._about = about
        self._required = required
        self._table = OptionTable(OptionGroup("", flags))
        self._run = run

    def __call__(self, argv: Sequence[str]) -> NoReturn:
        """Runs a command line, whose first word is the program's name."""
        console = Console(self._program)

        def run() -> int:
            self._run(self._read(list(argv[1:])), console)
            return 0

        sys.exit(exit_status(console, run))

    def _read(self, words: list[str]) -> dict[str, Any]:
        """Returns name of the flag -> value."""
        values = read_flags(words, self._table, self._program, self._about)
        for name in self._required:
            if not values[name]:
                raise FlagError(self._program, f"the flag --{name} is required")
        return values


def evalset_of(values: dict[str, Any]) -> EvalSet:
    """Returns the evaluation set of a command line."""
    return EvalSet(values["test_set"], values["language_pair"], values["data_dir"])
