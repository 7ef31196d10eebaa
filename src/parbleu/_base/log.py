"""Sends messages to the running command or, in a library call, to the logger `parbleu`."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TypeVar

    Made = TypeVar("Made")

listener: Callable[..., None] | None = None
"""Prints warnings: gets a message, and of `warn_of_texts` the remark, too. A command sets it, since `logging`
takes longer to load than scoring a test set takes.
"""

informed: Callable[[str], None] | None = None
"""Prints information in place of `logging`; set by a command."""

detailed: Callable[[str], None] | None = None
"""Prints the steps of the work; a command with the option `--verbose` sets it."""

in_shell = False
"""Whether a command runs, so that messages name options as they are typed; a command sets it."""

quiet = False
"""Whether a command has the option `--quiet`: no information and no progress are shown."""

_sent: set[tuple[Callable[..., None] | None, str]] = set()


def warn(message: str) -> None:
    """Sends a warning to the command that runs or, if none does, to the logger `parbleu`."""
    (listener or _log("warning"))(message)


def warn_of_texts(message: str, remark: str) -> None:
    """Sends a warning like `warn`: that texts make numbers doubtful. What has the numbers keeps it.

    Args:
        message: what is doubtful, and what to do.
        remark: what is printed in brackets after it, and not kept, such as the option that leaves it out.
    """
    (listener or _log("warning"))(message, remark)


def remarked(message: str, remark: str) -> str:
    """Returns a message as it is printed, with the remark about it if there is one."""
    return f"{message} ({remark})" if remark else message


def diverted(
    work: Callable[[], Made], warned: Callable[..., None], on_information: Callable[[str], None] | None = None
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
    """Returns what `work` returns, and the warnings that it gives without remarks, which are not sent."""
    lines: list[str] = []
    return diverted(work, lambda *warning: lines.append(warning[0])), lines


def renamed(work: Callable[[], Made], old: str, new: str) -> Made:
    """Returns what `work` returns; the messages that it sends have `new` in place of `old`."""

    def renaming(send: Callable[..., None]) -> Callable[..., None]:
        return lambda message, *remark: send(message.replace(old, new), *remark)

    return diverted(work, renaming(listener or _log("warning")), renaming(informed or _log("info")))


def warn_once(message: str, remark: str = "") -> None:
    """Sends a warning, unless the running command, or the process, has sent the same before.

    Args:
        message: what is wrong.
        remark: as that of `warn_of_texts`, if the warning is of texts.
    """
    if (listener, message) not in _sent:
        _sent.add((listener, message))
        warn_of_texts(message, remark) if remark else warn(message)


def warn_again(path: str, messages: Iterable[str]) -> None:
    """Sends the warnings of texts that a saved result holds."""
    for message in messages:
        warn_of_texts(f"{path}: {message}", "told when it was saved")


def inform(message: str) -> None:
    """Sends information that needs no action, such as the start of a download."""
    (informed or _log("info"))(message)


def detail(message: str) -> None:
    """Sends a step of the work, such as a file that is read, to a command with `--verbose` only."""
    if detailed is not None:
        detailed(message)


def _log(level: str) -> Callable[..., None]:
    """Returns what logs a message, in which nothing acts on the terminal that may show it."""
    import logging

    from parbleu.tables._visible import visible

    method = getattr(logging.getLogger("parbleu"), level)
    return lambda message, remark="": method("\n".join(map(visible, remarked(message, remark).split("\n"))))


def shows_progress() -> bool:
    """Returns whether progress is shown: standard error is a terminal, and the command is not quiet."""
    return not quiet and sys.stderr is not None and sys.stderr.isatty()
