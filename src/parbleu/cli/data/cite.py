"""`parbleu data cite`: the BibTeX entries of test sets."""

from __future__ import annotations

from parbleu.cli.data.shared import choose, one_set
from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import CommandError, Console
from parbleu.cli.shell.options import Option

COMMAND = Command(
    "SET...",
    "Prints the BibTeX entries of test sets, each once. Status 1 if one has none.",
    """\
  parbleu data cite wmt19 >> paper.bib
  parbleu data cite wmt17,wmt18""",
    Option((), "sets", "test sets", many="*", default=(), metavar="SET"),
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status.

    Raises:
        CommandError: a set has no citation.
    """
    sets = COMMAND.read(words, console.program)["sets"]
    one_set(sets, "parbleu data cite wmt19")
    entries = [entry for entry, _ in choose(sets)]
    texts = [entry.citation.strip() for entry in entries if entry.citation]
    for text in dict.fromkeys(texts):
        console.show(text)
    missing = [entry.name for entry in entries if not entry.citation]
    if missing:
        raise CommandError(f"no citation is known for {', '.join(missing)}")
    return 0
