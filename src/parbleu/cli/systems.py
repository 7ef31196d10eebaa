"""The systems of a command line: what they are called, and how many of them it takes."""

from __future__ import annotations

from parbleu.cli.console import CommandError
from parbleu.cli.score_options import TABLE_FORMATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from parbleu.cli.console import Console
    from parbleu.cli.score_options import Arguments


def distinct_paths(arguments: Arguments, console: Console) -> list[str]:
    """Returns the systems' files; in a test, without those that repeat the baseline.

    Raises:
        CommandError: another one is repeated.
    """
    paths: list[str] = []
    for path in ["-"] if arguments.input is None else arguments.input:
        if arguments.test is not None and path in paths[:1]:
            console.inform(f"Ignoring {path!r} as it was also given as the baseline.")
        elif path in paths:
            raise CommandError(
                f"{path!r} already used to name a system.",
                "Make sure to have a different basename for each system.",
            )
        else:
            paths.append(path)
    return paths


def names_of(count: int, paths: Sequence[str], arguments: Arguments) -> list[str]:
    """Returns the names of all systems: `--names`, or the paths as given.

    Raises:
        CommandError: there are more or fewer, or two are the same.
    """
    from_fields = list(paths) == ["-"]
    if count != len(paths) and not from_fields:
        raise CommandError(
            "standard input holds several systems, separated by TABs; it cannot be one of several files then"
        )
    if arguments.names is None:
        return names_of_fields(count, arguments) if from_fields else list(paths)
    names = list(arguments.names)
    if len(names) != count:
        raise CommandError(f"--names has {len(names)} names for {count} systems")
    for place, name in enumerate(names):
        if not name or name in names[:place]:
            raise CommandError(f"--names: {name!r} " + ("names two systems" if name else "is no name"))
    return names


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
