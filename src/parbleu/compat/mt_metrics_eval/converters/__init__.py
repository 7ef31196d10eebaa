"""MT Metrics Eval's converters: `python -m mt_metrics_eval.converters.X` is `parbleu human convert X`."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import NoReturn


def program(name: str) -> Callable[[Sequence[str]], NoReturn]:
    """Returns the `main` of a converter.

    Args:
        name: that of its module.
    """

    def main(argv: Sequence[str]) -> NoReturn:
        """Runs a command line, the program's name first, and leaves through SystemExit."""
        from parbleu.cli.human.command import PROGRAM
        from parbleu.cli.human.convert.command import PROGRAMS
        from parbleu.cli.main import run_verb
        from parbleu.cli.shell.console import Program

        called = Program(f"python -m mt_metrics_eval.converters.{name}", f"{name}: ", PROGRAM.version)
        sys.exit(run_verb(f"human.convert.{PROGRAMS[name]}", list(argv[1:]), called))

    return main
