"""`parbleu meta show`: describes an evaluation set, or prints its texts side by side."""

from __future__ import annotations

from parbleu._cli.meta.meta_options import ADD_METRICS, chosen_evalset
from parbleu._cli.shell.command import Arguments
from parbleu._cli.shell.evalset_options import DATA, LANGUAGE_PAIR, TEST_SET
from parbleu._cli.shell.options import Option
from parbleu._cli.shell.result_command import ResultCommand
from parbleu.evalset._contents import SetContents, text_columns
from parbleu.tables import Result

COMMAND = ResultCommand(
    "-t SET -l PAIR [--texts TEXT... [--hypotheses]]",
    "Shows systems, references, human scores and metrics of an evaluation set, or its texts side by side.",
    """\
  parbleu meta show -t wmt24 -l en-de
  parbleu meta show -t wmt24 -l en-de --texts src ref -f tsv
  parbleu meta show -t wmt24 -l en-de --texts document src --hypotheses""",
    TEST_SET,
    LANGUAGE_PAIR,
    Option(
        "--texts",
        "show texts: domain, document, src, ref (the standard reference), or names of references",
        many="+",
        metavar="TEXT",
    ),
    Option("--hypotheses", "the same for each system, with its output", bool),
    ADD_METRICS,
    DATA,
)


def result(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    evalset = chosen_evalset(arguments)
    if arguments.texts or arguments.hypotheses:
        return text_columns(evalset, arguments.texts or (), outputs=arguments.hypotheses)
    return SetContents(evalset)
