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
        from parbleu.cli.console import Program
        from parbleu.cli.human import PROGRAM
        from parbleu.cli.human_convert import PROGRAMS
        from parbleu.cli.main import run_verb

        called = Program(f"python -m mt_metrics_eval.converters.{name}", f"{name}: ", PROGRAM.version)
        sys.exit(run_verb(f"human_convert_{PROGRAMS[name].replace('-', '_')}", list(argv[1:]), called))

    return main
