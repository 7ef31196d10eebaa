"""Defines the options that name the columns of a table of segments, and opens the table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.options import UNSET, Arguments, Option, changed_option
from parbleu._inputs.line_files import check_names
from parbleu._inputs.named_corpus import NamedCorpus
from parbleu.text._segment_table import TableColumns


def _column(word: str) -> str:
    if "=" in word:
        raise UsageError(
            f"--score-columns names columns of the table, not {word!r}; a file is named by --scores"
        )
    return word


HYP = Option(
    "--hyp",
    "the input is a table (JSON lines, CSV, TSV, Parquet, Arrow; - for standard input): its columns of "
    "hypotheses, one for each system; beside files of references, the columns of the tables of -i; without "
    "a table, the systems' files",
    many="+",
    metavar="COLUMN",
)
REF = Option(
    "--ref -r",
    "the table's columns of references, or one whose cells are lists; beside -i, those of the table before "
    "it; without a table, the reference files",
    many="+",
    metavar="COLUMN",
    unlisted="--references",
)
SYSTEM = Option(
    "--system-column --system",
    "the column with the system's name, if the table has a row for each system and segment",
    metavar="COLUMN",
    dest="system",
)
SEGMENT_ID = Option(
    "--segment-id",
    "the column with the segment's key, by which rows of several systems are joined, or those of tables of "
    "output and of references; --document-column is a part of it",
    metavar="COLUMN",
)
DOCUMENT = Option(
    "--document-column --document", "the column with the document's key", metavar="COLUMN", dest="document"
)
DOMAIN = Option("--domain-column --domain", "the column with the domain", metavar="COLUMN", dest="domain")
BY = Option(
    "--by",
    "score each group of rows with the same values in these columns, and average over the groups; of a test "
    "set and of files of translators: of segments with the same labels, such as document, domain, match",
    many="+",
    metavar="COLUMN",
)
SCORE = Option(
    "--score-columns --score",
    "columns of segment scores of other metrics; METRIC:lower where lower is better. Of several systems, the "
    "column of METRIC and SYSTEM is called SYSTEM:METRIC, SYSTEM_METRIC or METRIC_SYSTEM",
    _column,
    many="+",
    metavar="METRIC",
    dest="score",
)
TABLE_OPTIONS = (HYP, REF, SYSTEM, SEGMENT_ID, DOCUMENT, DOMAIN)
"""What every command takes that reads systems and references from a table."""


GROUP_OPTIONS = tuple(changed_option(option, default=UNSET) for option in (*TABLE_OPTIONS, BY, SCORE))
"""Those of `parbleu score`, which loads them only if they are used, and takes no defaults from them."""


def reads_table(arguments: Arguments) -> bool:
    """Returns whether a command line names columns of a table."""
    return any(getattr(arguments, option.dest, None) for option in (*TABLE_OPTIONS, SCORE))


def table_columns(
    arguments: Arguments, references: Sequence[str], needed: tuple[str, ...] = ("hyp", "ref")
) -> TableColumns:
    """Returns the columns that a command line names, of which those of references are given."""
    for name in needed:
        if not (references if name == "ref" else getattr(arguments, name, None)):
            lines = next((f"{name} -i HYP" for name in references if Path(name).is_file()), "REF -i HYP")
            raise UsageError(
                "a table needs the columns of hypotheses and references: add "
                f"--{name} COLUMN, of the same table; of two files, name both: REF -i HYP --hyp COLUMN; "
                f"files of lines are {lines}"
            )
    roles: dict[str, Any] = {
        name: getattr(arguments, name, None) for name in ("system", "segment_id", "document", "domain")
    }
    source = getattr(arguments, "source", None)
    return TableColumns(tuple(getattr(arguments, "hyp", None) or ()), tuple(references), source, **roles)


def named_table(
    named: NamedCorpus, arguments: Arguments, needed: tuple[str, ...] = ("hyp", "ref")
) -> NamedCorpus:
    """Returns the table that a command line names; its references and systems cannot be named twice."""
    columns = named.columns or table_columns(arguments, getattr(arguments, "ref", None) or (), needed)
    files = [*named.references, *(named.systems or ())]
    if not files:
        raise UsageError(
            "name the table before its columns, such as outputs.parquet --hyp COLUMN --ref COLUMN"
        )
    if named.test_set is not None or named.num_refs != 1:
        raise UsageError("--hyp and --ref name columns of a table: leave out -t and -nr")
    if named.references and named.systems:
        raise UsageError(
            "options such as --document-column name columns of one table, which has output and references, "
            f"and {named.references[0]} and {named.systems[0]} are two: leave them out; --segment-id joins "
            "the rows of two, with --ref and --hyp, and --document-column is a part of their keys"
        )
    if getattr(arguments, "scores", None):
        raise UsageError("--scores reads files: name columns of the table by --score-columns")
    if columns.document is not None and getattr(arguments, "documents", None):
        raise UsageError(
            f"--documents names a file of documents, and --document-column the column {columns.document!r}: "
            "leave one of them out"
        )
    if named.origlang is not None or named.subset is not None:
        raise UsageError("--origlang and --subset choose segments of a test set: leave them out of a table")
    if named.ref_encoding is not None:
        raise UsageError(
            "--ref-encoding is of files of references, and a table has one encoding: use --encoding"
        )
    if named.names is not None and columns.system is not None:
        raise UsageError(f"the column {columns.system!r} names the systems: leave out --names")
    if named.names is not None:
        check_names(named.names, columns.hypotheses)
    return named.changed(
        references=files, systems=None, columns=columns, score_columns=getattr(arguments, "score", None) or ()
    )
