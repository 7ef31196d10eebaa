"""`parbleu meta list`: the evaluation sets, or the language pairs of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu.cli.meta.meta_options import SET
from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import CommandError
from parbleu.cli.shell.evalset_options import DATA
from parbleu.cli.shell.result_output import RESULT_OPTIONS, show_result
from parbleu.evalset.listings import list_sets

if TYPE_CHECKING:
    from parbleu.cli.shell.console import Console

COMMAND = Command(
    "[SET] [--data DIR]",
    "Lists the evaluation sets of the WMT metrics tasks and of this machine, or the language pairs of one.",
    """\
  parbleu meta list
  parbleu meta list wmt24""",
    SET,
    DATA,
    *RESULT_OPTIONS,
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    arguments = COMMAND.read(words, console.program)
    found = list_sets(arguments.data)
    if len(arguments.sets) > 1:
        raise CommandError("which test set? Name one, or none for all", status=2)
    show_result(found.of(arguments.sets[0]) if arguments.sets else found, arguments, console)
    return 0
