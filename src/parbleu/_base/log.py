"""Sends messages to the running command or, in a library call, to the logger `parbleu`."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TypeVar

    Made = TypeVar("Made")

listener: Callable[[str], None] | None = None
"""Prints warnings; a command sets it, since `logging` takes longer to load than scoring a test set takes."""

informed: Callable[[str], None] | None = None
"""Prints information in place of `logging`; set by a command."""

detailed: Callable[[str], None] | None = None
"""Prints the steps of the work; a command with the option `--verbose` sets it."""

quiet = False
"""Whether a command has the option `--quiet`: no information and no progress are shown."""

_AGAIN = "told when it was saved)"
OF_TEXTS = ("leaves this out)", _AGAIN)
"""How warnings end that texts make numbers doubtful: by the option that leaves them out, for example."""

_sent: set[tuple[Callable[[str], None] | None, str]] = set()


def warn(message: str) -> None:
    """Sends a warning to the command that runs or, if none does, to the logger `parbleu`."""
    (listener or _log("warning"))(message)


def diverted(
    work: Callable[[], Made],
    warned: Callable[[str], None],
    on_information: Callable[[str], None] | None = None,
) -> Made:
    """Returns what `work` returns; its warnings go to `warned`, its information to `on_information`."""
    global listener, informed
    before = listener, informed
    listener, informed = warned, on_information or informed
    try:
        return work()
    finally:
        listener, informed = before


def kept(work: Callable[[], Made]) -> tuple[Made, list[str]]:
    """Returns what `work` returns, and the warnings that it gives, which are not sent."""
    lines: list[str] = []
    return diverted(work, lines.append), lines


def renamed(work: Callable[[], Made], old: str, new: str) -> Made:
    """Returns what `work` returns; the messages that it sends have `new` in place of `old`."""

    def renaming(send: Callable[[str], None]) -> Callable[[str], None]:
        return lambda message: send(message.replace(old, new))

    return diverted(work, renaming(listener or _log("warning")), renaming(informed or _log("info")))


def warn_once(message: str) -> None:
    """Sends a warning like `warn`, unless the running command, or the process, has sent the same before."""
    if (listener, message) not in _sent:
        _sent.add((listener, message))
        warn(message)


def warn_again(path: str, messages: Iterable[str]) -> None:
    """Sends the warnings of texts that a saved result holds."""
    for message in messages:
        warn(f"{path}: {message} ({_AGAIN}")


def inform(message: str) -> None:
    """Sends information that needs no action, such as the start of a download, like `warn`."""
    (informed or _log("info"))(message)


def detail(message: str) -> None:
    """Sends a step of the work, such as a file that is read, to a command with `--verbose` only."""
    if detailed is not None:
        detailed(message)


def _log(level: str) -> Callable[[str], None]:
    """Returns what logs a message, in which nothing acts on the terminal that may show it."""
    import logging

    from parbleu.tables._visible import visible

    method = getattr(logging.getLogger("parbleu"), level)
    return lambda message: method("\n".join(map(visible, message.split("\n"))))


def shows_progress() -> bool:
    """Returns whether progress is shown: standard error is a terminal, and the command is not quiet."""
    return not quiet and sys.stderr is not None and sys.stderr.isatty()
