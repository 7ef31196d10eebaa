"""Words the messages of sacreBLEU's command about test sets and references as the original does."""

from __future__ import annotations

from parbleu.cli.score.argument_checks import refuse_swallowed
from parbleu.cli.shell.console import CommandError
from parbleu.comparison.corpora import UNEQUAL
from parbleu.errors import (
    NoSegmentsError,
    ParbleuError,
    TestSetLengthError,
    UnknownFieldError,
    UnknownLanguagePairError,
    UnknownTestSetError,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.cli.score.score_options import ScoreArguments


def lines_of(problem: ParbleuError) -> list[str]:
    """Returns what the original says where our library raises an error; nothing if it has no words for it."""
    if isinstance(problem, UnknownTestSetError):
        return [
            f"Unknown test set {problem.name!r}",
            "Please run with --list to see the available test sets.",
        ]
    if isinstance(problem, UnknownLanguagePairError):
        return [
            f"No such language pair {problem.name!r}",
            f"Available language pairs for {problem.test_set!r} are:",
            *(f" > {name}" for name in problem.choices),
        ]
    if isinstance(problem, UnknownFieldError):
        return _field_lines(problem)
    if isinstance(problem, NoSegmentsError):
        filters = f" with {problem.filters}" if problem.filters else ""
        empty = f": {problem.file} is empty" if problem.test_set is None else ""
        return [f"Test set {problem.test_set!r} contains no sentence{filters}{empty}"]
    if isinstance(problem, TestSetLengthError):
        return [
            UNEQUAL,
            (
                "This could be an issue with your system output or with sacreBLEU's reference database if -t "
                "is given."
            ),
            "For the latter, try cleaning out the cache by typing:\n",
            f"  rm -r {' '.join(problem.folders)}\n",
            f"The test sets will be re-downloaded the next time you run sacreBLEU. {problem.lines}",
        ]
    return []


def _field_lines(problem: UnknownFieldError) -> list[str]:
    lines = [
        (
            f"No such field {problem.name} in test set {problem.test_set} for language pair "
            f"{problem.language_pair}."
        ),
        f"available fields for {problem.test_set}/{problem.language_pair}: {', '.join(problem.choices)}",
    ]
    reference = min((name for name in problem.choices if name.startswith("ref")), default="ref")
    if reference not in ("ref", problem.name):
        lines.append(f"'ref' also allowed for backwards compatibility (will return {reference})")
    return lines


def check_references(arguments: ScoreArguments) -> None:
    """Refuses command lines without references, and with those of files and of a test set at once.

    Raises:
        CommandError: with the message for the user.
        UnknownTestSetError, UnknownLanguagePairError: there is none of that name.
    """
    if arguments.num_refs != 1 and (arguments.test_set is not None or len(arguments.refs) > 1):
        raise CommandError(
            "The --num-refs argument allows you to provide any number of tab-delimited references in a "
            "single file.",
            "You can only use it with externally provided references, however (i.e., not with `-t`),",
            "and you cannot then provide multiple reference files.",
        )
    if arguments.test_set is not None:
        _check_test_set(arguments)
    elif not arguments.refs:
        refuse_swallowed(arguments)
        from parbleu.testsets.catalogue import names

        raise CommandError(
            "If manual references given, make sure to provide them before the -i/--input argument to avoid "
            "confusion.",
            "Otherwise, I need a predefined test set (-t) from the following list:",
            repr(names(sacrebleu=arguments.sacrebleu)[::-1]),
        )
    elif arguments.echo is None and (arguments.origlang is not None or arguments.subset is not None):
        raise CommandError("Filtering for --origlang or --subset needs a test (-t) and a language pair (-l).")


def _check_test_set(arguments: ScoreArguments) -> None:
    from parbleu.testsets.catalogue import find

    entries = [find(name, arguments.sacrebleu) for name in arguments.test_set.split(",")]
    if arguments.refs:
        raise CommandError("I need exactly one of (a) a predefined test set (-t) or (b) a list of references")
    if arguments.language_pair is None:
        raise CommandError(
            "I need a language pair (-l). Use --list to see available language pairs for this test set."
        )
    for entry in entries:
        entry.pair(arguments.language_pair)
