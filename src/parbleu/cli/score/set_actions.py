"""`parbleu score` where nothing is scored: `--download`, `--list`, `--cite` and `--echo`."""

from __future__ import annotations

from parbleu.cli.score.argument_checks import (
    check_metrics,
    check_pair,
    check_references,
    find_sets,
)
from parbleu.cli.shell.console import CommandError
from parbleu.cli.shell.corpus_options import target_language
from parbleu.testsets.catalogue import find, names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.cli.score.score_options import ScoreArguments
    from parbleu.cli.shell.console import Console
    from parbleu.testsets.catalogue_entry import Entry


def answer(arguments: ScoreArguments, console: Console) -> int:
    """Does what the first of these options says, in sacreBLEU's order; returns the exit status.

    Raises:
        CommandError: with a message and an exit status.
        ParbleuError: a test set cannot be had.
    """
    if arguments.output is not None:
        raise CommandError(
            "--output is for scores: lead what --list, --cite and --echo print into a file by >"
        )
    if arguments.download is not None:
        return _download(arguments)
    if arguments.list:
        return _list(arguments, console)
    check_metrics(arguments)
    if arguments.citation:
        return _cite(arguments, console)
    check_references(arguments)
    if arguments.test_set is None or arguments.language_pair is None:
        raise CommandError("--echo requires a test set (--t) and a language pair (-l)")
    from parbleu.cli.score.field_echo import echo

    return echo(arguments, console)


def _download(arguments: ScoreArguments) -> int:
    from parbleu.testsets.pair_files import PairFiles

    language_pair = arguments.language_pair
    for entry in find_sets(arguments.download, arguments.sacrebleu):
        if language_pair is not None:
            check_pair(entry, language_pair)
        for pair in entry.language_pairs if language_pair is None else [language_pair]:
            PairFiles(entry, pair).lasting_paths()
    return 0


def _list(arguments: ScoreArguments, console: Console) -> int:
    if arguments.test_set is not None:
        known = names(sacrebleu=arguments.sacrebleu)
        entries = [find(name) for name in arguments.test_set.split(",") if name in known]
        for entry in entries:
            _list_pairs(entry, arguments.language_pair, f"{entry.name}/" if len(entries) > 1 else "", console)
        return 0
    found, title = names(sacrebleu=arguments.sacrebleu), "The available test sets are:"
    if arguments.language_pair is not None:
        target_language(arguments.language_pair)
        title = f"The available test sets for {arguments.language_pair} are:"
        found = names(arguments.language_pair, arguments.sacrebleu)
    lines = [f"{name:<30}: {find(name).description.strip()}" for name in found]
    console.show("\n".join([title, *lines]))
    return 0


def _list_pairs(entry: Entry, language_pair: str | None, before: str, console: Console) -> None:
    """Prints a set's pairs with their fields. Nothing is downloaded for that."""
    from parbleu.testsets.pair_files import PairFiles

    if language_pair is not None:
        check_pair(entry, language_pair)
    unknown = False
    for pair in entry.language_pairs if language_pair is None else (language_pair,):
        fields, complete = PairFiles(entry, pair).known_fields()
        unknown = unknown or not complete
        console.show(f"{before}{pair}: {', '.join(fields)}")
    if unknown:
        console.inform(
            "What is not in the cache is listed without the fields that only its files tell, such as systems "
            f"(parbleu data get {entry.name})"
        )


def _cite(arguments: ScoreArguments, console: Console) -> int:
    if not arguments.test_set:
        raise CommandError("I need a test set (-t).")
    entries = find_sets(arguments.test_set, arguments.sacrebleu)
    for entry in entries:
        if entry.citation is not None:
            console.show(entry.citation.strip("\n"))
    missing = [entry.name for entry in entries if entry.citation is None]
    if missing:
        raise CommandError(*[f"No citation found for {name}" for name in missing])
    return 0
