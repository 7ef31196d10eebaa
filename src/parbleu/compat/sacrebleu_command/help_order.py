"""`sacrebleu --help`: the options in the order and groups of the original; parbleu's own come last."""

from __future__ import annotations

from parbleu.cli.score.command import COMMAND
from parbleu.cli.shell.command import Command
from parbleu.cli.shell.options import Group, Option

GROUPS = {
    "": "--cite --list -t -l --origlang --subset --download --echo -i -nr -e -m -sl",
    "BLEU options": "-s -sv -tok -lc --force",
    "chrF options": "-cc -cw --chrf-beta --chrf-whitespace --chrf-lowercase --chrf-eps-smoothing",
    "TER options": "--ter-case-sensitive --ter-asian-support --ter-no-punct --ter-normalized",
    "confidence intervals of one system": "-ci -cin",
    "paired tests of several systems": "-par -pbs -parn -pbsn -j",
    "output": "-q -sh -b -w -d -nc -f",
}
OWN = "options of parbleu"


def help_command() -> Command:
    """Returns the command with its options in that order. It is for `--help` only, and knows no defaults."""
    every = [option for group in COMMAND.table.groups for option in group.options()]
    groups = {title: [_spelled(flag, every) for flag in flags.split()] for title, flags in GROUPS.items()}
    told = {id(option) for options in groups.values() for option in options}
    first = [option for option in every if not option.flags] + groups.pop("")
    groups[OWN] = [option for option in every if option.flags and id(option) not in told]
    return Command(
        COMMAND.usage,
        COMMAND.about,
        COMMAND.examples,
        *first,
        groups=tuple(Group(title, tuple(options)) for title, options in groups.items()),
        name=COMMAND.name,
    )


def _spelled(flag: str, options: list[Option]) -> Option:
    return next(option for option in options if flag in option.flags)
