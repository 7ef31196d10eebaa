"""`parbleu convert`: extracts the text of test files, translators' files, subtitles and columns of tables."""

from __future__ import annotations

from pathlib import Path

from parbleu._cli.shell.command import Command
from parbleu._cli.shell.console import Console, UsageError
from parbleu._cli.shell.corpus_options import LANGUAGE_PAIR, TAGS
from parbleu._cli.shell.options import Arguments, Option, changed_option, output_option
from parbleu._cli.shell.result_output import (
    DECIMALS,
    FORMAT,
    NO_COLOR,
    QUIET,
    VERBOSE,
    result_options,
    show_result,
    write_output,
)
from parbleu._inputs import unit_suffix
from parbleu._inputs.text_columns import ColumnStream
from parbleu._inputs.unit_files import unit_file
from parbleu._inputs.unit_formats import UnitOptions
from parbleu._io.lines import lockstep
from parbleu.tables import Column, Table
from parbleu.testsets._markup_files import KINDS
from parbleu.testsets._text_extraction import TextExtraction

_EXTRACTION = ("paths", "kind", "names", "docids", "with_ids", "encoding", "lenient")


@Command(
    "FILE... [--set SET | --column COLUMN] [--systems NAME...] [-f FORMAT] [-o FILE]",
    "Writes the text of test files in the SGML of NIST and WMT, in what IWSLT calls XML, and in the XML of\n"
    "WMT since 2021: a line for each segment of the source. Several files are taken as one. Of translators'\n"
    "files and subtitles (.xlf, .tmx, .po, .srt, ...) it writes a line for each unit: its translation, with\n"
    "--set src its source. Of tables it writes a column, a line for each row. Formats other than text are a\n"
    "table with a row for each segment of each text.",
    """\
  parbleu convert newstest2017-ende-src.en.sgm > src.txt
  parbleu convert wmttest2023.en-de.all.xml --list
  parbleu convert wmttest2023.en-de.all.xml --systems GPT4-5shot -o hyp.txt
  parbleu convert src.sgm ref.sgm systems/*.sgm -o texts/
  parbleu convert job.xlf --set src > src.txt
  parbleu convert outputs.jsonl --column mt > hyp.txt
  parbleu convert src.sgm ref.sgm -f csv -o segments.csv""",
    Option(
        "paths",
        "SGML or XML, or translators' files and subtitles; with --column tables; .gz is decompressed",
        many="*",
        reads="FILE",
    ),
    output_option(
        "the output: a file; for text also names with {set} and {system} for several texts, or a\n"
        "directory for {set}.{system}.txt",
        "place",
        "FILE or FOLDER",
    ),
    Option("--set", "only the source, references or systems' translations", choices=KINDS, dest="kind"),
    Option(
        "--column",
        "write this column of tables (JSON lines, CSV, TSV, Parquet, Arrow; - for standard input); a line\n"
        "break within a cell becomes a blank",
    ),
    Option("--systems", "only these references or systems", many="+", dest="names"),
    Option("--docid", "only these documents", many="+", dest="docids"),
    Option("--ids", "lines of document, segment and text, with TABs between", bool, dest="with_ids"),
    Option(
        "--lenient",
        "warn of text outside of segments, which is left out, and of missing end tags of documents and\n"
        "sets in SGML, instead of stopping",
        bool,
    ),
    Option("--list", "print what there is: texts, documents, segments", bool),
    changed_option(FORMAT, help="how the segments or the list are printed (default: text)"),
    DECIMALS,
    NO_COLOR,
    VERBOSE,
    QUIET,
    changed_option(
        LANGUAGE_PAIR,
        help="of TMX, TTML, XLIFF and .xcstrings of several languages: which to read, such as en-de",
    ),
    TAGS,
    Option("--encoding -e", "encoding of the files (default: the declared one, or utf-8)"),
    common="--set --column --systems --docid -l --tags --list --encoding -f -o",
)
def convert(arguments: Arguments, console: Console) -> int:
    """Writes the text of files."""
    if arguments.column is not None and arguments.paths:
        _convert_column(arguments, console)
        return 0
    _check(arguments)
    if arguments.paths and all(map(unit_suffix, arguments.paths)):
        _convert_units(arguments, console)
        return 0
    if arguments.language_pair is not None or arguments.tags != TAGS.default:
        raise UsageError("-l and --tags are of translators' files: leave them out")
    extraction = TextExtraction(**arguments.chosen(*_EXTRACTION))
    if arguments.list or arguments.format != "text":
        extracted = extraction.list() if arguments.list else extraction.segments()
        show_result(extracted, result_options(arguments.changed(output=arguments.place)), console)
    elif arguments.place is None:
        write_output(extraction.lines(), None, console)
    else:
        extraction.write(arguments.place)
    return 0


def _convert_column(arguments: Arguments, console: Console) -> None:
    """Prints a column of tables, or writes it to a file."""
    others = ("kind", "names", "docids", "with_ids", "list", "lenient", "language_pair")
    if any(getattr(arguments, name) for name in others) or arguments.format != "text":
        raise UsageError("--column writes the rows of tables as lines: leave out the options of other files")
    encoding = arguments.encoding or UnitOptions.encoding
    naming = "--column names a column of one"
    streams = [ColumnStream(path, [arguments.column], encoding, naming=naming) for path in arguments.paths]
    parts = (part for stream in streams for [[part]] in lockstep([stream]))
    write_output(
        (_as_line(text or "") for part in parts for text in part.to_list()), arguments.place, console
    )


def _as_line(text: str) -> str:
    return f"{' '.join(text.splitlines())}\n"


def _convert_units(arguments: Arguments, console: Console) -> None:
    """Prints the text of files of units, or writes it to a file."""
    if arguments.list or arguments.names:
        raise UsageError("files of units have one source and one translation: leave out --list and --systems")
    wanted = arguments.kind or "ref"
    options = UnitOptions(
        arguments.tags, arguments.language_pair, encoding=arguments.encoding or UnitOptions.encoding
    )
    rows = [
        (unit.document, unit.key, {"src": unit.source, "ref": unit.target, "hyp": unit.machine}[wanted] or "")
        for path in arguments.paths
        for unit in unit_file(path, options).units
        if arguments.docids is None or unit.document in arguments.docids
    ]
    if arguments.format != "text":
        table = Table("segments", [Column(name) for name in ("document", "segment", "text")], rows)
        show_result(table, result_options(arguments.changed(output=arguments.place)), console)
        return
    lines = ("\t".join(row if arguments.with_ids else row[2:]) for row in rows)
    write_output(map(_as_line, lines), arguments.place, console)


def _check(arguments: Arguments) -> None:
    """Refuses command lines that make no sense."""
    if not arguments.paths:
        needed = "file in SGML or XML" if arguments.column is None else "table"
        raise UsageError(f"name a {needed} ({arguments.program} --help shows examples)")
    for path in arguments.paths:
        if Path(path).is_dir():
            raise UsageError(f"{path} is a folder: name its files")
        if path == "-" or (Path(path).exists() and not Path(path).is_file()):
            raise UsageError(
                f"{path} has to be a regular file, since it is read twice: save it to a file first"
            )
    if arguments.list and (arguments.docids or arguments.with_ids):
        raise UsageError("--list shows whole texts: leave out --docid and --ids")
