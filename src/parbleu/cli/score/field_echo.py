"""Prints fields of test sets side by side, for `--echo`."""

from __future__ import annotations

from parbleu.cli.score.argument_checks import find_sets
from parbleu.cli.shell.console import CommandError
from parbleu.io.lines import unreadable
from parbleu.testsets.pair_files import PairFiles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TextIO

    from parbleu.cli.score.score_options import ScoreArguments
    from parbleu.cli.shell.console import Console

LINES = 10_000
"""How many are printed at once."""


def echo(arguments: ScoreArguments, console: Console) -> int:
    """Prints the fields that `--echo` asks for, of one test set after the other; returns the exit status.

    Raises:
        CommandError: a set lacks a field.
        ParbleuError: a test set cannot be had.
    """
    language_pair = str(arguments.language_pair)
    sets = [
        PairFiles(entry, language_pair) for entry in find_sets(str(arguments.test_set), arguments.sacrebleu)
    ]
    wanted = [fields_to_print(files, arguments.echo or ()) for files in sets]
    for files, names in zip(sets, wanted, strict=True):
        print_fields(files, names, arguments.origlang, arguments.subset, console.write)
    return 0


def fields_to_print(files: PairFiles, asked: Sequence[str]) -> list[str]:
    """Returns the names of the fields that are meant.

    Raises:
        CommandError: the set lacks one.
    """
    available = files.fields()
    if "all" in asked:
        if len(asked) > 1:
            raise CommandError("Cannot use --echo all with other fields")
        return list(available)
    any_reference = min((name for name in available if name.startswith("ref")), default="ref")
    found = [any_reference if name == "ref" else name for name in asked]
    for name in found:
        if name not in available:
            where = f"test set {files.entry.name} for language pair {files.language_pair}"
            lines = [
                f"No such field {name} in {where}.",
                f"available fields for {files}: {', '.join(available)}",
            ]
            if any_reference not in ("ref", name):
                lines.append(f"'ref' also allowed for backwards compatibility (will return {any_reference})")
            raise CommandError(*lines)
    return found


def print_fields(
    files: PairFiles,
    names: Sequence[str],
    origlang: str | None,
    subset: str | None,
    write: Callable[[str], object],
) -> None:
    """Writes fields of a test set with TAB between them.

    Args:
        files: those of a language pair.
        names: of the fields.
        origlang: print only the segments that were written in this language.
        subset: print only those that are about this.
        write: takes text of many lines.

    Raises:
        CommandError: the fields differ in length.
        ParbleuError: the test set cannot be had.
    """
    chosen = files.selection(origlang, subset)
    paths = [files.path(name) for name in names]
    opened: list[TextIO] = []
    try:
        opened.extend(_open(path) for path in paths)
        rows: list[str] = []
        columns = opened if chosen is None else [chosen, *opened]
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
            f"{', '.join(paths)}: they differ in their number of lines "
            f"(parbleu data verify {files.entry.name})"
        ) from None
    finally:
        for file in opened:
            file.close()


def _open(path: str) -> TextIO:
    try:
        return open(path, encoding="utf-8", errors="surrogateescape", newline="\n")  # noqa: PTH123
    except OSError as problem:
        raise unreadable(path, problem) from None
