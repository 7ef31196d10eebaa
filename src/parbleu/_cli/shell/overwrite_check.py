"""Refuses a command line by which one file would be read and written, or written twice.

Options declare how their values name files: `NAMED` defines each declaration. Files are the same by what they
are, not by how they are spelled, so links, hard links and other cases of letters are known.
"""

from __future__ import annotations

import os
import sys
from stat import S_ISREG

from parbleu._cli.shell.console import CommandError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from parbleu._cli.shell.options import Option, OptionTable

    Identity = tuple[int, int] | str


class Files:
    """Files whose names a command line does not spell out.

    Args:
        folder: where they lie.
        names: a pattern of their names in that folder, as `glob` takes it.
    """

    def __init__(self, folder: str, names: str) -> None:
        self.folder = folder
        self.names = names

    def existing(self) -> list[str]:
        """Returns those that exist, and perhaps folders among them."""
        from glob import escape, glob

        return glob(os.path.join(escape(self.folder), self.names), recursive=True)

    def may_have(self, path: str) -> bool:
        """Returns whether a file, which need not exist, would be one of them."""
        from fnmatch import fnmatch

        return fnmatch(os.path.relpath(os.path.realpath(path), os.path.realpath(self.folder)), self.names)


def refuse_overwriting(table: OptionTable, values: Mapping[str, Any]) -> None:
    """Refuses a command line by which a file that is read would be written, or a file be written twice.

    Raises:
        CommandError: the message names the file and the options.
    """
    written: dict[Identity, tuple[Option, str]] = {}
    folders: list[tuple[Option, Files]] = []
    for option, named in _named(table, values, "writes"):
        if isinstance(named, Files):
            folders.append((option, named))
        for path in _paths(named):
            key = identity(path)
            if (
                key is not None
                and key in written
                and (isinstance(named, str) or written[key][0] is not option)
            ):
                raise _written_twice(written[key][0], option, path)
            if key is not None:
                written[key] = option, path
    for option, path in written.values():
        for other, files in folders:
            if other is not option and files.may_have(path):
                raise _written_twice(other, option, path)
    if not written:
        return
    for option, named in _named(table, values, "reads"):
        for path in _paths(named):
            key = identity(path)
            if key in written and isinstance(key, tuple):  # what does not exist cannot be lost
                raise _overwritten(written[key][0], path, f" by {option.flags[0]}" if option.flags else "")
    key = _identity_of_standard_input()
    if key in written:
        raise _overwritten(*written[key], " as standard input")


def identity(path: str) -> Identity | None:
    """Returns what two names of a file have in common, also of one that is yet to be made.

    It is None for a folder, a device or a pipe.
    """
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        resolved = os.path.realpath(path) if "\0" not in path else path
        return resolved.casefold() if sys.platform in ("darwin", "win32") else resolved
    return (status.st_dev, status.st_ino) if S_ISREG(status.st_mode) else None


def _identity_of_standard_input() -> Identity:
    try:
        status = os.fstat(0)
    except OSError:  # it is closed
        return ""
    return (status.st_dev, status.st_ino) if S_ISREG(status.st_mode) else ""


def _overwritten(writer: Option, path: str, reader: str) -> CommandError:
    return CommandError(
        f"{_flag(writer)} would overwrite {path}, which is read{reader}; give it another name"
    )


def _written_twice(one: Option, other: Option, path: str) -> CommandError:
    if one is other:
        return CommandError(f"{_flag(one)} would write {path} twice; give each file a name of its own")
    return CommandError(
        f"{_flag(one)} and {_flag(other)} would both write {path}; give each file a name of its own"
    )


def _flag(option: Option) -> str:
    return option.flags[0] if option.flags else option.metavar


def _named(table: OptionTable, values: Mapping[str, Any], role: str) -> Iterator[tuple[Option, str | Files]]:
    """Yields what the options name that read files, or that write them: the `role` "reads" or "writes"."""
    for group in table.groups:
        for option in group.declared:
            kind, value = getattr(option, role), values.get(option.dest)
            if kind:
                words = [value] if isinstance(value, str) else [*(value or ())]
                for named in NAMED[role][kind]([word for word in words if word != "-"], values):
                    yield option, named


def _paths(named: str | Files) -> list[str]:
    return [named] if isinstance(named, str) else named.existing()


def _files(words: Iterable[str], _: Mapping[str, Any]) -> Iterator[str | Files]:
    """Yields files, and all files of folders."""
    for word in words:
        yield Files(word, "*") if os.path.isdir(word) else word


def _tables(words: Iterable[str], values: Mapping[str, Any]) -> Iterator[str | Files]:
    """Yields files, and patterns of them."""
    for word in words:
        if any(character in word for character in "*?[") and not os.path.exists(word):
            yield Files("", word)
        else:
            yield from _files([word], values)


def _labelled(words: Iterable[str], values: Mapping[str, Any]) -> Iterator[str | Files]:
    """Yields words NAME=FILE; words without = name no file."""
    return _files([word.partition("=")[2] for word in words if "=" in word], values)


def _maybe_labelled(words: Sequence[str], values: Mapping[str, Any]) -> Iterator[str | Files]:
    """Yields words NAME=FILE or FILE."""
    yield from _files(words, values)
    yield from _labelled(words, values)


def _programs(words: Iterable[str], values: Mapping[str, Any]) -> Iterator[str | Files]:
    """Yields command lines, of which any word may be a file."""
    from shlex import split

    for word in words:
        try:
            yield from _files(split(word), values)
        except ValueError:  # a quote is not closed
            continue


def _score_files(words: Iterable[str], values: Mapping[str, Any]) -> Iterator[str | Files]:
    """Yields files, and folders of them or of a folder for each language pair."""
    for word in words:
        yield from _files([word], values)
        if os.path.isdir(word):
            yield Files(word, "*/*")


def _tasks(words: Iterable[str], values: Mapping[str, Any]) -> Iterator[str | Files]:
    """Yields files of settings of a shared task, and the files that they name."""
    from parbleu.errors import ParbleuError
    from parbleu.wmt._task_settings import read_task

    for word in words:
        yield word
        try:
            settings = read_task(word)
        except ParbleuError:  # which the command tells
            continue
        for pair in settings.pairs:
            yield from _files(map(str, pair.every_file), values)


def _test_sets(words: Iterable[str], _: Mapping[str, Any]) -> Iterator[str | Files]:
    """Yields names of test sets, which lie in the cache."""
    from parbleu.fetch._environment import cache

    for word in words:
        for name in word.split(","):
            yield Files(os.path.join(cache(), name.partition("/")[0]), "**")


def _set_files(words: Sequence[str], values: Mapping[str, Any], names: str) -> Iterator[str | Files]:
    """Yields the files of a command line's evaluation set whose names begin with a pattern, PAIR in it."""
    from glob import escape

    from parbleu.evalset._file_layout import directories_of

    test_set = values.get("evalset") or (None if "evalset" in values else values.get("test_set"))
    if test_set is None and values.get("tasks"):
        test_set = values["tasks"][0].rpartition("-on-")[2]
    if test_set is None or "\0" in test_set:
        return
    for directory in directories_of(test_set, words or None):
        for pair in (values.get("language_pair") or "*").split(","):
            for ending in (".*", "/**"):
                yield Files(
                    os.path.join(directory, test_set),
                    names.replace("PAIR", escape(pair) if pair != "*" else pair) + ending,
                )


def _new_evalset(words: Sequence[str], values: Mapping[str, Any]) -> Iterator[str | Files]:
    """Yields the folder for a new evaluation set; by default the first of all."""
    from parbleu.evalset._file_layout import data_directories

    return _set_files(words or data_directories()[:1], values, "*/PAIR")


def _package(words: Sequence[str], _: Mapping[str, Any]) -> Iterator[str | Files]:
    """Yields the folder for the package of all evaluation sets."""
    from parbleu.evalset._file_layout import PACKAGE

    for word in words[:1]:
        yield Files(os.path.join(word, PACKAGE), "**")


def _rater_files(words: Sequence[str], values: Mapping[str, Any]) -> Iterator[str | Files]:
    """Yields the folder for ratings, a file for each rater."""
    from glob import escape

    for word in words:
        yield Files(word, f"{escape(values.get('prefix') or '')}*.seg.rating")


def _page(words: Sequence[str], values: Mapping[str, Any]) -> Iterator[str | Files]:
    """Yields a page, which others may accompany."""
    from glob import escape

    for word in words:
        yield word
        if values.get("split") is not None:
            folder, name = os.path.split(word)
            begin, point, end = name.rpartition(".")
            yield Files(
                folder, f"{escape(begin if point else end)}-[0-9]*{escape(point + end) if point else ''}"
            )


def _translations(words: Sequence[str], values: Mapping[str, Any]) -> Iterator[str | Files]:
    """Yields a file of translations, and the record of the run if it has no name of its own."""
    for word in words:
        yield word
        if values.get("record") is None:
            yield f"{word}.json"


_METRIC_SCORES = "metric-scores/PAIR"

NAMED: dict[str, dict[str, Callable[[Sequence[str], Mapping[str, Any]], Iterable[str | Files]]]] = {
    "reads": {
        "FILE": _files,
        "TABLE": _tables,
        # columns, if other options name such
        "FILE or COLUMN": lambda words, values: _files(
            () if values.get("hyp") or values.get("ref") else words, values
        ),
        "NAME=FILE": _labelled,
        "[NAME=]FILE": _maybe_labelled,
        "@FILE": lambda words, values: _files([word[1:] for word in words if word[:1] == "@"], values),
        "COMMAND": _programs,
        "SCORE FILES": _score_files,
        "TASK": _tasks,
        # a folder, which another one for "SUBMISSION SCORES" may follow
        "SUBMISSION": lambda words, _: (Files(word, "re[fs]/**") for word in words[:1]),
        "TEST SET": _test_sets,
        "EVALUATION SET": lambda words, values: _set_files(words, values, "*/PAIR"),
        # all but scores of metrics
        "TEXTS OF EVALUATION SET": lambda words, values: _set_files(words, values, "[!m]*/PAIR"),
    },
    "writes": {
        "FILE": lambda words, _: words,
        "PICTURE": lambda words, _: words,
        "FILE or FOLDER": lambda words, _: words,
        "PAGE": _page,
        "TRANSLATIONS": _translations,
        "PREFIX": lambda words, _: (f"{word}.{end}" for word in words for end in ("json", "npz")),
        "EVALUATION SET": _new_evalset,
        # in the folder that `--into` names, or else in that of the set
        "METRIC SCORES": lambda words, values: _set_files(words, values, _METRIC_SCORES) if words else (),
        "METRIC SCORES OF SET": lambda words, values: (
            () if values.get("into") else _set_files(words, values, _METRIC_SCORES)
        ),
        "RATER FILES": _rater_files,
        "SUBMISSION SCORES": lambda words, _: (os.path.join(word, "scores.txt") for word in words[1:2]),
        "PACKAGE": _package,
    },
}
"""`Option.reads` or `Option.writes` -> what finds the files, given the words of the option and all values."""
