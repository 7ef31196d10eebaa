"""`sacrebleu --help`: the options in the order and groups of the original; parbleu's own come last."""

from __future__ import annotations

from copy import copy

from parbleu._cli.score.command import COMMAND
from parbleu._cli.shell.command import Command
from parbleu._cli.shell.options import Option, OptionGroup

OWN = "options of parbleu"

HELP = {
    "--format": "how the result is printed: text, json and latex as sacreBLEU does, the others as parbleu; "
    "the variable SACREBLEU_FORMAT wins (default: json)",
    "--paired-ar": "test each system against the first one by paired approximate randomization",
    "--paired-bs": "test each system against the first one by paired bootstrap resampling",
    "--width": "digits after the point (default: 1)",
}
"""What options do in this command, where that is not what they do in `parbleu score`."""
ABSENT = {"--test", "--p-columns", "--sacrebleu-p"}
"""Options of `parbleu score` that have no meaning here: p-values are sacreBLEU's, and --test abbreviates."""


def help_command(named: dict[str, str]) -> Command:
    """Returns the command, whose options these groups name, for `--help` only: it knows no defaults."""
    every = [_described(option) for option in COMMAND.table.every() if not ABSENT.intersection(option.flags)]
    spelled = {flag: option for option in every for flag in option.flags}
    groups = {title: [spelled[flag] for flag in flags.split()] for title, flags in named.items()}
    named_ones = {id(option) for options in groups.values() for option in options}
    first = [option for option in every if not option.flags] + groups.pop("")
    groups[OWN] = [option for option in every if option.flags and id(option) not in named_ones]
    return Command(
        COMMAND.usage,
        COMMAND.about,
        COMMAND.examples,
        *first,
        groups=tuple(OptionGroup(title, tuple(options)) for title, options in groups.items()),
        name=COMMAND.name,
    )


def _described(option: Option) -> Option:
    """Returns an option with the help text of this command."""
    text = next((HELP[flag] for flag in option.flags if flag in HELP), None)
    if text is None:
        return option
    described = copy(option)
    described.help = text
    return described
