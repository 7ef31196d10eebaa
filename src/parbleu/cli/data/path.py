"""`parbleu data path`: where the text of a test set lies."""

from __future__ import annotations

from parbleu.cli.data.shared import split
from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import CommandError, Console
from parbleu.cli.shell.options import Option
from parbleu.fetch.environment import cache
from parbleu.testsets.cache_folders import SetFolder
from parbleu.testsets.pair_files import PairFiles

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
    Option((), "words", "the set, its pair, fields; ref is all its references", many="*", default=()),
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status.

    Raises:
        CommandError: the pair has no such field.
        ParbleuError: there is no such set or pair, or it cannot be had.
    """
    asked = COMMAND.read(words, console.program)["words"]
    if not asked:
        console.show(cache())
        return 0
    entry, pair = split(asked[0])
    rest = list(asked[1:])
    if pair is None and rest:
        pair = rest.pop(0)
    if pair is None:
        console.show(SetFolder(entry).path)
        return 0
    pair_files = PairFiles(entry, pair)
    files = pair_files.lasting_paths()
    wanted: list[str] = []
    for name in rest or files:
        if name == "ref" and name not in files:
            wanted += pair_files.reference_fields()
        elif name in files:
            wanted.append(name)
        else:
            raise CommandError(f"{entry.name}/{pair} has no field {name!r}: it has {', '.join(files)}")
    for name in wanted:
        console.show(files[name])
    return 0
