"""Runs programs in a Python of their own."""

import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any


def printed(program: str, *words: str | Path, **options: Any) -> str:
    """What a program prints, which must succeed; `options` are those of `subprocess.run`."""
    command = [sys.executable, "-c", dedent(program), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, done.stderr
    return done.stdout
