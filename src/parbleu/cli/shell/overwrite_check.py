"""Refuses an output file that is one of the input files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from parbleu.cli.shell.console import CommandError


def refuse_overwriting(path: str, read: Iterable[str], flag: str) -> None:
    """Refuses a file that a command is to write, named by `flag`, if it is one of those that are read."""
    for name in read:
        if Path(path).exists() and Path(name).exists() and Path(path).samefile(name):
            raise CommandError(f"{flag} would overwrite {name}, which is read; give it another name")
