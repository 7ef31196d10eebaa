"""Refuses command lines of `parbleu score` that make no sense, in the order in which sacreBLEU does."""

from __future__ import annotations

import os

from parbleu.cli.shell.console import CommandError
from parbleu.cli.shell.corpus_options import target_language
from parbleu.errors import UnknownTestSetError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.cli.score.score_options import ScoreArguments
    from parbleu.testsets.catalogue_entry import Entry

MOST_DECIMALS = 1074
"""No double has more decimals."""


def checked(arguments: ScoreArguments) -> ScoreArguments:
    """Refuses combinations that make no sense; returns the arguments with what follows from them.

    Raises:
        CommandError: with the message for the user.
    """
    check_metrics(arguments)
    check_references(arguments)
    if arguments.language_pair is not None:
        arguments = arguments.replace(bleu_trg_lang=target_language(arguments.language_pair))
    if arguments.test_set is not None and arguments.of_metric("bleu").get("tokenize") == "none":
        from parbleu.base.log import warn

        warn("You are turning off BLEU's internal tokenizer presumably to supply your own tokenized files.")
        warn("Published numbers will not be comparable to other papers.")
    if arguments.test_set is None and arguments.sign_test_set:
        raise CommandError("--sign-test-set needs a test set (-t) to name")
    if arguments.test_set is None and (arguments.origlang is not None or arguments.subset is not None):
        raise CommandError("Filtering for --origlang or --subset needs a test (-t) and a language pair (-l).")
    if arguments.detail:
        if arguments.verify is not None:
            raise CommandError("--verify compares results of -f json: leave out --detail, which prints text")
        if arguments.format == "json":
            arguments = arguments.replace(format="text")
    if arguments.segments is not None:
        from parbleu.cli.shell.overwrite_check import refuse_overwriting
        from parbleu.comparison.segment_file import check_path

        if arguments.sentence_level:
            raise CommandError(
                "--segments goes with corpus scores; --sentence-level prints one metric's lines"
            )
        check_path(arguments.segments)
        refuse_overwriting(arguments.segments, [*arguments.refs, *(arguments.input or ())], "--segments")
    if arguments.test is not None or arguments.intervals:
        from parbleu.stats.seed import chosen_seed

        chosen_seed(arguments.seed)  # so that a wrong one is refused before any work is done
    if not 0 <= arguments.decimals <= MOST_DECIMALS:
        raise CommandError(
            f"-w/--width is a number of decimals, at most {MOST_DECIMALS}, not {arguments.decimals}"
        )
    return arguments


def check_metrics(arguments: ScoreArguments) -> None:
    """Refuses several metrics where only one can be.

    Raises:
        CommandError: with the message for the user.
    """
    if arguments.sentence_level and len(arguments.metrics) > 1:
        raise CommandError("Only one metric can be used in sentence-level mode.")


def check_references(arguments: ScoreArguments) -> None:
    """Refuses command lines without references, and with those of files and of a test set at once.

    Raises:
        CommandError: with the message for the user; the test set may also be unknown, or have no such
            language pair.
    """
    if arguments.num_refs != 1 and (arguments.test_set is not None or len(arguments.refs) > 1):
        raise CommandError(
            "The --num-refs argument allows you to provide any number of tab-delimited references in a "
            "single file.",
            "You can only use it with externally provided references, however (i.e., not with `-t`),",
            "and you cannot then provide multiple reference files.",
        )
    if arguments.test_set is not None:
        check_test_set(arguments)
    elif not arguments.refs:
        _refuse_swallowed(arguments)
        from parbleu.testsets.catalogue import names

        raise CommandError(
            "If manual references given, make sure to provide them before the -i/--input argument to avoid "
            "confusion.",
            "Otherwise, I need a predefined test set (-t) from the following list:",
            repr(names(sacrebleu=arguments.sacrebleu)[::-1]),
        )


def check_test_set(arguments: ScoreArguments) -> None:
    """Refuses a test set that does not exist, lacks the language pair, or stands beside references.

    Raises:
        CommandError: with the message for the user.
    """
    entries = find_sets(str(arguments.test_set), arguments.sacrebleu)
    if arguments.refs:
        raise CommandError("I need exactly one of (a) a predefined test set (-t) or (b) a list of references")
    if arguments.language_pair is None:
        raise CommandError(
            "I need a language pair (-l). Use --list to see available language pairs for this test set."
        )
    for entry in entries:
        check_pair(entry, arguments.language_pair)


def find_sets(names: str, sacrebleu: str) -> list[Entry]:
    """Returns the test sets of names that are joined by commas, of a version of sacreBLEU if it is not "".

    Raises:
        CommandError: one of them does not exist.
    """
    from parbleu.testsets.catalogue import find

    try:
        return [find(name, sacrebleu) for name in names.split(",")]
    except UnknownTestSetError as problem:
        raise CommandError(
            f"Unknown test set {problem.name!r}", "Please run with --list to see the available test sets."
        ) from None


def check_pair(entry: Entry, language_pair: str) -> None:
    """Checks that a test set has a language pair.

    Raises:
        CommandError: it has not; the message lists those it has.
    """
    if language_pair not in entry.language_pairs:
        raise CommandError(
            f"No such language pair {language_pair!r}",
            f"Available language pairs for {entry.name!r} are:",
            *(f" > {name}" for name in entry.language_pairs),
        )


def _refuse_swallowed(arguments: ScoreArguments) -> None:
    """Refuses a command line on which `--names` has taken what looks like a reference for a name."""
    for word in arguments.names or ():
        if os.access(word, os.F_OK):
            raise CommandError(
                f"there is no reference: --names takes every word that follows it, {word!r} too; "
                "put the references first"
            )
