"""Defines the options for the format and file of a result, and prints results."""

from __future__ import annotations

from parbleu._base.record import Record
from parbleu._cli.shell.console import UsageError, encoded, is_terminal, shows_colors
from parbleu._cli.shell.options import Option, output_option
from parbleu.tables import FORMATS, MOST_DECIMALS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any, TypeVar

    from parbleu._cli.shell.console import Console
    from parbleu._cli.shell.options import Arguments
    from parbleu.tables import Result, Table

    Shown = Result | Table | tuple[Table, ...]
    """What can be printed."""

    Made = TypeVar("Made", int, float)

FORMAT = Option(
    "--format -f",
    "how the result is printed (default: that of the suffix of -o, such as .tex; else text)",
    choices=FORMATS,
)
OUTPUT = output_option("the file for the result")


def decimals(word: str) -> int | dict[str, int]:
    """Returns a number of decimals, or those by metric or column that `BLEU=1,COMET=4` names."""
    from parbleu._base.numbers import read_int

    by_name = "=" in word or "," in word
    read: Any = _by_name(word, read_int) if by_name else read_int(word)
    for number in read.values() if by_name else [read]:
        if not 0 <= number <= MOST_DECIMALS:
            raise UsageError(f"--decimals is a number from 0, at most {MOST_DECIMALS}, not {number}")
    return read  # type: ignore[no-any-return]


def limits(word: str) -> float | dict[str, float]:
    """Returns a number, or those by metric that `BLEU=40,TER=55` names."""
    from parbleu._base.numbers import read_float

    try:
        if "=" not in word:
            return read_float(word)
        return _by_name(word, read_float)
    except ValueError:
        expected = "N, or METRIC=N,METRIC=N as chrf=0.3,bleu=0.5, with each metric once"
        raise UsageError(f"{word!r} is no limit of scores; expected {expected}") from None


def _by_name(word: str, read: Callable[[str], Made]) -> dict[str, Made]:
    """Returns name -> number of words NAME=N with commas between; raises ValueError for others."""
    pairs = [part.rpartition("=") for part in word.split(",")]
    numbers = {name: read(number) for name, _, number in pairs}
    if len(numbers) < len(pairs) or not all(numbers):
        raise ValueError(f"this is not N, or NAME=N,NAME=N, of which each name stands once: {word}")
    return numbers


DECIMALS = Option(
    "--decimals",
    "digits after the point, in formats for people: N, or by metric or column as BLEU=1,COMET=4",
    decimals,
    metavar="N",
)
FULL_WIDTH = Option(
    "--full-width", "latex and typst: the table spans both columns of a two-column page, and shows more", bool
)
PLOT = Option(
    "--plot",
    "also draw the result as .svg, .pdf or .png: scores in a panel for each metric, with their intervals",
    metavar="FILE",
    writes="PICTURE",
)
NO_COLOR = Option("--no-color -nc", "no colours, as with the variable NO_COLOR", bool)
VERBOSE = Option("--verbose -v", "print the steps of the work: files that are read, samples, tests", bool)
QUIET = Option("--quiet -q", "no progress bar; fewer warnings, without the name parbleu in front", bool)
FACTS = Option(
    "--facts", "on a terminal, too, all facts below the tables: seed, samples, tokenizer, ...", bool
)
ALL_TABLES = "all"


def tables_option(names: str = "") -> Option:
    """Returns the option that chooses tables: of these names, with blanks between, or of any without them."""
    return Option(
        "--tables",
        "only these tables of the result, by their names in JSON; all: a terminal leaves out details",
        many="+",
        choices=(*sorted(names.split()), ALL_TABLES) if names else None,
        metavar="NAME",
    )


TABLES = tables_option()
CAPTION = Option("--caption", "latex and typst: text that begins the caption", metavar="TEXT")
LABEL = Option(
    "--table-label --label",
    "latex and typst: by which the document refers to the table, such as tab:scores",
    dest="label",
)
RESULT_OPTIONS = (FORMAT, OUTPUT, DECIMALS, CAPTION, LABEL, FACTS, TABLES, NO_COLOR, VERBOSE, QUIET)
"""What every command takes that has a result."""


class ResultOptions(Record):
    """How a result is printed.

    Attributes:
        format: the name of a printed format.
        output: the file for it; None for standard output.
        decimals: digits after the point, or those by metric or column; None for usual ones.
        caption: text that begins the caption of a table for a paper.
        label: by which a paper refers to the table.
        facts: whether a terminal shows all facts.
        tables: names of the tables that are printed; none for all.
        no_color: whether nothing is coloured.
        plot: the file for a picture of the result.
        full_width: whether a table for a paper spans both columns of the page.
        is_face: whether the command is another tool's, which has no view of its own for terminals.
    """

    format: str
    output: str | None = None
    decimals: int | Mapping[str, int] | None = None
    caption: str | None = None
    label: str | None = None
    facts: bool = False
    tables: Sequence[str] | None = None
    no_color: bool = False
    plot: str | None = None
    full_width: bool = False
    is_face: bool = False


def result_options(arguments: Arguments) -> ResultOptions:
    """Returns how the result of a command is printed, by those of these options that it has."""
    return ResultOptions(**arguments.present(*ResultOptions.__annotations__))


def show_result(
    result: Shown,
    options: ResultOptions,
    console: Console,
    *,
    fact_columns: bool = False,
    details: str = "",
    has_chart: bool = False,
    next_step: str = "",
) -> None:
    """Prints a result in the format that was asked for, or writes it to the file named, and draws it.

    Args:
        result: what to print.
        options: how it is printed.
        console: where to print.
        fact_columns: whether CSV and TSV have a column for each fact.
        details: the names of the tables that a terminal shows with `--tables` only, with blanks between.
        has_chart: whether a terminal also shows intervals as dots and bars.
        next_step: what a terminal proposes below the result, unless it is quiet.

    Raises:
        UnknownNameError: `--tables` names a table that the result does not have.
        UnwritableFileError: a file cannot be written.
        CommandError: standard output cannot.
        TableError: `--plot` asks for a picture, and there are no scores to draw.
    """
    from parbleu.tables import pieces

    if options.plot is not None:
        from parbleu.tables import figure_of, write_figure

        write_figure(figure_of(result), options.plot)
    output = options.output
    if _chooses_tables(options.tables):
        result = _chosen_tables(result, options.tables or ())
    on_terminal = output is None and options.format == "text" and is_terminal() and not options.is_face
    ending = ""
    if on_terminal:
        from parbleu._cli.shell.terminal_view import terminal_view

        result, ending = terminal_view(
            result,
            details="" if options.tables else details,
            has_facts=options.facts,
            has_chart=has_chart,
            next_step=next_step,
            is_quiet=not console.prefix,
        )
    color = output is None and shows_colors(options.no_color)
    parts = pieces(
        result,
        options.format,
        decimals=options.decimals,
        width=None if output is None else 0,
        color=color,
        fact_columns=fact_columns,
        full_width=options.full_width,
        whole_page=True,
        warnings=console.text_warnings,
        caption=options.caption or "",
        label=options.label or "",
    )
    write_output(parts, output, console, escaped=True)
    if ending:
        write_output([ending], output, console, escaped=True)


def check_lines(tables: Sequence[str] | None, decimals: object = None) -> None:
    """Refuses `--tables` and `--decimals` where lines are printed, or one object of JSON, and no tables."""
    if _chooses_tables(tables) or decimals is not None:
        flag = "--tables chooses" if _chooses_tables(tables) else "--decimals is of"
        raise UsageError(f"{flag} tables, and this output has none: leave it out, or name another format")


def _chooses_tables(tables: Sequence[str] | None) -> bool:
    return bool(tables) and tuple(tables or ()) != (ALL_TABLES,)


def _chosen_tables(result: Shown, names: Iterable[str]) -> tuple[Table, ...]:
    """Returns the tables of a result that have these names, in the order of the names."""
    from parbleu._base.known_names import check_name
    from parbleu.tables._rendering import tables_of

    by_name = {table.name: table for table in tables_of(result)}
    names = list(dict.fromkeys(names))
    for name in names:
        check_name("table of the result", name, by_name)
    return tuple(by_name[name] for name in names)


def show_lines(lines: Iterable[str], result: Result, arguments: Arguments, console: Console) -> None:
    """Prints lines where the format is text, as programs read them; otherwise a result."""
    if arguments.format == "text":
        check_lines(arguments.tables, arguments.decimals)
        write_output((f"{line}\n" for line in lines), arguments.output, console)
    else:
        show_result(result, result_options(arguments), console)


def write_output(parts: Iterable[str], output: str | None, console: Console, escaped: bool = False) -> None:
    """Writes text to a file, which appears whole or not at all, or to standard output.

    The text is in parts that are made one after another. If it is `escaped`, nothing in it acts on a terminal
    but what is meant to, as colours.

    Raises:
        UnwritableFileError: the file cannot be written.
        CommandError: standard output cannot.
    """
    if output is None:
        for part in parts:
            (console.write if escaped else console.write_text)(part)
        return
    from parbleu._io.atomic import replacing

    with replacing(output) as file:
        for part in parts:
            file.write(encoded(part))
