"""`parbleu doctor`: describes the installation, in a form to paste into a report of a problem."""

from __future__ import annotations

from parbleu.base.installation import describe_installation
from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import Console
from parbleu.cli.shell.result_output import RESULT_OPTIONS, show_result
from parbleu.evalset.file_layout import root
from parbleu.fetch.environment import cache, directories_in

COMMAND = Command(
    "[-f FORMAT] [-o FILE]",
    "Describes this installation: versions, the instructions that the processor has, optional packages,\n"
    "environment variables and directories. Paste it into a report of a problem.",
    """\
  parbleu doctor
  parbleu doctor -f markdown""",
    *RESULT_OPTIONS,
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    arguments = COMMAND.read(words, console)
    kept = [("test sets", cache()), ("evaluation sets", root())]
    own = [(name, each) for name in ("PARBLEU_TESTSETS", "PARBLEU_EVALSETS") for each in directories_in(name)]
    found = describe_installation([*kept, *own])
    show_result(found, arguments, console)
    return 0
