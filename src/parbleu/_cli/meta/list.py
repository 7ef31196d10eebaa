"""`parbleu meta list`: lists the evaluation sets, or the language pairs of one."""

from __future__ import annotations

from parbleu._cli.shell.command import Arguments
from parbleu._cli.shell.evalset_options import DATA, TEST_SET
from parbleu._cli.shell.result_command import ResultCommand
from parbleu.evalset._set_list import list_sets
from parbleu.tables import Result

COMMAND = ResultCommand(
    "[-t SET] [--data DIR]",
    "Lists the evaluation sets of the WMT metrics tasks and of this machine, or the language pairs of one.",
    """\
  parbleu meta list
  parbleu meta list -t wmt24""",
    TEST_SET,
    DATA,
)


def result(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    listed = list_sets(arguments.data)
    return listed if arguments.test_set is None else listed.of(arguments.test_set)
