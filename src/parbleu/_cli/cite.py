"""`parbleu cite`: prints the BibTeX entries of parbleu and of what signatures stand on."""

from __future__ import annotations

from parbleu._cli.shell.command import StatusCommand
from parbleu._cli.shell.console import Console
from parbleu._cli.shell.options import Arguments, Option
from parbleu._cli.shell.result_output import show_lines
from parbleu._comparison.citations import cited_works


@StatusCommand(
    "[SIGNATURE...] [-f FORMAT] [-o FILE]",
    "Prints the BibTeX entries of parbleu, and of the metrics, tokenizers, tests and test sets that the\n"
    "signatures of scores name, each once; in formats other than text a table. `parbleu data cite` prints\n"
    "those of test sets alone.",
    """\
  parbleu cite 'nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0'
  parbleu cite --output paper.bib""",
    Option("signatures", "signatures as scores print them", many="*", metavar="SIGNATURE"),
)
def cite(arguments: Arguments, console: Console) -> int:
    """Runs the command; returns the exit status."""
    works = cited_works(arguments.signatures)
    show_lines(works.entries.values(), works, arguments, console)
    return 0
