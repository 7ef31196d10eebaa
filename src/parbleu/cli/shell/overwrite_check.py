"""Refuses an output file that is one of the input files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from parbleu.cli.shell.console import CommandError


def refuse_overwriting(path: str, read: Iterable[str], flag: str) -> None:
    """Refuses a file that a command is to write if it is one of those that it reads.

    Args:
        path: the file, which need not be there.
        read: the files that are read.
        flag: the option that names the file.

    Raises:
        CommandError: it is one of them.
    """
    for name in read:
        if Path(path).exists() and Path(name).exists() and Path(path).samefile(name):
            raise CommandError(f"{flag} would overwrite {name}, which is read; give it another name")
