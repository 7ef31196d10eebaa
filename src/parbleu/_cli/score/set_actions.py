"""Implements `--download`, `--list`, `--cite` and `--echo` of `parbleu score`, which score nothing."""

from __future__ import annotations

from parbleu._cli.shell.console import CommandError
from parbleu._cli.shell.result_output import write_output
from parbleu.testsets._catalogue import find, names
from parbleu.testsets._pair_files import PairFiles, all_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu._cli.score.result_printer import ResultPrinter
    from parbleu._cli.score.score_options import ScoreArguments
    from parbleu.tables import Result
    from parbleu.testsets._catalogue_entry import Entry


def answer(printer: ResultPrinter) -> int:
    """Performs the first of these options, in sacreBLEU's order; returns the exit status."""
    arguments = printer.options
    if arguments.download is not None:
        _download(arguments)
    elif arguments.list:
        _list(printer)
    else:
        arguments.check_metrics()
        if arguments.citation:
            _cite(printer)
        else:
            _echo(printer)
    return 0


def _download(arguments: ScoreArguments) -> None:
    pair = arguments.language_pair
    for entry in _entries(arguments, arguments.download):
        for files in all_files(entry) if pair is None else [_files(arguments, entry, pair)]:
            files.lasting_paths()


def _entries(arguments: ScoreArguments, wanted: str) -> list[Entry]:
    """Returns the test sets of names that are joined by commas, which must have the language pair."""
    entries = [find(name, arguments.sacrebleu) for name in wanted.split(",")]
    for entry in entries:
        if arguments.language_pair is not None:
            _files(arguments, entry, arguments.language_pair)
    return entries


def _files(arguments: ScoreArguments, entry: Entry, language_pair: str) -> PairFiles:
    """Returns the files of a language pair, in codes of any kind, but for the face."""
    return PairFiles(entry, language_pair if arguments.is_face else entry.spelled(language_pair))


def _list(printer: ResultPrinter) -> None:
    arguments = printer.options
    pair = arguments.language_pair

    def listing() -> Result:
        from parbleu.testsets._listings import list_language_pairs, list_test_sets

        if arguments.test_set is not None:
            return list_language_pairs(arguments.test_set, pair)
        return list_test_sets(language_pair=pair)

    if arguments.test_set is not None:
        every = names(sacrebleu=arguments.sacrebleu)
        known = [name for name in arguments.test_set.split(",") if name in every]
        lines = _pair_lines(_entries(arguments, ",".join(known)) if known else [], pair, printer)
        printer.print_listing(lines, listing)
        return
    listed_sets, title = names(sacrebleu=arguments.sacrebleu), "The available test sets are:"
    if pair is not None:
        arguments.target_language  # noqa: B018 - refuses what is no pair
        title = f"The available test sets for {pair} are:"
        # Of en-de-fr sacreBLEU takes en-de.
        listed_sets = names("-".join(pair.split("-")[:2]) if arguments.is_face else pair, arguments.sacrebleu)
        if not listed_sets and printer.warns:
            listing()  # raises the error that says so
    lines = [title, *(f"{name:<30}: {find(name).description.strip()}" for name in listed_sets)]
    printer.print_listing(lines, listing)


def _pair_lines(entries: list[Entry], language_pair: str | None, printer: ResultPrinter) -> list[str]:
    """Returns a line for each language pair, with its fields. Nothing is downloaded for that."""
    lines = []
    for entry in entries:
        before = f"{entry.name}/" if len(entries) > 1 else ""
        complete = True
        for files in all_files(entry) if language_pair is None else [PairFiles(entry, language_pair)]:
            fields, known = files.known_fields()
            complete = complete and known
            lines.append(f"{before}{files.language_pair}: {', '.join(fields)}")
        if not complete:
            printer.console.inform(
                "pairs that are not in the cache are listed without the fields that only their files name, "
                f"such as systems (parbleu data get {entry.name})"
            )
    return lines


def _cite(printer: ResultPrinter) -> None:
    arguments = printer.options
    if not arguments.test_set:
        raise CommandError("I need a test set (-t).")
    citations = [(name, find(name, arguments.sacrebleu).citation) for name in arguments.test_set.split(",")]
    printer.print_lines([text.strip("\n") for _, text in citations if text is not None])
    missing = [name for name, text in citations if text is None]
    if missing:
        raise CommandError(*[f"No citation found for {name}" for name in missing])


def _echo(printer: ResultPrinter) -> None:
    arguments = printer.options
    from parbleu.testsets._loading import ALL, chosen_fields, field_columns

    printer.check_references(arguments)
    if arguments.test_set is None or arguments.language_pair is None:
        raise CommandError("--echo requires a test set (--t) and a language pair (-l)")
    pair = arguments.language_pair
    sets = [_files(arguments, entry, pair) for entry in _entries(arguments, arguments.test_set)]
    wanted = [chosen_fields(files, arguments.echo) for files in sets]
    if ALL in arguments.echo and len(arguments.echo) > 1:
        raise CommandError("Cannot use --echo all with other fields")
    filters = arguments.chosen("origlang", "subset")
    columns = (field_columns(files, fields, **filters) for files, fields in zip(sets, wanted, strict=True))
    write_output((text for column in columns for text in column), arguments.output, printer.console)
