"""What MT Metrics Eval's converters have in common: flags as absl has them, and an evaluation set."""

from __future__ import annotations

from parbleu.cli.shell.absl_flags import FlagError, read_flags
from parbleu.cli.shell.console import Program
from parbleu.cli.shell.options import Group, Option, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from parbleu.evalset.evaluation_set import EvalSet

TEST_SET = Option(("--test_set",), "test_set", "the test set", metavar="SET")
LANGUAGE_PAIR = Option(("--language_pair",), "language_pair", "the language pair", metavar="PAIR")
DATA_DIR = Option(
    ("--data_dir",),
    "data_dir",
    "the directory of the evaluation sets (default: those in $PARBLEU_EVALSETS, ~/.mt-metrics-eval)",
    metavar="DIR",
)
EVALSET = (TEST_SET, LANGUAGE_PAIR, DATA_DIR)


class Converter:
    """One converter.

    Args:
        about: what it does.
        required: the flags without which it does nothing.
        options: its flags.
    """

    def __init__(self, about: str, required: tuple[str, ...], *options: Option) -> None:
        self.about = about
        self.required = required
        self.table = Table((Group("", lambda: options),))
        self.defaults = {option.dest: option.default for option in options}

    def read(self, words: list[str], program: Program) -> dict[str, Any]:
        """Returns what the words say: name of the flag -> value.

        Raises:
            FlagError: they cannot be understood.
            SystemExit: they asked for help or the version, which have been printed.
        """
        given = read_flags(words, self.table, program)
        if given is None:
            from parbleu.cli.shell.parser import make_parser

            note = "-flag is --flag, and a flag without value has a --noflag."
            parser = make_parser(program, self.table, "[FLAGS]", self.about, note)
            version = any(word.lstrip("-") in ("version", "V") for word in words)
            parser.parse_args(["--version" if version else "--help"])
            raise SystemExit(0)
        for name in self.required:
            if not given.get(name):
                raise FlagError(program, f"the flag --{name} is required")
        return self.defaults | given


def evalset_of(values: dict[str, Any]) -> EvalSet:
    """Returns the evaluation set of a command line.

    Raises:
        EvalSetError: there is none.
    """
    from parbleu.evalset.evaluation_set import EvalSet

    return EvalSet(values["test_set"], values["language_pair"], values["data_dir"])
