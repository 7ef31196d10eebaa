"""`parbleu meta download`: downloads the package of all evaluation sets."""

from __future__ import annotations

from parbleu._cli.shell.console import Console, UsageError
from parbleu._cli.shell.options import Option
from parbleu._cli.shell.result_command import ResultCommand
from parbleu._cli.shell.result_output import show_lines
from parbleu.evalset._set_list import download, list_sets

COMMAND = ResultCommand(
    "[DIR] [-f FORMAT] [-o FILE]",
    "Downloads all evaluation sets of the WMT metrics tasks (2 GB) and unpacks them, by default into\n"
    "~/.mt-metrics-eval, and prints the data directory; in formats other than text the list of the sets. A\n"
    "download that was interrupted goes on where it stopped.",
    """\
  parbleu meta download""",
    Option("directories", "the directory to unpack into", many="*", metavar="DIR", writes="PACKAGE"),
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    arguments = COMMAND.read(words, console)
    if len(arguments.directories) > 1:
        raise UsageError("name one directory")
    directory = download(*arguments.directories)
    show_lines([directory], list_sets(directory), arguments, console)
    return 0
