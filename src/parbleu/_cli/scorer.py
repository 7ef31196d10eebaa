"""`parbleu scorer`: learned metrics and programs that score segments: list, show, check, kept scores."""

from __future__ import annotations

from parbleu._cli.shell.command import ResultCommand
from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.options import Arguments, Option
from parbleu.scorers._scorer_names import installable_scorers
from parbleu.tables import Result

SCORER = Option("scorer", "a scorer, perhaps with its model and options", many="*", metavar="SCORER")
INSTALLABLE = Option("scorer", "the scorer", many="*", metavar="NAME")


def one_scorer(words: tuple[str, ...], example: str) -> str:
    """Returns the only word; the message shows the example.

    Raises:
        UsageError: there is another number of words.
    """
    if len(words) != 1:
        raise UsageError(f"name one scorer ({example}; parbleu scorer list shows all of them)")
    return words[0]


@ResultCommand(
    "[-f FORMAT]",
    "Lists the scorers: built-in ones, those that packages announce, and those that files in the folders of\n"
    "PARBLEU_SCORERS describe. Nothing is loaded.",
    "  parbleu scorer list",
)
def list_(arguments: Arguments) -> Result:  # noqa: ARG001 - it has no options of its own
    """Lists the scorers."""
    from parbleu.scorers._scorer_listing import list_scorers

    return list_scorers()


@ResultCommand(
    "SCORER [-f FORMAT]",
    "Describes a scorer: what it needs and gives, its licence, its options, and whether it can be used\n"
    "here. No model is loaded.",
    """\
  parbleu scorer show semsim
  parbleu scorer show command:./score.py:columns=source+hypothesis""",
    SCORER,
)
def show(arguments: Arguments) -> Result:
    """Describes a scorer."""
    from parbleu.scorers._scorer_listing import describe_scorer

    return describe_scorer(one_scorer(arguments.scorer, "parbleu scorer show semsim"))


@ResultCommand(
    "SCORER [-f FORMAT]",
    "Scores a few sentences with a scorer, together and one by one, to see that it works here: prints the\n"
    "scores, the largest difference, the seconds and the signature. Kept scores are not used.",
    "  parbleu scorer check semsim",
    SCORER,
)
def check(arguments: Arguments) -> Result:
    """Scores a few sentences with a scorer."""
    from parbleu.scorers._scorer_listing import try_scorer

    return try_scorer(one_scorer(arguments.scorer, "parbleu scorer check semsim"))


@ResultCommand(
    "NAME [--python PYTHON]",
    "Installs a scorer that is another package's in an environment of its own, by uv if it is there, else\n"
    "by pip, at the versions that parbleu's lock names; parbleu scorer list shows it then. No model is\n"
    "fetched. PARBLEU_SCORER_ENVIRONMENTS names another folder for environments.\n"
    f"There are: {', '.join(installable_scorers())}.",
    "  parbleu scorer install unbabel-comet",
    INSTALLABLE,
    Option("--python", "the interpreter of the environment (default: this one)", metavar="PYTHON"),
)
def install(arguments: Arguments) -> Result:
    """Makes the environment of a scorer that is another package's."""
    from parbleu.scorers._scorer_environments import install_scorer

    name = one_scorer(arguments.scorer, "parbleu scorer install unbabel-comet")
    return install_scorer(name, arguments.python)


@ResultCommand(
    "NAME [-f FORMAT] [-o FILE]",
    "Deletes a scorer that parbleu scorer install has installed, with its environment.",
    "  parbleu scorer remove unbabel-comet",
    INSTALLABLE,
)
def remove(arguments: Arguments) -> Result:
    """Deletes an installed scorer."""
    from parbleu.scorers._scorer_environments import remove_scorer

    return remove_scorer(one_scorer(arguments.scorer, "parbleu scorer remove unbabel-comet"))


@ResultCommand(
    "[--clear] [-f FORMAT]",
    "Shows how many scores of each scorer are kept from earlier runs, and in which file. A score is kept\n"
    "with all that it depends on: texts, scorer, checksum of the model, versions, kind of numbers, device.\n"
    "PARBLEU_SCORER_CACHE names another file, or off for none.",
    """\
  parbleu scorer cache
  parbleu scorer cache --clear""",
    Option("--clear", "delete all kept scores", bool),
)
def cache(arguments: Arguments) -> Result:
    """Shows or deletes the scores that are kept from earlier runs."""
    from parbleu._base.log import inform
    from parbleu._base.wording import counted
    from parbleu.scorers._scorer_listing import cache_contents, clear_cache

    if arguments.clear:
        inform(f"deleted {counted(clear_cache(), 'score', ',')}")
    return cache_contents()
