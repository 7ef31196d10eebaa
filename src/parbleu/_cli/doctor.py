"""`parbleu doctor`: describes the installation, in a form to paste into a report of a problem."""

from __future__ import annotations

from parbleu._base.installation import describe_installation
from parbleu._cli.shell.command import ResultCommand
from parbleu._cli.shell.options import Arguments
from parbleu.evalset._file_layout import root
from parbleu.fetch._environment import cache, directories_in
from parbleu.tables import Result

OWN = ("PARBLEU_TESTSETS", "PARBLEU_SCORERS", "PARBLEU_EVALSETS")
"""Variables that list directories."""


@ResultCommand(
    "[-f FORMAT] [-o FILE]",
    "Describes this installation: versions, the instructions that the processor has, optional packages,\n"
    "environment variables and directories. Paste it into a report of a problem.",
    """\
  parbleu doctor
  parbleu doctor -f markdown""",
)
def doctor(_arguments: Arguments) -> Result:
    """Returns what the command prints."""
    kept = [("test sets", cache()), ("evaluation sets", root())]
    directories = [(name, directory) for name in OWN for directory in directories_in(name)]
    return describe_installation([*kept, *directories])
