"""`parbleu meta list`: lists the evaluation sets, or the language pairs of one."""

from __future__ import annotations

from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import Console
from parbleu.cli.shell.evalset_options import DATA, TEST_SET
from parbleu.cli.shell.result_output import RESULT_OPTIONS, show_result
from parbleu.evalset.set_list import list_sets

COMMAND = Command(
    "[-t SET] [--data DIR]",
    "Lists the evaluation sets of the WMT metrics tasks and of this machine, or the language pairs of one.",
    """\
  parbleu meta list
  parbleu meta list -t wmt24""",
    TEST_SET,
    DATA,
    *RESULT_OPTIONS,
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    arguments = COMMAND.read(words, console)
    found = list_sets(arguments.data)
    show_result(found if arguments.test_set is None else found.of(arguments.test_set), arguments, console)
    return 0
