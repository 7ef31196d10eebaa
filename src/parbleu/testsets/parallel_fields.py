"""Reads the fields of a test set in parallel."""

from __future__ import annotations

from contextlib import ExitStack

from parbleu.errors import FormatError, UnknownFieldError
from parbleu.io.lines import unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TextIO

    from parbleu.testsets.pair_files import PairFiles

LINES = 10_000
"""The number of lines in a piece."""

ALL = "all"
"""The word for all fields."""


def chosen_fields(files: PairFiles, words: Sequence[str]) -> list[str]:
    """Resolves words to the names of fields.

    Args:
        files: those of a language pair; missing ones are downloaded.
        words: names of fields; "ref" is the first of several references, "all" are all fields.

    Raises:
        UnknownFieldError: the language pair has no such field.
        ParbleuError: the test set cannot be downloaded or read.
    """
    available = files.fields()
    if ALL in words:
        return list(available)
    any_reference = min((name for name in available if name.startswith("ref")), default="ref")
    found = [any_reference if name == "ref" else name for name in words]
    for name in found:
        if name not in available:
            raise UnknownFieldError(files.entry.name, files.language_pair, name, list(available))
    return found


def field_columns(
    files: PairFiles, names: Sequence[str], origlang: str | None = None, subset: str | None = None
) -> Iterator[str]:
    """Yields the text of fields, TABs between the columns, in pieces of many lines.

    `origlang` and `subset` choose segments, as for `parbleu.load_test_set`.

    Raises:
        FormatError: the fields differ in length.
        ParbleuError: the test set cannot be downloaded or read.
    """
    chosen = files.selection(origlang, subset)
    paths = [files.path(name) for name in names]
    with ExitStack() as stack:
        columns = [stack.enter_context(_open(path)) for path in paths]
        wanted = [] if chosen is None else [chosen]
        rows: list[str] = []
        try:
            for *marks, line in zip(*wanted, _joined(columns), strict=True):
                if all(marks):
                    rows.append(line)
                if len(rows) == LINES:
                    yield "\n".join([*rows, ""])
                    rows.clear()
        except ValueError:
            raise FormatError(
                ", ".join(paths),
                0,
                f"they differ in their number of lines (parbleu data verify {files.entry.name})",
            ) from None
        if rows:
            yield "\n".join([*rows, ""])


def _joined(columns: Sequence[TextIO]) -> Iterator[str]:
    for lines in zip(*columns, strict=True):
        yield "\t".join([line.rstrip() for line in lines])


def _open(path: str) -> TextIO:
    try:
        return open(path, encoding="utf-8", errors="surrogateescape", newline="\n")
    except OSError as problem:
        raise unreadable(path, problem) from None
