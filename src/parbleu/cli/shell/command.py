"""What commands of several words have in common, such as `parbleu data get`: they read their own options."""

from __future__ import annotations

from parbleu.cli.shell.options import Group, Option, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from parbleu.cli.shell.console import Program


class Command:
    """One command.

    Args:
        usage: what follows its name in the first line of its `--help`.
        about: what it does.
        examples: what `--help` ends with.
        options: the first one is positional.
        groups: more options, under headings of their own.
    """

    def __init__(
        self, usage: str, about: str, examples: str, *options: Option, groups: tuple[Group, ...] = ()
    ) -> None:
        self.usage = usage
        self.about = about
        self.examples = examples
        self.options = options
        self.groups = (Group("", lambda: options), *groups)

    def read(self, words: list[str], program: Program) -> dict[str, Any]:
        """Returns what the words say: name of the value -> value.

        Raises:
            CommandError: they cannot be understood.
            SystemExit: they asked for help or the version, which have been printed.
        """
        from parbleu.cli.shell.fast_parser import read_quickly

        table = Table(self.groups)
        defaults = {option.dest: option.default for group in self.groups for option in group.options()}
        values = read_quickly(words, table, self.options[0].dest, defaults)
        if values is None:
            from parbleu.cli.shell.parser import make_parser

            parser = make_parser(program, table, self.usage, self.about, f"examples:\n{self.examples}")
            values = vars(parser.parse_args(words))
        return values
