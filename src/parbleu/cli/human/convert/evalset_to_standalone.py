"""`parbleu human convert evalset-to-standalone`: ratings of an evaluation set to standalone ones."""

from __future__ import annotations

from parbleu.cli.human.convert.shared import EVALSET, Converter, evalset_of
from parbleu.cli.shell.console import CommandError, Console
from parbleu.cli.shell.options import Option
from parbleu.human.evalset_ratings import to_judgements
from parbleu.human.formats.numbered_lines import Lines
from parbleu.human.formats.seg_rating import SUFFIX, read_collection
from parbleu.human.formats.standalone import Standalone
from parbleu.human.rating_files import write_lines

COMMAND = Converter(
    "Writes the ratings of an evaluation set as JSON lines with their texts.",
    ("evalset_ratings_files", "ratings_file", "test_set", "language_pair"),
    Option(
        ("--evalset_ratings_files",),
        "evalset_ratings_files",
        "files PAIR.NAME.seg.rating, between commas",
        metavar="FILES",
    ),
    Option(("--ratings_file",), "ratings_file", "where to", metavar="FILE"),
    *EVALSET,
    Option(
        ("--rater_key_file",),
        "rater_key_file",
        "old and new names of raters, from the other direction; the old ones are written",
        metavar="FILE",
    ),
)


def run(words: list[str], console: Console) -> int:
    """Runs the converter; returns the exit status."""
    values = COMMAND.read(words, console.program)
    names = _names(values["rater_key_file"]) if values["rater_key_file"] else {}
    texts = evalset_of(values)
    lines: list[str] = []
    for path in values["evalset_ratings_files"].split(","):
        rater = path.rpartition("/")[2].removesuffix(SUFFIX).rpartition(".")[2]
        lines += Standalone().lines(to_judgements(read_collection(path, rater), texts, names))
    write_lines(values["ratings_file"], lines)
    return 0


def _names(path: str) -> dict[str, str]:
    """Returns new -> old name of raters.

    Raises:
        CommandError: a line is wrong.
    """
    names: dict[str, str] = {}
    lines = Lines(path, None)
    for line in lines:
        old, tab, new = line.rstrip("\r\n").partition("\t")
        if not tab or new in names:
            raise CommandError(f"{path}:{lines.number}: a line is OLD, TAB, NEW, and each NEW stands once")
        names[new] = old
    return names
