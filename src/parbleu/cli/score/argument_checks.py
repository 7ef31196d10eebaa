"""Refuses invalid combinations of the arguments of `parbleu score`."""

from __future__ import annotations

import os

from parbleu.cli.shell import corpus_options
from parbleu.cli.shell.console import CommandError
from parbleu.cli.shell.corpus_options import target_language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.cli.score.result_printer import ResultPrinter
    from parbleu.cli.score.score_options import ScoreArguments

MOST_DECIMALS = 1074
"""No double has more decimals."""


def checked(arguments: ScoreArguments, printer: ResultPrinter) -> ScoreArguments:
    """Refuses combinations that make no sense; returns the arguments with what follows from them.

    Args:
        arguments: the command line.
        printer: checks the references, in the words of its command.

    Raises:
        CommandError: with the message for the user.
    """
    check_metrics(arguments)
    printer.check_references(arguments)
    if arguments.language_pair is not None:
        arguments = arguments.replace(bleu_trg_lang=target_language(arguments.language_pair))
    if arguments.test_set is not None and arguments.of_metric("bleu").get("tokenize") == "none":
        from parbleu.base.log import warn

        warn("You are turning off BLEU's internal tokenizer presumably to supply your own tokenized files.")
        warn("Published numbers will not be comparable to other papers.")
    if arguments.test_set is None and arguments.sign_test_set:
        raise CommandError("--sign-test-set needs a test set (-t) to name")
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
    if arguments.samples is not None and arguments.n_samples is None:
        raise CommandError("--n-samples is of --intervals, --paired-bs, --paired-ar or --all-pairs: add one")
    by_metric = isinstance(arguments.decimals, dict)
    for number in arguments.decimals.values() if by_metric else [arguments.decimals]:
        if not 0 <= number <= MOST_DECIMALS:
            raise CommandError(
                f"--decimals (--width) is a number from 0, at most {MOST_DECIMALS}, not {number}"
            )
    if arguments.bib is not None or arguments.full_width:
        _check_paper(arguments)
    return arguments


def _check_paper(arguments: ScoreArguments) -> None:
    """Refuses the options of tables for papers in other formats, and files that cannot be written."""
    from parbleu.cli.shell.overwrite_check import refuse_overwriting
    from parbleu.io.atomic import check_place
    from parbleu.tables.rendering import FOR_PAPERS

    if arguments.format not in FOR_PAPERS:
        raise CommandError("--bib and --full-width are of tables for papers: add -f latex or -f typst")
    if arguments.bib is not None:
        read = [*arguments.refs, *(arguments.input or ()), *([arguments.output] if arguments.output else [])]
        refuse_overwriting(arguments.bib, read, "--bib")
        check_place(arguments.bib)


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
        CommandError: with the message for the user.
    """
    if arguments.test_set is None and not arguments.refs:
        refuse_swallowed(arguments)
    corpus_options.check_references(arguments)


def refuse_swallowed(arguments: ScoreArguments) -> None:
    """Refuses a command line on which `--names` has taken what looks like a reference for a name."""
    for word in arguments.names or ():
        if os.access(word, os.F_OK):
            raise CommandError(
                f"there is no reference: --names takes every word that follows it, {word!r} too; "
                "put the references first"
            )
