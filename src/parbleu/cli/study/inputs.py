"""What the commands of `parbleu study` read: systems and references, chosen as for `parbleu score`."""

from __future__ import annotations

from parbleu.cli.score.argument_checks import check_references
from parbleu.cli.score.input_files import Inputs
from parbleu.cli.score.score_options import DEFAULTS, Arguments, score_table
from parbleu.cli.score.system_names import chosen_systems, names_of
from parbleu.cli.shell.console import CommandError, Console
from parbleu.cli.shell.options import Option
from parbleu.metrics.bleu import BLEU

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from parbleu._core import Segments

REFERENCES = Option((), "refs", "reference files; they stand before -i", many="*", default=(), metavar="REF")
_SCORE = score_table()


def of_score(*flags: str) -> list[Option]:
    """Returns options that are those of `parbleu score`."""
    return [option for flag in flags if (option := _SCORE.find(flag)) is not None]


def sides() -> list[Option]:
    """Returns the options that choose what is read."""
    return [
        REFERENCES,
        *of_score("--input", "--names", "--num-refs", "--encoding"),
        *of_score("--test-set", "--language-pair", "--origlang", "--subset"),
    ]


def arguments_of(values: dict[str, Any], console: Console) -> Arguments:
    """Returns a command line as that of `parbleu score`, whose defaults hold; makes a quiet one quiet.

    Raises:
        CommandError: it does not say what to read.
    """
    arguments = Arguments({**DEFAULTS, **values})
    arguments.speaks_up = not arguments.quiet
    if arguments.quiet:
        from parbleu.base import log

        console.prefix = ""
        log.quiet = True
    if not arguments.refs and arguments.test_set is None:
        raise CommandError("name the references before -i, or a test set: -t SET -l PAIR", status=2)
    check_references(arguments)
    if arguments.test_set is None and (arguments.origlang is not None or arguments.subset is not None):
        raise CommandError("--origlang and --subset choose segments of a test set: -t SET -l PAIR", status=2)
    return arguments


def read_sides(arguments: Arguments, console: Console) -> tuple[dict[str, Segments], list[Segments]]:
    """Reads the files; returns the systems by name, and the references.

    Raises:
        CommandError: files do not fit together, or there is no system.
        ParbleuError: they cannot be read.
    """
    paths, given_names = chosen_systems(arguments, console)
    inputs = Inputs(arguments, paths)
    try:
        systems, references = inputs.whole()
        names = names_of(len(systems), paths, given_names, arguments)
        inputs.check_lengths()
        inputs.warn_of_looks([BLEU()])
    finally:
        inputs.close()
    if not systems:
        raise CommandError("-i/--input names no system to score", status=2)
    return dict(zip(names, systems, strict=True)), references
