"""The systems of a command line: what they are called, and how many of them it takes."""

from __future__ import annotations

from parbleu.cli.score.score_options import TABLE_FORMATS
from parbleu.cli.shell.console import CommandError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from parbleu.cli.score.score_options import Arguments
    from parbleu.cli.shell.console import Console


def chosen_systems(arguments: Arguments, console: Console) -> tuple[list[str], list[str] | None]:
    """Returns the systems' files and what `--names` calls them; a test drops repetitions of the baseline.

    Raises:
        CommandError: another file is repeated, without a name of its own; or as `_checked` does.
    """
    given = ["-"] if arguments.input is None else list(arguments.input)
    names = None if arguments.names is None else _checked(arguments.names)
    if names is not None and given != ["-"] and len(names) != len(given):
        raise CommandError(f"--names has {len(names)} names for {len(given)} files")
    kept: list[int] = []
    for place, path in enumerate(given):
        if arguments.test is not None and kept and path == given[0]:
            console.inform(f"Ignoring {path!r} as it was also given as the baseline.")
        elif path in given[:place] and (names is None or path == "-"):
            raise CommandError(
                f"{path!r} already used to name a system.",
                "Make sure to have a different basename for each system.",
            )
        else:
            kept.append(place)
    paths = [given[place] for place in kept]
    if names is None or given == ["-"]:
        return paths, names
    return paths, [names[place] for place in kept]


def _checked(names: Sequence[str]) -> list[str]:
    """Returns `--names` if each is a name of its own that a line of a table can hold.

    Raises:
        CommandError: they are not.
    """
    for place, name in enumerate(names):
        if not name.strip():
            raise CommandError(f"--names: {name!r} is no name")
        if any(mark in name for mark in "\t\n\r"):
            raise CommandError(f"--names: {name!r} holds a TAB or a line end, which no name may")
        if name in names[:place]:
            raise CommandError(f"--names: {name!r} names two systems")
    return list(names)


def names_of(
    count: int, paths: Sequence[str], names: Sequence[str] | None, arguments: Arguments
) -> list[str]:
    """Returns the names of all systems: `--names`, or the paths as given.

    Args:
        count: how many systems there are.
        paths: their files.
        names: what `--names` calls them, if it does.
        arguments: the command line.

    Raises:
        CommandError: standard input holds another number of systems than it may.
    """
    from_fields = list(paths) == ["-"]
    if count != len(paths) and not from_fields:
        raise CommandError(
            "standard input holds several systems, separated by TABs; it cannot be one of several files then"
        )
    if names is None:
        return names_of_fields(count, arguments) if from_fields else list(paths)
    if len(names) != count:
        raise CommandError(f"--names has {len(names)} names; standard input holds {count} systems")
    return list(names)


def names_of_fields(count: int, arguments: Arguments) -> list[str]:
    """Returns the names of systems on standard input."""
    if arguments.test is None:
        return [f"System {number + 1}" for number in range(count)]
    return ["Baseline", *(f"System {number}" for number in range(1, count))]


def check_number(count: int, arguments: Arguments) -> None:
    """Refuses what cannot be done with so many systems, as sacreBLEU does.

    Raises:
        CommandError: with the message for the user.
    """
    if arguments.sentence_level:
        if count > 1:
            raise CommandError("Only one system can be evaluated in sentence-level mode.")
        if arguments.test is not None or arguments.confidence:
            raise CommandError("Statistical tests are unavailable in sentence-level mode.")
        if count == 0:
            raise CommandError("-i/--input names no system to evaluate")
        raise CommandError(
            "sentence scores are lines, not a table: leave out --names, --all-pairs, and -f "
            + ", ".join(TABLE_FORMATS)
        )
    if arguments.all_pairs and arguments.test is None:
        raise CommandError("--all-pairs needs a test: --paired-bs or --paired-ar")
    if arguments.test is not None and count < 2:
        raise CommandError("Paired tests require multiple input systems given to --input (-i).")
    if arguments.confidence and count > 1:
        raise CommandError("Use paired tests (--paired) for multiple systems.")


def threads_to_use(arguments: Arguments) -> int | None:
    """Returns how many threads may work; None for the default."""
    if arguments.threads is None and arguments.paired_jobs is not None and arguments.paired_jobs > 0:
        return arguments.paired_jobs
    return arguments.threads
