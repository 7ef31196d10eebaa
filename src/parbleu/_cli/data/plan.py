"""`parbleu data plan`: lists what would be downloaded."""

from __future__ import annotations

from parbleu._cli.data.data_options import LANGUAGE_PAIR, SETS_AND_MODELS, check_sets
from parbleu._cli.shell.command import Arguments
from parbleu._cli.shell.result_command import ResultCommand
from parbleu.tables import Result
from parbleu.testsets._cache_contents import plan

COMMAND = ResultCommand(
    "SET... [-l PAIR] [-f FORMAT]",
    "Lists the downloads that test sets need, and which of them are in the cache. Nothing is downloaded.",
    """\
  parbleu data plan wmt24
  parbleu data plan wmt23/en-de wmt24/en-de -f json
  parbleu data plan models/flores200                  # also the models of tokenizers
  parbleu data plan wmt24 -f tsv | tail -n +2 | cut -f 2 | sort -u      # URLs to fetch on another machine""",
    SETS_AND_MODELS,
    LANGUAGE_PAIR,
)


def result(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    check_sets(arguments.sets, "parbleu data plan wmt24")
    return plan(arguments.sets, arguments.language_pair)
