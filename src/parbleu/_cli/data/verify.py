"""`parbleu data verify`: checks the files of the cache."""

from __future__ import annotations

from parbleu._cli.data.data_options import sets_option
from parbleu._cli.shell.console import Console
from parbleu._cli.shell.options import Option
from parbleu._cli.shell.result_command import ResultCommand
from parbleu._cli.shell.result_output import result_options, show_result
from parbleu.testsets._cache_contents import verify

COMMAND = ResultCommand(
    "[SET...] [--remove] [-f FORMAT]",
    "Checks the files of test sets in the cache: downloads against their published checksums, unpacked and\n"
    "converted files against the checksums that were stored with them. The exit status is 1 if a\n"
    "file is wrong.",
    """\
  parbleu data verify                   everything that is in the cache
  parbleu data verify wmt24 wmt23
  parbleu data verify --remove && parbleu data get wmt24""",
    sets_option("test sets, models (default: all in the cache)"),
    Option(
        "--remove",
        "remove the files that are wrong: they are made anew, or fetched, when they are needed",
        bool,
    ),
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status: 1 if something was wrong and is still there."""
    arguments = COMMAND.read(words, console)
    verification = verify(arguments.sets, remove=arguments.remove)
    show_result(verification, result_options(arguments), console)
    return int(not verification.is_sound)
