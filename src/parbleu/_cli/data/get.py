"""`parbleu data get`: downloads and converts test sets."""

from __future__ import annotations

from parbleu._cli.data.data_options import LANGUAGE_PAIR, SETS_AND_MODELS, check_sets
from parbleu._cli.shell.console import Console
from parbleu._cli.shell.result_command import ResultCommand
from parbleu.testsets._cache_contents import get

COMMAND = ResultCommand(
    "SET... [-l PAIR] [-f FORMAT]",
    "Downloads test sets and converts their language pairs to text, so that scoring needs no network.\n"
    "Cached files are not downloaded again. Status 1 if something could not be downloaded.",
    """\
  parbleu data get wmt24                 all its language pairs
  parbleu data get wmt23/en-de wmt24     one pair, and all pairs
  parbleu data get all -l en-de          every set that has en-de
  parbleu data get models/flores200      the model of -tok flores200
  PARBLEU_MIRROR=/media/stick parbleu data get wmt24""",
    SETS_AND_MODELS,
    LANGUAGE_PAIR,
    next_step="parbleu score -t SET -l PAIR -i HYP",
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    arguments = COMMAND.read(words, console)
    check_sets(arguments.sets, "parbleu data get wmt24")
    fetched = get(arguments.sets, arguments.language_pair)
    COMMAND.show(fetched, arguments, console)
    problems = {pair.problem: pair for pair in reversed(fetched.pairs) if pair.problem}
    for problem, first in reversed(problems.items()):
        console.say(f"{first}: {problem}")
    return int(bool(problems))
