"""Defines commands: their options, help texts, and the parsing of command lines.

`Command` is the plain one; `ResultCommand` prints what a function returns; others print themselves.
"""

from __future__ import annotations

import os

from parbleu._cli.shell.console import CommandError, UsageError
from parbleu._cli.shell.options import SUFFIXES, UNSET, Arguments, Option, OptionGroup, OptionTable
from parbleu._cli.shell.result_output import (
    RESULT_OPTIONS,
    TABLES,
    result_options,
    show_result,
    tables_option,
)
from parbleu.errors import ParbleuError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from typing_extensions import Self

    from parbleu._cli.shell.console import Console, Program
    from parbleu._cli.shell.parser import Parser
    from parbleu._cli.shell.result_output import Shown

DOCUMENTS = {
    **dict.fromkeys(("xlsx", "xls", "ods"), "spreadsheet programs open .csv"),
    **dict.fromkeys(("docx", "doc", "odt", "rtf"), "word processors open .html"),
    **dict.fromkeys(("pdf", "png", "svg", "jpg", "jpeg"), "browsers print .html"),
    **dict.fromkeys(("parquet", "feather", "arrow"), "tables for programs are .csv, .tsv and .json"),
}
"""Suffixes of files that no format is for -> what helps."""


CHECKED = (
    *("n_samples", "samples", "seed", "alpha", "power", "threads", "region", "encoding", "ref_encoding"),
    *("length_range", "scheme", "size", "examples", "num_refs"),
)
"""The names of values that are judged before any file is read."""


class Command:
    """A command: its options and its help text.

    It decorates the function that does its work, which takes the values of a command line and the console,
    and returns the exit status. Two more values are `command_line`, its words, and `program`, its name.

    Args:
        usage: what follows its name in the first line of its `--help`.
        about: the description of the command.
        examples: what `--help` ends with.
        options: the positional one first, if there is one.
        groups: more options, under headings of their own.
        name: what the examples call it, if it may run under other names.
        common: flags of the options that `--help` explains, with blanks between; "" for those that are not
            rare in any command.
        default_format: the format of a result where neither `--format` nor the suffix of `--output` tells it.
    """

    def __init__(
        self,
        usage: str,
        about: str,
        examples: str,
        *options: Option,
        groups: tuple[OptionGroup, ...] = (),
        name: str = "",
        common: str = "",
        default_format: str | None = "text",
    ) -> None:
        self.default_format = default_format
        self.usage = usage
        self.about = about
        self.examples = examples
        self.table: OptionTable = OptionTable(OptionGroup("", options), *groups)
        self.name = name
        self.common = common

    def __call__(self, function: Callable[..., Any]) -> Self:
        """Makes a function the command's."""
        self.function = function
        return self

    def run(self, words: list[str], console: Console) -> int:
        """Reads the words of a command line, and runs the function; returns the exit status.

        Raises:
            CommandError: the words are wrong.
            ParbleuError: the function raises it.
        """
        arguments = self.read(words, console)
        return self._answer(arguments.changed(program=console.program.name, command_line=words), console)

    def _answer(self, arguments: Arguments, console: Console) -> int:
        return int(self.function(arguments, console))

    def read(self, words: list[str], console: Console) -> Arguments:
        """Returns the values of the words of a command line, with the defaults; `--quiet` quiets the console.

        Raises:
            CommandError: they cannot be understood, or name a file that would be read and written.
            UnwritableFileError: a file that they name cannot be written.
            OptionError: `--plot` names no picture.
            MissingDependencyError: Matplotlib is not installed, which `--plot` needs.
            SystemExit: they asked for help or the version, which have been printed.
        """
        program = console.program
        if not program.sacrebleu:
            refuse_empty(words, self.table)
        values = read_quickly(words, self.table, bool(program.sacrebleu))
        if values is None:
            values = vars(self._parser(program).parse_args(words))
        if self.table.positional in ("refs", "files"):
            values = _with_named_files(values)
        if values.get("quiet"):
            console.be_quiet()
        if values.get("verbose") and not program.sacrebleu:
            from parbleu._base import log

            log.detailed = log.informed
        check_files(self.table, values)
        if not program.sacrebleu:
            self._check_values(values)
        if values.get("format", "") is None:
            values["format"] = format_of_suffix(values.get("output")) or self.default_format
        if self.default_format is not None:  # else the command finds out which format it is
            check_paper_options(values)
        return Arguments(**values)

    def _check_values(self, values: Mapping[str, Any]) -> None:
        """Refuses values of options that many commands have, if some are given."""
        defaults = self.table.defaults
        given = {
            name: value
            for name in CHECKED
            if (value := values.get(name)) is not None and value != defaults.get(name)
        }
        if given:
            from parbleu._cli.shell.value_checks import check_values

            check_values(given)

    def read_given(self, words: list[str], console: Console) -> dict[str, Any]:
        """Returns the values of the words without defaults; raises the errors that `read` raises."""
        from argparse import Namespace

        # argparse sets no default where a value stands, and adds to it the values of an option that repeats.
        unset: dict[str, Any] = dict.fromkeys(self.table.defaults, UNSET)
        unset.update((option.dest, None) for option in self.table.every() if option.repeats)
        read = vars(self._parser(console.program).parse_args(words, Namespace(**unset)))
        given = {dest: value for dest, value in read.items() if value is not unset.get(dest, UNSET)}
        return {dest: value for dest, value in _with_named_files(given).items() if value is not None}

    def refuse_beside(self, what: str, arguments: Arguments, *names: str) -> None:
        """Refuses options that change nothing beside another one, or without it; `what` says which."""
        for name in names:
            value = getattr(arguments, name)
            if (tuple(value) if isinstance(value, list) else value) != self.table.defaults[name]:
                flag = next(option.flags[0] for option in self.table.every() if option.dest == name)
                raise UsageError(f"{flag} changes nothing {what}: leave it out")

    def _parser(self, program: Program) -> Parser:
        from parbleu._cli.shell.parser import make_parser

        examples = self.examples.replace(self.name, program.name) if self.name else self.examples
        return make_parser(
            program, self.table, self.usage, self.about, f"examples:\n{examples}", self.common.split()
        )


def _with_named_files(values: dict[str, Any]) -> dict[str, Any]:
    """Returns values in which files that `--ref` and `--hyp` name are references and systems.

    Columns of a table stand behind its name. Where no table is named, and all of them are files, they are
    what stands before `-i`, and what `-i` names. Where output and references are named apart, they are
    columns of the one and of the other, whose rows `--segment-id` may join.
    """
    references, systems = values.get("ref"), values.get("hyp")
    key, document = values.get("segment_id"), values.get("document")
    of_two: dict[str, Any] = {}  # tables, whose rows these columns join
    if key:
        key_columns = (document, key) if document else (key,)
        of_two = {"segment_id": None, "document": None, "key_columns": key_columns}
    # These columns are of one table, which has output and references.
    is_of_one = any(values.get(column) for column in ("system", "domain", "score")) or (document and not key)
    if "files" in values:  # of two systems, whose references `--ref` names
        is_of_two = "refs" in values and len(values["files"] or ()) == 2 and len(systems or ()) == 1
        if not is_of_two or is_of_one:
            return values
        are_files = all(map(os.path.exists, values["refs"] or ()))
        columns = () if are_files else values["refs"]  # of both tables
        return {**values, **of_two, "hyp": None, "hyp_columns": systems, "ref_columns": columns}
    is_apart = values.get("refs") or (values.get("test_set") and not references)
    if is_apart and not is_of_one and (references or systems) and values.get("input"):
        columns = {"hyp_columns": systems or (), "ref_columns": references or ()}
        _check_source_file(values.get("source"), [*(values.get("refs") or ()), *values["input"]][0])
        return {**values, **of_two, "hyp": None, "ref": None, **columns}
    if not references or values.get("refs") or (systems and values.get("input")) or is_of_one or key:
        return values
    if not all(os.access(path, os.F_OK) for path in (*references, *(systems or ()))):
        return values
    named = {"refs": references} if systems is None else {"refs": references, "input": systems}
    return {**values, **named, **({} if systems is None else {"hyp": None}), "ref": None}


def _check_source_file(source: str | None, table: str) -> None:
    """Refuses a source that is no file beside output and references in two files."""
    if source is not None and source != "-" and not os.access(source, os.F_OK):
        raise UsageError(
            f"cannot read {source}: beside output and references in two files, --src names a file of lines, "
            f"and no column: parbleu convert {table} --column {source} > src.txt writes one"
        )


def check_files(table: OptionTable, values: Mapping[str, Any]) -> None:
    """Checks the files that a command line names, before the work and not after it.

    Raises:
        CommandError: a file that is read would be written, or a file be written twice.
        UnwritableFileError: a file cannot be written.
        OptionError: a picture has a name that pictures do not have.
        MissingDependencyError: Matplotlib is not installed, which draws pictures.
    """
    written = [option for option in table.writing if values.get(option.dest) is not None]
    if not written and not any("SET" in option.writes for option in table.writing):
        return  # an evaluation set that is written has a default
    from parbleu._cli.shell.overwrite_check import refuse_overwriting
    from parbleu._io.atomic import check_place

    refuse_overwriting(table, values)
    for option in written:
        value: Any = values[option.dest]
        if option.writes == "PICTURE":
            from parbleu.tables._figures import check_figure

            check_figure(value)
        elif option.writes == "PREFIX":
            check_place(f"{value}.json")
        elif option.writes in ("FILE", "PAGE", "TRANSLATIONS"):
            for path in value if option.many else [value]:
                if option.writes == "PAGE":
                    refuse_document(path, "a page is HTML: name it .html")
                check_place(path)


def format_of_suffix(output: str | None) -> str | None:
    """Returns the format that the suffix of an output file stands for; None if it stands for none.

    Raises:
        CommandError: it is that of a document or picture, in which no result can be.
    """
    _, dot, suffix = (output or "").rpartition(".")
    refuse_document(output or "", f"results are written as {', '.join(f'.{suffix}' for suffix in SUFFIXES)}")
    return SUFFIXES.get(suffix.lower()) if dot else None


def check_paper_options(values: dict[str, Any]) -> None:
    """Refuses, by the values of a command line, what stands beside a table for a paper in other formats."""
    if values.get("caption") or values.get("label"):
        from parbleu.tables._rendering import FOR_PAPERS

        if values["format"] not in FOR_PAPERS:
            raise UsageError("--caption and --label need a table for a paper: add -f latex or -f typst")


def refuse_document(path: str, what: str) -> None:
    """Refuses to write a result into a file with the name of a document; `what` says how it is written."""
    _, dot, suffix = path.rpartition(".")
    if dot and suffix.lower() in DOCUMENTS:
        raise CommandError(f"--output {path}: {what}; {DOCUMENTS[suffix.lower()]}")


def refuse_empty(words: list[str], table: OptionTable) -> None:
    """Refuses a value without characters, as that of a shell's variable that is not set, but for texts."""
    if not any(word[-1:] in ("", "=") for word in words):
        return
    flag, is_text, option = "", False, None
    for word in words:
        name = word.partition("=")[0]
        if _is_option(word):
            option = table.find(name)
            flag = "" if option is not None and option.kind is bool else name
            is_text = option is not None and option.metavar == "TEXT"
        if not is_text and (not word or (word[:2] == "--" and word == f"{name}=")):
            what = flag or "a word of the command line"
            raise UsageError(f"{what} is empty, as a variable that is not set: give a value, or leave it out")
        if not _is_option(word) and option is not None and not option.many:
            flag, is_text = "", False  # it has its value


def read_quickly(words: list[str], table: OptionTable, whole: bool = False) -> dict[str, Any] | None:
    """Returns the values of a command line, or None if argparse must decide.

    It answers only where it is sure that argparse would answer the same. It leaves everything else to
    argparse, which takes longer to load than scoring a test set: abbreviations, joined spellings such as
    `-w4`, mistakes, `--help`.

    Args:
        words: the command line without the program's name.
        table: the options.
        whole: whether no word is split.
    """
    values = dict(table.defaults)
    at = 0
    rivals: dict[str, str] = {}
    seen: set[str] = set()
    positional_seen = False
    while at < len(words):
        word = words[at]
        if not _is_option(word):
            if positional_seen or not table.positional:
                return None
            positional_seen = True
            end = _end_of_values(words, at)
            values[table.positional] = words[at:end]
            at = end
            continue
        flag, equals, joined = word.partition("=") if word[:2] == "--" else (word, "", "")
        option = table.find(flag)
        at += 1
        if option is None or (equals and not joined):
            return None
        if option.rivals and rivals.setdefault(option.rivals, option.dest) != option.dest:
            return None
        if option.kind is bool:
            if equals:
                return None
            values[option.dest] = True
            continue
        if equals:
            texts = [joined]
        else:
            end = _end_of_values(words, at) if option.many else min(at + 1, len(words))
            texts = words[at:end]
            at = end
        if option.dest in seen and not option.many and not whole:
            return None
        seen.add(option.dest)
        if not _convert(option, texts, values, whole):
            return None
    return values


def _is_option(word: str) -> bool:
    return word[:1] == "-" and word != "-"


def _end_of_values(words: list[str], at: int) -> int:
    while at < len(words) and not _is_option(words[at]):
        at += 1
    return at


def _convert(option: Option, texts: list[str], values: dict[str, Any], whole: bool) -> bool:
    """Stores what was given for an option; returns whether it is what the option takes."""
    if (not texts and option.many != "*") or any(_is_option(word) for word in texts):
        return False
    splits = option.split if not whole else None
    if splits is not None:
        texts = [part for word in texts for part in splits(word)]
    try:
        read = option.reader(is_face=whole)
        converted = [read(word) for word in texts]
    except (ValueError, CommandError):
        return False
    choices = option.choices_of(is_face=whole)
    if choices is not None and any(word not in choices for word in converted):
        return False
    if (option.repeats and not whole) or splits is not None:
        before: Any = values.get(option.dest, option.default)
        kept: Any = [] if before is option.default else before
        converted = [*kept, *converted]
    values[option.dest] = converted if option.many else converted[0]
    return True


class ResultCommand(Command):
    """A command that prints a result of the library, in the format and to the file that its options name.

    It decorates the function that returns the result for the values of a command line.

    Args:
        usage: what follows its name in the first line of its `--help`.
        about: the description of the command.
        examples: what `--help` ends with.
        options: the positional one first, if there is one; `RESULT_OPTIONS` follow them.
        common: flags of the options that `--help` explains, with blanks between; "" for those that are not
            rare in any command.
        fact_columns: whether CSV and TSV have a column for each fact.
        details: the names of the tables that a terminal shows with `--tables` only, with blanks between.
        has_chart: whether a terminal also shows intervals as dots and bars.
        next_step: what a terminal proposes below a result.
        tables: the names of all tables that its results can have, with blanks between, so that `--tables` is
            judged before the work; "" where they depend on metrics, or the work is short.
    """

    def __init__(
        self,
        usage: str,
        about: str,
        examples: str,
        *options: Option,
        common: str = "",
        fact_columns: bool = False,
        details: str = "",
        has_chart: bool = False,
        next_step: str = "",
        tables: str = "",
    ) -> None:
        printed = [
            tables_option(tables) if option is TABLES and tables else option for option in RESULT_OPTIONS
        ]
        super().__init__(usage, about, examples, *options, *printed, common=common)
        self.fact_columns = fact_columns
        self.details = details
        self.has_chart = has_chart
        self.next_step = next_step

    def _answer(self, arguments: Arguments, console: Console) -> int:
        self.show(self.function(arguments), arguments, console)
        return 0

    def show(self, result: Shown, arguments: Arguments, console: Console) -> None:
        """Prints a result, or writes it to the file that was named.

        Raises:
            ParbleuError: it has no such table, or cannot be written or drawn.
        """
        show_result(
            result,
            result_options(arguments),
            console,
            fact_columns=self.fact_columns,
            details=self.details,
            has_chart=self.has_chart,
            next_step=self.next_step,
        )


class StatusCommand(ResultCommand):
    """A command whose function takes the console, too, prints, and returns the exit status."""

    _answer = Command._answer


class CheckCommand(StatusCommand):
    """A command that looks for faults: its function returns 1 if there is one, and an error has status 2."""

    def run(self, words: list[str], console: Console) -> int:
        """Reads the words of a command line, and runs the function; returns the exit status.

        Raises:
            CommandError: the words are wrong, or something cannot be read or written.
        """
        try:
            return super().run(words, console)
        except CommandError as problem:
            problem.status = 2
            raise
        except (ParbleuError, MemoryError) as problem:
            raise CommandError(" ".join(str(problem).split()) or "not enough memory", status=2) from None
