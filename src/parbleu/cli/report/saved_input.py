"""Reads a comparison that `Comparison.save` wrote, which `parbleu report` takes in place of texts."""

from __future__ import annotations

from parbleu.cli.shell.command import Arguments
from parbleu.comparison.comparison_result import Comparison
from parbleu.errors import FormatError, InputTypeError
from parbleu.io.lines import read_json


def saved_comparison(arguments: Arguments) -> Comparison | None:
    """Returns the comparison that a command line names by one file of JSON; None if it names texts.

    Raises:
        UnreadableFileError: the file cannot be read.
        FormatError: it holds no comparison.
    """
    if len(arguments.refs) != 1 or arguments.input is not None or not arguments.refs[0].endswith(".json"):
        return None
    path = arguments.refs[0]
    values = read_json(path)
    try:
        return Comparison.from_dict(values)
    except InputTypeError as problem:
        raise FormatError(path, 0, f"{problem}; comparison.save(file) writes one with its texts") from None
