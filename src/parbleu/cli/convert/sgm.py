"""`parbleu convert sgm`: the text of test files in SGML or XML."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import CommandError
from parbleu.cli.shell.options import Option, output_option
from parbleu.cli.shell.result_output import FORMAT, show_result, write_output
from parbleu.testsets.markup.marked_document import KINDS
from parbleu.testsets.markup.text_extraction import TextExtraction

if TYPE_CHECKING:
    from parbleu.cli.shell.console import Console

COMMAND = Command(
    "FILE... [--set SET] [--system NAME...] [-o FILE]",
    "Writes the text of test files in the SGML of NIST and WMT, in what IWSLT calls XML, and in the XML of\n"
    "WMT since 2021: a line for each segment of the source. Several files are taken as one.",
    """\
  parbleu convert sgm newstest2017-ende-src.en.sgm > src.txt
  parbleu convert sgm wmttest2023.en-de.all.xml --list
  parbleu convert sgm wmttest2023.en-de.all.xml --system GPT4-5shot -o hyp.txt
  parbleu convert sgm src.sgm ref.sgm systems/*.sgm -o texts/""",
    Option("paths", "SGML or XML; .gz is decompressed", many="*", default=(), metavar="FILE"),
    output_option(
        "where to: a file; names with {set} and {system} for several texts; or a directory for\n"
        "{set}.{system}.txt"
    ),
    Option("--set", "only the source, references or systems' translations", choices=KINDS, dest="kind"),
    Option("--system", "only these references or systems", many="+", metavar="NAME", dest="names"),
    Option("--docid", "only these documents", many="+", metavar="NAME", dest="docids"),
    Option("--ids", "lines of document, segment and text, with TABs between", bool, dest="with_ids"),
    Option(
        "--lenient",
        "warn of text outside of segments, which is left out, and of missing end tags of documents and\n"
        "sets in SGML, instead of stopping",
        bool,
    ),
    Option("--list", "print what there is: texts, documents, segments", bool),
    FORMAT,
    Option("--encoding -e", "of the files (default: what they declare, or utf-8)"),
)

_EXTRACTION = ("paths", "kind", "names", "docids", "with_ids", "encoding", "lenient")


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status.

    Raises:
        CommandError: the command line makes no sense.
        ParbleuError: a file is wrong or not there, or several texts have one place.
    """
    values = COMMAND.read(words, console.program)
    _check(values, console)
    extraction = TextExtraction(**{name: values[name] for name in _EXTRACTION})
    if values["list"]:
        show_result(extraction.list(), values, console)
    elif values["output"] is None:
        write_output(extraction.lines(), None, console)
    else:
        extraction.write(values["output"])
    return 0


def _check(values: dict[str, Any], console: Console) -> None:
    """Refuses command lines that make no sense."""
    if not values["paths"]:
        raise CommandError(f"which file? ({console.program.name} --help)", status=2)
    for path in values["paths"]:
        if path == "-" or (Path(path).exists() and not Path(path).is_file()):
            raise CommandError(
                f"{path} is read twice, and has to be a file for that: save it first", status=2
            )
    if values["list"] and (values["docids"] or values["with_ids"]):
        raise CommandError("--list shows whole texts: leave out --docid and --ids", status=2)
    if values["format"] != "text" and not values["list"]:
        raise CommandError("--format is how --list prints: text is plain (--ids: with TABs)", status=2)
