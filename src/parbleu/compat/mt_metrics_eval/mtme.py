"""The command `mtme`: `python -m mt_metrics_eval.mtme`. It is `parbleu meta` under that name."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn


def main(argv: Sequence[str]) -> NoReturn:
    """Runs a command line, and leaves through SystemExit.

    Args:
        argv: the command line, the program's name first.
    """
    from parbleu.cli.main import run_verb
    from parbleu.cli.meta.command import MTME

    sys.exit(run_verb("meta", list(argv[1:]), MTME))


if __name__ == "__main__":
    main(sys.argv)
