"""Implements `--download`, `--list`, `--cite` and `--echo` of `parbleu score`, which score nothing."""

from __future__ import annotations

from parbleu._cli.shell.console import CommandError
from parbleu.testsets._catalogue import find, names
from parbleu.testsets._pair_files import PairFiles, all_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from parbleu._cli.score.result_printer import ResultPrinter
    from parbleu.tables import Result
    from parbleu.testsets._catalogue_entry import Entry


class SetQuestions:
    """Answers what the command line of a printer asks of test sets, instead of scoring."""

    def __init__(self, printer: ResultPrinter) -> None:
        self._printer = printer
        self._arguments = printer.arguments
        self._names: str | None = self._arguments.test_set  # joined by commas
        self._pair: str | None = self._arguments.language_pair

    def download(self) -> None:
        """Fetches the test sets that `--download` names."""
        for entry in self._entries(self._arguments.download):
            for files in all_files(entry) if self._pair is None else [self._files(entry, self._pair)]:
                files.lasting_paths()

    def _entries(self, wanted: str) -> list[Entry]:
        """Returns the test sets of names that are joined by commas, which must have the language pair."""
        entries = [find(name, self._arguments.sacrebleu) for name in wanted.split(",")]
        for entry in entries:
            if self._pair is not None:
                self._files(entry, self._pair)
        return entries

    def _files(self, entry: Entry, language_pair: str) -> PairFiles:
        """Returns the files of a language pair, in codes of any kind, but for the face."""
        return PairFiles(entry, language_pair if self._arguments.is_face else entry.spelled(language_pair))

    def list(self) -> None:
        """Prints the test sets, or the language pairs of those that are named."""
        pair, printer, version = self._pair, self._printer, self._arguments.sacrebleu

        def listing() -> Result:
            from parbleu.testsets._listings import list_language_pairs, list_test_sets

            if self._names is not None:
                return list_language_pairs(self._names, pair)
            return list_test_sets(language_pair=pair)

        if self._names is not None:
            every = names(sacrebleu=version)
            known = [name for name in self._names.split(",") if name in every]
            lines = _pair_lines(self._entries(",".join(known)) if known else [], pair, printer)
            printer.print_listing(lines, listing)
            return
        listed_sets, title = names(sacrebleu=version), "The available test sets are:"
        if pair is not None:
            title = f"The available test sets for {pair} are:"
            # Of en-de-fr sacreBLEU takes en-de.
            spelled = "-".join(pair.split("-")[:2]) if self._arguments.is_face else pair
            listed_sets = names(spelled, version)
            if not listed_sets and printer.warns:
                listing()  # raises the error that says so
        lines = [title, *(f"{name:<30}: {find(name).description.strip()}" for name in listed_sets)]
        printer.print_listing(lines, listing)

    def cite(self) -> None:
        """Prints the BibTeX entries of the test sets."""
        if not self._names:
            raise CommandError("I need a test set (-t).")
        version = self._arguments.sacrebleu
        citations = [(name, find(name, version).citation) for name in self._names.split(",")]
        self._printer.print_lines([text.strip("\n") for _, text in citations if text is not None])
        missing = [name for name, text in citations if text is None]
        if missing:
            raise CommandError(*[f"No citation found for {name}" for name in missing])

    def fields(self) -> Iterator[str]:
        """Returns fields of the test sets as text, in columns, of the segments that the filters leave."""
        from parbleu.testsets._loading import ALL, chosen_fields, field_columns

        if self._names is None or self._pair is None:
            raise CommandError("--echo requires a test set (--t) and a language pair (-l)")
        echo: Sequence[str] = self._arguments.echo
        sets = [self._files(entry, self._pair) for entry in self._entries(self._names)]
        wanted = [chosen_fields(files, echo) for files in sets]
        if ALL in echo and len(echo) > 1:
            raise CommandError("Cannot use --echo all with other fields")
        columns = (
            field_columns(files, fields, **self._arguments.chosen("origlang", "subset"))
            for files, fields in zip(sets, wanted, strict=True)
        )
        return (text for column in columns for text in column)


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
