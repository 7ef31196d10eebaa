"""`parbleu data cite`: prints the BibTeX entries of test sets."""

from __future__ import annotations

from parbleu._cli.data.data_options import check_sets, sets_option
from parbleu._cli.shell.console import CommandError, Console
from parbleu._cli.shell.result_command import ResultCommand
from parbleu._cli.shell.result_output import show_lines
from parbleu.testsets._listings import citations

COMMAND = ResultCommand(
    "SET... [-f FORMAT] [-o FILE]",
    "Prints the BibTeX entries of test sets, each once; in formats other than text a table. Status 1 if one\n"
    "has none.",
    """\
  parbleu data cite wmt19 >> paper.bib
  parbleu data cite wmt17,wmt18""",
    sets_option("test sets"),
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    arguments = COMMAND.read(words, console)
    check_sets(arguments.sets, "parbleu data cite wmt19")
    citations_of_sets = citations(arguments.sets)
    known = dict.fromkeys(text for text in citations_of_sets.texts.values() if text)
    show_lines(known, citations_of_sets, arguments, console)
    missing = [name for name, text in citations_of_sets.texts.items() if not text]
    if missing:
        raise CommandError(f"no citation is known for {', '.join(missing)}")
    return 0
