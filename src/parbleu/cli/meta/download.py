"""`parbleu meta download`: the package of all evaluation sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import CommandError
from parbleu.cli.shell.options import Option
from parbleu.evalset.package_download import download

if TYPE_CHECKING:
    from parbleu.cli.shell.console import Console

COMMAND = Command(
    "[DIR]",
    "Downloads all evaluation sets of the WMT metrics tasks (2 GB) and unpacks them, by default into\n"
    "~/.mt-metrics-eval. A download that was interrupted goes on where it stopped.",
    """\
  parbleu meta download""",
    Option("directories", "where to", many="*", default=(), metavar="DIR"),
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status. It prints the data directory."""
    arguments = COMMAND.read(words, console.program)
    if len(arguments.directories) > 1:
        raise CommandError("name one directory", status=2)
    console.show(download(*arguments.directories))
    return 0
