"""Defines commands that are functions: `ResultCommand` prints what one returns, others print themselves."""

from __future__ import annotations

from parbleu._cli.shell.command import Arguments, Command
from parbleu._cli.shell.console import CommandError
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
    from parbleu._cli.shell.console import Console
    from parbleu._cli.shell.options import Option
    from parbleu._cli.shell.result_output import Shown


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
        check_resampling(arguments)
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


def check_resampling(arguments: Arguments) -> None:
    """Refuses a seed, level, or number of samples or threads that cannot be, before the work is done.

    Raises:
        OptionError: there is one; 0 samples are allowed.
    """
    values = arguments.present("n_samples", "seed", "alpha", "threads")
    given = {name: value for name, value in values.items() if value is not None}
    if given.get("n_samples") == 0:
        del given["n_samples"]
    if given:
        from parbleu.stats.resampling import Resampling

        Resampling(**given)


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
