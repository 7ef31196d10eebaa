"""`parbleu meta import`: makes an evaluation set from texts and human scores."""

from __future__ import annotations

from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import Console
from parbleu.cli.shell.evalset_options import (
    DATA,
    DOCUMENTS,
    LANGUAGE_PAIR,
    OVERWRITE,
    SOURCE,
    SYSTEMS,
    TEST_SET,
    named_values,
    one_set,
    require,
)
from parbleu.cli.shell.options import Option
from parbleu.cli.shell.result_output import RESULT_OPTIONS, show_result
from parbleu.evalset.contents import SetContents
from parbleu.evalset.evalset_import import import_evalset
from parbleu.evalset.file_layout import data_directories
from parbleu.human.formats.score_table import COLUMNS

COMMAND = Command(
    "-t SET -l PAIR --source FILE --references REF=FILE... --systems FILE... [--human NAME=TABLE...]",
    "Makes an evaluation set of texts (a segment on each line), tables of human scores and metrics' scores.\n"
    "Tables are CSV, TSV or JSON lines with the columns system, segment and score, and perhaps rater and\n"
    "document; segments are counted from 1, in the whole text or in their document.",
    """\
  parbleu meta import -t mine -l en-de --source src.txt --references refA=ref.txt \\
      --systems A.txt B.txt --human esa=esa.csv
  parbleu meta import -t mine -l en-de --source src.txt --references refA=ref.txt \\
      --systems outputs/ --human mqm=mqm.tsv --negate mqm --columns system=model score=penalty \\
      --documents docs.txt --metrics scores/""",
    TEST_SET,
    LANGUAGE_PAIR,
    SOURCE,
    Option("--references", "references; the first is standard", many="+", metavar="NAME=FILE"),
    SYSTEMS,
    DOCUMENTS,
    Option(
        "--human",
        "tables of human scores, such as esa=esa.csv; the first are standard",
        many="+",
        default=(),
        metavar="NAME=TABLE",
    ),
    Option(
        "--negate", "human scores of which higher is worse, as sums of MQM's penalties", many="+", default=()
    ),
    Option(
        "--columns",
        f"names of the columns in the tables, for any of ({', '.join(COLUMNS)})",
        many="+",
        default=(),
        metavar="COLUMN=NAME",
    ),
    Option(
        "--primary-metrics",
        "the metrics that compete, others being marked by * (default: all compete, and are marked)",
        many="+",
        default=(),
        metavar="METRIC",
    ),
    Option(
        "--baseline-metrics",
        "the metrics that are marked as baselines in tables of tasks",
        many="+",
        default=(),
        metavar="METRIC",
    ),
    Option(
        "--metrics",
        "metrics' scores: files BASE-REFS.LEVEL.score and directories of them",
        many="+",
        default=(),
        metavar="FILE",
    ),
    OVERWRITE,
    DATA,
    *RESULT_OPTIONS,
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    arguments = COMMAND.read(words, console)
    test_set, language_pair = one_set(arguments)
    require(arguments, source="--source FILE", references="--references NAME=FILE", systems="--systems FILES")
    names = ("source", "documents", "negate", "metrics", "primary_metrics", "baseline_metrics")
    evalset = import_evalset(
        arguments.data or data_directories()[0],
        test_set,
        language_pair,
        references=named_values(arguments.references, "references"),
        outputs=arguments.systems,
        human=named_values(arguments.human, "human"),
        columns=named_values(arguments.columns, "columns"),
        overwrite=arguments.overwrite,
        **arguments.chosen(*names),
    )
    show_result(SetContents(evalset), arguments, console)
    return 0
