"""Python processes of their own: in this one the original is imported, or will be."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def python(tmp_path: Path) -> Callable[..., str]:
    """Runs `python ARGUMENTS...` in a directory of the test's; returns what it printed."""

    def run(*arguments: str, status: int = 0, **environment: str) -> str:
        kept = {
            key: value for key, value in os.environ.items() if not key.startswith(("SACREBLEU", "PYTHON"))
        }
        done = subprocess.run(
            [sys.executable, "-W", "error", *arguments],
            cwd=tmp_path,
            env={**kept, **environment},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout if status == 0 else done.stderr

    return run
