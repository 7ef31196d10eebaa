"""Printing the fields of test sets, side by side."""

from __future__ import annotations

from parbleu.cli.score.test_set_inputs import find_sets
from parbleu.cli.shell.console import CommandError
from parbleu.io.lines import unreadable
from parbleu.testsets.field_files import fields, processed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TextIO

    from parbleu.cli.score.score_options import Arguments
    from parbleu.cli.shell.console import Console
    from parbleu.testsets.catalogue_entry import Entry

LINES = 10_000
"""How many are printed at once."""


def echo(arguments: Arguments, console: Console) -> int:
    """Prints the fields that `--echo` asks for, of one test set after the other; returns the exit status.

    Raises:
        CommandError: a set lacks a field.
        ParbleuError: a test set cannot be had.
    """
    langpair = str(arguments.langpair)
    entries = find_sets(str(arguments.test_set))
    wanted = [fields_to_print(entry, langpair, arguments.echo or ()) for entry in entries]
    for entry, names in zip(entries, wanted, strict=True):
        print_fields(entry, langpair, names, arguments.origlang, arguments.subset, console.write)
    return 0


def fields_to_print(entry: Entry, langpair: str, asked: Sequence[str]) -> list[str]:
    """Returns the names of the fields that are meant.

    Raises:
        CommandError: the set lacks one.
    """
    available = fields(entry, langpair)
    if "all" in asked:
        if len(asked) > 1:
            raise CommandError("Cannot use --echo all with other fields")
        return list(available)
    any_reference = min((name for name in available if name.startswith("ref")), default="ref")
    found = [any_reference if name == "ref" else name for name in asked]
    for name in found:
        if name not in available:
            lines = [
                f"No such field {name} in test set {entry.name} for language pair {langpair}.",
                f"available fields for {entry.name}/{langpair}: {', '.join(available)}",
            ]
            if any_reference not in ("ref", name):
                lines.append(f"'ref' also allowed for backwards compatibility (will return {any_reference})")
            raise CommandError(*lines)
    return found


def print_fields(
    entry: Entry,
    langpair: str,
    names: Sequence[str],
    origlang: str | None,
    subset: str | None,
    write: Callable[[str], object],
) -> None:
    """Writes fields of a test set with TAB between them.

    Args:
        entry: the test set.
        langpair: one of its language pairs.
        names: of the fields.
        origlang: print only the segments that were written in this language.
        subset: print only those that are about this.
        write: takes text of many lines.

    Raises:
        CommandError: the fields differ in length.
        ParbleuError: the test set cannot be had.
    """
    chosen = None
    if origlang is not None or subset is not None:
        from parbleu.testsets.segment_filters import selection

        chosen = selection(entry, langpair, origlang, subset)
    _print(entry, [processed(entry, langpair, name) for name in names], chosen, write)


def _print(
    entry: Entry, paths: Sequence[str], chosen: Sequence[bool] | None, write: Callable[[str], object]
) -> None:
    files: list[TextIO] = []
    try:
        files.extend(_open(path) for path in paths)
        rows: list[str] = []
        columns = files if chosen is None else [chosen, *files]
        for lines in zip(*columns, strict=True):
            if chosen is None:
                rows.append("\t".join([line.rstrip() for line in lines]))
            elif lines[0]:
                rows.append("\t".join([line.rstrip() for line in lines[1:]]))
            if len(rows) == LINES:
                write("\n".join([*rows, ""]))
                rows.clear()
        write("\n".join([*rows, ""]) if rows else "")
    except ValueError:
        raise CommandError(
            f"{', '.join(paths)}: they differ in their number of lines (parbleu data verify {entry.name})"
        ) from None
    finally:
        for file in files:
            file.close()


def _open(path: str) -> TextIO:
    try:
        return open(path, encoding="utf-8", errors="surrogateescape", newline="\n")  # noqa: PTH123
    except OSError as problem:
        raise unreadable(path, problem) from None
