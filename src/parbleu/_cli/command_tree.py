"""Walks the tree of commands, for texts that are made from it: completions of shells and man pages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from parbleu._cli import ABOUT, COMMANDS
from parbleu._cli.main import command_of
from parbleu._cli.shell.command import Command
from parbleu._cli.shell.options import Option


@dataclass(frozen=True)
class CommandNode:
    """A command or a group of commands.

    Attributes:
        words: what is typed after `parbleu`, such as ("data", "list"); none for `parbleu` itself.
        summary: what it does, in a line.
        about: what a group is for; "" for a command.
        children: name -> what it does, of the commands of a group.
        command: the command; None for a group.
    """

    words: tuple[str, ...]
    summary: str
    about: str
    children: dict[str, str]
    command: Command | None

    @property
    def options(self) -> list[Option]:
        """All options of the command, without the positional one."""
        every = [] if self.command is None else self.command.table.every()
        return [option for option in every if option.flags]


def walk(words: tuple[str, ...] = (), summary: str = "") -> Iterator[CommandNode]:
    """Yields a group or command and all below it, each group before its commands."""
    name = " ".join(words)
    if name not in COMMANDS:
        command = command_of(name)
        yield CommandNode(words, summary, "", {}, getattr(command, "COMMAND", command))
        return
    yield CommandNode(words, summary, ABOUT[name], COMMANDS[name], None)
    for child, text in COMMANDS[name].items():
        yield from walk((*words, child), text)


def choices(option: Option) -> list[str]:
    """Returns the values that an option takes, if they are few and known."""
    return [] if option.choices is None else sorted(map(str, option.choices))
