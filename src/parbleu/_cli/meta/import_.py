"""`parbleu meta import`: makes an evaluation set from texts and human scores."""

from __future__ import annotations

from typing import Any

from parbleu._cli.shell.command import Arguments
from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.corpus_options import ENCODING, read_corpus
from parbleu._cli.shell.evalset_options import (
    DOCUMENTS,
    LANGUAGE_PAIR,
    NEW_DATA,
    OVERWRITE,
    SOURCE,
    SYSTEMS,
    TEST_SET,
    named_values,
    one_set,
    require,
)
from parbleu._cli.shell.options import Option
from parbleu._cli.shell.result_command import ResultCommand
from parbleu._cli.shell.table_options import TABLE_OPTIONS, reads_table
from parbleu.evalset._contents import SetContents
from parbleu.evalset._evalset_import import import_evalset
from parbleu.evalset._file_layout import data_directories
from parbleu.human.formats._score_table import COLUMNS
from parbleu.tables import Result

COMMAND = ResultCommand(
    "-t SET -l PAIR --source FILE {--references REF=FILE... --systems FILE... | TABLE} "
    "[--human NAME=TABLE...]",
    "Makes an evaluation set of texts (a segment on each line, or columns of a table), tables of human\n"
    "scores and metrics' scores. Tables of scores have the columns system, segment and score, and perhaps\n"
    "rater and document; segments are counted from 1, in the whole text or in their document.",
    """\
  parbleu meta import -t mine -l en-de --source src.txt --references refA=ref.txt \\
      --systems A.txt B.txt --human esa=esa.csv
  parbleu meta import -t mine -l en-de --source src.txt --references refA=ref.txt \\
      --systems outputs/ --human mqm=mqm.tsv --negate mqm --columns system=model score=penalty \\
      --documents docs.txt --metrics scores/
  parbleu meta import outputs.parquet -t mine -l en-de --hyp mt --ref refA --source src --system system \\
      --segment-id id --document doc --domain domain --human esa=esa.parquet""",
    Option(
        "files",
        "tables of texts: --hyp, --ref, --source name columns",
        many="*",
        default=(),
        metavar="TABLE",
        reads="TABLE",
    ),
    TEST_SET,
    LANGUAGE_PAIR,
    SOURCE,
    Option(
        "--references", "references; the first is standard", many="+", metavar="NAME=FILE", reads="NAME=FILE"
    ),
    SYSTEMS,
    DOCUMENTS,
    *TABLE_OPTIONS,
    ENCODING,
    Option(
        "--human",
        "tables of human scores, such as esa=esa.csv; the first are standard",
        many="+",
        default=(),
        metavar="NAME=TABLE",
        reads="NAME=FILE",
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
        reads="SCORE FILES",
    ),
    OVERWRITE,
    NEW_DATA,
)


def result(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    test_set, language_pair = one_set(arguments)
    if arguments.files or reads_table(arguments):
        texts, language_pair = _texts_of_table(arguments)
    else:
        require(
            arguments, source="--source FILE", references="--references NAME=FILE", systems="--systems FILES"
        )
        texts = {
            "references": named_values(arguments.references, "references"),
            "outputs": arguments.systems,
            **arguments.chosen("source", "documents"),
        }
    evalset = import_evalset(
        arguments.data or data_directories()[0],
        test_set,
        language_pair,
        **texts,
        human=named_values(arguments.human, "human"),
        columns=named_values(arguments.columns, "columns"),
        overwrite=arguments.overwrite,
        **arguments.chosen("negate", "metrics", "primary_metrics", "baseline_metrics"),
    )
    return SetContents(evalset)


def _texts_of_table(arguments: Arguments) -> tuple[dict[str, Any], str]:
    """Returns the texts of the columns that a command line names, and the language pair."""
    if arguments.references or arguments.systems or arguments.documents:
        raise UsageError(
            "--references, --systems and --documents name files: of a table, name columns by --ref, --hyp "
            "and --document-column"
        )
    require(arguments, source="--source COLUMN")
    found = read_corpus(arguments, references=arguments.files, test_set=None)
    names = arguments.ref if len(arguments.ref) == len(found.references) else ()
    if not names:
        names = [f"{arguments.ref[0]}{place}" for place in range(1, len(found.references) + 1)]
    if found.language_pair is None:
        raise UsageError("an evaluation set is of one language pair: choose it, such as -l lp=en-de")
    alike = ["all"] * len(found)
    documents = zip(
        *([each or "all" for each in found.labels.get(label, alike)] for label in ("domain", "document")),
        strict=True,
    )
    texts = {
        "source": None if found.source is None else found.source.to_list(),
        "references": dict(zip(names, [each.to_list() for each in found.references], strict=True)),
        "outputs": {name: text.to_list() for name, text in found.systems.items()},
        "documents": list(documents) if {"domain", "document"} & found.labels.keys() else None,
    }
    return texts, found.language_pair
