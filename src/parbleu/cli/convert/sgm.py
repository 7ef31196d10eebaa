"""`parbleu convert sgm`: the text of test files in SGML or XML."""

from __future__ import annotations

from pathlib import Path

from parbleu.base.log import warn
from parbleu.base.nearest import nearest
from parbleu.base.wording import counted
from parbleu.cli.convert.output_files import SYSTEM, files_of
from parbleu.cli.meta.output import FORMATS, Report, put
from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import CommandError, Console
from parbleu.cli.shell.options import Option, format_option, output_option
from parbleu.errors import UnknownNameError
from parbleu.testsets.markup.aligned_texts import MOST_FAULTS, Contents
from parbleu.testsets.markup.marked_document import KINDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from parbleu.testsets.markup.aligned_texts import Part, Text

_WORDS = {"src": "source", "ref": "reference", "hyp": "system"}

COMMAND = Command(
    "FILE... [--set SET] [--system NAME...] [-o FILE]",
    "Writes the text of test files in the SGML of NIST and WMT, in what IWSLT calls XML, and in the XML of\n"
    "WMT since 2021: a line for each segment of the source. Several files are taken as one.",
    """\
  parbleu convert sgm newstest2017-ende-src.en.sgm > src.txt
  parbleu convert sgm wmttest2023.en-de.all.xml --list
  parbleu convert sgm wmttest2023.en-de.all.xml --system GPT4-5shot -o hyp.txt
  parbleu convert sgm src.sgm ref.sgm systems/*.sgm -o texts/""",
    Option((), "paths", "SGML or XML; .gz is decompressed", many="*", default=(), metavar="FILE"),
    output_option(
        "where to: a file; names with {set} and {system} for several texts; or a directory for\n"
        f"{{set}}.{SYSTEM}.txt"
    ),
    Option(("--set",), "kind", "only the source, references or systems' translations", choices=KINDS),
    Option(("--system",), "names", "only these references or systems", many="+", metavar="NAME"),
    Option(("--docid",), "docids", "only these documents", many="+", metavar="NAME"),
    Option(("--ids",), "ids", "lines of document, segment and text, with TABs between", bool, default=False),
    Option(
        ("--lenient",),
        "lenient",
        "warn of text outside of segments, which is left out, and of missing end tags of documents and\n"
        "sets in SGML, instead of stopping",
        bool,
        default=False,
    ),
    Option(("--list",), "list", "print what there is: texts, documents, segments", bool, default=False),
    format_option(("text", *FORMATS), "how --list prints"),
    Option(("--encoding", "-e"), "encoding", "of the files (default: what they declare, or utf-8)"),
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status.

    Raises:
        CommandError: no file is named, or several texts without a place for each.
        ParbleuError: a file is wrong, or another cannot be written.
    """
    values = COMMAND.read(words, console.program)
    paths = values["paths"]
    if not paths:
        raise CommandError(f"which file? ({console.program.name} --help)", status=2)
    for path in paths:
        if path == "-" or (Path(path).exists() and not Path(path).is_file()):
            raise CommandError(
                f"{path} is read twice, and has to be a file for that: save it first", status=2
            )
    if values["list"] and (values["docids"] or values["ids"]):
        raise CommandError("--list shows whole texts: leave out --docid and --ids", status=2)
    if values["format"] != "text" and not values["list"]:
        raise CommandError("--format is how --list prints: text is plain (--ids: with TABs)", status=2)
    contents = Contents(paths, values["encoding"], lenient=values["lenient"])
    texts = _chosen(contents, values)
    _tell(contents, console)
    _warn_of_faults(contents)
    if values["list"]:
        put([_list(contents, texts, values["format"])], values["output"], console)
        return 0
    for text in texts:
        _warn(contents, text)
    _write(contents, texts, values, console)
    return 0


def _chosen(contents: Contents, values: dict[str, Any]) -> list[Text]:
    """The texts that are wanted.

    Raises:
        UnknownNameError: there is none of that name.
        CommandError: there is none of that kind, or no such document.
    """
    texts = [text for text in contents.texts if values["kind"] in (None, text.kind)]
    if not texts:
        raise CommandError(f"there is no {values['kind']}, only {_counts(contents.texts)}")
    if values["names"] is not None:
        known = [text.name for text in texts if text.name]
        for name in values["names"]:
            if name not in known:
                raise UnknownNameError("system or reference", name, known)
        texts = [text for text in texts if text.name in values["names"]]
    for docid in values["docids"] or ():
        if docid not in contents.first.documents:
            near = nearest(docid, contents.first.documents)
            hint = f"did you mean {near!r}?" if near else "--ids shows them"
            raise CommandError(f"there is no document {docid!r}; {hint}")
    return texts


def _counts(texts: Sequence[Text]) -> str:
    """How many texts of each kind there are."""
    counts = {kind: sum(text.kind == kind for text in texts) for kind in _WORDS}
    return ", ".join(counted(count, _WORDS[kind], ",") for kind, count in counts.items() if count)


def _tell(contents: Contents, console: Console) -> None:
    """Says how much was found."""
    first = contents.first
    size = f"{counted(len(first.documents), 'document', ',')}, {counted(first.segments, form=',')}"
    console.inform(f"found {_counts(contents.texts)}: {size}")


def _warn_of_faults(contents: Contents) -> None:
    """Warns of what was wrong with the files."""
    for path, faults in contents.faults.items():
        for line, problem in faults.items():
            warn(f"{path}:{line}: {problem}")
        if len(faults) == MOST_FAULTS:
            warn(f"{path}: these are the first {MOST_FAULTS} lines with faults; there may be more")


def _warn(contents: Contents, text: Text) -> None:
    """Warns of what is not as it should be in a text."""
    lacking = text.lacks(contents.first)
    if lacking is not None:
        docid, key = lacking
        all_segments = contents.first.segments
        warn(
            f"{text.title} lacks {all_segments - text.segments:,} of {all_segments:,} segments of "
            f"{contents.first.title}, the first being {key!r} of {docid!r}: empty lines stand for them"
        )
    if text.markup:
        warn(
            f"{text.markup}: other markup in a segment of {text.title}: SGML keeps it, XML only what is in it"
        )


def _list(contents: Contents, texts: Sequence[Text], format_name: str) -> str:
    """A table of texts."""
    first = contents.first
    columns = ("set", "system", "language", "documents", "segments", "missing")
    rows: list[list[str | float | bool | None]] = [
        [
            text.kind,
            text.name,
            text.language,
            len(text.documents),
            text.segments,
            first.segments - text.segments,
        ]
        for text in texts
    ]
    if format_name != "text":
        return FORMATS[format_name](Report(columns, rows))
    from parbleu.cli.score.text_grids import text_grid

    cells = [[f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in row] for row in rows]
    return f"{text_grid(columns, cells, 'lllrrr')}\n"


def _write(contents: Contents, texts: Sequence[Text], values: dict[str, Any], console: Console) -> None:
    """Writes texts where they belong.

    Raises:
        CommandError: there are several, and one place.
        UnwritableFileError: a file cannot be written.
    """
    show = _rows if values["ids"] else _lines
    files = files_of(texts, values["output"], values["paths"], ".tsv" if values["ids"] else ".txt")
    if not files:
        put((show(part) for part in contents.parts(texts, values["docids"])), None, console)
        return
    from contextlib import ExitStack

    from parbleu.io.atomic import replacing

    with ExitStack() as stack:
        opened = {text: stack.enter_context(replacing(path)) for text, path in files.items()}
        for part in contents.parts(texts, values["docids"]):
            opened[part.text].write(show(part).encode())


def _lines(part: Part) -> str:
    return "".join(f"{segment}\n" for segment in part.segments)


def _rows(part: Part) -> str:
    rows = zip(part.ids, part.segments, strict=True)
    return "".join(f"{part.docid}\t{key}\t{segment}\n" for key, segment in rows)
