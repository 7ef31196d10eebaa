"""The systems of a command line: what they are called, and how many of them it takes."""

from __future__ import annotations

from parbleu.cli.console import CommandError

TYPE_CHECKING = False
if TYPE_CHECKING:
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
    elif arguments.test is not None and count < 2:
        raise CommandError("Paired tests require multiple input systems given to --input (-i).")
    elif arguments.confidence and count > 1:
        raise CommandError("Use paired tests (--paired) for multiple systems.")


def threads_to_use(arguments: Arguments) -> int | None:
    """Returns how many threads may work; None for the default."""
    if arguments.threads is None and arguments.paired_jobs is not None and arguments.paired_jobs > 0:
        return arguments.paired_jobs
    return arguments.threads
