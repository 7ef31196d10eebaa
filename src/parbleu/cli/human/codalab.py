"""`parbleu human codalab`: scores a metric submission to WMT23, as the task's web site did."""

from __future__ import annotations

from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import CommandError, Console
from parbleu.cli.shell.options import Option
from parbleu.human.codalab import score_submission
from parbleu.human.rating_files import write_lines
from parbleu.io.atomic import make_directory

COMMAND = Command(
    "INPUT OUTPUT",
    "Checks the submission in INPUT/res, compares it with the gold scores in INPUT/ref, and writes\n"
    "OUTPUT/scores.txt.",
    "  parbleu human codalab input output",
    Option((), "directories", "the two directories", many="*", default=(), metavar="DIR"),
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status.

    Raises:
        CommandError: there are not two directories.
        ParbleuError: the submission is wrong.
    """
    directories = COMMAND.read(words, console.program)["directories"]
    if len(directories) != 2:
        raise CommandError(f"give two directories, {COMMAND.usage}", status=2)
    lines = score_submission(directories[0], console.show)
    make_directory(directories[1])
    write_lines(f"{directories[1]}/scores.txt", lines)
    return 0
