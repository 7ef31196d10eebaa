"""`parbleu human codalab`: scores a metric submission to WMT23, as the task's web site did."""

from __future__ import annotations

from parbleu._cli.shell.console import Console, UsageError
from parbleu._cli.shell.options import Option
from parbleu._cli.shell.result_command import ResultCommand
from parbleu._cli.shell.result_output import result_options, show_result
from parbleu._io.atomic import make_directory, write_lines
from parbleu.human._codalab import score_submission

COMMAND = ResultCommand(
    "INPUT [OUTPUT] [-f FORMAT] [-o FILE]",
    "Checks the submission in INPUT/res and compares it with the gold scores in INPUT/ref. With OUTPUT it\n"
    "also writes OUTPUT/scores.txt and prints each step, as the site did.",
    "  parbleu human codalab input\n  parbleu human codalab input output",
    Option(
        "directories",
        "the directories",
        many="*",
        metavar="DIR",
        reads="SUBMISSION",
        writes="SUBMISSION SCORES",
    ),
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    arguments = COMMAND.read(words, console)
    directories = arguments.directories
    if len(directories) not in (1, 2):
        raise UsageError(f"give one or two directories, {COMMAND.usage}")
    as_the_site = len(directories) == 2 and arguments.format == "text" and arguments.output is None
    scores = score_submission(directories[0], console.show if as_the_site else console.inform)
    if len(directories) == 2:
        make_directory(directories[1])
        write_lines(f"{directories[1]}/scores.txt", scores.lines)
    if not as_the_site:
        show_result(scores, result_options(arguments), console)
    return 0
