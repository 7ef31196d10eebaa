"""Parses command lines like the library absl: `-flag` is `--flag`, and `--noflag` negates a flag.

Nothing can be abbreviated, the last one counts unless a flag takes many, a value may begin with a dash, and
no word stands alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu._base.wording import nearest
from parbleu._cli.shell.console import CommandError

if TYPE_CHECKING:
    from typing import Any

    from parbleu._cli.shell.console import Program
    from parbleu._cli.shell.options import Option, OptionTable

TRUE, FALSE = ("true", "t", "1"), ("false", "f", "0")
HELP = ("help", "h", "helpfull", "helpshort")
STATUS = 1
"""What absl exits with where flags are wrong."""
NOTE = "-flag is --flag, and a flag without value has a --noflag."


class FlagError(CommandError):
    """A command line that cannot be understood."""

    def __init__(self, program: Program, problem: str) -> None:
        line = f"{program.name}: error: {problem} ({program.name} --help lists the flags)"
        super().__init__(line, status=STATUS, bare=True)


def read_flags(
    words: list[str], table: OptionTable, program: Program, about: str, examples: str = ""
) -> dict[str, Any]:
    """Returns the values of all flags, with the defaults; `about` and `examples` are for the help text.

    Raises:
        FlagError: a word is no flag, or a value is missing or of the wrong kind.
        SystemExit: help or the version was asked for, and has been printed.
    """
    values: dict[str, Any] = dict(table.defaults)
    rest = list(words)
    while rest:
        word = rest.pop(0)
        name, equals, value = word.lstrip("-").partition("=")
        if word in ("--", "-") or not word.startswith("-"):
            alone = word if word != "--" else " ".join(rest)
            if alone:
                raise FlagError(program, f"nothing is expected beside flags, but there is {alone!r}")
            continue
        if name in HELP or name in ("version", "V"):
            from parbleu._cli.shell.parser import make_parser  # which loads argparse

            ending = f"{NOTE}\n\nexamples:\n{examples}" if examples else NOTE
            parser = make_parser(program, table, "[FLAGS]", about, ending)
            parser.parse_args(["--help" if name in HELP else "--version"])
        option, denied = _find(table, name)
        if option is None:
            raise FlagError(program, f"there is no flag --{name}{_hint(table, name)}")
        if option.kind is bool:
            values[option.dest] = _truth(program, option, value, denied) if equals else not denied
            continue
        if not equals:
            if not rest:
                raise FlagError(program, f"the flag --{name} lacks its value")
            value = rest.pop(0)
        converted = _converted(program, option, value)
        if option.many:
            values[option.dest] = [*(values[option.dest] or ()), converted]
        else:
            values[option.dest] = converted
    return values


def _find(table: OptionTable, name: str) -> tuple[Option | None, bool]:
    """Returns the flag of that name, and whether it is its negation."""
    option = table.find(f"--{name}") or table.find(f"-{name}")
    if option is None and name.startswith("no"):
        option = table.find(f"--{name[2:]}")
        return (option if option is not None and option.kind is bool else None), True
    return option, False


def _truth(program: Program, option: Option, value: str, denied: bool) -> bool:
    if denied or value.lower() not in TRUE + FALSE:
        raise FlagError(program, f"{option.flags[0]} is either true or false, not {value!r}")
    return value.lower() in TRUE


def _converted(program: Program, option: Option, value: str) -> Any:
    try:
        converted = option.kind(value)
    except ValueError:
        kinds: dict[Any, str] = {int: "a whole number", float: "a number"}
        raise FlagError(program, f"{option.flags[0]} is {kinds[option.kind]}, not {value!r}") from None
    if option.choices is not None and converted not in option.choices:
        raise FlagError(program, f"{option.flags[0]} is one of {', '.join(option.choices)}, not {value!r}")
    return converted


def _hint(table: OptionTable, name: str) -> str:
    flags = [flag for option in table.every() for flag in option.flags]
    near = nearest(f"--{name}", flags)
    return f"; did you mean {near}?" if near else ""
