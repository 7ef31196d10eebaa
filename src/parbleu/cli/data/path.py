"""`parbleu data path`: where the text of a test set lies."""

from __future__ import annotations

from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import Console
from parbleu.cli.shell.options import Option
from parbleu.testsets.set_selection import locate

COMMAND = Command(
    "[SET [PAIR [FIELD...]]]",
    "Prints where things lie: the cache; a set's directory; a pair's text, one file for each field,\n"
    "a line for each segment. A pair that is not in the cache is fetched first.",
    """\
  parbleu data path                            the cache
  parbleu data path wmt24                      the directory of a set
  parbleu data path wmt24 en-de                the files of all fields
  translate < $(parbleu data path wmt24 en-de src)
  parbleu score $(parbleu data path wmt24 en-de ref) -i hyp.txt""",
    Option("words", "the set, its pair, fields; ref is all its references", many="*", default=()),
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    for path in locate(*COMMAND.read(words, console.program).words):
        console.show(path)
    return 0
