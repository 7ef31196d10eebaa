"""`parbleu scorer cache`: shows or deletes the scores that are kept from earlier runs."""

from __future__ import annotations

from parbleu._base.wording import counted
from parbleu._cli.shell.console import Console
from parbleu._cli.shell.options import Option
from parbleu._cli.shell.result_command import ResultCommand
from parbleu._cli.shell.result_output import result_options, show_result
from parbleu.scorers._scorer_listing import cache_contents, clear_cache

COMMAND = ResultCommand(
    "[--clear] [-f FORMAT]",
    "Shows how many scores of each scorer are kept from earlier runs, and in which file. A score is kept\n"
    "with all that it depends on: texts, scorer, checksum of the model, versions, kind of numbers, device.\n"
    "PARBLEU_SCORER_CACHE names another file, or off for none.",
    """\
  parbleu scorer cache
  parbleu scorer cache --clear""",
    Option("--clear", "delete all kept scores", bool),
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    arguments = COMMAND.read(words, console)
    if arguments.clear:
        console.inform(f"deleted {counted(clear_cache(), 'score', ',')}")
    show_result(cache_contents(), result_options(arguments), console)
    return 0
