"""Validates files of shared tasks: names everything that is wrong in them, and not the first fault alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from os import PathLike, fspath
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from parbleu._base.known_names import check_name
from parbleu._base.log import renamed
from parbleu._base.wording import counted
from parbleu._io.atomic import is_device
from parbleu._io.json_text import parse_json
from parbleu._io.lines import StandardInput, open_binary, other_than_text, read_block
from parbleu.errors import MissingDependencyError, NoSegmentsError, OptionError, UnreadableFileError
from parbleu.human._rating_files import likeness
from parbleu.human.formats import FORMATS as RATING_FORMATS
from parbleu.tables import Result, column, record, rows
from parbleu.text._table_files.table_opening import first_bytes
from parbleu.wmt._faults import ERROR, WARNING, Fault, Faults
from parbleu.wmt._format_checks import FORMATS, FileFormat, Ratings, check_spelling, n_lines_of

MOST_FAULTS = 100
"""How many faults of one kind are listed of a file."""


@record
class ValidatedFile:
    """A file that was validated.

    Attributes:
        file: its path.
        format: its format; "unknown" if it is in none.
        n_lines: how many lines it has.
        n_items: how many documents, segments or judgements it has.
        n_errors: how many errors, those included that are not listed.
        n_warnings: how many warnings.
    """

    file: str
    format: str
    n_lines: int = column("lines", name="lines")
    n_items: int = column("items", name="items")
    n_errors: int = column("errors", name="errors")
    n_warnings: int = column("warnings", name="warnings")


def _unlisted(result: Validation) -> list[str]:
    """Returns a note about faults that are only counted."""
    n_all = sum(file.n_errors + file.n_warnings for file in result.files)
    if n_all == len(result.faults):
        return []
    return [f"{counted(n_all - len(result.faults), 'fault')} of the same kinds are counted, and not listed."]


@record
class Validation(Result):
    """What is wrong in files of a shared task.

    Attributes:
        files: the files.
        faults: what is wrong, by file; of each kind the first ones.
    """

    files: tuple[ValidatedFile, ...] = rows("files", ValidatedFile)
    faults: tuple[Fault, ...] = rows("faults", Fault, notes=_unlisted, if_any=True)

    @property
    def n_errors(self) -> int:
        """How many errors there are; files without any can be scored."""
        return sum(file.n_errors for file in self.files)

    @property
    def n_warnings(self) -> int:
        """How many warnings there are."""
        return sum(file.n_warnings for file in self.files)


def validate(
    files: str | PathLike[str] | Iterable[str | PathLike[str]],
    format: str | None = None,  # noqa: A002 - the word of users
    *,
    against: str | PathLike[str] | None = None,
    most_faults: int = MOST_FAULTS,
) -> Validation:
    """Validates files of shared tasks of WMT.

    Args:
        files: their paths; "-" is standard input. They are read piece by piece, but for those that are one
            JSON value.
        format: a name of `FORMATS`, or a format of `parbleu.human.read_ratings`; None for what each file
            looks like.
        against: the input that the files answer: the test set of systems' translations or of predictions, the
            texts or references of a terminology task. Then items that are missing or unknown are errors.
        most_faults: how many faults of one kind of a file are listed; all are counted.

    Raises:
        NoSegmentsError: there is no file.
        UnknownNameError: there is no such format.
        OptionError: `against` is given for files that answer nothing.
        FormatError: `against` is another file than it must be.
        UnreadableFileError: a file cannot be read.
    """
    paths = [fspath(files)] if isinstance(files, (str, PathLike)) else [fspath(path) for path in files]
    if not paths:
        raise NoSegmentsError("name at least one file to validate")
    if format is not None:
        check_name("format", format, format_names())
    validated: list[ValidatedFile] = []
    faults: list[Fault] = []
    for path in paths:
        of_file = Faults(path, most_faults)
        with _repeatable(path) as data:
            work = partial(_check, data, of_file, format, None if against is None else fspath(against))
            name, n_lines, n_items = work() if data == path else _naming(work, data, path)
        n_errors, n_warnings = of_file.count(ERROR), of_file.count(WARNING)
        validated.append(ValidatedFile(path, name or "unknown", n_lines, n_items, n_errors, n_warnings))
        faults += of_file.kept
    return Validation(tuple(validated), tuple(faults))


def _check(
    data: str, faults: Faults, format_name: str | None, against: str | None
) -> tuple[str | None, int, int]:
    """Adds the faults of a file; returns its format, if it has one, and its numbers of lines and items."""
    name = format_name or detected_format(data, faults)
    if name is None:
        return None, n_lines_of(data), 0
    kind = _format(name)
    if against is not None and not kind.against:
        problem = f"{faults.path} is {name}, which answers no input"
        raise OptionError(f"{problem}: leave out --against (against=)")
    n_lines, n_items = kind.check(data, faults, against)
    check_spelling(data, faults)
    return name, n_lines, n_items


def _naming(work: Callable[[], tuple[str | None, int, int]], copy: str, path: str) -> Any:
    """Returns what `work` returns; messages and errors name standard input, or a pipe, and not the copy."""
    name = StandardInput.name if path == "-" else path
    try:
        return renamed(work, copy, name)
    except (UnreadableFileError, MissingDependencyError) as problem:
        raise type(problem)(str(problem).replace(copy, name)) from None


@contextmanager
def _repeatable(path: str) -> Iterator[str]:
    """Yields the path of a file that can be read several times: a copy of standard input, or of a pipe."""
    if path != "-" and not is_device(path):
        yield path
        return
    source = StandardInput() if path == "-" else open_binary(path)
    with TemporaryDirectory() as folder:
        copy = Path(folder, "copy")
        with closing(source), copy.open("wb") as file:
            while block := read_block(source, path, 1 << 20):
                file.write(block)
        yield str(copy)


def format_names() -> list[str]:
    """Returns the names of all formats: those of shared tasks, and others of ratings."""
    return list(dict.fromkeys([*FORMATS, *RATING_FORMATS]))


def detected_format(path: str, faults: Faults) -> str | None:
    """Returns the name of the format that a file looks like; None, and a fault, if it looks like none.

    Raises:
        UnreadableFileError: it cannot be read.
    """
    begin = first_bytes(path)
    if not begin:
        faults.error("empty", "this file is empty")
        return None
    beginning = begin.decode("utf-8-sig", errors="replace")
    keys = _first_object(beginning)
    for name, kind in FORMATS.items():
        if kind.recognises(path, beginning, keys):
            return name
    for name in RATING_FORMATS:
        if name not in (*FORMATS, "table") and Ratings(name).recognises(path, beginning, keys):
            return name
    is_json = beginning.lstrip()[:1] in ("{", "[")
    naming = "write it in a format of the task"
    other = "" if is_json else other_than_text(faults.path, begin, naming=naming)
    known = {
        name: RATING_FORMATS[name] if name in RATING_FORMATS else FORMATS[name] for name in format_names()
    }
    faults.error(
        "format",
        f"this {other}" if other else f"this is in no known format: it is {likeness(beginning, known)}",
        f"one of these, named by --from (format=): {', '.join(format_names())}",
    )
    return None


def _format(name: str) -> FileFormat:
    return FORMATS[name] if name in FORMATS else Ratings(name)


def _first_object(beginning: str) -> dict[str, Any]:
    """Returns the JSON object on the first line; of one that is longer than the beginning, its keys."""
    line = beginning.partition("\n")[0].strip()
    if not line.startswith("{"):
        return {}
    try:
        value = parse_json(line, repeated_keys=True)
    except ValueError:
        return _keys_of(line)
    return value if isinstance(value, dict) else {}


def _keys_of(line: str) -> dict[str, Any]:
    """Returns the keys of an object whose end is missing, with those texts that are short."""
    texts = re.findall(r'"(\w+)"\s*:\s*(?:"((?:[^"\\]|\\.){0,400})")?', line)
    return dict(texts)
