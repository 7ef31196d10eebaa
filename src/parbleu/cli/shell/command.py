"""Defines `Command` (its options, help text, and parsing of command lines) and `Arguments` (their values)."""

from __future__ import annotations

from parbleu.base.record import Record
from parbleu.cli.shell.options import UNSET, Group, Option, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, TypeVar

    from parbleu.cli.shell.console import Program
    from parbleu.cli.shell.parser import Parser

    Self = TypeVar("Self", bound="Arguments")


READ = ("refs", "input", "files")
"""The values that name files which a command reads."""


class Arguments(Record):
    """The values of a command line's options, as attributes; immutable.

    Args:
        values: name of the value -> the value, of all options.
    """

    def __init__(self, values: Mapping[str, Any]) -> None:
        vars(self).update(values)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def replace(self: Self, **values: Any) -> Self:  # noqa: PYI019 - Self is not in Python 3.10
        """Returns the same with other values for some of the options."""
        return type(self)({**vars(self), **values})

    def chosen(self, *names: str) -> dict[str, Any]:
        """Returns some of the values by their names, for a function that takes arguments of these names."""
        return {name: getattr(self, name) for name in names}


class Command:
    """A command: its options and its help text.

    Args:
        usage: what follows its name in the first line of its `--help`.
        about: the description of the command.
        examples: what `--help` ends with.
        options: the positional one first, if there is one.
        groups: more options, under headings of their own.
        name: what the examples call it, if it may run under other names.
        common: flags of the options that `--help` explains, with blanks between; "" for all.
    """

    def __init__(
        self,
        usage: str,
        about: str,
        examples: str,
        *options: Option,
        groups: tuple[Group, ...] = (),
        name: str = "",
        common: str = "",
    ) -> None:
        self.usage = usage
        self.about = about
        self.examples = examples
        self.table: Table = Table(Group("", options), *groups)
        self.name = name
        self.common = common

    def read(self, words: list[str], program: Program) -> Arguments:
        """Returns the values of the words of a command line, with the defaults.

        Raises:
            CommandError: they cannot be understood, or `--output` or `--plot` names a file that is read.
            UnwritableFileError: the file that `--output` or `--plot` names cannot be written.
            OptionError: `--plot` names no picture.
            MissingDependencyError: Matplotlib is not installed, which `--plot` needs.
            SystemExit: they asked for help or the version, which have been printed.
        """
        from parbleu.cli.shell.fast_parser import read_quickly

        values = read_quickly(words, self.table)
        if values is None:
            values = vars(self._parser(program).parse_args(words))
        if values.get("output") is not None:
            from parbleu.cli.shell.overwrite_check import refuse_overwriting
            from parbleu.io.atomic import check_place

            read = [file for name in READ for file in values.get(name) or ()]
            read += [values["source"]] if isinstance(values.get("source"), str) else []
            refuse_overwriting(values["output"], read, "--output")
            check_place(values["output"])  # before the work, not after it
        if values.get("plot") is not None:
            from parbleu.cli.shell.overwrite_check import refuse_overwriting
            from parbleu.tables.figures import check_figure

            read = [file for name in READ for file in values.get(name) or ()]
            read += [values["source"]] if isinstance(values.get("source"), str) else []
            refuse_overwriting(values["plot"], read, "--plot")
            check_figure(values["plot"])
        return Arguments(values)

    def read_given(self, words: list[str], program: Program) -> dict[str, Any]:
        """Returns the values of the words without defaults; raises the errors that `read` raises."""
        from argparse import Namespace

        # argparse sets no default where a value stands already.
        told = self._parser(program).parse_args(words, Namespace(**dict.fromkeys(self.table.defaults, UNSET)))
        return {dest: value for dest, value in vars(told).items() if value is not UNSET}

    def _parser(self, program: Program) -> Parser:
        from parbleu.cli.shell.parser import make_parser

        examples = self.examples.replace(self.name, program.name) if self.name else self.examples
        return make_parser(
            program, self.table, self.usage, self.about, f"examples:\n{examples}", self.common.split()
        )
