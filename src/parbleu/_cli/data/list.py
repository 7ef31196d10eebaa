"""`parbleu data list`: lists the known test sets, or the language pairs of some."""

from __future__ import annotations

from parbleu._cli.data.data_options import LANGUAGE_PAIR, sets_option
from parbleu._cli.shell.command import Arguments
from parbleu._cli.shell.options import Option
from parbleu._cli.shell.result_command import ResultCommand
from parbleu.tables import Result
from parbleu.testsets._listings import list_language_pairs, list_test_sets
from parbleu.testsets._set_selection import EVERY

COMMAND = ResultCommand(
    "[SET...] [-l PAIR] [--cached] [-f FORMAT]",
    "Lists all test sets, or the language pairs and fields of the ones named. Nothing is downloaded.",
    """\
  parbleu data list                   every set: how many pairs, how many in the cache
  parbleu data list -l en-de          the sets that have this pair
  parbleu data list wmt23 wmt24       their pairs and fields
  parbleu data list all --cached      every pair that is in the cache""",
    sets_option("test sets; all for all of them"),
    LANGUAGE_PAIR,
    Option("--cached", "only sets in the cache", bool),
    next_step="parbleu data show SET; parbleu score -t SET -l PAIR -i HYP scores on it",
)


def result(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    listed = list_language_pairs if arguments.sets else list_test_sets
    return listed(arguments.sets or EVERY, arguments.language_pair, only_cached=arguments.cached)
