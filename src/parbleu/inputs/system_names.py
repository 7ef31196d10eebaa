"""Chooses the names of systems: given names, or the parts in which their file names differ."""

from __future__ import annotations

from parbleu.base.log import inform
from parbleu.base.wording import counted
from parbleu.errors import OptionError
from parbleu.io.lines import COMPRESSED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

PIPES = ("/dev/fd/", "/proc/self/fd/")
"""How the names of pipes begin that a shell makes of `<(command)`."""


def check_names(names: Sequence[str], files: Sequence[str]) -> None:
    """Refuses names that are doubled, that a line of a table cannot hold, or that are not one for each file.

    Files of ["-"] are standard input, which may hold several systems.
    """
    for place, name in enumerate(names):
        if not name.strip():
            raise OptionError(f"--names: {name!r} cannot be the name of a system")
        if any(mark in name for mark in "\t\n\r"):
            raise OptionError(f"--names: {name!r} holds a TAB or a line end, which no name may")
        if name in names[:place]:
            raise OptionError(f"--names: {name!r} names two systems")
    if list(files) != ["-"] and len(names) != len(files):
        raise OptionError(f"--names has {counted(len(names), 'name')} for {counted(len(files), 'file')}")


def system_names(
    count: int, files: Sequence[str], names: Sequence[str] | None = None, has_baseline: bool = False
) -> list[str]:
    """Returns the names of systems that were read.

    Args:
        count: how many there are.
        files: where they come from; ["-"] is standard input, which may hold several.
        names: the given names; None for names from the parts in which file names differ, and for pipes, such
            as those of `<(command)`, their places.
        has_baseline: whether the first system of standard input is a baseline.

    Raises:
        OptionError: standard input holds another number of systems than it may, or a file is named twice.
    """
    from_fields = list(files) == ["-"]
    if count != len(files) and not from_fields:
        raise OptionError(
            "standard input holds several systems, separated by TABs; it cannot be one of several files then"
        )
    if names is not None:
        if len(names) != count:
            raise OptionError(
                f"--names has {counted(len(names), 'name')}; standard input holds {counted(count, 'system')}"
            )
        return list(names)
    for place, file in enumerate(files):
        if file in files[:place]:
            raise OptionError(f"{file} is two systems: give them names by --names")
    if not from_fields:
        parts = iter(distinct_parts([file for file in files if not file.startswith(PIPES)]))
        found = [
            f"System {number}" if file.startswith(PIPES) else next(parts)
            for number, file in enumerate(files, 1)
        ]
        piped = [name for name, file in zip(found, files, strict=True) if file.startswith(PIPES)]
        if piped and count > 1:
            inform(f"{', '.join(piped)}: a pipe has no name; --names names the systems")
        return found
    if has_baseline:
        return ["Baseline", *(f"System {number}" for number in range(1, count))]
    return [f"System {number + 1}" for number in range(count)]


def distinct_parts(paths: Sequence[str]) -> list[str]:
    """Returns the distinguishing part of each path; all paths differ.

    That is the file's name, without the suffixes that all have (`.txt`, `.gz`); or where names of files are
    the same, the folders that differ: "a" and "b" of "runs/a/hyp.txt" and "runs/b/hyp.txt".
    """
    parts = [[part for part in path.split("/") if part] or [path] for path in paths]
    names = [part[-1] for part in parts]
    if len(set(names)) < len(names):
        while len({part[-1] for part in parts}) == 1 and all(len(part) > 1 for part in parts):
            parts = [part[:-1] for part in parts]
        while len({part[0] for part in parts}) == 1 and all(len(part) > 1 for part in parts):
            parts = [part[1:] for part in parts]
        names = ["/".join(part) for part in parts]
    while len(suffixes := {_suffix(name) for name in names}) == 1 and (suffix := suffixes.pop()):
        names = [name.removesuffix(suffix) for name in names]
        # The rest of a single name may tell it from systems of other commands.
        if len(names) == 1 and suffix not in COMPRESSED:
            break
    return names if len(set(names)) == len(names) else list(paths)


def _suffix(name: str) -> str:
    """Returns the suffix of a file's name if it has a letter, such as ".txt", which no version number has."""
    stem, point, suffix = name.rpartition(".")
    return f".{suffix}" if stem.strip("./") and point and any(map(str.isalpha, suffix)) else ""
