"""`parbleu data get`: downloads and converts test sets."""

from __future__ import annotations

from parbleu.cli.console import Console
from parbleu.cli.data_command import PAIR, Command, choose, one_set
from parbleu.cli.options import Option
from parbleu.errors import ParbleuError
from parbleu.testsets.store import fields, processed

COMMAND = Command(
    "SET... [-l PAIR]",
    "Downloads test sets and converts their language pairs to text, so that scoring needs no network.\n"
    "What is in the cache already is not fetched again. Status 1 if something could not be had.",
    """\
  parbleu data get wmt24                 all its language pairs
  parbleu data get wmt23/en-de wmt24     one pair, and all pairs
  parbleu data get all -l en-de          every set that has en-de
  PARBLEU_MIRROR=/media/stick parbleu data get wmt24""",
    Option((), "sets", "test sets, or pairs: wmt24/en-de; all for all", many="*", default=(), metavar="SET"),
    PAIR,
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status. What fails does not keep the rest from being fetched."""
    values = COMMAND.read(words, console.program)
    one_set(values["sets"], "parbleu data get wmt24")
    status = 0
    for entry, pairs in choose(values["sets"], values["langpair"]):
        told = ""
        for pair in pairs:
            try:
                names = fields(entry, pair)
                for name in names:
                    processed(entry, pair, name)
            except ParbleuError as problem:  # noqa: PERF203 - one failure does not keep the rest away
                status = 1
                if str(problem) != told:
                    console.say(f"{entry.name}/{pair}: {problem}")
                told = str(problem)
            else:
                console.show(f"{entry.name}/{pair}: {', '.join(names)}")
    return status
