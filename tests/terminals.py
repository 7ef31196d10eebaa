"""Runs a program whose standard output is a terminal."""

import os
import pty
import select
import subprocess
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

END = b"\0end\0"


class OnTerminal(NamedTuple):
    """What a program did; the terminal's line ends are `\\n`."""

    status: int
    out: str
    err: str


def run_on_terminal(words: list[str | Path], stdin: bytes = b"", **options: Any) -> OnTerminal:
    """Runs a program to its end; `options` are those of `subprocess.Popen`.

    We hold the terminal's other end too until all is read: the rest of what was written can be lost
    when the last one closes it.
    """
    ours, theirs = pty.openpty()
    shown = b""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as said:
        given.write(stdin)
        given.seek(0)
        with subprocess.Popen(words, stdin=given, stdout=theirs, stderr=said, **options) as process:
            while process.poll() is None:
                if select.select([ours], [], [], 0.01)[0]:
                    shown += os.read(ours, 65536)
        while select.select([ours], [], [], 0)[0]:
            shown += os.read(ours, 65536)
        os.write(theirs, END)
        while not shown.endswith(END):
            shown += os.read(ours, 65536)
        os.close(theirs)
        os.close(ours)
        said.seek(0)
        out = shown.removesuffix(END).decode().replace("\r\n", "\n")
        return OnTerminal(process.returncode, out, said.read().decode())
