"""`parbleu scorer install`: makes the environment of a scorer that is another package's."""

from __future__ import annotations

from parbleu._cli.scorer.show import one_scorer
from parbleu._cli.shell.command import Arguments
from parbleu._cli.shell.options import Option
from parbleu._cli.shell.result_command import ResultCommand
from parbleu.scorers._scorer_environments import install_scorer
from parbleu.scorers._scorer_names import installable_scorers
from parbleu.tables import Result

COMMAND = ResultCommand(
    "NAME [--python PYTHON]",
    "Installs a scorer that is another package's in an environment of its own, by uv if it is there, else\n"
    "by pip, at the versions that parbleu's lock names; parbleu scorer list shows it then. No model is\n"
    "fetched. PARBLEU_SCORER_ENVIRONMENTS names another folder for environments.\n"
    f"There are: {', '.join(installable_scorers())}.",
    "  parbleu scorer install unbabel-comet",
    Option("scorer", "the scorer", many="*", metavar="NAME"),
    Option("--python", "the interpreter of the environment (default: this one)", metavar="PYTHON"),
)


def result(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    name = one_scorer(arguments.scorer, "parbleu scorer install unbabel-comet")
    return install_scorer(name, arguments.python)
