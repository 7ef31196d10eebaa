"""`parbleu data cite`: the BibTeX entries of test sets."""

from __future__ import annotations

from parbleu.cli.data.data_options import check_sets, sets_option
from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import CommandError, Console
from parbleu.cli.shell.result_output import OUTPUT, write_output
from parbleu.testsets.listings import citations

COMMAND = Command(
    "SET... [-o FILE]",
    "Prints the BibTeX entries of test sets, each once. Status 1 if one has none.",
    """\
  parbleu data cite wmt19 >> paper.bib
  parbleu data cite wmt17,wmt18""",
    sets_option("test sets"),
    OUTPUT,
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    arguments = COMMAND.read(words, console.program)
    check_sets(arguments.sets, "parbleu data cite wmt19")
    found = citations(arguments.sets)
    known = dict.fromkeys(text for text in found.values() if text)
    write_output([f"{text}\n" for text in known], arguments.output, console)
    missing = [name for name, text in found.items() if not text]
    if missing:
        raise CommandError(f"no citation is known for {', '.join(missing)}")
    return 0
