"""Defines `ResultCommand`, a command that prints a result of the library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu._cli.shell.command import Arguments, Command
from parbleu._cli.shell.result_output import RESULT_OPTIONS, show_result

if TYPE_CHECKING:
    from collections.abc import Callable

    from parbleu._cli.shell.console import Console
    from parbleu._cli.shell.options import Option
    from parbleu._cli.shell.result_output import Shown


class ResultCommand(Command):
    """A command that prints a result of the library, in the format and to the file that its options name.

    It takes what `Command` takes, and adds `RESULT_OPTIONS`. With `fact_columns`, CSV and TSV have a column
    for each fact.
    """

    def __init__(
        self, usage: str, about: str, examples: str, *options: Option, fact_columns: bool = False
    ) -> None:
        super().__init__(usage, about, examples, *options, *RESULT_OPTIONS)
        self.fact_columns = fact_columns

    def run(self, words: list[str], console: Console, result: Callable[[Arguments], Shown]) -> int:
        """Reads the words of a command line, and prints the result of these arguments; returns 0.

        Of the arguments, `program` is the name under which the command runs. Raises what `read` and
        `show_result` raise.
        """
        arguments = self.read(words, console).changed(program=console.program.name)
        show_result(result(arguments), arguments, console, self.fact_columns)
        return 0
