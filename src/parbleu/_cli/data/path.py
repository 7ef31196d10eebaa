"""`parbleu data path`: prints the paths of the cache, of test sets and of their texts."""

from __future__ import annotations

from parbleu._cli.shell.console import Console
from parbleu._cli.shell.options import Option
from parbleu._cli.shell.result_command import ResultCommand
from parbleu._cli.shell.result_output import show_lines
from parbleu.testsets._set_selection import locate

COMMAND = ResultCommand(
    "[SET [PAIR [FIELD...]]] [-f FORMAT] [-o FILE]",
    "Prints paths: the cache; a set's directory; a pair's text, one file for each field,\n"
    "a line for each segment. A pair that is not in the cache is downloaded first. Other formats than text\n"
    "print a table.",
    """\
  parbleu data path                            the cache
  parbleu data path wmt24                      the directory of a set
  parbleu data path wmt24 en-de                the files of all fields
  translate < $(parbleu data path wmt24 en-de src)
  parbleu score $(parbleu data path wmt24 en-de ref) -i hyp.txt""",
    Option("words", "the set, its pair, fields; ref is all its references", many="*", reads="TEST SET"),
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    arguments = COMMAND.read(words, console)
    located = locate(*arguments.words)
    show_lines(located.paths, located, arguments, console)
    return 0
