"""Reads and writes the texts of evaluation sets: one segment a line, plain or as a field of JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parbleu._base.wording import counted
from parbleu._core import Segments
from parbleu._io.lines import open_binary, read_stream
from parbleu.errors import FormatError

NO_TRANSLATION = "[No translation supplied]"
"""The mark of a missing segment in a plain text."""

FIELDS = {"source": "source", "reference": "target", "output": "hypothesis"}
"""What holds each kind of text in files of JSON lines."""


def read_text(path: str, kind: str) -> list[str | None]:
    """Reads the segments of a text; None where none was supplied.

    Args:
        path: the file. A file whose name ends in `.jsonl` has a JSON object on each line.
        kind: "source", "reference" or "output": the key of `FIELDS` that names the object's field.

    Raises:
        FormatError: a line is not JSON, or lacks the field.
        UndecodableLineError: a line is not UTF-8.
        UnreadableFileError: the file cannot be read.
    """
    if path.endswith(".jsonl"):
        return _field(path, FIELDS[kind])
    segments: list[str | None] = [*lines(path)]
    if NO_TRANSLATION in segments:
        segments = [None if line == NO_TRANSLATION else line for line in segments]
    return segments


def lines(path: str) -> list[str]:
    """Reads the lines of a file, each without its trailing white space. They end at LF, CR LF and CR."""
    texts: list[Any] = _segments(path).to_list()  # none of them is missing
    return texts


def count_lines(path: str) -> int:
    """Counts the lines of a file."""
    return len(_segments(path))


def _segments(path: str) -> Segments:
    with open_binary(path) as file:
        return read_stream(file, path, universal=True)


def json_lines(path: str) -> Iterator[Any]:
    """Yields the JSON value of each line.

    Raises:
        FormatError: a line is not JSON.
    """
    from parbleu._io.json_text import parse_json

    texts, number = lines(path), 0
    try:
        for line in texts:
            number += 1
            yield parse_json(line)
    except ValueError as problem:
        raise FormatError(path, number, f"this is not valid JSON: {problem}") from None


def _field(path: str, field: str) -> list[str | None]:
    texts: list[str | None] = []
    for number, value in enumerate(json_lines(path), 1):
        if not isinstance(value, dict) or field not in value:
            raise FormatError(
                path, number, f'there is no field "{field}": each line is an object that has it'
            )
        text = value[field]
        if text is not None and not isinstance(text, str):
            raise FormatError(path, number, f'the field "{field}" is not a string or null')
        texts.append(text)
    return texts


def check_length(path: str, length: int, expected: int) -> None:
    """Raises FormatError if the number of a file's segments is not that of the source."""
    if length != expected:
        raise FormatError(
            path,
            min(length, expected) + 1,
            f"this has {counted(length)}, but the source has {expected}: add or remove lines",
        )
