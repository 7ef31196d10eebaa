"""`sacrebleu --help`: the options in the order and groups of the original; parbleu's own come last."""

from __future__ import annotations

from parbleu._cli.score.command import COMMAND
from parbleu._cli.shell.command import Command
from parbleu._cli.shell.options import OptionGroup

OWN = "options of parbleu"


def help_command(named: dict[str, str]) -> Command:
    """Returns the command, whose options these groups name, for `--help` only: it knows no defaults."""
    every = [option for group in COMMAND.table.groups for option in group.options()]
    spelled = {flag: option for option in every for flag in option.flags}
    groups = {title: [spelled[flag] for flag in flags.split()] for title, flags in named.items()}
    told = {id(option) for options in groups.values() for option in options}
    first = [option for option in every if not option.flags] + groups.pop("")
    groups[OWN] = [option for option in every if option.flags and id(option) not in told]
    return Command(
        COMMAND.usage,
        COMMAND.about,
        COMMAND.examples,
        *first,
        groups=tuple(OptionGroup(title, tuple(options)) for title, options in groups.items()),
        name=COMMAND.name,
    )
